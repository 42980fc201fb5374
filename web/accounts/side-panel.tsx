import { ExampleLetter } from '#web/landing/example-letter.tsx'

const POINTS = [
  'Every recipient gets their own email, sent from your mailbox.',
  'Emails go out at the pace you set and pause when your provider asks.',
  'Follow the campaign live and see the status of each email.',
]

/** The marketing panel of the sign-in page, from 1,024 px on. */
export function SidePanel() {
  return (
    <aside className="flex flex-col justify-center gap-10 border-l border-line bg-surface px-14 py-16 max-lg:hidden xl:px-20">
      <ExampleLetter />
      <div className="max-w-lg">
        <p className="font-serif text-title text-balance">Write once. Send to everyone.</p>
        <ul className="mt-4 grid gap-2.5 text-ink-soft">
          {POINTS.map((point) => (
            <li key={point} className="flex gap-3">
              <span aria-hidden="true" className="mt-2.5 h-px w-4 shrink-0 bg-edge" />
              {point}
            </li>
          ))}
        </ul>
      </div>
    </aside>
  )
}

import {
  Braces,
  Clock3,
  FileSpreadsheet,
  LayoutTemplate,
  Mails,
  Radio,
  ShieldCheck,
  Webhook,
  type LucideIcon,
} from 'lucide-react'

const STEPS = [
  [
    'Upload a spreadsheet',
    'An .xlsx or .xls file with names and addresses. Any other column can be used in the email.',
  ],
  ['Write one email', 'With {firstName} where the name goes, and a fallback for people whose name you do not know.'],
  ['Press Send', 'It goes out through your Microsoft 365 or Gmail account, one email per person.'],
  ['Watch it arrive', 'Every recipient has a line: sent, waiting, or what went wrong and how to fix it.'],
] as const

const FEATURES: ReadonlyArray<{ icon: LucideIcon; title: string; text: string }> = [
  {
    icon: FileSpreadsheet,
    title: 'Contacts as you have them',
    text: 'Column names can vary, empty rows are skipped, duplicates are ignored, and every rejected row comes with a reason.',
  },
  {
    icon: Braces,
    title: 'Personal in every place',
    text: 'First name, last name or any column of yours, in the subject as well as in the text, escaped for where it lands.',
  },
  {
    icon: Mails,
    title: 'From your own mailbox',
    text: 'Connect Microsoft 365 or Gmail through their own sign-in. Recipients see you as the sender, and their answers come to you.',
  },
  {
    icon: Clock3,
    title: 'At a pace that suits it',
    text: 'Emails per interval and a limit per day, counted per mailbox and across campaigns; the advice for new accounts is one click away.',
  },
  {
    icon: ShieldCheck,
    title: 'Never twice',
    text: 'Each attempt is written down before it is made. After an interruption the outcome is looked up in the mailbox, not guessed.',
  },
  {
    icon: Radio,
    title: 'Live to the last email',
    text: 'Sent, failed and waiting as they change, the pace, when it will be finished and, when it waits, why and until when.',
  },
  {
    icon: LayoutTemplate,
    title: 'Plain, as a letter is',
    text: 'Write simple text with bold, links and lists where you need them; every email has a plain-text version too.',
  },
  {
    icon: Webhook,
    title: 'Open to your own tools',
    text: 'All that the screens do can be read and driven through GraphQL, live updates included, and through REST.',
  },
]

/** How it works, in four steps. */
export function HowItGoes() {
  return (
    <section aria-labelledby="how" className="border-y border-line bg-surface">
      <div className="mx-auto max-w-page px-5 py-16 sm:px-10 sm:py-20">
        <h2 id="how" className="font-serif text-title">
          Four steps, like at the counter
        </h2>
        <ol className="mt-8 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
          {STEPS.map(([title, text], index) => (
            <li key={title} className="border-t border-ink pt-4">
              <span className="figures font-serif text-title text-ink-soft">{index + 1}</span>
              <h3 className="mt-2 font-strong">{title}</h3>
              <p className="mt-1 text-ink-soft">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

/** The features. */
export function Features() {
  return (
    <section
      id="features"
      aria-labelledby="features-title"
      className="mx-auto max-w-page scroll-mt-20 px-5 py-16 sm:px-10 sm:py-24"
    >
      <h2 id="features-title" className="max-w-2xl font-serif text-title">
        Mail merge, with the care of a well-run post office
      </h2>
      <ul className="mt-10 grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        {FEATURES.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Icon aria-hidden="true" className="size-5 text-ink-soft" strokeWidth={1.5} />
            <h3 className="mt-3 font-strong">{title}</h3>
            <p className="mt-1 text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

import {
  Braces,
  Clock3,
  FileSpreadsheet,
  LayoutTemplate,
  Mails,
  Radio,
  ShieldCheck,
  Webhook,
} from '#web/ui/generated/icons.ts'
import type { Icon as IconType } from '#web/ui/icon.tsx'

const STEPS = [
  [
    'Upload a spreadsheet',
    'A spreadsheet (Excel, CSV, OpenDocument) with names and email addresses. You can use any other column in your email.',
  ],
  ['Write one email', 'Use {firstName} for the name, and add a fallback for people whose name you do not know.'],
  ['Press Send', 'Your Microsoft 365 or Gmail account sends one email per person.'],
  [
    'Follow every email',
    'See the status of every recipient: sent, waiting or failed, with the reason and how to fix it.',
  ],
] as const

const FEATURES: ReadonlyArray<{ icon: IconType; title: string; text: string }> = [
  {
    icon: FileSpreadsheet,
    title: 'Use the spreadsheet you have',
    text: 'Column names can vary. Empty rows are skipped, duplicates are ignored, and every rejected row shows a reason.',
  },
  {
    icon: Braces,
    title: 'Personalize every email',
    text: 'Use first name, last name or any other column in the subject and the content. Values are escaped automatically.',
  },
  {
    icon: Mails,
    title: 'From your own mailbox',
    text: 'Connect Microsoft 365 or Gmail through their own sign-in, or any other mailbox by its address and password. Recipients see you as the sender, and their replies come to you.',
  },
  {
    icon: Clock3,
    title: 'At a pace your mailbox can handle',
    text: 'Set emails per interval and a daily limit for each mailbox, across all campaigns. Recommended settings for new accounts are one click away.',
  },
  {
    icon: ShieldCheck,
    title: 'No duplicate emails',
    text: 'Every attempt is recorded before the email is sent. After an interruption, we check your mailbox instead of guessing.',
  },
  {
    icon: Radio,
    title: 'Live progress',
    text: 'See sent, failed and waiting emails live, with the sending rate and finish time. If sending pauses, you see why and for how long.',
  },
  {
    icon: LayoutTemplate,
    title: 'Simple to write',
    text: 'Write text with bold, links and lists. Every email also includes a plain-text version.',
  },
  {
    icon: Webhook,
    title: 'Works with your tools',
    text: 'Everything you can do in the app is also available through GraphQL, with live updates, and REST.',
  },
]

/** Section of the landing page that explains Mergewell in four steps. */
export function HowItWorks() {
  return (
    <section aria-labelledby="how" className="border-y border-line bg-surface">
      <div className="mx-auto max-w-page px-5 py-16 sm:px-10 sm:py-20">
        <h2 id="how" className="font-serif text-title">
          Four simple steps
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

/** Section of the landing page that lists the product's features. */
export function Features() {
  return (
    <section
      id="features"
      aria-labelledby="features-title"
      className="mx-auto max-w-page scroll-mt-20 px-5 py-16 sm:px-10 sm:py-24"
    >
      <h2 id="features-title" className="max-w-2xl font-serif text-title">
        Mail merge you can rely on
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

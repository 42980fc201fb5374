import { Check } from '#web/ui/generated/icons.ts'
import type { StatsQuery } from '#web/generated/graphql.ts'
import { useSentFrom } from '#web/mailboxes/connect-return.ts'
import { PlanAction } from '#web/shell/plan-action.tsx'
import { usePlanRefusal } from '#web/shell/plan-limits.ts'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'

type Stats = StatsQuery['stats']

interface Step {
  title: string
  line: string
  isDone: (stats: Stats) => boolean
  action: string
  to: string
  /** noun for the objects that the step adds, if the plan limits their number */
  adds?: 'contacts' | 'campaigns'
}

const STEPS: readonly Step[] = [
  {
    title: 'Connect your mailbox',
    line: 'Emails leave from your own mailbox: Microsoft 365, Gmail or any other.',
    isDone: ({ hasMailbox }) => hasMailbox,
    action: 'Connect a mailbox',
    to: '/settings?tab=emails',
  },
  {
    title: 'Upload your contacts',
    line: 'A spreadsheet with a row for each person.',
    isDone: ({ totalContacts }) => totalContacts > 0,
    action: 'Upload a spreadsheet',
    to: '/upload',
    adds: 'contacts',
  },
  {
    title: 'Write your email',
    line: 'One text, personalized for everyone.',
    isDone: ({ totalCampaigns }) => totalCampaigns > 0,
    action: 'Write an email',
    to: '/create-campaign',
    adds: 'campaigns',
  },
  {
    title: 'Send yourself a test',
    line: 'See the email as your recipients will, before you send it to them.',
    isDone: ({ hasTested }) => hasTested,
    action: 'Open your campaigns',
    to: '/campaigns',
  },
]

/** Card with the first steps of a new workspace: the steps done and the next one. Renders nothing once an email has been sent. */
export function GetStarted({ stats }: { stats: Stats }) {
  const refusals = { contacts: usePlanRefusal('contacts'), campaigns: usePlanRefusal() }
  const sentFrom = useSentFrom()
  if (stats.hasSent) return null
  const next = STEPS.find(({ isDone }) => !isDone(stats))
  const done = STEPS.filter(({ isDone }) => isDone(stats)).length
  return (
    <Card title="Get started" description={`${done} of ${STEPS.length} done`}>
      <ol className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {STEPS.map((step, index) => {
          const isDone = step.isDone(stats)
          const isNext = step === next
          return (
            <li
              key={step.title}
              aria-current={isNext ? 'step' : undefined}
              className={cn('grid content-start gap-2 rounded-md p-3', isNext && 'border border-ink bg-ink/3')}
            >
              <span
                aria-hidden="true"
                className={cn(
                  'figures grid size-6 place-items-center rounded-full border border-ink text-xs',
                  isDone && 'bg-ink text-paper',
                )}
              >
                {isDone ? <Check className="size-3.5" /> : index + 1}
              </span>
              <div>
                <h3 className="font-strong">
                  {step.title}
                  {isDone && <span className="sr-only"> (done)</span>}
                </h3>
                <p className="text-ink-soft">{step.line}</p>
              </div>
              {isNext && (
                <div>
                  <PlanAction to={step.to} refusal={step.adds ? refusals[step.adds] : null} state={sentFrom} size="sm">
                    {step.action}
                  </PlanAction>
                </div>
              )}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

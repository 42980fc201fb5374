import { useQuery } from '@apollo/client/react'
import { wordsOfCondition } from '#web/editor/condition-texts.ts'
import { cn } from '#web/ui/class-names.ts'
import { CAMPAIGN_CONDITIONS } from './operations.ts'

export interface ConditionCountsProps {
  campaignId: string
  /** True while the draft is being edited: keep the last counts until it is saved. */
  waiting: boolean
}

/** Shows how many recipients see each conditional part of the email. Renders nothing for an email without conditions. */
export function ConditionCounts({ campaignId, waiting }: ConditionCountsProps) {
  const { data, previousData, loading } = useQuery(CAMPAIGN_CONDITIONS, {
    variables: { id: campaignId },
    fetchPolicy: 'network-only',
    skip: waiting,
  })
  const conditions = (data ?? previousData)?.campaignConditions ?? []
  if (conditions.length === 0) return null
  return (
    <section
      aria-label="Conditions"
      aria-busy={loading || waiting}
      className={cn('mt-4 border-t border-line pt-4', (loading || waiting) && 'opacity-60')}
    >
      <h3 className="mb-2 text-ink-soft">Who sees what</h3>
      <ul className="grid gap-1">
        {conditions.map(({ text, count, total }) => (
          <li key={text} className="flex justify-between gap-4">
            <span className="min-w-0 wrap-anywhere">If {wordsOfCondition(text)}</span>
            <span className={cn('figures shrink-0', (count === 0 || count === total) && 'text-waiting')}>
              {count.toLocaleString()} of {total.toLocaleString()}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

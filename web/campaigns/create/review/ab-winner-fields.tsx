import { AB_METRICS, AB_WINNER, testSize, type AbMetric } from '#domain/campaigns/ab-winner-rule.ts'
import { contactCount } from '#web/contacts/contact-texts.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { METRIC_WORDS, tooFewWords, variantWords, waitWords } from '../../ab-test-texts.ts'
import type { AbTest } from '../store/campaign-draft.ts'

export interface AbWinnerFieldsProps {
  value: AbTest
  /** Number of recipients; undefined while unknown. */
  recipients: number | undefined
  /** Reasons why opens or clicks are not tracked, as a clause; null when they are. */
  untracked: Record<'opens' | 'clicks', string | null>
  onChange: (part: Partial<AbTest>) => void
}

/** Offered shares of the recipients who take part in the A/B test, in percent. */
const SHARES = [10, 20, 30, 40, 50, 60, 70, 80, 90]
/** Share of recipients in percent that is preset when a user first lets the test choose a winner. */
const USUAL_SHARE = 20
/** Offered waiting times before the winner of an A/B test is chosen, in hours. */
const WAITS = [1, 2, 4, 8, 12, 24, 48, 72, 168]
const EVERYBODY = AB_WINNER.share.max

/** Fields for the share of recipients in an A/B test, and for how the winner is chosen for the others. */
export function AbWinnerFields({ value, recipients, untracked, onChange }: AbWinnerFieldsProps) {
  const { share, metric, waitHours } = value
  const problem = metric === 'replies' ? null : untracked[metric]
  return (
    <>
      <Field label="Who is in the test">
        <Select
          value={share === EVERYBODY ? 'all' : 'some'}
          onChange={({ target }) => onChange({ share: target.value === 'all' ? EVERYBODY : USUAL_SHARE })}
          options={[
            { value: 'all', label: 'All recipients' },
            { value: 'some', label: 'Some recipients; the others get the winning subject' },
          ]}
        />
      </Field>
      {share !== EVERYBODY && (
        <>
          <Field label="Share of recipients in the test" hint={groups(share, recipients)}>
            <Select
              value={share}
              onChange={({ target }) => onChange({ share: Number(target.value) })}
              options={withOwn(SHARES, share).map((each) => ({ value: String(each), label: `${each}%` }))}
            />
          </Field>
          <Field
            label="What decides"
            error={problem ? `${METRIC_WORDS[metric].noun} cannot decide the test because ${problem}.` : undefined}
          >
            <Select
              value={metric}
              onChange={({ target }) =>
                onChange({ metric: AB_METRICS.find((each) => each === target.value) ?? 'opens' })
              }
              options={AB_METRICS.map((each) => ({
                value: each,
                label: `${METRIC_WORDS[each].label}${isUntracked(each, untracked) ? ' (not tracked)' : ''}`,
                disabled: each !== metric && isUntracked(each, untracked),
              }))}
            />
          </Field>
          <Field
            label="Wait before choosing the winner"
            hint="The wait begins after the last email of the test. In a tie, or with too few results, the other recipients get subject A."
          >
            <Select
              value={waitHours}
              onChange={({ target }) => onChange({ waitHours: Number(target.value) })}
              options={withOwn(WAITS, waitHours).map((each) => ({ value: String(each), label: waitWords(each) }))}
            />
          </Field>
        </>
      )}
    </>
  )
}

const isUntracked = (metric: AbMetric, untracked: AbWinnerFieldsProps['untracked']) =>
  metric !== 'replies' && untracked[metric] !== null

/** Returns the usual options with the current value added, if it was set elsewhere and is not among them. */
const withOwn = (usual: readonly number[], own: number) =>
  [...new Set([...usual, own])].toSorted((one, other) => one - other)

function groups(share: number, recipients: number | undefined): string | undefined {
  if (recipients === undefined) return undefined
  const size = testSize(recipients, share)
  const b = Math.floor(size / 2)
  const rest = recipients - size
  return `${variantWords(size - b, b)}, and ${contactCount(rest)} ${rest === 1 ? 'waits' : 'wait'} for the winner.${tooFewWords(size - b, b)}`
}

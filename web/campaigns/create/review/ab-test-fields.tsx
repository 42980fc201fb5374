import { AB_WINNER } from '#domain/campaigns/ab-winner-rule.ts'
import type { TrackingLevel } from '#domain/tracking/tracking.ts'
import { useState } from 'react'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { AdornedInput } from '#web/ui/input.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { tooFewWords, variantWords } from '../../ab-test-texts.ts'
import { abTestProblem, type AbTest, type Draft } from '../store/campaign-draft.ts'
import { AbWinnerFields } from './ab-winner-fields.tsx'
import { SubjectField } from '#web/editor/subject/subject-field.tsx'

export interface AbTestFieldsProps {
  /** Subject of variant A. */
  subject: string
  value: AbTest
  /** Number of recipients; undefined while unknown. */
  recipients: number | undefined
  /**
   * Number of recipients who would be left out because they already got as many emails as the workspace allows per
   * week.
   */
  leftOut?: number
  /** True if the workspace may not run A/B tests: an active test can only be turned off. */
  isFeatureOff?: boolean
  /** Reasons why opens or clicks are not tracked, as a clause after “because”; null when they are. */
  untracked: Record<'opens' | 'clicks', string | null>
  onChange: (value: AbTest) => void
}

/** The A/B subject test (product: campaigns.ab-test). */
export function AbTestFields({
  subject,
  value,
  recipients: all,
  leftOut = 0,
  isFeatureOff: isOff = false,
  untracked,
  onChange,
}: AbTestFieldsProps) {
  const { isEnabled, variantB, splitPercentage, share } = value
  const recipients = all === undefined ? undefined : Math.max(0, all - leftOut)
  /** True once the field for subject B lost the focus: its error may be shown. */
  const [left, setLeft] = useState(false)
  return (
    <Card title="A/B test">
      <Switch
        label="Test two subjects"
        hint={`Some recipients get subject A, the others get subject B. ${outlook(value, untracked.opens)}`}
        checked={isEnabled}
        onCheckedChange={(on) => onChange({ ...value, isEnabled: on })}
      />
      {isOff && (
        <Callout tone="warning" className="mt-4">
          A/B tests are turned off for this workspace. Turn off the test to send this campaign.
        </Callout>
      )}
      {isEnabled && (
        <div className="mt-5 grid gap-5">
          <div>
            <p className="font-strong">Subject A</p>
            <p className="wrap-anywhere text-ink-soft">{subject.trim()}</p>
          </div>
          <SubjectField
            label="Subject B"
            required
            error={(left && abTestProblem(value, subject)) || undefined}
            value={variantB}
            onChange={(text) => onChange({ ...value, variantB: text })}
            onBlur={() => setLeft(true)}
          />
          <AbWinnerFields
            value={value}
            recipients={recipients}
            untracked={untracked}
            onChange={(part) => onChange({ ...value, ...part })}
          />
          {share === AB_WINNER.share.max && (
            <Field label="Share of recipients who get B" hint={split(splitPercentage, recipients)}>
              <AdornedInput
                type="number"
                inputMode="numeric"
                min={1}
                max={99}
                step={1}
                value={splitPercentage}
                after="%"
                onChange={({ target }) =>
                  onChange({
                    ...value,
                    splitPercentage: Math.min(99, Math.max(1, Math.round(Number(target.value) || 1))),
                  })
                }
                className="figures max-w-28"
              />
            </Field>
          )}
        </div>
      )}
    </Card>
  )
}

function outlook({ isEnabled, share }: AbTest, unseen: string | null): string {
  if (isEnabled && share < AB_WINNER.share.max)
    return 'The other recipients wait, and get the subject that works better.'
  if (unseen === null) return 'Analytics will show which subject gets more opens.'
  return `You will not be able to see which subject gets more opens because ${unseen}.`
}

/**
 * Returns the reasons why opens and clicks of a campaign are not tracked; null when they are, or while features are
 * unknown.
 */
export function whyUntracked(
  { tracking, trackOpens, trackClicks }: Pick<Draft, 'tracking' | 'trackOpens' | 'trackClicks'>,
  features: { tracking: boolean } | undefined,
  workspace: TrackingLevel | undefined,
): AbTestFieldsProps['untracked'] {
  const both = (reason: string) => ({ opens: reason, clicks: reason })
  if (features?.tracking === false) return both('tracking is turned off for this workspace')
  const level = tracking ?? workspace
  if (level === 'off') return both('tracking is off')
  if (level === 'counts') {
    return {
      opens: 'opens are counted without recording who opened',
      clicks: 'clicks are counted without recording who clicked',
    }
  }
  return {
    opens: trackOpens === false ? '“Track opens” is off' : null,
    clicks: trackClicks === false ? '“Track clicks” is off' : null,
  }
}

function split(percentage: number, recipients: number | undefined): string {
  if (recipients === undefined) return '1 to 99'
  const b = Math.round((recipients * percentage) / 100)
  return `${variantWords(recipients - b, b)}.${tooFewWords(recipients - b, b)}`
}

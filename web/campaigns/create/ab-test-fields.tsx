import type { TrackingLevel } from '#domain/tracking.ts'
import { useState } from 'react'
import { TEXT_LIMITS } from '#domain/text-limits.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { AdornedInput, Input } from '#web/ui/input.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { contactCount } from '#web/contacts/contact-words.ts'
import type { AbTest, Draft } from './draft.ts'

export interface AbTestFieldsProps {
  /** Subject of variant A. */
  subject: string
  value: AbTest
  /** Number of recipients; undefined while unknown. */
  recipients: number | undefined
  /** The workspace has no A/B tests: an active one can only be turned off. */
  isFeatureOff?: boolean
  /** Why opens are not tracked, as a clause after “as”; null when they are. */
  untrackedReason: string | null
  onChange: (value: AbTest) => void
}

/** The A/B subject test (product: campaigns.ab-test). */
export function AbTestFields({
  subject,
  value,
  recipients,
  isFeatureOff: isOff = false,
  untrackedReason: unseen,
  onChange,
}: AbTestFieldsProps) {
  const { isEnabled, variantB, splitPercentage } = value
  /** The field was visited: its error may be shown. */
  const [left, setLeft] = useState(false)
  return (
    <Card title="A/B test">
      <Switch
        label="Test two subjects"
        hint={`Some recipients get subject A, the others get subject B. ${outlook(unseen)}`}
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
          <Field label="Subject B" required error={(left && abTestProblem(value, subject)) || undefined}>
            <Input
              value={variantB}
              maxLength={TEXT_LIMITS.subject}
              onChange={({ target }) => onChange({ ...value, variantB: target.value })}
              onBlur={() => setLeft(true)}
            />
          </Field>
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
        </div>
      )}
    </Card>
  )
}

function outlook(unseen: string | null): string {
  if (unseen === null) return 'Analytics will show which subject gets more opens.'
  return `You will not be able to see which subject gets more opens because ${unseen}.`
}

/** Why opens of a campaign are not tracked; null when they are, or while features are unknown. */
export function whyOpensUntracked(
  { tracking, trackOpens }: Pick<Draft, 'tracking' | 'trackOpens'>,
  features: { tracking: boolean } | undefined,
  workspace: TrackingLevel | undefined,
): string | null {
  if (features?.tracking === false) return 'tracking is turned off for this workspace'
  const level = tracking ?? workspace
  if (level === 'off') return 'tracking is off'
  if (level === 'counts') return 'opens are counted without recording who opened'
  return trackOpens === false ? '“Track opens” is off' : null
}

/** Why the test is incomplete, as a sentence; null when it is complete. */
export function abTestProblem({ isEnabled, variantB }: AbTest, subject: string): string | null {
  if (!isEnabled) return null
  if (variantB.trim() === '') return 'Enter a second subject or turn off the test'
  return variantB.trim() === subject.trim() ? 'Both subjects are the same' : null
}

function split(percentage: number, recipients: number | undefined): string {
  if (recipients === undefined) return '1 to 99'
  const b = Math.round((recipients * percentage) / 100)
  return `${contactCount(recipients - b)} get A, ${contactCount(b)} get B.`
}

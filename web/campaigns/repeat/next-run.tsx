import { useQuery } from '@apollo/client/react'
import { fullName } from '#domain/contacts/contacts.ts'
import { contactCount } from '#web/contacts/contact-texts.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import type { RepeatRuleInput } from '#web/generated/graphql.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { useDebounced } from '#web/ui/use-debounced-value.ts'
import { REPEAT_PREVIEW } from './operations.ts'
import { NOBODY_YET, ruleProblem } from './repeat-texts.ts'

/** Previews the next run of a repeat rule: its time, the number of recipients and the first of the recipients. */
export function NextRun({ campaignId, rule }: { campaignId: string; rule: RepeatRuleInput }) {
  const asked = JSON.parse(useDebounced(JSON.stringify(rule))) as RepeatRuleInput
  const missing = ruleProblem(rule)
  const { data, previousData, error } = useQuery(REPEAT_PREVIEW, {
    variables: { id: campaignId, rule: asked },
    skip: ruleProblem(asked) !== null,
    fetchPolicy: 'cache-and-network',
  })
  if (missing !== null) return <p className="text-ink-soft">{missing}</p>
  if (error && !data) {
    return (
      <Callout tone="bad" role="alert" title="The next run could not be previewed">
        {errorMessage(error)}
      </Callout>
    )
  }
  const preview = (data ?? previousData)?.campaign?.repeatPreview
  if (!preview) return <Skeleton className="h-16" />
  const { runsAt, recipients, examples, suppressed, overCeiling, unreadable } = preview
  const leftOut = leftOutTexts({ suppressed, overCeiling })
  return (
    <div className="grid gap-3" aria-live="polite">
      <div>
        <p className="font-strong">
          <Time at={runsAt} show="moment" />
        </p>
        <p className="text-ink-soft">
          {recipients === 0
            ? leftOut.length > 0
              ? 'As things are now, no contact would get the email.'
              : NOBODY_YET[rule.kind]
            : `As things are now, ${contactCount(recipients)} would get the email.`}
        </p>
        {leftOut.map((text) => (
          <p key={text} className="text-ink-soft">
            {text}
          </p>
        ))}
      </div>
      {examples.length > 0 && (
        <ul aria-label="First recipients of the next run" className="grid gap-1.5 border-t border-line pt-3">
          {examples.map((contact) => (
            <li key={contact.id} className="wrap-anywhere">
              {fullName(contact) || contact.email}
              {fullName(contact) && <span className="block text-xs text-ink-soft">{contact.email}</span>}
            </li>
          ))}
          {recipients > examples.length && (
            <li className="text-xs text-ink-soft">and {(recipients - examples.length).toLocaleString()} more</li>
          )}
        </ul>
      )}
      {unreadable > 0 && (
        <Callout tone="warning">
          {contactCount(unreadable)} {unreadable === 1 ? 'has' : 'have'} something in this field that is not a date, or
          that could be two days. They get no email.
        </Callout>
      )}
    </div>
  )
}

/** Sentences about the people who would get the run's email but are left out, with the reason. */
function leftOutTexts({ suppressed, overCeiling }: { suppressed: number; overCeiling: number }): string[] {
  return [
    ...(overCeiling > 0
      ? [
          `${contactCount(overCeiling)} would be left out, because they have as many emails in the seven days before the run as your workspace allows.`,
        ]
      : []),
    ...(suppressed > 0
      ? [`${contactCount(suppressed)} ${suppressed === 1 ? 'is' : 'are'} on the suppression list and left out.`]
      : []),
  ]
}

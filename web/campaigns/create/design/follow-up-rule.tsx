import { useState } from 'react'
import { FOLLOW_UP_LIMITS } from '#domain/campaigns/follow-up-limits.ts'
import type { FollowUpCondition } from '#web/generated/graphql.ts'
import { Field } from '#web/ui/field.tsx'
import { zoneName } from '#web/ui/format-time.ts'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { CONDITION_WORDS } from '../../follow-up-texts.ts'
import type { FollowUp } from '../store/campaign-draft.ts'

export interface FollowUpRuleProps {
  /** number of the email in the campaign: 2 for the first follow-up */
  step: number
  followUp: FollowUp
  /** links in the emails that are sent before the follow-up */
  links: readonly string[]
  onChange: (part: Partial<FollowUp>) => void
}

/** Fields for the time at which a follow-up is sent and the recipients who get it. */
export function FollowUpRule({ step, followUp, links, onChange }: FollowUpRuleProps) {
  const { timeOfDay, timeZone, condition, link } = followUp
  const asksForLink = condition === 'clicked' || condition === 'not_clicked'
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[auto_auto_minmax(0,1fr)]">
        <WaitDays step={step} waitDays={followUp.waitDays} onChange={(waitDays) => onChange({ waitDays })} />
        <Field label="Time of day" hint={`In ${zoneName(timeZone)}`}>
          <Input
            type="time"
            value={timeOfDay}
            onChange={({ target }) => target.value && onChange({ timeOfDay: target.value.slice(0, 5) })}
            className="figures max-w-36"
          />
        </Field>
        <Field label="Who gets it" hint="Only recipients who have not replied.">
          <Select
            value={condition}
            options={Object.entries(CONDITION_WORDS).map(([value, label]) => ({ value, label }))}
            onChange={({ target }) => onChange({ condition: target.value as FollowUpCondition })}
          />
        </Field>
      </div>
      {asksForLink && <WhichLink link={link} links={links} onChange={(url) => onChange({ link: url })} />}
    </>
  )
}

interface WaitDaysProps {
  step: number
  waitDays: number
  onChange: (waitDays: number) => void
}

/** Field for the working days that a follow-up waits. The typed text stays even while it is no allowed number. */
function WaitDays({ step, waitDays, onChange }: WaitDaysProps) {
  const [typed, setTyped] = useState(String(waitDays))
  const isPossible = possibleDays(typed) !== null
  return (
    <Field
      label="Working days to wait"
      className="sm:max-w-60"
      error={isPossible ? undefined : `Choose 1 to ${FOLLOW_UP_LIMITS.waitDays} working days.`}
      hint={
        step === 2
          ? 'After the first email.'
          : 'The wait begins after the email before. For recipients who skipped that email, the wait begins on the day it was due.'
      }
    >
      <Input
        type="number"
        inputMode="numeric"
        min={1}
        max={FOLLOW_UP_LIMITS.waitDays}
        step={1}
        value={isPossible && possibleDays(typed) !== waitDays ? String(waitDays) : typed}
        onChange={({ target }) => {
          setTyped(target.value)
          const days = possibleDays(target.value)
          if (days !== null) onChange(days)
        }}
        // A number that could not be used is not kept.
        onBlur={() => !isPossible && setTyped(String(waitDays))}
        className="figures max-w-28"
      />
    </Field>
  )
}

/** Returns the whole number of days that was typed; null if the text is no allowed number. */
function possibleDays(typed: string): number | null {
  const days = Number(typed)
  return Number.isInteger(days) && days >= 1 && days <= FOLLOW_UP_LIMITS.waitDays ? days : null
}

/** Value of the option "another address" in the list of links; no link has this URL. */
const OTHER = 'other'

interface WhichLinkProps {
  /** link that must be clicked; null: any link */
  link: string | null
  links: readonly string[]
  onChange: (link: string | null) => void
}

/** Chooses the link that a follow-up's condition is about: one in the emails before, or another URL. */
function WhichLink({ link, links, onChange }: WhichLinkProps) {
  const [isOther, setIsOther] = useState(link !== null && !links.includes(link))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Field label="Which link" hint={links.length === 0 ? 'The earlier emails have no links yet.' : undefined}>
        <Select
          value={isOther ? OTHER : (link ?? '')}
          options={[
            { value: '', label: 'Any link in the earlier emails' },
            ...links.map((url) => ({ value: url, label: url })),
            ...(isOther || link === null || links.includes(link) ? [] : [{ value: link, label: link }]),
            { value: OTHER, label: 'Another link' },
          ]}
          onChange={({ target }) => {
            setIsOther(target.value === OTHER)
            if (target.value !== OTHER) onChange(target.value || null)
          }}
        />
      </Field>
      {isOther && (
        <Field label="Address" hint="Paste the link exactly as it appears in the email. Leave empty to count any link.">
          <Input
            type="url"
            value={link ?? ''}
            maxLength={FOLLOW_UP_LIMITS.link}
            onChange={({ target }) => onChange(target.value.trim() || null)}
          />
        </Field>
      )}
    </div>
  )
}

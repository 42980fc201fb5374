import { useState } from 'react'
import { CalendarClock } from '#web/ui/generated/icons.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DropdownMenu, DropdownMenuItem } from '#web/ui/dropdown-menu.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

/** Hour of the day at which a snoozed reply returns to the list. */
const HOUR = 8

/** Returns the morning of the day `days` days ahead, in the user's time zone. */
function morning(days: number, from = new Date()): Date {
  return new Date(from.getFullYear(), from.getMonth(), from.getDate() + days, HOUR)
}

const dateOf = (day: Date) =>
  [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

/** Menu that hides a reply until the morning of a chosen day. */
export function SnoozeMenu({ of, onSnooze }: { of: string; onSnooze: (until: string) => Promise<void> }) {
  const [isChoosing, setChoosing] = useState(false)
  const [tomorrow] = useState(() => morning(1))
  const [day, setDay] = useState(dateOf(tomorrow))
  const choices = [
    { label: 'Until tomorrow', at: morning(1) },
    { label: 'For three days', at: morning(3) },
    { label: 'For a week', at: morning(7) },
    { label: 'For a month', at: morning(30) },
  ]
  const chosen = new Date(`${day}T0${HOUR}:00`)
  const isValid = chosen >= tomorrow
  return (
    <>
      <DropdownMenu
        trigger={
          <Button size="sm" icon={CalendarClock} aria-label={`Snooze: ${of}`}>
            Snooze
          </Button>
        }
      >
        {choices.map(({ label, at }) => (
          <DropdownMenuItem key={label} onSelect={() => void onSnooze(at.toISOString())}>
            {label}
          </DropdownMenuItem>
        ))}
        <DropdownMenuItem onSelect={() => setChoosing(true)}>Until a day…</DropdownMenuItem>
      </DropdownMenu>
      <Dialog
        open={isChoosing}
        onOpenChange={setChoosing}
        title="Snooze until a day"
        description="The reply is open again on the morning of that day."
        footer={
          <>
            <Button onClick={() => setChoosing(false)}>Cancel</Button>
            <Button
              variant="primary"
              disabled={!isValid}
              onClick={() => {
                setChoosing(false)
                void onSnooze(chosen.toISOString())
              }}
            >
              Snooze reply
            </Button>
          </>
        }
      >
        <Field label="Day" error={isValid ? undefined : 'Choose a day in the future.'}>
          <Input type="date" value={day} min={dateOf(morning(1))} onChange={({ target }) => setDay(target.value)} />
        </Field>
      </Dialog>
    </>
  )
}

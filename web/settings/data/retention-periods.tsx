import { useState } from 'react'
import { KEPT_DAYS } from '#domain/settings/setting-register.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useEmailSettings } from '../email-settings.tsx'

const WORDS: Record<(typeof KEPT_DAYS)[number], string> = {
  30: '30 days',
  90: '90 days',
  365: '1 year',
  730: '2 years',
}
const OPTIONS = [
  { value: '', label: 'Keep forever' },
  ...KEPT_DAYS.map((days) => ({ value: String(days), label: `Delete after ${WORDS[days]}` })),
]

const PERIODS = {
  contentsKeptDays: {
    label: 'Personalized values',
    hint: 'The values of merge tags in sent emails. After that, you can no longer see an email as a recipient received it, and links that contain a merge tag open without its value.',
    lost: 'personalized values in emails',
  },
  recipientsKeptDays: {
    label: 'How long to keep names and addresses of recipients',
    hint: 'In finished campaigns, test emails and rejected rows of imports. Counts and times are kept. Replies and bounces that arrive later are not recorded.',
    lost: 'names and addresses of recipients',
  },
}
type Which = keyof typeof PERIODS

/** Periods for which the workspace keeps its emails and their recipients (product: data.retention). Admins only. */
export function RetentionPeriods() {
  const { settings, change, error, loading, refetch } = useEmailSettings()
  const [asking, setAsking] = useState<{ which: Which; days: number } | null>(null)

  function choose(which: Which, days: number | null) {
    const now = settings?.[which] ?? null
    if (days !== null && (now === null || days < now)) setAsking({ which, days })
    else change({ [which]: days })
  }
  return (
    <Card
      title="Data retention"
      description="How long personal data is kept after a campaign ends. Expired data is deleted several times a day; contacts are not affected."
    >
      {settings ? (
        <div className="grid max-w-xl gap-5">
          {(Object.keys(PERIODS) as Which[]).map((which) => (
            <Field key={which} label={PERIODS[which].label} hint={PERIODS[which].hint}>
              <Select
                options={OPTIONS}
                value={String(settings[which] ?? '')}
                onChange={({ target: { value } }) => choose(which, value === '' ? null : Number(value))}
              />
            </Field>
          ))}
        </div>
      ) : error ? (
        <ErrorState
          title="The settings could not be loaded"
          line={errorMessage(error)}
          onRetry={() => void refetch()}
          retrying={loading}
          className="py-4"
        />
      ) : (
        <Skeleton className="h-40" />
      )}
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title="Delete older data?"
        description={
          asking &&
          `From now on, ${PERIODS[asking.which].lost} are deleted ${asking.days} days after a campaign ends. Older data will be deleted soon. This cannot be undone.`
        }
        confirmLabel="Delete"
        onConfirm={() => (asking ? change({ [asking.which]: asking.days }) : undefined)}
      />
    </Card>
  )
}

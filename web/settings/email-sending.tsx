import type { SendCeiling } from '#domain/plans.ts'
import { RECOMMENDED, SETTING_HINTS, WARMUP_DAYS } from '#domain/settings.ts'
import { useUser } from '#web/accounts/current-user.tsx'
import { errorMessage } from '#web/errors.ts'
import type { EmailSettingsFieldsFragment } from '#web/generated/graphql.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { ceilingText } from './ceiling-text.ts'
import { NumberSetting } from './number-setting.tsx'
import { useEmailSettings } from './use-email-settings.ts'

const COLUMNS = 'grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px]'

/** How fast mail leaves each mailbox (spec §2 Settings, Email Sending). Everyone may see it, admins may change it. */
export function EmailSending() {
  const { role } = useUser()
  const { settings, change, error, loading, refetch } = useEmailSettings()
  if (!settings) {
    if (!error) return <EmailSendingSkeleton />
    return (
      <ErrorState
        title="The settings could not be loaded"
        line={errorMessage(error)}
        onRetry={() => void refetch()}
        retrying={loading}
      />
    )
  }
  const locked = role !== 'admin'
  return (
    <div className="grid gap-6">
      {locked && <Callout>Only an admin of your workspace can change these settings.</Callout>}
      <div className={COLUMNS}>
        <Card title="Pace" description="It holds for every connected mailbox, across all campaigns.">
          <div className="grid gap-6 sm:grid-cols-3">
            <NumberSetting
              label="Emails per interval"
              name="emailsPerInterval"
              value={settings.emailsPerInterval}
              hint={SETTING_HINTS.emailsPerInterval}
              disabled={locked}
              onChange={(emailsPerInterval) => change({ emailsPerInterval })}
            />
            <NumberSetting
              label="Interval seconds"
              name="intervalSeconds"
              value={settings.intervalSeconds}
              hint={SETTING_HINTS.intervalSeconds}
              unit="seconds"
              disabled={locked}
              onChange={(intervalSeconds) => change({ intervalSeconds })}
            />
            <NumberSetting
              label="Daily limit"
              name="dailyLimit"
              value={settings.dailyLimit}
              hint={SETTING_HINTS.dailyLimit}
              disabled={locked}
              onChange={(dailyLimit) => change({ dailyLimit })}
            />
          </div>
          <PlanCeilings ceilings={settings.planCeilings} />
          <div className="mt-6 grid gap-5 border-t border-line pt-5">
            <Switch
              label="Throttling"
              hint="Without it mails leave as fast as the provider takes them. The daily limit always holds."
              checked={settings.enableThrottling}
              disabled={locked}
              onCheckedChange={(enableThrottling) => change({ enableThrottling })}
            />
            <Switch
              label="Warmup mode"
              hint={warmupHint(settings)}
              checked={settings.warmupMode}
              disabled={locked}
              onCheckedChange={(warmupMode) => change({ warmupMode })}
            />
          </div>
        </Card>
        <Recommended warmup={settings.warmupMode} onApply={locked ? undefined : change} />
      </div>
    </div>
  )
}

function PlanCeilings({ ceilings }: { ceilings: readonly SendCeiling[] }) {
  if (ceilings.length === 0) return null
  return (
    <p className="mt-5 text-xs text-ink-soft">
      Your plan lets out {ceilings.map(ceilingText).join(' and ')} from each mailbox at most, whatever is set here.
    </p>
  )
}

function warmupHint({ warmupMode, warmupDaysRemaining }: EmailSettingsFieldsFragment): string {
  if (!warmupMode)
    return 'For new mailboxes: start slowly, so that providers learn to trust them. 30 to 60 days are advised.'
  if (warmupDaysRemaining === 0) return `It has been on for ${WARMUP_DAYS} days. You can switch it off.`
  return `${warmupDaysRemaining} ${warmupDaysRemaining === 1 ? 'day remains' : 'days remain'}. 30 to 60 days are advised.`
}

interface RecommendedProps {
  warmup: boolean
  /** Absent for those who may not change anything. */
  onApply?: (settings: typeof RECOMMENDED.warmup | typeof RECOMMENDED.normal) => void
}

function Recommended({ warmup, onApply }: RecommendedProps) {
  const settings = warmup ? RECOMMENDED.warmup : RECOMMENDED.normal
  const rows = [
    ['Emails per interval', settings.emailsPerInterval],
    ['Interval seconds', settings.intervalSeconds],
    ['Daily limit', settings.dailyLimit],
  ] as const
  return (
    <Card
      title="Recommended settings"
      description={warmup ? 'While a mailbox is warming up' : 'For a mailbox that has been in use for a while'}
    >
      <dl className="grid gap-2">
        {rows.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="figures font-strong">{value.toLocaleString()}</dd>
          </div>
        ))}
      </dl>
      {onApply && (
        <Button onClick={() => onApply(settings)} className="mt-5 w-full">
          Apply Recommended Settings
        </Button>
      )}
    </Card>
  )
}

function EmailSendingSkeleton() {
  return (
    <Loading label="Loading the settings" className={COLUMNS}>
      <Skeleton className="h-80 rounded-md" />
      <Skeleton className="h-56 rounded-md" />
    </Loading>
  )
}

import { RECOMMENDED, type SendCeiling } from '#domain/tenants/plans.ts'
import { WARMUP_DAYS } from '#domain/settings/settings.ts'
import type { EmailSettingsInput } from '#domain/settings/setting-register.ts'
import { useFeatures } from '#web/campaigns/use-features.ts'
import type { EmailSettingsFieldsFragment } from '#web/generated/graphql.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/class-names.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { NumberSetting } from './number-setting.tsx'
import { Time } from '#web/ui/date-time.tsx'

/**
 * Props of the cards in the section Email Sending: pace, safety stop, uncertain emails and recommended values (product:
 * settings.pace).
 */

interface PaceProps {
  settings: EmailSettingsFieldsFragment
  isWarmupSaved: boolean
  locked: boolean
  change: (part: EmailSettingsInput) => void
}

export function Pace({ settings, isWarmupSaved, locked, change }: PaceProps) {
  const warmsUp = settings.warmupMode && isWarmupSaved
  const features = useFeatures()
  return (
    <Card title="Sending rate" description="These settings apply to each connected mailbox, across all campaigns.">
      <div className="grid gap-6 sm:grid-cols-3">
        <NumberSetting
          label="Emails per interval"
          name="emailsPerInterval"
          value={settings.emailsPerInterval}
          disabled={locked}
          onChange={(emailsPerInterval) => change({ emailsPerInterval })}
        />
        <NumberSetting
          label="Interval seconds"
          name="intervalSeconds"
          value={settings.intervalSeconds}
          hint={settings.planInterval}
          unit="seconds"
          disabled={locked}
          onChange={(intervalSeconds) => change({ intervalSeconds })}
        />
        <NumberSetting
          label="Daily limit"
          name="dailyLimit"
          value={settings.dailyLimit}
          disabled={locked}
          onChange={(dailyLimit) => change({ dailyLimit })}
        />
      </div>
      <PlanCeilings ceilings={settings.planCeilings} />
      <PlanInterval settings={settings} />
      {settings.newWorkspaceLimit && <NewWorkspace limit={settings.newWorkspaceLimit} />}
      <div className="mt-6 grid gap-5 border-t border-line pt-5">
        <Switch
          label="Throttling"
          hint="If this is off, emails are sent as fast as the provider accepts them. The daily limit always applies."
          checked={settings.enableThrottling}
          disabled={locked}
          onCheckedChange={(enableThrottling) => change({ enableThrottling })}
        />
        <Switch
          label="Warmup mode"
          hint={
            features && !features.warmup
              ? 'Your plan does not include this. To add it, ask the person who runs this installation.'
              : warmupHint(warmsUp, settings.warmupDaysRemaining)
          }
          checked={settings.warmupMode}
          disabled={locked || features?.warmup === false}
          onCheckedChange={(warmupMode) => change({ warmupMode })}
        />
        {warmsUp && <WarmupToday settings={settings} />}
      </div>
    </Card>
  )
}

/** The progress of a warm-up, and today's limit. */
function WarmupToday({ settings }: { settings: EmailSettingsFieldsFragment }) {
  const { warmupDaysRemaining: remaining, figuresNow, enableThrottling } = settings
  const passed = WARMUP_DAYS - remaining
  const { emailsPerInterval, intervalSeconds, dailyLimit } = figuresNow
  return (
    <div className="grid gap-2 rounded-sm bg-ink/3 p-4">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-strong">Today’s limits</span>
        <span className="figures text-ink-soft">
          {remaining === 0 ? 'Warmed up' : `Day ${Math.min(WARMUP_DAYS, passed + 1)} of ${WARMUP_DAYS}`}
        </span>
      </p>
      <ProgressBar label="Warm-up" value={passed} max={WARMUP_DAYS} valueText={daysRemain(remaining)} />
      <p className="figures">
        {enableThrottling &&
          `${emailsPerInterval.toLocaleString()} ${emailsPerInterval === 1 ? 'email' : 'emails'} every ${intervalSeconds === 1 ? 'second' : `${intervalSeconds.toLocaleString()} seconds`} and `}
        up to {dailyLimit.toLocaleString()} per day from each mailbox
        {remaining > 0 ? ', a little more each day.' : '.'}
      </p>
    </div>
  )
}

interface SafetyStopProps {
  percent: number
  disabled: boolean
  onChange: (percent: number) => void
}

export function SafetyStop({ percent, disabled, onChange }: SafetyStopProps) {
  return (
    <Card
      title="Safety stop"
      description="Pauses a campaign with 50 or more recipients if too many of the first emails are rejected or bounce."
    >
      <div className="sm:max-w-48">
        <NumberSetting
          label="Pause above"
          name="canaryPercent"
          value={percent}
          unit="percent. Enter 0 to never pause."
          after="%"
          disabled={disabled}
          onChange={onChange}
        />
      </div>
    </Card>
  )
}

interface SlowDownProps {
  slowsDown: boolean
  disabled: boolean
  onChange: (slowsDown: boolean) => void
}

export function SlowDown({ slowsDown, disabled, onChange }: SlowDownProps) {
  return (
    <Card
      title="Unwelcome emails"
      description="Compares each mailbox with itself: the complaints about its emails of the last 7 days, and the people who left the topic, with those of the 90 days before."
    >
      <Switch
        label="Slow down mailboxes whose emails are unwelcome"
        hint="While either rises above the usual, the mailbox sends fewer emails a day. Connected Emails says why, and it ends by itself."
        checked={slowsDown}
        disabled={disabled}
        onCheckedChange={onChange}
      />
    </Card>
  )
}

interface WhenInDoubtProps {
  sendAgain: boolean
  disabled: boolean
  onChange: (sendAgain: boolean) => void
}

export function WhenInDoubt({ sendAgain, disabled, onChange }: WhenInDoubtProps) {
  return (
    <Card
      title="Uncertain emails"
      description="Sometimes an email provider does not confirm that it accepted an email. Without permission to read your mailbox, we cannot check whether it was sent."
    >
      <div className="grid gap-4">
        <Switch
          label="Resend uncertain emails"
          hint="Off: the email is not sent again until you decide. On: it is sent again, up to two more times."
          checked={sendAgain}
          disabled={disabled}
          onCheckedChange={onChange}
        />
        {sendAgain && <Callout>Some recipients may get the same email twice.</Callout>}
      </div>
    </Card>
  )
}

function PlanCeilings({ ceilings }: { ceilings: readonly SendCeiling[] }) {
  if (ceilings.length === 0) return null
  return (
    <p className="mt-5 text-xs text-ink-soft">
      Your plan allows up to {ceilings.map(limitText).join(' and ')} in total from all mailboxes, regardless of these
      settings.
    </p>
  )
}

/** Shows the plan's shortest interval between emails, which applies even if a shorter one is set. */
function PlanInterval({ settings: { planInterval, intervalSeconds } }: { settings: EmailSettingsFieldsFragment }) {
  if (!planInterval) return null
  const { min, max } = planInterval
  const isHeld = intervalSeconds < min
  return (
    <p className={cn('mt-2 text-xs', isHeld ? 'text-waiting' : 'text-ink-soft')}>
      Your plan’s interval is {min.toLocaleString()} seconds to {(max / 60).toLocaleString()} minutes.
      {isHeld &&
        ` Sending uses ${min} seconds instead of ${intervalSeconds}. To send faster, raise the emails per interval.`}
    </p>
  )
}

function warmupHint(warmsUp: boolean, remaining: number): string {
  if (!warmsUp) return 'New mailboxes start slowly so that providers learn to trust them. We recommend 30 to 60 days.'
  if (remaining === 0) return `It has been on for ${WARMUP_DAYS} days. You can turn it off.`
  return `${daysRemain(remaining)}. We recommend 30 to 60 days.`
}

const daysRemain = (days: number) => (days === 1 ? '1 day remains' : `${days} days remain`)

interface RecommendedProps {
  warmup: boolean
  /** Applies recommended values; absent if the user may not change settings. */
  onApply?: (settings: typeof RECOMMENDED.warmup | typeof RECOMMENDED.normal) => void
}

export function Recommended({ warmup, onApply }: RecommendedProps) {
  const settings = warmup ? RECOMMENDED.warmup : RECOMMENDED.normal
  const rows = [
    ['Emails per interval', settings.emailsPerInterval],
    ['Interval seconds', settings.intervalSeconds],
    ['Daily limit', settings.dailyLimit],
  ] as const
  return (
    <Card
      title="Recommended settings"
      description={warmup ? 'While a mailbox is warming up' : 'After a mailbox is warmed up'}
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

const UNITS = [
  { seconds: 86_400, one: 'per day', many: 'days' },
  { seconds: 3_600, one: 'per hour', many: 'hours' },
  { seconds: 60, one: 'per minute', many: 'minutes' },
] as const

/** Returns a sending limit as text: "10 emails per 30 minutes", "100 emails per day". */
function limitText({ count, seconds }: SendCeiling): string {
  const mails = `${count.toLocaleString()} ${count === 1 ? 'email' : 'emails'}`
  const unit = UNITS.find((each) => seconds % each.seconds === 0)
  if (!unit) return `${mails} per ${seconds.toLocaleString()} seconds`
  const times = seconds / unit.seconds
  return times === 1 ? `${mails} ${unit.one}` : `${mails} per ${times.toLocaleString()} ${unit.many}`
}

interface NewWorkspaceProps {
  limit: NonNullable<EmailSettingsFieldsFragment['newWorkspaceLimit']>
}

/** Shows the daily limit of a new workspace, and how it grows (product: sending.new-workspace). */
function NewWorkspace({ limit: { perDay, heldBack, growsAt, growsTo } }: NewWorkspaceProps) {
  return (
    <Callout
      className="mt-5"
      title={`New workspace: up to ${perDay.toLocaleString()} emails per day across all mailboxes`}
    >
      {heldBack && 'The limit grows more slowly because too many emails bounced or led to complaints or unsubscribes. '}
      {growsAt && growsTo ? (
        <>
          If you send as many emails as the limit allows, it grows to {growsTo.toLocaleString()} per day on{' '}
          <Time at={growsAt} show="day" focusable />.
        </>
      ) : (
        'The limit rises again when these problems become rarer.'
      )}
    </Callout>
  )
}

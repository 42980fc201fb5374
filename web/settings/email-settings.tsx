import type { ReactNode } from 'react'
import type { EmailSettingsInput } from '#domain/settings/setting-register.ts'
import { useUser } from '#web/accounts/current-user.tsx'
import { errorMessage } from '#web/client/errors.ts'
import type { EmailSettingsFieldsFragment } from '#web/generated/graphql.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { AgentReading } from './agent-reading.tsx'
import { BrandKitSettings } from './brand-kit.tsx'
import { CollisionGuard } from './collision-guard.tsx'
import { EmailFooter, EmailLanguageSetting } from './email-footer.tsx'
import { LaunchApproval } from './launch-approval.tsx'
import { OrganizationLimit } from './organization-limit.tsx'
import { SendWindowSetting } from './send-window.tsx'
import { Pace, Recommended, SafetyStop, WhenInDoubt } from './sending-rules.tsx'
import { TrackingSetting } from './tracking-setting.tsx'
import { UndoTimeSetting } from './undo-time-setting.tsx'
import { useEmailSettings } from './use-email-settings.ts'

const COLUMNS = 'grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_280px]'

interface Cards {
  settings: EmailSettingsFieldsFragment
  isWarmupSaved: boolean
  /** Only admins may change them. */
  locked: boolean
  change: (part: EmailSettingsInput) => void
}

/** Email Sending: the pace of each mailbox, and what holds a launch. Everyone may view it, admins may change it. */
export function EmailSending() {
  return (
    <EmailSettings>
      {({ settings, isWarmupSaved, locked, change }) => (
        <div className={COLUMNS}>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <Pace settings={settings} isWarmupSaved={isWarmupSaved} locked={locked} change={change} />
            <SendWindowSetting
              value={settings.sendWindow ?? null}
              disabled={locked}
              onChange={(sendWindow) => change({ sendWindow })}
            />
            {!locked && <OrganizationLimit settings={settings} onChange={change} />}
            <SafetyStop
              percent={settings.canaryPercent}
              disabled={locked}
              onChange={(canaryPercent) => change({ canaryPercent })}
            />
            <UndoTimeSetting
              seconds={settings.undoSeconds}
              disabled={locked}
              onChange={(undoSeconds) => change({ undoSeconds })}
            />
            <LaunchApproval
              settings={settings}
              disabled={locked}
              onChange={(launchApproval) => change({ launchApproval })}
            />
            <CollisionGuard settings={settings} disabled={locked} onChange={change} />
            <WhenInDoubt
              sendAgain={settings.sendAgainInDoubt}
              disabled={locked}
              onChange={(sendAgainInDoubt) => change({ sendAgainInDoubt })}
            />
          </div>
          <Recommended warmup={settings.warmupMode} onApply={locked ? undefined : change} />
        </div>
      )}
    </EmailSettings>
  )
}

/** Brand: how new emails begin, and what every email ends with. */
export function BrandSettings() {
  return (
    <EmailSettings>
      {({ settings, locked, change }) => (
        <>
          <BrandKitSettings
            kit={settings.brandKit ?? null}
            disabled={locked}
            onChange={(brandKit) => change({ brandKit })}
          />
          <EmailFooter
            companyName={settings.companyName}
            address={settings.postalAddress}
            disabled={locked}
            onChange={change}
          />
        </>
      )}
    </EmailSettings>
  )
}

/** Languages and Formats: of dates, amounts, the footer and the unsubscribe page. */
export function LanguageSettings() {
  return (
    <EmailSettings>
      {({ settings, locked, change }) => (
        <EmailLanguageSetting language={settings.language} disabled={locked} onChange={change} />
      )}
    </EmailSettings>
  )
}

/** Tracking and Privacy: what is recorded of recipients, and who reads what they answer. */
export function PrivacySettings() {
  return (
    <EmailSettings>
      {({ settings, locked, change }) => (
        <>
          <TrackingSetting level={settings.tracking} disabled={locked} onChange={(tracking) => change({ tracking })} />
          <AgentReading
            isAllowed={settings.agentsReadGmailReplies}
            disabled={locked}
            onChange={(agentsReadGmailReplies) => change({ agentsReadGmailReplies })}
          />
        </>
      )}
    </EmailSettings>
  )
}

function EmailSettings({ children }: { children: (cards: Cards) => ReactNode }) {
  const { role } = useUser()
  const { settings, isWarmupSaved, change, error, loading, refetch } = useEmailSettings()
  if (!settings) {
    if (!error) {
      return (
        <Loading label="Loading settings" className="grid gap-6">
          <Skeleton className="h-80 rounded-md" />
          <Skeleton className="h-56 rounded-md" />
        </Loading>
      )
    }
    return (
      <Card>
        <ErrorState
          title="The settings could not be loaded"
          line={errorMessage(error)}
          onRetry={() => void refetch()}
          retrying={loading}
        />
      </Card>
    )
  }
  const locked = role !== 'admin'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {locked && <Callout>Only an admin of your workspace can change these settings.</Callout>}
      {children({ settings, isWarmupSaved, locked, change })}
    </div>
  )
}

import { CollisionGuard, LaunchApproval, UndoTimeSetting } from './launch-settings.tsx'
import { OrganizationLimit } from './organization-limit.tsx'
import { SendWindowSetting } from './send-window.tsx'
import { Pace, Recommended, SafetyStop, SlowDown, WhenInDoubt } from './sending-rules.tsx'
import { EmailSettings } from '../email-settings.tsx'

const COLUMNS = 'grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_280px]'

/**
 * Settings, Email Sending: the sending pace of each mailbox, and the conditions of a launch. Everyone may view it,
 * admins may change it.
 */
export function EmailSending() {
  return (
    <EmailSettings>
      {({ settings, isWarmupSaved, locked, change }) => (
        <>
          <div className={COLUMNS}>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
              <Pace settings={settings} isWarmupSaved={isWarmupSaved} locked={locked} change={change} />
              <SendWindowSetting
                value={settings.sendWindow ?? null}
                disabled={locked}
                onChange={(sendWindow) => change({ sendWindow })}
              />
              {!locked && <OrganizationLimit settings={settings} onChange={change} />}
            </div>
            <Recommended warmup={settings.warmupMode} onApply={locked ? undefined : change} />
          </div>
          {/* Two columns keep the page below three screens. */}
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-2">
            <SafetyStop
              percent={settings.canaryPercent}
              disabled={locked}
              onChange={(canaryPercent) => change({ canaryPercent })}
            />
            <SlowDown
              slowsDown={settings.slowDownUnwelcome}
              disabled={locked}
              onChange={(slowDownUnwelcome) => change({ slowDownUnwelcome })}
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
        </>
      )}
    </EmailSettings>
  )
}

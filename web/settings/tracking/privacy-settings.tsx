import { EmailSettings } from '../email-settings.tsx'
import { Topics } from './email-topics.tsx'
import { TRACKING_LEVELS, type TrackingLevel } from '#domain/tracking/tracking.ts'
import { TRACKING_WORDS } from '#web/campaigns/tracking-texts.ts'
import { Card } from '#web/ui/card.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { LinkDomain } from './link-domain.tsx'

/** Settings, Tracking and Privacy: which acts of recipients are recorded, and who may read their replies. */
export function PrivacySettings() {
  return (
    <EmailSettings>
      {({ settings, locked, change }) => (
        <>
          <TrackingSetting level={settings.tracking} disabled={locked} onChange={(tracking) => change({ tracking })} />
          <LinkDomain disabled={locked} />
          <Topics topics={settings.topics} disabled={locked} onChange={(topics) => change({ topics })} />
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

interface TrackingSettingProps {
  level: TrackingLevel
  disabled: boolean
  onChange: (level: TrackingLevel) => void
}

/** Setting for the tracking of opens and clicks in campaigns that choose no other level (product: tracking.levels). */
function TrackingSetting({ level, disabled, onChange }: TrackingSettingProps) {
  return (
    <Card
      title="Tracking"
      description="What new campaigns record of opens and clicks. Each campaign can choose its own level, and contacts can be excluded."
    >
      <RadioGroup
        label="Tracking of opens and clicks"
        hideLabel
        look="cards"
        value={level}
        onValueChange={(value) => {
          const chosen = TRACKING_LEVELS.find((each) => each === value)
          if (chosen) onChange(chosen)
        }}
        options={TRACKING_LEVELS.map((value) => ({ value, disabled, ...TRACKING_WORDS[value] }))}
      />
    </Card>
  )
}

interface AgentReadingProps {
  isAllowed: boolean
  disabled: boolean
  onChange: (agentsReadGmailReplies: boolean) => void
}

/** Switch that lets AI agents read the text of replies in Gmail mailboxes (product: results.agents-read). */
function AgentReading({ isAllowed, disabled, onChange }: AgentReadingProps) {
  return (
    <Card
      title="AI agents"
      description="AI agents and other programs work in the workspace with API keys. They always see that a reply arrived and who sent it."
    >
      <Switch
        label="Allow AI agents to read replies in Gmail mailboxes"
        hint="Google has rules for AI agents that obtain data from Gmail. Turn this on only if your organization and the operator of Mergewell comply with them. Replies in Microsoft mailboxes can be read either way."
        checked={isAllowed}
        disabled={disabled}
        onCheckedChange={onChange}
      />
    </Card>
  )
}

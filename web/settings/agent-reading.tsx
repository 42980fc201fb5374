import { Card } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/switch.tsx'

interface AgentReadingProps {
  isAllowed: boolean
  disabled: boolean
  onChange: (agentsReadGmailReplies: boolean) => void
}

/** Returns whether agents may read the text of replies in Gmail mailboxes (product: results.agents-read). */
export function AgentReading({ isAllowed, disabled, onChange }: AgentReadingProps) {
  return (
    <Card
      title="Agents"
      description="Agents and other programs work in the workspace with API keys. They always see that a reply arrived and who sent it."
    >
      <Switch
        label="Agents may read replies from Gmail"
        hint="Google has rules for AI agents that obtain data from Gmail. Turn this on only if your organization and the operator of Mergewell comply with them. Replies in Microsoft mailboxes can be read either way."
        checked={isAllowed}
        disabled={disabled}
        onCheckedChange={onChange}
      />
    </Card>
  )
}

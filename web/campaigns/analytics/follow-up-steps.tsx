import { Card } from '#web/ui/card.tsx'
import { failedOf } from '../failure-texts.ts'
import { followUpName, whenWords, whoWords } from '../follow-up-texts.ts'
import type { CampaignDetails } from '../operations.ts'
import { closedReplyMailboxes, noReturnsSeen, refusedMailboxes, unseenMailboxes } from './unread-mailboxes.ts'

/** Shows the results of each email of a campaign with follow-ups, in sending order. Renders nothing without follow-ups. */
export function FollowUpSteps({ campaign }: { campaign: CampaignDetails }) {
  const { followUps, opensTracked, clicksTracked, localTimeZone } = campaign
  if (followUps.length === 0) return null
  const unseen = unseenMailboxes(campaign)
  const refused = refusedMailboxes(campaign)
  const closed = closedReplyMailboxes(campaign)
  const figures = (step: Figures) =>
    figuresOf(step, { opensTracked, clicksTracked, repliesSeen: !noReturnsSeen(campaign) })
  return (
    <Card
      title="Follow-ups"
      description="Each follow-up goes to recipients who have not replied. A reply to any of the emails counts once."
    >
      {unseen.length > 0 && (
        <p className="mb-4 text-waiting">
          Replies to {unseen.join(', ')} cannot be seen, so they do not stop follow-ups. Stop the follow-ups by hand.
        </p>
      )}
      {refused.length > 0 && (
        <p className="mb-4 text-waiting">
          Follow-ups from {refused.join(', ')} wait, because the inbox cannot be read and may hold a reply. Follow-ups
          continue when the inbox can be read again. If this lasts, reconnect the mailbox.
        </p>
      )}
      {closed.length > 0 && (
        <p className="mb-4 text-waiting">
          Replies go to {closed.join(', ')}, whose inbox cannot be read and may hold a reply. Follow-ups wait until the
          inbox can be read again. Reconnect the mailbox, or disconnect it to let the follow-ups leave.
        </p>
      )}
      <ol aria-label="Emails of this campaign" className="grid">
        <Step name="First email" figures={figures({ ...campaign, failedCount: failedOf(campaign) })} />
        {followUps.map((followUp) => (
          <Step
            key={followUp.step}
            name={followUpName(followUp.step)}
            line={`${whenWords(followUp, { isLocal: localTimeZone !== null })} · ${whoWords(followUp)}`}
            subject={followUp.subject}
            figures={figures(followUp)}
          />
        ))}
      </ol>
    </Card>
  )
}

interface StepProps {
  name: string
  /** when it is sent, and to whom */
  line?: string
  subject?: string
  figures: readonly string[]
}

function Step({ name, line, subject, figures }: StepProps) {
  return (
    <li className="group relative pb-5 pl-7 last:pb-0">
      <span aria-hidden="true" className="absolute top-5 bottom-0 left-[7px] w-px bg-line group-last:hidden" />
      <span
        aria-hidden="true"
        className="absolute top-1 left-0 size-[15px] rounded-full border border-edge bg-surface"
      />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h3 className="font-strong">{name}</h3>
          {line && <p className="text-ink-soft">{line}</p>}
          {subject && <p className="wrap-anywhere text-ink-soft">{subject}</p>}
        </div>
        <p className="figures text-ink-soft">{figures.join(' · ')}</p>
      </div>
    </li>
  )
}

type Figures = Pick<
  CampaignDetails['followUps'][number],
  | 'totalContacts'
  | 'sentCount'
  | 'pendingCount'
  | 'failedCount'
  | 'openedCount'
  | 'clickedCount'
  | 'repliedCount'
  | 'unsubscribedCount'
> &
  Partial<Pick<CampaignDetails, 'leftOutCount'>>

/** "120 sent", "40 opened": those that are known and not zero, but always what was sent. */
function figuresOf(
  step: Figures,
  { opensTracked, clicksTracked, repliesSeen }: Record<'opensTracked' | 'clicksTracked' | 'repliesSeen', boolean>,
) {
  const {
    totalContacts,
    sentCount,
    pendingCount,
    failedCount,
    openedCount,
    clickedCount,
    repliedCount,
    unsubscribedCount,
    leftOutCount = 0,
  } = step
  if (totalContacts === 0) return ['Not due yet']
  const said: [number, string, boolean][] = [
    [sentCount, 'sent', true],
    [pendingCount, 'waiting', pendingCount > 0],
    [failedCount, 'failed', failedCount > 0],
    [leftOutCount, 'left out', leftOutCount > 0],
    [openedCount, 'opened', opensTracked],
    [clickedCount, 'clicked', clicksTracked],
    [repliedCount, 'replied', repliesSeen],
    [unsubscribedCount, 'unsubscribed', unsubscribedCount > 0],
  ]
  return said.filter(([, , shown]) => shown).map(([count, word]) => `${count.toLocaleString()} ${word}`)
}

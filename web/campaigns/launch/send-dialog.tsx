import { useQuery, useApolloClient } from '@apollo/client/react'
import { CalendarClock, Pencil, Send, UserCheck } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { contactCount } from '#web/contacts/contact-texts.ts'
import { Button } from '#web/ui/button.tsx'
import { usePerSecond } from '#web/ui/use-every-second.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { CampaignSummary } from '../operations.ts'
import { ApprovalNote, useApprovalNeeded } from '../approval/approval-note.tsx'
import { useSendCampaign } from '../use-campaign-actions.ts'
import { Checks } from './launch-checks.tsx'
import { forecastFrom, launchTime, scheduleProblem, SEND_NOW } from './launch-choice.ts'
import { MailboxChoice } from './mailbox-choice.tsx'
import { CAMPAIGN_PROBLEMS, SET_TRACK_OPENS } from './operations.ts'
import { TestSend } from './test-send.tsx'
import { chosenMailboxes, useMailboxes } from './use-mailboxes.ts'
import { TimeChoice } from './launch-time-choice.tsx'
import { errorMessage } from '#web/client/call-errors.ts'
import { toast } from '#web/ui/toast-store.ts'

export interface SendDialogProps {
  campaign: Pick<CampaignSummary, 'id' | 'name' | 'totalContacts'>
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Chooses mailbox and time before a draft is sent. */
export function SendDialog({ campaign, open, onOpenChange }: SendDialogProps) {
  const { id, name, totalContacts } = campaign
  const { mailboxes } = useMailboxes()
  const send = useSendCampaign()
  const asks = useApprovalNeeded()
  const { trackOpens, onTrackOpens } = useTrackOpens(id)
  const [choice, setChoice] = useState(SEND_NOW)
  const [starting, setStarting] = useState(false)
  const from = chosenMailboxes(choice.mailboxIds, mailboxes ?? []).map((mailbox) => mailbox.id)
  const untimely = usePerSecond((now) => scheduleProblem(choice, now) ?? '')
  const scheduledAt = forecastFrom(choice)
  // The list of checks asks for them.
  const { data: checked } = useQuery(CAMPAIGN_PROBLEMS, {
    variables: { id, mailboxIds: from, scheduledAt },
    fetchPolicy: 'cache-only',
  })
  const hasErrors = checked?.campaignProblems.some(({ severity }) => severity === 'error') ?? false
  const later = choice.when === 'scheduled'

  async function start() {
    setStarting(true)
    const started = await send(id, from, {
      ...launchTime(choice),
      undoSeconds: choice.undoSeconds,
      note: choice.note,
    })
    setStarting(false)
    if (started) onOpenChange(false)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => starting || onOpenChange(next)}
      size="md"
      title={`Send “${name}”`}
      description={
        totalContacts > 0
          ? `The campaign will be sent to ${contactCount(totalContacts)}.`
          : 'This campaign has no recipients yet.'
      }
      footer={
        <>
          <Button asChild icon={Pencil} variant="quiet" className="sm:order-first sm:mr-auto">
            <Link to={`/campaigns/create?draft=${id}`}>Edit</Link>
          </Button>
          <Button disabled={starting} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button
            variant="primary"
            icon={asks ? UserCheck : later ? CalendarClock : Send}
            busy={starting}
            disabled={from.length === 0 || untimely !== '' || hasErrors}
            onClick={() => void start()}
          >
            {asks ? 'Request approval' : later ? 'Schedule' : 'Send now'}
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        <MailboxChoice chosen={choice.mailboxIds} onChange={(mailboxIds) => setChoice({ ...choice, mailboxIds })} />
        <section aria-label="Checks" className="grid gap-2">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h3 className="font-strong">Before you send</h3>
            <TestSend campaignId={id} mailboxId={from[0]} />
          </div>
          {mailboxes && (
            <Checks campaignId={id} mailboxIds={from} scheduledAt={scheduledAt} onTrackOpens={onTrackOpens} />
          )}
          {hasErrors && (
            <p role="status" className="font-strong text-bad">
              Fix the errors above. Then you can send this campaign.
            </p>
          )}
          {/* The check that has the switch is gone once opens are not tracked. */}
          {trackOpens === false && <Switch label="Track opens" checked={false} onCheckedChange={onTrackOpens} />}
        </section>
        <TimeChoice
          draft={false}
          choice={choice}
          campaignId={id}
          mailboxIds={from}
          onChange={(part) => setChoice({ ...choice, ...part })}
        />
        <ApprovalNote choice={choice} onChange={(part) => setChoice({ ...choice, ...part })} />
      </div>
    </Dialog>
  )
}

/**
 * Returns a function that switches the tracking of opens of a draft that is not being edited, and the value it was
 * switched to: null until then.
 */
function useTrackOpens(campaignId: string) {
  const client = useApolloClient()
  const [trackOpens, setTrackOpens] = useState<boolean | null>(null)

  async function save(next: boolean) {
    const variables = { input: { id: campaignId, trackOpens: next } }
    try {
      await client.mutate({ mutation: SET_TRACK_OPENS, variables })
      setTrackOpens(next)
      await client.refetchQueries({ include: [CAMPAIGN_PROBLEMS] })
    } catch (error) {
      toast({ title: 'The tracking could not be changed', description: errorMessage(error), variant: 'destructive' })
    }
  }
  return { trackOpens, onTrackOpens: (next: boolean) => void save(next) }
}

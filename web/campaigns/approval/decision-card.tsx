import { Pencil } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { APPROVAL_TEXT_MAX } from '#domain/campaigns/approvals.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { partsText } from '../rehearsal/changed-parts-text.ts'
import type { ApprovedCampaign, RequestedApproval } from './operations.ts'
import { useDecision } from './use-approval-decision.ts'

interface DecisionProps {
  campaign: ApprovedCampaign
  approval: RequestedApproval
  /** The recipients and what they get, in a few words. */
  what: string
  isRehearsing: boolean
  onDecided: () => void
}

/** The state of a request, and what this person can do about it. */
export function Decision({ campaign, approval, ...props }: DecisionProps) {
  const { status, decidedBy, decidedAt, reason } = approval
  if (status === 'waiting' && campaign.status === 'draft') {
    return <Waiting {...{ campaign, approval, ...props }} />
  }
  const by = decidedBy ?? 'A former colleague'
  const at = decidedAt && <Time at={decidedAt} />
  if (status === 'declined') {
    return (
      <Callout tone="bad" role="status" title={`${by} declined this launch`} action={<Edit id={campaign.id} />}>
        {reason && <p className="wrap-anywhere whitespace-pre-line text-ink">{reason}</p>}
        <p className="mt-1 text-xs">Declined {at}. Change the campaign, then request approval again.</p>
      </Callout>
    )
  }
  if (status === 'withdrawn') {
    return (
      <Callout role="status" title="This request was withdrawn" action={<Edit id={campaign.id} />}>
        Withdrawn {at}.
      </Callout>
    )
  }
  if (campaign.status === 'draft') {
    return (
      <Callout role="status" title="This launch was undone" action={<Edit id={campaign.id} />}>
        {by} approved it {at}. An approval is for one launch, so request it again.
      </Callout>
    )
  }
  return (
    <Callout
      tone="good"
      role="status"
      title={status === 'approved' ? `${by} approved this launch` : 'This campaign was launched'}
      action={
        <Button asChild size="sm">
          <Link to={`/campaigns/${campaign.id}/analytics`}>View progress</Link>
        </Button>
      }
    >
      {status === 'approved' ? <>Approved {at}.</> : 'Approval was not needed any more.'}
    </Callout>
  )
}

function Edit({ id }: { id: string }) {
  return (
    <Button asChild size="sm" icon={Pencil}>
      <Link to={`/campaigns/create?draft=${id}`}>Edit campaign</Link>
    </Button>
  )
}

function Waiting({ campaign, approval, what, isRehearsing, onDecided }: DecisionProps) {
  const { changed, canDecide, canWithdraw, requestedBy } = approval
  const { decide, requestAgain } = useDecision(campaign.id, approval)
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<boolean>) => {
    setBusy(true)
    await work()
    setBusy(false)
    onDecided()
  }
  const by = requestedBy ?? 'A former colleague'
  const isVoid = changed.length > 0
  return (
    <Callout
      tone={isVoid ? 'warning' : 'neutral'}
      role="status"
      title={
        isVoid
          ? `This request is void: ${partsText(changed)} changed`
          : canDecide
            ? `${by} asks you to approve this launch`
            : 'Waiting for an admin to decide'
      }
      action={
        <div className="flex flex-wrap gap-2">
          {canDecide && <Decline onDecline={(reason) => run(() => decide('decline', reason))} />}
          {canDecide && !isVoid && (
            <ConfirmDialog
              trigger={
                <Button variant="primary" busy={busy}>
                  Approve and launch
                </Button>
              }
              variant="primary"
              title="Approve and launch?"
              description={isRehearsing ? `The rehearsal is still running. ${what}` : what}
              confirmLabel="Approve and launch"
              onConfirm={() => run(() => decide('approve'))}
            />
          )}
          {canWithdraw && (
            <Button busy={busy} onClick={() => void run(() => decide('withdraw'))}>
              Withdraw request
            </Button>
          )}
          {canWithdraw && isVoid && !changed.includes('schedule') && (
            <Button variant="primary" busy={busy} onClick={() => void run(requestAgain)}>
              Request again
            </Button>
          )}
        </div>
      }
    >
      {isVoid
        ? canWithdraw
          ? changed.includes('schedule')
            ? 'The start has passed. Withdraw the request, then choose another time.'
            : 'What would be sent is not what you requested. Check it, then request approval again.'
          : `What would be sent is not what ${by} requested. ${by} must request approval again.`
        : canDecide
          ? isRehearsing
            ? 'The rehearsal is still running. Check the email and the recipients, and read its report before you decide. Nothing is sent before you approve.'
            : 'Check the email, the recipients and the rehearsal. Nothing is sent before you approve.'
          : 'Nothing is sent before the approval. A change of the campaign makes the request void.'}
    </Callout>
  )
}

function Decline({ onDecline }: { onDecline: (reason: string) => Promise<void> }) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [reason, setReason] = useState('')
  async function submit() {
    setBusy(true)
    await onDecline(reason.trim())
    setBusy(false)
    setOpen(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => busy || setOpen(next)}
      trigger={<Button>Decline</Button>}
      title="Decline this launch?"
      description="Nothing is sent. Your colleague reads your reason and can request approval again."
      footer={
        <>
          <Button disabled={busy} onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button variant="primary" busy={busy} disabled={reason.trim() === ''} onClick={() => void submit()}>
            Decline
          </Button>
        </>
      }
    >
      <Field label="Reason">
        <Textarea
          rows={3}
          required
          maxLength={APPROVAL_TEXT_MAX}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
    </Dialog>
  )
}

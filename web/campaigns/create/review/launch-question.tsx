import { RotateCw } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { useUser } from '#web/accounts/current-user.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Time } from '#web/ui/date-time.tsx'
import { useApprovalNeeded } from '../../approval/approval-note.tsx'
import type { LaunchIssues, LaunchQuestion } from './use-launch.ts'

export interface LaunchQuestionProps {
  issues: LaunchIssues
  onCancel: () => void
  onReload: () => void
  /**
   * Called on confirmation. `exceedCeiling`: true if an admin sends to the recipients who are over the weekly limit,
   * too.
   */
  onConfirm: (exceedCeiling: boolean) => Promise<void>
}

/** Dialog before a launch: shows the number of emails, the mailboxes, the expected end, and the problems found. */
export function LaunchConfirmation({ issues, onCancel, onReload, onConfirm }: LaunchQuestionProps) {
  const [last, setLast] = useState(issues)
  // While the dialog closes, it keeps its words.
  if (issues.question && issues !== last) setLast(issues)
  const { question, changed, errors, warnings } = issues.question ? issues : last
  const [exceeds, setExceeds] = useState(false)
  const role = useUser().role
  const asks = useApprovalNeeded()
  const overCeiling = exceeds ? 0 : (question?.overCeiling ?? 0)
  const count = question
    ? (question.recipients - question.suppressed - question.declined - overCeiling).toLocaleString()
    : ''
  const isNow = question?.startsAt == null
  const isRefused = errors.length > 0
  const label = asks ? askLabelOf(changed.length > 0, count) : labelOf(isNow, changed.length > 0, count)
  return (
    <ConfirmDialog
      open={issues.question !== null}
      onOpenChange={(open) => !open && onCancel()}
      title={isRefused ? 'This campaign cannot be launched yet' : `${label}?`}
      variant={changed.length > 0 ? 'danger' : 'primary'}
      disabled={isRefused}
      description={
        <>
          {question && <Outlook question={question} />}
          {question && question.declined > 0 && (
            <span className="mb-2 block text-ink">
              {question.declined === 1 ? 'One person is' : `${question.declined.toLocaleString()} people are`} left out:
              they left the topic, paused your emails, or get one a month.
            </span>
          )}
          {question && question.overCeiling > 0 && (
            <span className="mb-2 block">
              <span className="block text-ink">
                {question.overCeiling === 1 ? 'One person is' : `${question.overCeiling.toLocaleString()} people are`}{' '}
                left out: they already got as many emails in seven days as your workspace allows.
              </span>
              {role === 'admin' && (
                <Checkbox
                  className="mt-2"
                  label="Send to the people over the weekly limit anyway"
                  checked={exceeds}
                  onCheckedChange={(checked) => setExceeds(checked === true)}
                />
              )}
            </span>
          )}
          {changed.length > 0 && (
            <span className="mb-2 block">
              <span className="block wrap-anywhere text-ink">
                This draft was changed elsewhere after you opened it: {changed.join(', ')}. The email that will be sent
                differs from the one on this page.
              </span>
              <Button size="sm" icon={RotateCw} className="mt-2" onClick={onReload}>
                Reload
              </Button>
            </span>
          )}
          <Found
            title={errors.length === 1 ? 'Correct this first:' : `Correct these ${errors.length} problems first:`}
            sentences={errors}
          />
          <Found title={warnings.length === 1 ? 'One warning:' : `${warnings.length} warnings:`} sentences={warnings} />
        </>
      }
      confirmLabel={label}
      cancelLabel="Go back"
      onConfirm={() => onConfirm(exceeds)}
    />
  )
}

/** Lists the problems that the checks found. Renders nothing without problems. */
function Found({ title, sentences }: { title: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <span className="mb-3 block last:mb-0">
      {title}
      {sentences.map((sentence) => (
        <span key={sentence} className="mt-2 block wrap-anywhere text-ink">
          {sentence}
        </span>
      ))}
    </span>
  )
}

/** Shows the sending mailboxes of a launch, its expected start and end, and the follow-ups. */
function Outlook({ question }: { question: LaunchQuestion }) {
  const { from, startsAt, finishesAt, isLocal, awaitWinner, decidesAt, followUps, lastFollowUpAt } = question
  return (
    <>
      <span className="mb-2 block wrap-anywhere">
        From {from.join(', ')}
        {isLocal && ', at each recipient’s local time'}. The{' '}
        {startsAt && (
          <>
            first email leaves on <Time at={startsAt} show="moment" />, the{' '}
          </>
        )}
        last {startsAt ? 'one' : 'email leaves'} about <Time at={finishesAt} show="moment" />.
      </span>
      {awaitWinner > 0 && decidesAt && (
        <span className="mb-2 block">
          {awaitWinner === 1 ? 'One recipient waits' : `${awaitWinner.toLocaleString()} recipients wait`} for the winner
          of the A/B test, which is decided about <Time at={decidesAt} show="moment" />.
        </span>
      )}
      {followUps > 0 && lastFollowUpAt && (
        <span className="mb-2 block">
          Each person may get {followUps === 1 ? 'one follow-up. It' : `up to ${followUps} follow-ups. The last one`}{' '}
          can leave about <Time at={lastFollowUpAt} show="moment" />, later to people who are out of office or at the
          weekly limit, if your workspace has one.
        </span>
      )}
    </>
  )
}

function labelOf(isNow: boolean, hasDoubts: boolean, count: string): string {
  if (isNow) return `Send to ${count} ${hasDoubts ? 'anyway' : 'now'}`
  return `Schedule for ${count}${hasDoubts ? ' anyway' : ''}`
}

function askLabelOf(hasDoubts: boolean, count: string): string {
  return `Request approval for ${count}${hasDoubts ? ' anyway' : ''}`
}

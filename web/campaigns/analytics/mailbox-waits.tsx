import { mailboxName } from '#web/mailboxes/mailbox-name.ts'
import { UntilTime } from '#web/ui/send-time.tsx'
import type { CampaignDetails } from '../operations.ts'

/** Which of a campaign's mailboxes send nothing right now, and why. With a single one the send bar says it. */
export function MailboxWaits({ campaign }: { campaign: Pick<CampaignDetails, 'status' | 'mailAccounts'> }) {
  const { status, mailAccounts } = campaign
  const waiting = mailAccounts.filter(({ wait }) => wait !== null)
  if (status !== 'sending' || mailAccounts.length < 2 || waiting.length === 0) return null
  return (
    <ul aria-label="Waiting mailboxes" className="mt-4 grid gap-1 border-t border-line pt-4 text-ink-soft">
      {waiting.map(({ wait, ...mailbox }) => (
        <li key={mailbox.id} className="wrap-anywhere">
          <span className="font-strong text-ink">{mailboxName(mailbox)}</span> {wait?.text}
          {wait?.until != null && (
            <>
              {' '}
              Continues <UntilTime at={wait.until} />.
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

import { dayAndTime } from '#web/ui/format-time.ts'
import { Link } from 'react-router'
import { reconnectPath } from '#web/mailboxes/connect-links.ts'
import type { ConnectedEmailsQuery } from '#web/generated/graphql.ts'

type Mailbox = Pick<
  ConnectedEmailsQuery['mailboxes'][number],
  | 'id'
  | 'provider'
  | 'level'
  | 'safeSending'
  | 'readsReplies'
  | 'awaitsConsent'
  | 'inboxError'
  | 'inboxUnreadSince'
  | 'unreadMessages'
  | 'isMine'
  | 'servers'
>

/** Shows which permissions Mergewell has for a mailbox and what it cannot see there, with a link to grant more. */
export function MailboxLevel({ mailbox }: { mailbox: Mailbox }) {
  const { id, provider, level, safeSending, awaitsConsent, isMine } = mailbox
  const unreadInbox = unreadInboxWords(mailbox)
  const upgrade = `/auth/${provider}?reading=1&mailbox=${encodeURIComponent(id)}`
  return (
    <div className="basis-full text-xs text-ink-soft">
      <p>
        {provider === 'smtp' ? passwordWords(mailbox) : safeSending ? SAFE : SEND_ONLY} {returnsWords(mailbox)}
      </p>
      {unreadInbox !== null && <p className="text-waiting">{unreadInbox}</p>}
      {level === 'send' && awaitsConsent && (
        <p>
          Your organization has not granted these permissions yet. Mergewell tries again once a day, and immediately
          after an administrator uses the link in the letter.{' '}
          <a className="underline" href={`/auth/${provider}/refused?code=90094&ask=full`}>
            Letter to your administrator
          </a>
        </p>
      )}
      {level === 'send' && isMine && (
        <p>
          {provider === 'smtp' ? (
            <Link className="underline" to={reconnectPath(mailbox)}>
              {mailbox.servers?.signIn
                ? 'Allow reading bounces and replies by IMAP'
                : 'Add a server for bounces and replies'}
            </Link>
          ) : (
            <a className="underline" href={upgrade}>
              Allow safe sending, bounces and replies
            </a>
          )}
        </p>
      )}
    </div>
  )
}

const SAFE = 'Safe sending: if a send is interrupted, Mergewell checks in the mailbox whether the email was sent.'
const SEND_ONLY =
  'This mailbox can only send. If a send is interrupted, Mergewell cannot check whether the email was sent. It marks the email as uncertain and does not resend it automatically.'

/**
 * Explains in a sentence how the product deals with an interrupted send of a mailbox that is connected by email address
 * and password.
 */
const passwordWords = ({ servers }: Mailbox): string =>
  servers?.keepsCopy === true
    ? 'If a send is interrupted, the copy that your host keeps in Sent shows whether the email was sent.'
    : servers?.copyToSelf === true
      ? 'If a send is interrupted, the copy to yourself shows whether the email was sent.'
      : 'If a send is interrupted and your email host does not say whether it took the email, Mergewell marks it as uncertain and does not resend it automatically.'

function returnsWords({ readsReplies, inboxError, unreadMessages }: Mailbox): string {
  if (readsReplies) return ['Bounces and replies are tracked.', ...unreadableWords(unreadMessages)].join(' ')
  return inboxError === null ? 'Bounces and replies cannot be tracked.' : ''
}

/** Explains why an inbox cannot be read at the moment; null if it can be read, or if Mergewell has no permission. */
function unreadInboxWords({ inboxError, inboxUnreadSince }: Mailbox): string | null {
  if (inboxError === null) return null
  const since = inboxUnreadSince === null ? '' : ` since ${dayAndTime(inboxUnreadSince)}`
  const reason = inboxError.trim().replace(/^[A-Z_]+: /, '')
  const end = reason.endsWith('.') ? '' : '.'
  return `Bounces and replies could not be read${since}: ${reason}${end} Mergewell tries again automatically. Until then, emails are not counted as delivered, and follow-ups wait.`
}

const unreadableWords = (messages: number) =>
  messages === 0
    ? []
    : [`${messages === 1 ? '1 message' : `${messages} messages`} of the last 7 days could not be read.`]

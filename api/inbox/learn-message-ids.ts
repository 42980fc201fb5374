import { ownMailIn } from '#domain/inbox/own-message-id.ts'
import type { App } from '#api/platform/app-context.ts'
import { noteSentIds } from '#api/emails/sent-message-ids.ts'
import { DeliveryError, type OpenMailbox, type SentIds } from '#api/sending/provider.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { SKEW, type Return } from './match-inbox-events.ts'

/** Number of newest emails to the writer of a reply whose ids are asked for. */
const EMAILS_PER_WRITER = 5
/** Maximum number of emails asked for in one call; each is a request to a provider. */
const EMAILS_PER_CALL_MAX = 50
/** Days after which an email is not asked for any more. */
const LOOK_BACK = 30

/** Emails whose ids this process asked for, oldest first: once is enough. */
const learned = new Set<string>()
const REMEMBERED = 20_000

interface SentElsewhere {
  logId: string
  mailboxId: string
  messageId: string | null
  /** the replies to its campaign go to the mailbox that is read */
  isAnsweredHere: boolean
}

interface Asking {
  open: (key: MailboxKey) => Promise<Pick<OpenMailbox, 'readSent'> | null>
  /** time after which the provider is not asked any more */
  until: Date
  signal?: AbortSignal | undefined
}

/**
 * Asks providers for the ids of emails that other mailboxes sent, if replies in this mailbox may answer them: providers
 * give emails other ids when they are sent, and a reply names those. Asked for are the newest emails to the writer of a
 * reply that names no known email. Returns the emails whose ids stay unknown although replies to them go to this
 * mailbox.
 */
export async function learnSentIds(
  app: Pick<App, 'database' | 'clock'>,
  { tenantId, mailboxId }: MailboxKey,
  returns: readonly Return[],
  { open, until, signal }: Asking,
): Promise<ReadonlySet<string>> {
  const unknown = new Set<string>()
  const replies = returns.flatMap((each) =>
    each.what === 'reply' && each.references.length > 0 && !each.references.some((id) => ownMailIn(id)) ? [each] : [],
  )
  if (replies.length === 0) return unknown
  const found = await app.database.inTenant(tenantId, async (em) => {
    const ids = JSON.stringify(replies.flatMap(({ references }) => references))
    const rows = await em.execute<{ id: string }[]>(
      `select internet_message_id as id from email_logs
       where tenant_id = :tenantId and internet_message_id = any (array(select jsonb_array_elements_text(:ids::jsonb)))`,
      { tenantId, ids },
    )
    const known = new Set(rows.map(({ id }) => id))
    const unmatched = replies.filter(({ references }) => !references.some((id) => known.has(id)))
    if (unmatched.length === 0) return []
    const asked = [...Map.groupBy(unmatched, ({ from }) => from)].map(([email, mails]) => ({
      email,
      before: new Date(Math.max(...mails.map(({ receivedAt }) => receivedAt.getTime())) + SKEW),
    }))
    return em.execute<SentElsewhere[]>(
      `select l.id as "logId", l.mailbox_id as "mailboxId", l.message_id as "messageId",
         :mailboxId = any (l.reply_mailboxes) as "isAnsweredHere"
       from jsonb_to_recordset(:asked::jsonb) as asked (email text, before timestamptz) cross join lateral (
         select l.id, l.mailbox_id, l.message_id, c.reply_mailboxes from email_logs l
         join campaigns c on c.tenant_id = :tenantId and c.id = l.campaign_id
         where l.tenant_id = :tenantId and l.email_key = asked.email and l.mailbox_id <> :mailboxId
           and l.sent_at > :sentAfter and l.sent_at <= asked.before
         order by l.sent_at desc limit :EMAILS_PER_WRITER) as l`,
      {
        ...{ tenantId, mailboxId, EMAILS_PER_WRITER, asked: JSON.stringify(asked) },
        sentAfter: new Date(app.clock().getTime() - LOOK_BACK * 86_400_000),
      },
    )
  })
  let left = EMAILS_PER_CALL_MAX
  const asked = found.filter(({ logId }) => !learned.has(logId))
  for (const [id, mails] of Map.groupBy(asked, (mail) => mail.mailboxId)) {
    let mailbox = await open({ tenantId, mailboxId: id })
    for (const { logId, messageId, isAnsweredHere } of mails) {
      const mayAsk = messageId !== null && left > 0 && !signal?.aborted && app.clock() < until
      const answer = mailbox?.readSent && mayAsk ? await idsOf(mailbox.readSent, messageId) : null
      if (mayAsk) left -= 1
      // A mailbox that does not answer this question does not answer the others either.
      if (answer === 'silent') mailbox = null
      if (answer && answer !== 'silent') {
        await app.database.inTenant(tenantId, (em) => noteSentIds(em, tenantId, logId, answer))
        remember(logId)
      } else if (isAnsweredHere) unknown.add(logId)
    }
  }
  return unknown
}

function remember(logId: string): void {
  if (learned.size >= REMEMBERED) learned.delete(learned.values().next().value ?? '')
  learned.add(logId)
}

/**
 * Asks a mailbox for the ids of an email that it sent; null if the mailbox does not have the email or refuses, `silent`
 * if it may answer later.
 */
async function idsOf(
  readSent: NonNullable<OpenMailbox['readSent']>,
  messageId: string,
): Promise<SentIds | 'silent' | null> {
  try {
    return await readSent(messageId)
  } catch (error) {
    if (error instanceof DeliveryError) return error.retryable ? 'silent' : null
    throw error
  }
}

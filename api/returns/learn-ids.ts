import { ownMailIn } from '#domain/returns.ts'
import { noteSentIds } from '../campaigns/delivery/sent-ids.ts'
import { DeliveryError, type Mailbox, type SentIds } from '../sending/provider.ts'
import type { MailboxKey } from '../sending/store.ts'
import type { Return } from './match.ts'
import type { ReturnsApp } from './read-mailbox.ts'
import { TOO_EARLY } from './take.ts'

/** The newest emails to a writer whose ids are asked for. */
const ASKED = 10
/** Days after which an email to a writer is not asked for. */
const LOOK_BACK = 30

interface SentElsewhere {
  logId: string
  mailAccountId: string
  messageId: string
  email: string
}

/**
 * Learns the ids of emails that other mailboxes sent, if replies in this mailbox may answer them: vendors give emails other
 * ids when they are sent, and a reply names those. Asked for are the newest emails to the writer of a reply that names no known
 * email. Returns false if a mailbox did not answer and a reply came so recently that it should be asked again.
 */
export async function learnSentIds(
  app: ReturnsApp,
  { tenantId, mailAccountId }: MailboxKey,
  returns: readonly Return[],
  open: (key: MailboxKey) => Promise<Pick<Mailbox, 'readSent'> | null>,
): Promise<boolean> {
  const answers = returns.filter(({ what, references }) => what === 'reply' && references.length > 0)
  const replies = answers.filter(({ references }) => !references.some((id) => ownMailIn(id)))
  if (replies.length === 0) return true
  const found = await app.database.inTenant(tenantId, async (em) => {
    const ids = JSON.stringify(replies.flatMap(({ references }) => references))
    const rows = await em.execute<{ id: string }[]>(
      `select internet_message_id as id from email_logs
       where tenant_id = :tenantId and internet_message_id = any (array(select jsonb_array_elements_text(:ids::jsonb)))`,
      { tenantId, ids },
    )
    const known = new Set(rows.map(({ id }) => id))
    const unknown = replies.filter(({ references }) => !references.some((id) => known.has(id)))
    const writers = [...new Set(unknown.flatMap((each) => ('from' in each ? each.from : [])))]
    if (writers.length === 0) return []
    return em.execute<SentElsewhere[]>(
      `select l.id as "logId", l.mail_account_id as "mailAccountId", l.message_id as "messageId", l.email_key as email
       from jsonb_array_elements_text(:writers::jsonb) as asked (email) cross join lateral (
         select * from email_logs l
         where l.tenant_id = :tenantId and l.email_key = asked.email and l.mail_account_id <> :mailAccountId
           and l.message_id is not null and l.sent_at > :sentAfter
         order by l.sent_at desc limit :ASKED) as l`,
      {
        ...{ tenantId, mailAccountId, ASKED, writers: JSON.stringify(writers) },
        sentAfter: new Date(app.clock().getTime() - LOOK_BACK * 86_400_000),
      },
    )
  })
  const silent = new Set<string>()
  for (const [id, mails] of Map.groupBy(found, (mail) => mail.mailAccountId)) {
    const mailbox = await open({ tenantId, mailAccountId: id })
    for (const { logId, messageId, email } of mailbox?.readSent ? mails : []) {
      const ids = await idsOf(mailbox, messageId)
      if (ids === 'silent') silent.add(email)
      else if (ids) await app.database.inTenant(tenantId, (em) => noteSentIds(em, tenantId, logId, ids))
    }
  }
  const isRecent = ({ receivedAt }: Return) => app.clock().getTime() - receivedAt.getTime() < TOO_EARLY
  return !replies.some((each) => 'from' in each && silent.has(each.from) && isRecent(each))
}

/** Null if the mailbox does not have the email or cannot be asked; `silent` if it may answer later. */
async function idsOf(mailbox: Pick<Mailbox, 'readSent'> | null, messageId: string): Promise<SentIds | 'silent' | null> {
  try {
    return (await mailbox?.readSent?.(messageId)) ?? null
  } catch (error) {
    if (error instanceof DeliveryError) return error.retryable ? 'silent' : null
    throw error
  }
}

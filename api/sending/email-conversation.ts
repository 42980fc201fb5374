import { ownMessageId } from '#domain/inbox/own-message-id.ts'
import { DeliveryError, type Conversation, type OpenMailbox, type SentIds } from './provider.ts'
import type { AnsweredEmail, Attempt } from './store.ts'

/** Maximum number of emails of a conversation whose provider ids are looked up. */
const ASKED_MAX = 5

/** Message-ID in the form that a header allows. */
const MESSAGE_ID = /^<[^<>\s]{1,900}>$/

/**
 * Returns the conversation that an email continues; null if it begins one. Providers give emails other ids when they
 * are sent, so the mailbox is asked for the ids of the answered email; `keep` stores them. If the mailbox cannot be
 * read, or its owner deleted the email, our own Message-ID is used (which the provider may have replaced) in the
 * conversation that the provider named when it accepted the email: the recipient may then see a new conversation. The
 * provider's code begins a new one if the mailbox no longer has it. Throws DeliveryError if the mailbox does not
 * respond.
 */
export async function conversationOf(
  mailbox: Pick<OpenMailbox, 'readSent'>,
  { answers = [] }: Pick<Attempt, 'answers'>,
  from: string,
  keep: (email: AnsweredEmail, ids: SentIds) => Promise<void>,
): Promise<Conversation | null> {
  const last = answers.at(-1)
  if (!last) return null
  // A reply names the emails before it as they arrived, so an answer to it does too.
  const asked = answers.filter((email) => email === last || (last.isReply && !email.isReply)).slice(-ASKED_MAX)
  const found = new Map<AnsweredEmail, SentIds>()
  for (const email of asked) {
    const ids = email.messageId === null ? null : await readIds(mailbox, email.messageId)
    if (ids) found.set(email, ids)
    if (ids && !email.isReply) await keep(email, ids)
  }
  const messageIds = answers.map((email) => {
    const real = found.get(email)?.internetMessageId ?? email.internetMessageId
    return real && MESSAGE_ID.test(real) ? real : ownMessageId(email.logId, email.attempts, from)
  })
  return { messageIds: [...new Set(messageIds)], threadId: found.get(last)?.threadId ?? last.threadId }
}

/** Reads the provider's ids of a sent email; null if the mailbox cannot be read, or no longer has the email. */
async function readIds({ readSent }: Pick<OpenMailbox, 'readSent'>, messageId: string): Promise<SentIds | null> {
  if (!readSent) return null
  try {
    return await readSent(messageId)
  } catch (error) {
    if (error instanceof DeliveryError && !error.retryable && error.kind !== 'expired') return null
    throw error
  }
}

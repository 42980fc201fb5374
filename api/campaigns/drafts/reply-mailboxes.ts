import { emailKey } from '#domain/contacts/contacts.ts'
import { mayRead } from '#domain/mailboxes/mailboxes.ts'
import { usableSendAs } from '#domain/mailboxes/send-as.ts'
import { compileSender, fillSender } from '#domain/content/sender-fields.ts'
import { Mailbox } from '#api/mailboxes/mailbox.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { Campaign } from '../campaign.ts'

/** Mailboxes in which the replies to a campaign will arrive, as far as this is known before the launch. */
export interface ReplyRoute {
  /** sending mailboxes whose replies go to another address, because of Reply-To or the From address */
  missed: Mailbox[]
  /** other mailboxes of the workspace at which those replies arrive and whose inbox Mergewell may read */
  readable: Mailbox[]
}

/**
 * Returns where the replies to a campaign arrive that is sent from these mailboxes: at Reply-To, else at the From
 * address, else in the mailbox that sends. A Reply-To made of merge tags is not known before.
 */
export async function replyRouteOf(
  em: Em,
  { tenantId, replyTo, fromAddress }: Pick<Campaign, 'tenantId' | 'replyTo' | 'fromAddress'>,
  accounts: readonly Mailbox[],
): Promise<ReplyRoute> {
  const answered = replyTo?.trim()
    ? fillSender(compileSender({ replyTo }), new Map(), '').replyTo.map(({ address }) => emailKey(address))
    : fromAddress
      ? [emailKey(fromAddress)]
      : null
  const getsReplies = (account: Mailbox) => addressesOf(account).some((address) => answered?.includes(address) ?? false)
  const missed = answered === null ? [] : accounts.filter((account) => !getsReplies(account))
  if (missed.length === 0) return { missed, readable: [] }
  const others = await em.find(Mailbox, { tenantId })
  const isRead = ({ status, scopes }: Mailbox) => status !== 'error' && mayRead(scopes)
  return { missed, readable: others.filter((account) => isRead(account) && getsReplies(account)) }
}

/** Returns the ids of the mailboxes that receive replies to a campaign although other mailboxes send it. */
export async function replyMailboxIds(
  em: Em,
  campaign: Pick<Campaign, 'tenantId' | 'replyTo' | 'fromAddress'>,
  accounts: readonly Mailbox[],
): Promise<string[]> {
  return (await replyRouteOf(em, campaign, accounts)).readable.map(({ id }) => id)
}

/** Returns the email addresses whose messages arrive in a mailbox, in the form in which addresses are compared. */
const addressesOf = (account: Mailbox) => [
  emailKey(account.email),
  ...usableSendAs(account).flatMap(({ kind, address }) => (kind === 'alias' ? [emailKey(address)] : [])),
]

import { AppError } from '#domain/errors.ts'
import { notFound } from '#schema/object-ids.ts'
import { User } from '#api/accounts/user.ts'
import type { Viewer } from '#api/platform/call-context.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { Mailbox } from './mailbox.ts'

/**
 * Person who may send from a mailbox: its owner, or somebody it is shared with. Roles make no difference: an admin must
 * first share a colleague's mailbox with themselves, which its owner can see. An API key acts as the person who created
 * it.
 */
export type Sender = Pick<Viewer, 'tenantId' | 'userId'>

/** The mailboxes a person may send from: their own first, then shared ones; each newest first. */
export async function usableMailboxes(em: Em, person: Sender): Promise<Mailbox[]> {
  const ids = await usableIds(em, person)
  const found = await em.find(Mailbox, { id: { $in: ids } }, { orderBy: { connectedAt: 'desc' } })
  const isOwn = ({ userId }: Mailbox) => userId === person.userId
  return [...found.filter(isOwn), ...found.filter((mailbox) => !isOwn(mailbox))]
}

/**
 * Returns the mailboxes with these ids, in this order, if a person may send from them. Locks the shares until the
 * transaction ends, so that a campaign cannot start while its share is being removed. Throws NOT_FOUND, and FORBIDDEN
 * for one that is neither theirs nor shared.
 */
export async function mailboxesToUse(em: Em, person: Sender, ids: readonly string[]): Promise<Mailbox[]> {
  const { tenantId } = person
  const asked = [...new Set(ids)]
  await em.execute(
    'select from mailboxes where tenant_id = :tenantId and id = any (:asked::uuid[]) order by id for key share',
    { tenantId, asked: uuidArray(asked) },
  )
  const accounts = await em.find(Mailbox, { id: { $in: asked } })
  const named = asked.map((id) => {
    const account = accounts.find((one) => one.id === id)
    if (!account) throw notFound('Mailbox')
    return account
  })
  const usable = new Set(await usableIds(em, person, asked))
  const foreign = named.find(({ id }) => !usable.has(id))
  if (foreign) throw await notShared(em, foreign)
  return named
}

/**
 * SQL condition: mailbox `m` is the one that a campaign leaves from if the caller names none, the newest that works: of
 * the person's own or, for a service account, of those shared with everyone. Needs `:userId` and `:tenantId`.
 */
export const isDefault = (m: string) => `coalesce(${m}.id = (
  select own.id from mailboxes own where own.tenant_id = :tenantId and (own.user_id = :userId or (
    own.shared_with_all and exists (select from service_accounts s where s.tenant_id = :tenantId and s.id = :userId)))
  order by own.status = 'error', own.connected_at desc limit 1), false)`

/** Ids of the mailboxes a person may send from, optionally among the given ones. */
export async function usableIds(em: Em, { tenantId, userId }: Sender, among?: readonly string[]): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select m.id from mailboxes m
     where m.tenant_id = :tenantId and (:among::uuid[] is null or m.id = any (:among::uuid[]))
       and (m.user_id = :userId or m.shared_with_all or exists (
         select from mailbox_shares s where s.tenant_id = :tenantId and s.mailbox_id = m.id and s.user_id = :userId))`,
    { tenantId, userId, among: among ? uuidArray(among) : null },
  )
  return rows.map(({ id }) => id)
}

/** The error for sending from a colleague's mailbox: says whose it is and whom to ask. */
export async function notShared(em: Em, { userId, email }: Pick<Mailbox, 'userId' | 'email'>): Promise<AppError> {
  const owner = await em.findOne(User, { id: userId })
  const whose = owner ? `${email} belongs to ${owner.name} and` : email
  return new AppError(
    'FORBIDDEN',
    `${whose} is not shared with you. Ask the owner or an admin to share it under Settings → Connected Emails, or choose another mailbox.`,
  )
}

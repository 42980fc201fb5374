import { shareLock } from '#api/platform/locks/advisory-locks.ts'
import { LockMode } from '@mikro-orm/core'
import { mayManage } from '#domain/mailboxes/mailboxes.ts'
import { AppError } from '#domain/errors.ts'
import { notFound } from '#schema/object-ids.ts'
import { notifyOwner } from '#api/accounts/account-notices.ts'
import { ensureRecentSignIn } from '#api/accounts/recent-sign-in.ts'
import { User } from '#api/accounts/user.ts'
import { announceMailbox, pauseCampaigns } from '#api/emails/sending-state.ts'
import type { App } from '#api/platform/app-context.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { sqlOf, uuidArray, type Em } from '#api/platform/database/database.ts'
import { searched } from '#api/platform/database/keyset-pagination.ts'
import { Mailbox, MailboxShare } from './mailbox.ts'
import { findMailbox, removeMailbox, type MailboxView } from './mailboxes.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'

/** Maximum number of colleagues in an answer. */
const COLLEAGUES = 50

/** The people a mailbox is shared with. */
export interface Sharing {
  /** true if the mailbox is shared with everybody in the workspace, including future members */
  everybody: boolean
  /** ids of the people that the mailbox is shared with one by one */
  userIds: readonly string[]
}

/**
 * Sets whom a mailbox is shared with; for its owner or an admin. People left out can no longer send from it, and their
 * running or scheduled campaigns from it pause. Throws REAUTHENTICATE, NOT_FOUND (the mailbox or a person), FORBIDDEN.
 */
export async function shareMailbox(call: Call, id: string, sharing: Sharing): Promise<MailboxView> {
  const viewer = ensureRecentSignIn(call)
  const { tenantId } = viewer
  await call.app.database.inTenant(tenantId, async (em) => {
    await shareLock(em, 'suppressions', tenantId)
    const account = await em.findOne(Mailbox, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!account) throw notFound('Mailbox')
    if (!mayManage(viewer, account)) {
      throw new AppError('FORBIDDEN', 'Only the owner of this mailbox or an admin can share it.')
    }
    const named = [...new Set(sharing.userIds)].filter((userId) => userId !== account.userId)
    if ((await em.count(User, { id: { $in: named } })) !== named.length) throw notFound('User')
    const before = await sharedWith(em, account)
    account.sharedWithAll = sharing.everybody
    await em.flush()
    await em.execute(
      `delete from mailbox_shares where tenant_id = :tenantId and mailbox_id = :id and not user_id = any (:named::uuid[])`,
      { tenantId, id, named: uuidArray(named) },
    )
    const { name: sharedBy } = await em.findOneOrFail(User, { id: viewer.userId })
    if (viewer.userId !== account.userId && (sharing.everybody || named.length > 0)) {
      await notifyOwner(call, em, account, 'mailboxShared', [`Mailbox: ${account.email}. Shared by ${sharedBy}.`])
    }
    for (const userId of named) await addShare(em, account, { userId, sharedBy, now: call.app.clock() })
    await recordShare(call, em, account, before)
    await pauseUnshared(call.app, em, tenantId, { mailboxId: id })
    await announceMailbox(call.app, em, { tenantId, mailboxId: id })
  })
  const shared = await findMailbox(call, id)
  if (!shared) throw notFound('Mailbox')
  return shared
}

/** Names the people that a mailbox is shared with; null if there are none. */
async function sharedWith(em: Em, { tenantId, id, sharedWithAll }: Mailbox): Promise<string | null> {
  if (sharedWithAll) return 'everybody'
  const people = await em.execute<{ name: string }[]>(
    `select u.name from mailbox_shares s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
     where s.tenant_id = :tenantId and s.mailbox_id = :id order by u.name, u.id`,
    { tenantId, id },
  )
  return people.map(({ name }) => name).join(', ') || null
}

async function recordShare(call: Call, em: Em, account: Mailbox, from: string | null): Promise<void> {
  const to = await sharedWith(em, account)
  if (from === to) return
  await recordOwn(call, em, {
    action: to === null ? 'mailbox_unshared' : 'mailbox_shared',
    target: { id: account.id, label: account.email },
    changes: [{ field: 'sharedWith', from, to }],
  })
}

/** Shares a mailbox with one more person; an existing share stays. */
export async function addShare(
  em: Em,
  { tenantId, id }: Pick<Mailbox, 'tenantId' | 'id'>,
  { userId, sharedBy, now }: { userId: string; sharedBy: string; now: Date },
): Promise<void> {
  await em.execute(
    `insert into mailbox_shares (tenant_id, mailbox_id, user_id, shared_by, created_at) values (:tenantId, :id, :userId, :sharedBy, :now)
     on conflict do nothing`,
    { tenantId, id, userId, sharedBy, now },
  )
}

/**
 * Pauses campaigns started from a mailbox that their starter may no longer use: all of one mailbox, or all of one
 * person who is being deleted.
 */
export async function pauseUnshared(
  app: Pick<App, 'events'>,
  em: Em,
  tenantId: string,
  which: { mailboxId: string } | { userId: string },
): Promise<void> {
  const condition =
    'userId' in which
      ? 'c.chosen_by = :userId and m.user_id <> c.chosen_by'
      : `c.mailbox_id = :mailboxId and m.user_id <> c.chosen_by and not m.shared_with_all and not exists (
           select from mailbox_shares s where s.tenant_id = :tenantId and s.mailbox_id = m.id and s.user_id = c.chosen_by)`
  const rows = await em.execute<{ id: string }[]>(
    `select distinct c.campaign_id as id from campaign_mailboxes c
     join mailboxes m on m.tenant_id = c.tenant_id and m.id = c.mailbox_id
     where c.tenant_id = :tenantId and ${condition}`,
    { tenantId, ...which },
  )
  if (rows.length > 0) await pauseCampaigns(app, em, tenantId, 'NOT_SHARED', { campaignIds: rows.map(({ id }) => id) })
}

/** The people that mailboxes are shared with individually: mailbox id → shares, sorted by name. */
export async function sharesOf(call: Call, ids: readonly string[]): Promise<Map<string, MailboxShareView[]>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const shares = await em.find(MailboxShare, { mailboxId: { $in: [...ids] } })
    const people = await em.find(
      User,
      { id: { $in: shares.map(({ userId }) => userId) } },
      { orderBy: { name: 'asc' } },
    )
    const views = people.flatMap((user) =>
      shares.filter(({ userId }) => userId === user.id).map((share) => ({ ...share, user })),
    )
    return Map.groupBy(views, ({ mailboxId }) => mailboxId)
  })
}

/** A share for display. */
export interface MailboxShareView {
  mailboxId: string
  user: User
  sharedBy: string
  createdAt: Date
}

/** Active users of the workspace whose name or email contains `search`, sorted by name, at most 50. */
export async function listColleagues(call: Call, search: string): Promise<User[]> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, (em) => {
    const people = sqlOf(em).selectFrom('users').where('tenantId', '=', tenantId).where('isActive', '=', true)
    return searched(people, ['name', 'email'], search)
      .selectAll()
      .orderBy('name')
      .orderBy('id')
      .limit(COLLEAGUES)
      .execute()
  })
}

/** Users by id. */
export async function usersOf(call: Call, ids: readonly string[]): Promise<Map<string, User>> {
  const { tenantId } = viewerOf(call)
  const found = await call.app.database.inTenant(tenantId, (em) => em.find(User, { id: { $in: [...ids] } }))
  return new Map(found.map((user) => [user.id, user]))
}

/**
 * Disconnects the mailboxes of a person who is deleted, and pauses the campaigns that the person sent from colleagues'
 * mailboxes.
 */
export async function removeMailboxes(
  call: Call,
  em: Em,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<void> {
  for (const { id, email } of await em.find(Mailbox, { tenantId, userId }, { orderBy: { id: 'asc' } })) {
    await removeMailbox(call.app, em, { tenantId, mailboxId: id })
    await recordOwn(call, em, { action: 'mailbox_disconnected', target: { id, label: email } })
  }
  await pauseUnshared(call.app, em, tenantId, { userId })
}

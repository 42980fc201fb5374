import { sql } from 'kysely'
import { notFound } from '#schema/ids.ts'
import { blockMailbox } from '../campaigns/sending-state.ts'
import { viewerOf, type Call } from '../context.ts'
import { sqlOf, type Em } from '../database.ts'
import { AppError } from '#domain/errors.ts'
import { MailAccount, type Provider } from './mail-account.ts'

/** A mailbox as people see it: no tokens. */
export type MailAccountView = Pick<
  MailAccount,
  'id' | 'userId' | 'provider' | 'email' | 'name' | 'status' | 'statusReason' | 'lastUsedAt'
> & { dailySent: number }

/** The connected mailboxes of the workspace, oldest first. */
export async function listMailAccounts(call: Call): Promise<MailAccountView[]> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, (em) => views(em, tenantId, call.app.clock()))
}

/** One mailbox, or null. */
export async function findMailAccount(call: Call, id: string): Promise<MailAccountView | null> {
  return (await mailAccountsOf(call, [id])).get(id) ?? null
}

/** Mailboxes by id. */
export async function mailAccountsOf(call: Call, ids: readonly string[]): Promise<Map<string, MailAccountView>> {
  const { tenantId } = viewerOf(call)
  const found = await call.app.database.inTenant(tenantId, (em) => views(em, tenantId, call.app.clock(), ids))
  return new Map(found.map((account) => [account.id, account]))
}

/** Which vendors people have a working mailbox at: user id → vendors. */
export async function connectedProvidersOf(call: Call, userIds: readonly string[]): Promise<Map<string, Provider[]>> {
  if (!call.viewer) return new Map()
  const { tenantId } = call.viewer
  return call.app.database.inTenant(tenantId, async (em) => {
    const accounts = await em.find(MailAccount, { userId: { $in: [...userIds] }, status: { $ne: 'error' } })
    const byUser = Map.groupBy(accounts, (account) => account.userId)
    return new Map([...byUser].map(([id, list]) => [id, list.map((account) => account.provider)]))
  })
}

/** Forgets a mailbox and its tokens; its owner or an admin may. Throws NOT_FOUND, FORBIDDEN. */
export async function disconnectMailAccount(call: Call, id: string): Promise<MailAccountView> {
  const { tenantId, userId, role } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const [account] = await views(em, tenantId, call.app.clock(), [id])
    if (!account) throw notFound('MailAccount')
    if (account.userId !== userId && role !== 'admin') {
      throw new AppError('FORBIDDEN', 'Only the owner of this mailbox or an admin can disconnect it.')
    }
    await blockMailbox(call.app, em, { tenantId, mailAccountId: id }, 'NO_MAILBOX')
    await em.nativeDelete(MailAccount, { tenantId, id })
    return account
  })
}

async function views(em: Em, tenantId: string, now: Date, ids?: readonly string[]): Promise<MailAccountView[]> {
  const since = new Date(now.getTime() - 86_400_000)
  let query = sqlOf(em)
    .selectFrom('mail_accounts')
    .select(['id', 'userId', 'provider', 'email', 'name', 'status', 'statusReason', 'lastUsedAt'])
    .select((eb) =>
      eb
        .selectFrom('email_logs')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('email_logs.tenantId', '=', tenantId)
        .whereRef('email_logs.mailAccountId', '=', 'mail_accounts.id')
        .where('email_logs.attemptedAt', '>', since)
        .where('email_logs.status', 'in', ['sent', 'delivered'])
        .as('dailySent'),
    )
    .where('tenantId', '=', tenantId)
    .orderBy('id')
  if (ids) query = query.where('id', 'in', [...ids])
  return (await query.execute()) as MailAccountView[]
}

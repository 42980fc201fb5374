import { AppError } from '#domain/errors.ts'
import { User } from '../accounts/user.ts'
import type { Call, Viewer } from '../context.ts'
import type { Em } from '../database.ts'
import { lockTenant } from '../limits.ts'
import { MailAccount } from './mail-account.ts'
import type { MailboxKey } from '../sending/store.ts'

/**
 * The mailboxes with which the owner of this one can sign in, when they have no password; else none. Whoever connected a mailbox first,
 * in any workspace, is signed in by it.
 */
export async function waysInBeside(call: Call, { tenantId, mailAccountId }: MailboxKey): Promise<string[]> {
  const rows = await call.app.database.asSystem((em) =>
    em.execute<{ id: string }[]>(
      `select m.id from mail_accounts asked
       join users u on u.tenant_id = asked.tenant_id and u.id = asked.user_id and u.password_hash is null
       join mail_accounts m on m.tenant_id = u.tenant_id and m.user_id = u.id
       where asked.tenant_id = ? and asked.id = ? and not exists (
         select from mail_accounts o where o.provider = m.provider and o.subject = m.subject and o.created_at < m.created_at)`,
      [tenantId, mailAccountId],
    ),
  )
  return rows.map(({ id }) => id)
}

/** Throws CONFLICT when this mailbox is the last of these `ways` that is left: nobody could let its owner in again. */
export async function keepWayIn(
  em: Em,
  viewer: Pick<Viewer, 'tenantId' | 'userId'>,
  { id, userId }: Pick<MailAccount, 'id' | 'userId'>,
  ways: readonly string[],
): Promise<void> {
  if (!ways.includes(id)) return
  const { tenantId } = viewer
  // Of two that are disconnected in one moment the second finds the first gone.
  await lockTenant(em, tenantId)
  if ((await em.count(MailAccount, { id: { $in: ways.filter((way) => way !== id) } })) > 0) return
  if (userId === viewer.userId) {
    throw new AppError(
      'CONFLICT',
      'This is the only mailbox you can sign in with, and you have no password: without it you could not come back. Connect another mailbox first, then disconnect this one.',
    )
  }
  const { name } = await em.findOneOrFail(User, { id: userId })
  throw new AppError(
    'CONFLICT',
    `${name} has no password and signs in with this mailbox only: without it they could not come back. They can connect another mailbox first, or an admin can delete them under User Management.`,
  )
}

import { AppError } from '#domain/errors.ts'
import { mayManage } from '#domain/mail-accounts.ts'
import { signatureProblem } from '#domain/signatures.ts'
import { notFound } from '#schema/ids.ts'
import { recordOwn } from '../audit/record.ts'
import { viewerOf, type Call } from '../context.ts'
import { MailAccount } from './mail-account.ts'
import { findMailAccount, type MailAccountView } from './mail-accounts.ts'

/**
 * Sets the signature of a mailbox; null removes it, undefined leaves it. For its owner or an admin. Emails that have not
 * been sent yet get the new one. Throws NOT_FOUND, FORBIDDEN, BAD_INPUT.
 */
export async function updateMailAccount(
  call: Call,
  id: string,
  { signature }: { signature?: string | null | undefined },
): Promise<MailAccountView> {
  const viewer = viewerOf(call)
  const text = signature === undefined ? undefined : signature?.replace(/\r\n?/g, '\n').trim() || null
  const problem = text ? signatureProblem(text) : null
  if (problem !== null) throw new AppError('BAD_INPUT', problem, { fields: { signature: problem } })
  await call.app.database.inTenant(viewer.tenantId, async (em) => {
    const account = await em.findOne(MailAccount, { id })
    if (!account) throw notFound('MailAccount')
    if (!mayManage(viewer, account)) {
      throw new AppError('FORBIDDEN', 'Only the owner of this mailbox or an admin can change its signature.')
    }
    if (text === undefined || text === (account.signature ?? null)) return
    account.signature = text
    await em.flush()
    await recordOwn(call, em, { action: 'mailbox_signature_changed', target: { id, label: account.email } })
  })
  const changed = await findMailAccount(call, id)
  if (!changed) throw notFound('MailAccount')
  return changed
}

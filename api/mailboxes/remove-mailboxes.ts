import { recordOwn } from '#api/audit/record.ts'
import type { Call } from '#api/platform/call.ts'
import type { Em } from '#api/platform/database/database.ts'
import { MailAccount } from './mail-account.ts'
import { removeMailAccount } from './mail-accounts.ts'
import { pauseUnshared } from './shares.ts'

/** Disconnects the mailboxes of a person who is deleted, and pauses the campaigns that they sent from those of others. */
export async function removeMailboxes(
  call: Call,
  em: Em,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<void> {
  for (const { id, email } of await em.find(MailAccount, { tenantId, userId }, { orderBy: { id: 'asc' } })) {
    await removeMailAccount(call.app, em, { tenantId, mailAccountId: id })
    await recordOwn(call, em, { action: 'mailbox_disconnected', target: { id, label: email } })
  }
  await pauseUnshared(call.app, em, tenantId, { userId })
}

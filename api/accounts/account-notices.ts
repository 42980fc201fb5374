import { deviceName } from '#domain/accounts/device-names.ts'
import type { Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { notice, type NoticeKind } from '#api/system-mail/system-email-texts.ts'
import { queueSystemEmail } from '#api/system-mail/system-mail-queue.ts'
import { User } from './user.ts'

/**
 * Queues a security notice: tells a user by email what happened to their account, when, and from which device and IP
 * address. The email
 * is queued in the caller's transaction, so that a change and its notice commit together.
 *
 * @param options.to address of the notice; by default the user's own
 * @param options.bySuperAdmin true if a super admin acted: the notice then leaves out device and IP address
 */
export async function notify(
  call: Pick<Call, 'app' | 'address' | 'userAgent'>,
  em: Em,
  { username, email }: Pick<User, 'username' | 'email'>,
  kind: NoticeKind,
  {
    to = email,
    details = [],
    bySuperAdmin = false,
  }: { to?: string; details?: readonly string[]; bySuperAdmin?: boolean } = {},
): Promise<void> {
  const { app, address, userAgent } = call
  const at = `${app.clock().toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const from = bySuperAdmin
    ? `${at}, by the person who runs this installation.`
    : `${at}, ${deviceName(userAgent)}, IP address ${address}.`
  const settingsUrl = `${app.publicUrl}/settings?tab=profile`
  await queueSystemEmail(app, em, to, notice(kind, { username, details: [...details, from], settingsUrl }))
}

/**
 * Sends the notice of {@link notify} to the user with this id; does nothing on an installation without system emails.
 */
export async function notifyOwner(
  call: Pick<Call, 'app' | 'address' | 'userAgent'>,
  em: Em,
  { tenantId, userId }: { tenantId: string; userId: string },
  kind: NoticeKind,
  details: readonly string[] = [],
): Promise<void> {
  if (!call.app.systemMailer) return
  await notify(call, em, await em.findOneOrFail(User, { tenantId, id: userId }), kind, { details })
}

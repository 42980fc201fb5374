import type { DisabledReason } from '#domain/webhooks.ts'
import { User } from '#api/accounts/user.ts'
import { record } from '#api/audit/activity-log-writer.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { webhookDisabled } from '#api/system-mail/system-email-texts.ts'
import { queueSystemEmail } from '#api/system-mail/system-mail-queue.ts'
import type { Webhook } from './webhook.ts'

/** Disables a webhook that does not work: its waiting deliveries fail, and every admin is told. */
export async function disableWebhook(
  app: Pick<App, 'clock' | 'jobs' | 'secrets' | 'systemMailer' | 'publicUrl'>,
  em: Em,
  webhook: Webhook,
  because: DisabledReason,
): Promise<void> {
  const { tenantId, id } = webhook
  Object.assign(webhook, { enabled: false, disabledBecause: because, disabledAt: app.clock() })
  await em.flush()
  await failPending(em, tenantId, id)
  const host = hostOf(webhook)
  await record({ app, address: '', userAgent: '' }, em, {
    action: 'webhook_disabled',
    tenantId,
    by: 'product',
    target: { id, label: host },
  })
  const letter = webhookDisabled({ host, because, url: `${app.publicUrl}/settings?tab=webhooks` })
  for (const { email } of await em.find(User, { tenantId, role: 'admin', isActive: true })) {
    await queueSystemEmail(app, em, email, letter)
  }
}

/** Fails the waiting deliveries of a disabled webhook; each can be resent. */
export async function failPending(em: Em, tenantId: string, id: string): Promise<void> {
  await em.execute(
    `update webhook_deliveries set status = 'failed', due_at = null, problem = coalesce(problem, 'disabled')
     where tenant_id = :tenantId and webhook_id = :id and status = 'pending'`,
    { tenantId, id },
  )
}

/**
 * Returns the host that names a webhook in the activity log and in emails, because the rest of its URL can be a secret.
 */
export const hostOf = ({ url }: Pick<Webhook, 'url'>): string => new URL(url).host

import type { AuditAction } from '#domain/audit.ts'
import { actsIn, type ActCase } from './acts.ts'
import {
  answerWith,
  deliveriesOf,
  makeWebhook,
  rotateSecret,
  sendTest,
  startReceiver,
  storedWebhook,
} from './webhooks.ts'
import { eventually, type TestPerson, type World } from './world.ts'

/** Returns one API call for every audited action on webhooks. */
export function webhookActs(world: () => World) {
  const { onId } = actsIn(world)
  const targetLabel = 'hooks.example.com'

  /** Sends the test event to a receiver with this answer, and waits until it is settled. */
  async function tested(who: TestPerson, status: number) {
    const receiver = await startReceiver(answerWith(status))
    try {
      const { webhook, key } = await makeWebhook(who, { url: receiver.url })
      const id = await sendTest(who, webhook.id)
      await eventually('the test event is settled', async () => {
        const [delivery] = await deliveriesOf(world(), who)
        const { enabled } = await storedWebhook(world(), key)
        return delivery?.status === 'delivered' || !enabled
      })
      return { webhook, id }
    } finally {
      await receiver.close()
    }
  }

  return {
    webhook_created: {
      act: (who) => makeWebhook(who, { url: 'https://hooks.example.com/secret-path' }),
      says: {
        targetLabel,
        changes: [
          { field: 'host', from: null, to: targetLabel },
          { field: 'events', from: null, to: 'email_sent' },
          { field: 'enabled', from: null, to: 'true' },
        ],
      },
    },
    webhook_updated: {
      act: async (who) => {
        const { webhook } = await makeWebhook(who)
        await onId(who, 'updateWebhook', webhook.id, { description: 'The CRM' })
      },
      says: { targetLabel, changes: [{ field: 'description', from: null, to: 'The CRM' }] },
    },
    webhook_deleted: {
      act: async (who) => onId(who, 'deleteWebhook', (await makeWebhook(who)).webhook.id),
      says: { targetLabel },
    },
    webhook_secret_rotated: {
      act: async (who) => rotateSecret(who, (await makeWebhook(who)).webhook.id),
      says: { targetLabel },
    },
    webhook_tested: { act: async (who) => sendTest(who, (await makeWebhook(who)).webhook.id), says: { targetLabel } },
    webhook_resent: { act: async (who) => onId(who, 'resendWebhookDelivery', (await tested(who, 204)).id) },
    webhook_disabled: { act: (who) => tested(who, 410), says: { actor: 'product' } },
  } satisfies Partial<Record<AuditAction, ActCase>>
}

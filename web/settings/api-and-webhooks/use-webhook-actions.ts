import { useMutation } from '@apollo/client/react'
import { failureText } from '#web/client/failure-text.ts'
import type { WebhookFieldsFragment } from '#web/generated/graphql.ts'
import { toast } from '#web/ui/toast-store.ts'
import { DELETE_WEBHOOK, ROTATE_WEBHOOK_SECRET, SEND_TEST_WEBHOOK, UPDATE_WEBHOOK } from './operations.ts'
import { webhookName } from './webhook-texts.ts'

type Webhook = WebhookFieldsFragment

/** Returns the actions of an admin on a webhook. Each shows its own failure. */
export function useWebhookActions() {
  const [update] = useMutation(UPDATE_WEBHOOK)
  const [rotateSecret] = useMutation(ROTATE_WEBHOOK_SECRET)
  const [test] = useMutation(SEND_TEST_WEBHOOK, {
    update: (cache) => {
      cache.evict({ id: 'ROOT_QUERY', fieldName: 'webhookDeliveries' })
    },
  })
  const [del] = useMutation(DELETE_WEBHOOK, {
    update: (cache, { data }) => {
      const id = data?.deleteWebhook?.webhook?.id
      if (!id) return
      cache.evict({ id: cache.identify({ __typename: 'Webhook', id }) })
      cache.gc()
    },
  })
  return {
    async setEnabled({ id }: Webhook, enabled: boolean): Promise<void> {
      const done = await attempt(
        () => update({ variables: { input: { id, enabled } } }),
        enabled ? ['Resume Failed', 'The webhook was not resumed'] : ['Pause Failed', 'The webhook was not paused'],
      )
      if (!done) return
      if (enabled) toast({ title: 'Webhook resumed', description: 'New events are sent to this webhook.' })
      else toast({ title: 'Webhook paused', description: 'Events that happen until you resume it are not sent.' })
    },
    /** Replaces the webhook's secret; returns the new one, or null if that failed. */
    async rotate({ id }: Webhook): Promise<string | null> {
      const words = ['Rotate Failed', 'The secret was not rotated'] as const
      const result = await attempt(() => rotateSecret({ variables: { id } }), words)
      return result?.data?.rotateWebhookSecret?.secret ?? null
    },
    /** Sends a test event; returns whether it was queued. */
    async sendTest({ id }: Webhook): Promise<boolean> {
      const words = ['Test Failed', 'The test event was not sent'] as const
      return (await attempt(() => test({ variables: { id } }), words)) !== null
    },
    async remove(webhook: Webhook): Promise<void> {
      const words = ['Delete Failed', 'The webhook was not deleted'] as const
      if (!(await attempt(() => del({ variables: { id: webhook.id } }), words))) return
      toast({ title: 'Webhook deleted', description: `Nothing more is sent to “${webhookName(webhook)}”.` })
    },
  }
}

/** Returns the result of a call; null if it failed, which a toast reports. */
async function attempt<T>(call: () => Promise<T>, [title, sentence]: readonly [string, string]): Promise<T | null> {
  try {
    return await call()
  } catch (error) {
    toast({ title, description: failureText(sentence, error), variant: 'destructive' })
    return null
  }
}

import type { Enqueuing, JobQueue, Jobs } from '#api/platform/jobs/job-queue.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'

/** Identifies one webhook of one tenant. */
export interface WebhookKey {
  tenantId: string
  webhookId: string
}

/** Webhooks with something to send. */
export const WEBHOOK_QUEUE: JobQueue<WebhookKey> = {
  name: 'webhook',
  options: { policy: 'short', notify: true, retryLimit: 0, expireInSeconds: 240, deleteAfterSeconds: 60 },
  keyOf: ({ webhookId }) => webhookId,
}

/** Enqueues a slice for a webhook; takes effect when the transaction commits. */
export const wakeWebhook = (jobs: Jobs, em: Enqueuing, key: WebhookKey): Promise<void> =>
  jobs.add(WEBHOOK_QUEUE, key, { em })

/** Enqueues a slice for each of these webhooks, outside a transaction; duplicates are merged. */
export const wakeWebhooksNow = (jobs: Jobs, keys: readonly WebhookKey[]): Promise<void> =>
  jobs.addAll(WEBHOOK_QUEUE, keys)

/** Calls `run` for every webhook with something to send. Returns a function that stops taking work and waits for running work. */
export const workWebhooks = (jobs: Jobs, run: (key: WebhookKey) => Promise<void>): Promise<() => Promise<void>> =>
  jobs.workSingly(WEBHOOK_QUEUE, LIMITS.webhookDeliveries.max.process, run)

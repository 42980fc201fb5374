import { currentTrace, traceparentOf } from '#api/platform/trace-context.ts'
import type { WebhookSender } from '#api/webhooks/webhook-sender.ts'
import type { Metrics } from './metrics.ts'

/** Wraps a webhook sender so that its requests are counted. They carry the trace of the job that sends them. */
export function observeWebhooks(sender: WebhookSender, metrics: Metrics): WebhookSender {
  return {
    ...sender,
    send: async (url, headers, body) => {
      const trace = currentTrace()
      const attempt = await sender.send(url, trace ? { ...headers, traceparent: traceparentOf(trace) } : headers, body)
      metrics.count('webhookAttempts', { result: attempt.problem ?? 'delivered' })
      return attempt
    },
  }
}

import { Webhook } from 'standardwebhooks'

/** An event, as docs/integrate/webhooks.md lists them. */
export interface WebhookEvent {
  /** type of the event, such as `email.sent` */
  type: string
  /** Time of the event, as ISO 8601. */
  timestamp: string
  data: Record<string, unknown>
}

/**
 * Checks the signature of a webhook's request and returns its event. `body` is the text as it arrived, not parsed and
 * written again. Throws if the signature is wrong, or older than five minutes.
 */
export function verifyWebhook(
  secret: string,
  body: string,
  headers: Record<string, string | string[] | undefined>,
): WebhookEvent {
  return new Webhook(secret).verify(body, headers as Record<string, string>) as WebhookEvent
}

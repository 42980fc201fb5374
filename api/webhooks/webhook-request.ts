import { Webhook as Signer } from 'standardwebhooks'
import { ERASED } from '#domain/personal-data.ts'
import { typeOf } from '#domain/webhooks.ts'
import { enumName } from '#schema/enum-spelling.ts'
import { encodeId, type IdKind } from '#schema/object-ids.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import type { EventData, WebhookDelivery } from './webhook.ts'

/** The kinds of ids in the data of events. */
const KINDS: Record<string, IdKind> = {
  emailLogId: 'EmailLog',
  campaignId: 'Campaign',
  contactId: 'Contact',
  contactIds: 'Contact',
  runId: 'Campaign',
  replyId: 'Reply',
  assigneeId: 'User',
  contactImportId: 'ContactImport',
  mailboxId: 'Mailbox',
  webhookId: 'Webhook',
}
/** Values of enums, spelled as in GraphQL. */
const ENUMS = new Set(['status', 'reason', 'change', 'failureCode'])

type Event = Pick<WebhookDelivery, 'id' | 'event' | 'occurredAt' | 'data'>

/**
 * Makes the bodies of webhook requests, by delivery. Email addresses are looked up now, because stored events contain
 * none: the body of a retry differs only if the person was erased meanwhile.
 */
export async function bodiesOf(em: Em, tenantId: string, events: readonly Event[]): Promise<Map<string, string>> {
  const logs = events.flatMap(({ data }) => (data['emailLogId'] ? [String(data['emailLogId'])] : []))
  const rows =
    logs.length === 0
      ? []
      : await em.execute<{ id: string; email: string }[]>(
          `select id, contact_email as email from email_logs where tenant_id = :tenantId and id = any (:ids::uuid[])`,
          { tenantId, ids: uuidArray(new Set(logs)) },
        )
  const emails = new Map(rows.map(({ id, email }) => [id, email === ERASED.email ? null : email]))
  return new Map(events.map((event) => [event.id, bodyOf(event, emails)]))
}

function bodyOf({ event, occurredAt, data }: Event, emails: ReadonlyMap<string, string | null>): string {
  const shown = shownData(data)
  if (data['emailLogId']) shown['email'] = emails.get(String(data['emailLogId'])) ?? null
  return JSON.stringify({ type: typeOf(event), timestamp: new Date(occurredAt).toISOString(), data: shown })
}

/** Converts ids and enums in the data of an event to the API's spelling. */
function shownData(data: EventData): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const kind = KINDS[name]
      if (kind && Array.isArray(value)) return [name, value.map((id) => encodeId(kind, String(id)))]
      if (kind && value !== null) return [name, encodeId(kind, String(value))]
      return [name, ENUMS.has(name) && typeof value === 'string' ? enumName(value) : value]
    }),
  )
}

/** The headers of a request, by the Standard Webhooks specification: one signature for each valid secret. */
export function headersOf(id: string, body: string, secrets: readonly string[], now: Date): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Mergewell-Webhooks/1',
    'webhook-id': encodeId('WebhookDelivery', id),
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': secrets
      .map((secret) => new Signer(secret).sign(encodeId('WebhookDelivery', id), now, body))
      .join(' '),
  }
}

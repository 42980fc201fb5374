import { emailKey } from '#domain/contacts/contacts.ts'
import { tagValues, type MergeValues } from '#domain/content/merge-tags.ts'
import { compileSender, fillSender, type CompiledSender, type SenderTexts } from '#domain/content/sender-fields.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import type { Attempt } from '#api/sending/store.ts'

/**
 * Adds to emails who gets a copy (CC, BCC), without suppressed addresses. Costs one statement for campaigns without
 * copies.
 */
export async function withCopies(em: Em, tenantId: string, attempts: readonly Attempt[]): Promise<Attempt[]> {
  if (attempts.length === 0) return []
  const rows = await em.execute<({ id: string } & SenderTexts)[]>(
    `select id, cc, bcc from campaigns
     where tenant_id = :tenantId and id = any (:ids::uuid[]) and (cc is not null or bcc is not null)`,
    { tenantId, ids: uuidArray(new Set(attempts.map(({ campaignId }) => campaignId))) },
  )
  const senders = new Map(rows.map(({ id, ...texts }) => [id, compileSender(texts)]))
  const copied = attempts.map((attempt) => {
    const sender = senders.get(attempt.campaignId)
    return sender ? { ...attempt, copies: keysOf(sender, attempt) } : attempt
  })
  const suppressed = await suppressedOf(em, tenantId, new Set(copied.flatMap(({ copies = [] }) => copies)))
  return copied.map((attempt) =>
    attempt.copies ? { ...attempt, copies: attempt.copies.filter((key) => !suppressed.has(key)) } : attempt,
  )
}

/** Returns the address keys in CC and BCC of sent emails, suppressed or not: log id → keys. */
export async function copiesOfSent(
  em: Em,
  tenantId: string,
  logIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (logIds.length === 0) return new Map()
  const rows = await em.execute<({ id: string; email: string; merge: Omit<MergeValues, 'email'> } & SenderTexts)[]>(
    `select l.id, l.contact_email as email, l.merge_values as merge, c.cc, c.bcc
     from email_logs l join campaigns c on c.tenant_id = l.tenant_id and c.id = l.campaign_id
     where l.tenant_id = :tenantId and l.id = any (:ids::uuid[]) and (c.cc is not null or c.bcc is not null)`,
    { tenantId, ids: uuidArray(new Set(logIds)) },
  )
  return new Map(
    rows.map(({ id, email, merge, cc, bcc }) => [
      id,
      keysOf(compileSender({ cc, bcc }), { ...NO_VALUES, ...merge, email }),
    ]),
  )
}

/** Empty merge values, for an email whose values were deleted. */
const NO_VALUES = { firstName: '', lastName: '', fields: {} }

function keysOf(sender: CompiledSender, recipient: MergeValues): string[] {
  const { cc, bcc } = fillSender(sender, tagValues(recipient), recipient.email)
  return [...cc, ...bcc].map(({ address }) => emailKey(address))
}

/** Returns the keys that are on the suppression list. */
export async function suppressedOf(em: Em, tenantId: string, keys: Iterable<string>): Promise<ReadonlySet<string>> {
  const asked = [...keys]
  if (asked.length === 0) return new Set()
  const rows = await em.execute<{ key: string }[]>(
    `select email_key as key from suppressions
     where tenant_id = :tenantId and email_key in (select value from jsonb_array_elements_text(:keys::jsonb))`,
    { tenantId, keys: JSON.stringify(asked) },
  )
  return new Set(rows.map(({ key }) => key))
}

import { bulkSenderWarning, domainOf, RECEIVERS } from '#domain/campaigns/bulk-sender-rules.ts'
import { receiverLedger } from '#domain/pacing/shared-ledgers.ts'
import type { Mailbox } from '#api/mailboxes/mailbox.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { Campaign } from '../campaign.ts'
import { dayOf } from '#api/emails/ledgers/shared-ledgers.ts'
import type { MailProblem } from '#api/rendering/mail-problem.ts'

/** Warns if this campaign makes, or may make, a sending domain a bulk sender (product: mailboxes.bulk-sender). */
export async function bulkProblems(
  em: Em,
  campaign: Campaign,
  accounts: readonly Mailbox[],
  now: Date,
): Promise<MailProblem[]> {
  const domains = Map.groupBy(accounts, ({ email }) => domainOf(email))
  const asked = [...domains.keys()].flatMap((domain) =>
    RECEIVERS.some(({ takes }) => takes(domain)) ? [] : RECEIVERS.map(({ name }) => ({ domain, name })),
  )
  if (asked.length === 0) return []
  const recipients = await recipientsAt(em, campaign)
  const ledgers = asked.map(({ domain, name }) => receiverLedger(domain, name))
  const used = await dayOf(em, ledgers, now)
  return asked.flatMap(({ domain, name }) => {
    const share = (domains.get(domain)?.length ?? 0) / accounts.length
    const more = Math.ceil((recipients.get(name) ?? 0) * share)
    if (more === 0) return []
    const message = bulkSenderWarning(domain, name, used.get(receiverLedger(domain, name)) ?? 0, more)
    return message === null ? [] : [{ code: 'BULK_SENDER', severity: 'warning' as const, message }]
  })
}

/** Counts a campaign's recipients with private addresses, such as at Gmail, by mailbox provider: provider → number. */
async function recipientsAt(em: Em, { tenantId, id }: Campaign): Promise<Map<string, number>> {
  const counts = RECEIVERS.map(
    (_, index) => `count(*) filter (where split_part(c.email_key, '@', 2) ~ :receiver${index})`,
  )
  const [row] = await em.execute<[{ counts: number[] }]>(
    `select jsonb_build_array(${counts.join(', ')}) as counts
     from campaign_contacts r join contacts c on c.tenant_id = r.tenant_id and c.id = r.contact_id
     where r.tenant_id = :tenantId and r.campaign_id = :id
       and not exists (select from suppressions s where s.tenant_id = :tenantId and s.email_key = c.email_key)`,
    { tenantId, id, ...Object.fromEntries(RECEIVERS.map(({ domains }, index) => [`receiver${index}`, domains])) },
  )
  return new Map(RECEIVERS.map(({ name }, index) => [name, row.counts[index] ?? 0]))
}

import { PLANS, sendingTier, type ProviderCeiling } from '#domain/plans.ts'
import { heldToPlan } from '#domain/settings.ts'
import type { Em } from '../../platform/database.ts'
import { paceRules, type PaceRules } from '#domain/pacing/pace.ts'
import type { LedgerMailbox } from '#domain/pacing/recipient-limits.ts'
import type { MailAccount } from '../../mail-accounts/mail-account.ts'
import type { MailboxKey } from '../../sending/store.ts'
import { settingsOf } from '../../settings/settings.ts'
import { currentProbation } from '../../tenants/probation.ts'
import type { Tenant } from '../../tenants/tenant.ts'

/** file size in bytes from which Microsoft requires a separate upload */
const UPLOADED_FROM = 3_000_000

/** All pacing rules of a mailbox for the campaigns it is sending. */
export async function sendingRules(
  em: Em,
  tenant: Tenant,
  mailbox: MailAccount,
  { providerCeilings, now }: { providerCeilings: readonly ProviderCeiling[]; now: Date },
): Promise<PaceRules> {
  const { tenantId, id, provider } = mailbox
  return mailboxRules(em, tenant, {
    mailbox,
    providerCeilings,
    uploadBytes: provider === 'microsoft' ? await largestUpload(em, { tenantId, mailAccountId: id }) : 0,
    recipientsEach: await mostRecipients(em, { tenantId, mailAccountId: id }),
    now,
  })
}

/**
 * All pacing rules of a mailbox in this workspace. `uploadBytes`: the largest email's upload besides the message
 * itself.
 */
export async function mailboxRules(
  em: Em,
  tenant: Tenant,
  facts: {
    mailbox: LedgerMailbox
    providerCeilings: readonly ProviderCeiling[]
    uploadBytes: number
    /** of the email with the most recipients, copies included */
    recipientsEach: number
    now: Date
  },
): Promise<PaceRules> {
  const plan = PLANS[sendingTier(tenant)]
  const settings = heldToPlan(await settingsOf(em, tenant.id), plan)
  return paceRules({
    ...facts,
    settings,
    warmupStartedAt: settings.warmupStartedAt ?? null,
    planCeilings: plan.ceilings,
    probation: await currentProbation(em, tenant, facts.now),
  })
}

/** SQL for the recipients of an email of campaign `c`: its person, and as many copies as its lists name at most. */
const recipientsOf = (c: string) =>
  `1 + regexp_count(coalesce(${c}.cc, ''), '@|\\{') + regexp_count(coalesce(${c}.bcc, ''), '@|\\{')`

/** Recipients of an email of a campaign: its person, and as many copies as its lists name at most. */
export const recipientsEach = ({
  cc,
  bcc,
}: {
  cc?: string | null | undefined
  bcc?: string | null | undefined
}): number => 1 + (`${cc ?? ''},${bcc ?? ''}`.match(/@|\{/g)?.length ?? 0)

/** Recipients of the email with the most, among the campaigns that a mailbox is sending. */
async function mostRecipients(em: Em, key: MailboxKey): Promise<number> {
  const [row] = await em.execute<{ most: number | null }[]>(
    `select max(${recipientsOf('c')})::int as most from campaign_mailboxes m
     join campaigns c on c.tenant_id = m.tenant_id and c.id = m.campaign_id and c.status = 'sending'
     where m.tenant_id = :tenantId and m.mail_account_id = :mailAccountId`,
    { ...key },
  )
  return row?.most ?? 1
}

/** Bytes of the largest upload among a mailbox's campaigns; 0 if all files fit into their messages. */
async function largestUpload(em: Em, key: MailboxKey): Promise<number> {
  const [row] = await em.execute<{ bytes: number }[]>(
    `select max(bytes)::int as bytes from (
       select sum(a.size) as bytes from campaign_mailboxes m
       join campaigns c on c.tenant_id = m.tenant_id and c.id = m.campaign_id and c.status = 'sending'
       join attachments a on a.tenant_id = c.tenant_id and a.campaign_id = c.id
       where m.tenant_id = :tenantId and m.mail_account_id = :mailAccountId group by c.id having sum(a.size) > :UPLOADED_FROM) as uploads`,
    { ...key, UPLOADED_FROM },
  )
  return row?.bytes ?? 0
}

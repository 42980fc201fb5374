import { PLANS, sendingTier, type ProviderCeiling } from '#domain/tenants/plans.ts'
import { heldToPlan } from '#domain/settings/settings.ts'
import type { Em } from '#api/platform/database/database.ts'
import { paceRules, type PaceRules } from '#domain/pacing/pace.ts'
import type { LedgerMailbox } from '#domain/pacing/recipient-limits.ts'
import type { Mailbox } from './mailbox.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { settingsOf } from '#api/settings/settings.ts'
import { currentProbation } from '#api/emails/new-workspace-probation.ts'
import type { Tenant } from '#api/tenants/tenant.ts'
import { PROVIDER_RULES } from '#domain/mailboxes/providers.ts'

/** All pacing rules of a mailbox for the campaigns it is sending. */
export async function sendingRules(
  em: Em,
  tenant: Tenant,
  mailbox: Mailbox,
  { providerCeilings, now }: { providerCeilings: readonly ProviderCeiling[]; now: Date },
): Promise<PaceRules> {
  const { tenantId, id, provider } = mailbox
  const { recipients, uploadBytes } = await largestEmails(
    em,
    { tenantId, mailboxId: id },
    PROVIDER_RULES[provider].uploadsFrom,
  )
  return mailboxRules(em, tenant, {
    mailbox,
    providerCeilings,
    uploadBytes,
    recipientsEach: recipients,
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
    mailbox: LedgerMailbox & Pick<Mailbox, 'caution'>
    providerCeilings: readonly ProviderCeiling[]
    uploadBytes: number
    /** most recipients of one email, copies included */
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
    caution: settings.slowDownUnwelcome ? (facts.mailbox.caution ?? null) : null,
    probation: await currentProbation(em, tenant, facts.now),
  })
}

/**
 * SQL: maximum number of recipients of an email of campaign `c`: the person, and as many copies as its lists can name.
 */
const recipientsOf = (c: string) =>
  `1 + regexp_count(coalesce(${c}.cc, ''), '@|\\{') + regexp_count(coalesce(${c}.bcc, ''), '@|\\{')`

/**
 * Returns the maximum number of recipients of an email of a campaign: the person, and as many copies as its lists can
 * name.
 */
export const recipientsEach = ({
  cc,
  bcc,
}: {
  cc?: string | null | undefined
  bcc?: string | null | undefined
}): number => 1 + (`${cc ?? ''},${bcc ?? ''}`.match(/@|\{/g)?.length ?? 0)

/**
 * The largest emails among the campaigns that a mailbox is sending: recipients, copies included, and bytes of the upload
 * besides the message, 0 if all files fit into their messages.
 */
async function largestEmails(
  em: Em,
  key: MailboxKey,
  uploadsFrom: number | null,
): Promise<{ recipients: number; uploadBytes: number }> {
  const [row] = await em.execute<{ recipients: number | null; bytes: number | null }[]>(
    `select max(${recipientsOf('c')})::int as recipients, max(files.bytes)::int as bytes
     from campaign_mailboxes m
     join campaigns c on c.tenant_id = m.tenant_id and c.id = m.campaign_id and c.status = 'sending'
     left join lateral (
       select sum(a.size) as bytes from attachments a where a.tenant_id = c.tenant_id and a.campaign_id = c.id
       having sum(a.size) > :uploadsFrom::int) as files on true
     where m.tenant_id = :tenantId and m.mailbox_id = :mailboxId`,
    { ...key, uploadsFrom },
  )
  return { recipients: row?.recipients ?? 1, uploadBytes: row?.bytes ?? 0 }
}

import { domainOf } from '#domain/bulk-senders.ts'
import { organisationLimit } from '#domain/pacing/organisation-limit.ts'
import { organisationLedger } from '#domain/pacing/shared-ledgers.ts'
import { adminOf, type Call } from '../context.ts'
import { dayOf } from '../campaigns/delivery/shared-ledgers.ts'
import { MailAccount } from '../mail-accounts/mail-account.ts'
import { settingsOf } from './settings.ts'

/** How much of its limit a Microsoft 365 organisation has used. */
export interface OrganisationUse {
  /** its domains, as far as the workspace's mailboxes show them */
  domains: string[]
  /** external recipients in the last 24 hours, from all its mailboxes */
  used: number
  /** the most that may be sent in 24 hours, less the headroom; null = no limit */
  limit: number | null
  /** nothing is entered: the limit is that of the smallest organisation */
  isAssumed: boolean
}

/** The Microsoft 365 organisations of the workspace's mailboxes (product: sending.organisation). For admins. */
export async function organisationUse(call: Call): Promise<OrganisationUse[]> {
  const { tenantId } = adminOf(call)
  const { app } = call
  return app.database.inTenant(tenantId, async (em) => {
    const settings = await settingsOf(em, tenantId)
    const mailboxes = await em.find(MailAccount, { tenantId, provider: 'microsoft' }, { orderBy: { id: 'asc' } })
    const byLedger = Map.groupBy(mailboxes, organisationLedger)
    byLedger.delete(null)
    const used = await dayOf(
      em,
      [...byLedger.keys()].flatMap((ledger) => ledger ?? []),
      app.clock(),
    )
    const assumed = app.ceilings('microsoft').find(({ per }) => per === 'organisation')?.count ?? null
    return [...byLedger].map(([ledger, own]) => ({
      domains: [...new Set(own.map(({ email }) => domainOf(email)))],
      used: used.get(ledger ?? '') ?? 0,
      limit: organisationLimit(settings, assumed),
      isAssumed: settings.organisationLicences == null && settings.organisationLimit == null && assumed !== null,
    }))
  })
}

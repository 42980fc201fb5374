import type { Provider } from '#domain/mailboxes/providers.ts'
import { domainOf } from '#domain/campaigns/bulk-sender-rules.ts'
import { organizationLimit } from '#domain/pacing/organization-limit.ts'
import { organizationLedger } from '#domain/pacing/shared-ledgers.ts'
import { adminOf, type Call } from '#api/platform/call-context.ts'
import { dayOf } from '#api/emails/ledgers/shared-ledgers.ts'
import { Mailbox } from './mailbox.ts'
import { settingsOf } from '#api/settings/settings.ts'

/** The share of its daily limit that a Microsoft 365 organization has used. */
export interface OrganizationUse {
  /** domains of the organization, as far as the workspace's mailboxes show them */
  domains: string[]
  /** number of external recipients in the last 24 hours, of all its mailboxes */
  used: number
  /** maximum recipients in 24 hours, less a safety margin; null = no limit */
  limit: number | null
  /** true if nobody entered a limit, so that the limit of the smallest organization is assumed */
  isAssumed: boolean
}

/** The Microsoft 365 organizations of the workspace's mailboxes (product: sending.organization). For admins. */
export async function organizationUse(call: Call): Promise<OrganizationUse[]> {
  const { tenantId } = adminOf(call)
  const { app } = call
  return app.database.inTenant(tenantId, async (em) => {
    const settings = await settingsOf(em, tenantId)
    const mailboxes = await em.find(Mailbox, { tenantId }, { orderBy: { id: 'asc' } })
    const byLedger = Map.groupBy(mailboxes, organizationLedger)
    byLedger.delete(null)
    const used = await dayOf(
      em,
      [...byLedger.keys()].flatMap((ledger) => ledger ?? []),
      app.clock(),
    )
    const assumedAt = (provider?: Provider) =>
      (provider && app.ceilings(provider).find(({ per }) => per === 'organization')?.count) ?? null
    return [...byLedger].map(([ledger, own]) => {
      const assumed = assumedAt(own[0]?.provider)
      return {
        domains: [...new Set(own.map(({ email }) => domainOf(email)))],
        used: used.get(ledger ?? '') ?? 0,
        limit: organizationLimit(settings, assumed),
        isAssumed: settings.organisationLicences == null && settings.organisationLimit == null && assumed !== null,
      }
    })
  })
}

import { domainOf } from '#domain/campaigns/bulk-sender-rules.ts'
import {
  isProviderDomain,
  judgeDomain,
  type DomainRecords,
  type Finding,
} from '#domain/mailboxes/deliverability/deliverability-findings.ts'
import { notFound } from '#schema/object-ids.ts'
import type { App } from '#api/platform/app-context.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { settingsOf } from '#api/settings/settings.ts'
import { PROVIDER_RULES, type Provider } from '#domain/mailboxes/providers.ts'
import { Mailbox } from '../mailbox.ts'
import { findMailbox } from '../mailboxes.ts'
import { readDomain } from './domain-records.ts'

/** Deliverability report of a mailbox: what the DNS records of its domain say about whether receivers trust its emails. */
export interface LandingReport {
  mailboxId: string
  domain: string
  /** when DNS was asked */
  checkedAt: Date
  findings: Finding[]
}

/** ms for which a DNS answer is kept (`for`), and for which it is not asked for again even on demand (`least`). */
const REPORT_CACHE_MS = { for: 600_000, least: 10_000 }
/** Maximum number of domains whose DNS answers are kept. */
const DOMAINS_MAX = 1_000

interface Known {
  at: number
  records: Promise<DomainRecords>
}

/** Cache of DNS answers by domain and provider, shared by all workspaces of this process because DNS is public. */
export class DomainAnswers {
  readonly #known = new Map<string, Known>()

  async of(
    { dns, clock }: Pick<App, 'dns' | 'clock'>,
    domain: string,
    provider: Provider,
    { fresh }: { fresh: boolean },
  ): Promise<{ at: Date; records: DomainRecords }> {
    const now = clock().getTime()
    const key = `${provider} ${domain}`
    let known = this.#known.get(key)
    if (!known || now - known.at >= (fresh ? REPORT_CACHE_MS.least : REPORT_CACHE_MS.for)) {
      known = { at: now, records: readDomain(dns, domain, provider) }
      this.#known.delete(key)
      this.#known.set(key, known)
      const [oldest] = this.#known.keys()
      if (this.#known.size > DOMAINS_MAX && oldest !== undefined) this.#known.delete(oldest)
    }
    return { at: new Date(known.at), records: await known.records }
  }
}

const answers = new WeakMap<App, DomainAnswers>()

/**
 * Judges the domain of a mailbox that the caller may see. `fresh`: asks DNS again, at most every ten seconds. Throws
 * NOT_FOUND.
 */
export async function mailboxLanding(
  call: Call,
  mailboxId: string,
  { fresh = false }: { fresh?: boolean } = {},
): Promise<LandingReport> {
  const { app } = call
  const mailbox = await findMailbox(call, mailboxId)
  if (!mailbox) throw notFound('Mailbox')
  const { email, provider } = mailbox
  const { tenantId } = viewerOf(call)
  const settings = await app.database.inTenant(tenantId, (em) => settingsOf(em, tenantId))
  const ours = { postalAddress: Boolean(settings.postalAddress) }
  const domain = domainOf(email)
  if (isProviderDomain(domain)) {
    const findings = judgeDomain(domain, provider, { spf: null, dkim: null, dmarc: null }, ours)
    return { mailboxId, domain, checkedAt: app.clock(), findings }
  }
  let kept = answers.get(app)
  if (!kept) answers.set(app, (kept = new DomainAnswers()))
  const host = PROVIDER_RULES[provider].hostDns?.({ domain, subject: await subjectOf(call, mailboxId) }) ?? null
  const { at, records } = await kept.of(app, domain, provider, { fresh })
  return { mailboxId, domain, checkedAt: at, findings: judgeDomain(domain, provider, records, { ...ours, host }) }
}

/** The provider's id of a mailbox. */
async function subjectOf(call: Call, id: string): Promise<string | null> {
  const { tenantId } = viewerOf(call)
  const mailbox = await call.app.database.inTenant(tenantId, (em) => em.findOne(Mailbox, { tenantId, id }))
  return mailbox?.subject ?? null
}

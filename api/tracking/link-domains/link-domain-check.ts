import { lookup } from 'node:dns'
import { Agent, fetch as undiciFetch } from 'undici'
import { domainProof } from '#domain/accounts/single-sign-on.ts'
import { proofName, type LinkDomainProblem } from '#domain/tracking/link-domains.ts'
import { activeAdmins } from '#api/accounts/active-admins.ts'
import { recordProduct } from '#api/audit/activity-log-writer.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { runPeriodically } from '#api/platform/jobs/periodic-work.ts'
import type { Worker } from '#api/platform/jobs/job-worker.ts'
import { takeLock } from '#api/platform/locks/advisory-locks.ts'
import { linkDomainFails, linkDomainWorks } from '#api/system-mail/system-email-texts.ts'
import { queueSystemEmail } from '#api/system-mail/system-mail-queue.ts'
import { HOST_PATH } from './link-hosts.ts'
import { originAt } from './link-origin.ts'

/**
 * Checks a link domain (a workspace's own host for links in emails), by hand and on a schedule, in this order:
 *
 * 1. The TXT record proves that the workspace may use the host, and the CNAME record leads to this installation. 2.
 * Then the host belongs to the workspace, and is served. A workspace that proved it before keeps it while its proof
 * stands. 3. The host answers at the address of PUBLIC_URL, with TLS if PUBLIC_URL has it. Then new emails use it.
 *
 * A domain in use that fails two checks in a row is no longer used for new emails. If DNS does not answer, nothing
 * changes.
 */

/** seconds between two runs that find domains whose check is due */
const LOOK_SECONDS = 60
/** ms to wait for an answer of the host. */
const PATIENCE_MS = 10_000
/** Maximum number of CNAME records that are followed. */
const ALIASES_MAX = 4

export interface LinkDomainRow {
  tenantId: string
  host: string
  token: string
  problem: LinkDomainProblem | null
  verifiedAt: Date | null
  failedAt: Date | null
}

type Proof = Pick<LinkDomainRow, 'tenantId' | 'host' | 'token'>

/** SQL columns of a {@link LinkDomainRow}. */
export const LINK_DOMAIN_COLUMNS = `tenant_id as "tenantId", host, token, problem, verified_at as "verifiedAt", failed_at as "failedAt"`

/**
 * Checks the DNS records and the host, assigns the host to the workspace if they prove it, and returns the problem;
 * null: none.
 */
async function findProblem(app: App, row: Proof): Promise<LinkDomainProblem | null> {
  let records: string[]
  try {
    records = await app.dns.txt(proofName(row.host))
    if (!records.includes(domainProof(row.token))) return 'proof'
    if (!(await leadsHere(app, row.host))) return 'cname'
  } catch {
    return 'noAnswer'
  }
  if (!(await takeHost(app, row, records))) return 'taken'
  app.linkHosts.forget()
  return (await isServed(app, row.host)) ? null : 'unreachable'
}

async function leadsHere({ dns, publicUrl }: Pick<App, 'dns' | 'publicUrl'>, host: string): Promise<boolean> {
  const own = new URL(publicUrl).hostname
  let name = host
  for (let step = 0; step < ALIASES_MAX; step += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each name is told by the one before
    const [next] = await dns.cname(name)
    if (next === undefined) return false
    name = next.toLowerCase().replace(/\.$/, '')
    if (name === own) return true
  }
  return false
}

/**
 * Assigns the host to the workspace. Another workspace that proved it earlier keeps it only while its TXT record stands
 * among `records`, so that a domain that changed hands can be used again.
 */
function takeHost(app: App, { tenantId, host }: Proof, records: readonly string[]): Promise<boolean> {
  return app.database.asSystem(async (em) => {
    await takeLock(em, 'linkDomain', host)
    const [other] = await em.execute<{ tenantId: string; token: string; removedAt: Date | null }[]>(
      `select tenant_id as "tenantId", token, removed_at as "removedAt" from link_domains
       where host = :host and verified_at is not null and tenant_id <> :tenantId`,
      { host, tenantId },
    )
    if (other) {
      if (other.removedAt === null && records.includes(domainProof(other.token))) return false
      await em.execute(
        `update link_domains set verified_at = null, failed_at = null, problem = 'proof'
         where tenant_id = :tenantId and host = :host`,
        { tenantId: other.tenantId, host },
      )
      if (other.removedAt === null) await tellAdmins(app, em, { tenantId: other.tenantId, host, problem: 'proof' })
    }
    await em.execute(
      `update link_domains set verified_at = coalesce(verified_at, :now) where tenant_id = :tenantId and host = :host`,
      { now: app.clock(), tenantId, host },
    )
    return true
  })
}

/**
 * Returns whether a host answers with its own name. The request goes to the address of PUBLIC_URL, to which the host's
 * CNAME record was just seen to lead, because a name that a person typed is never connected to.
 */
async function isServed(app: Pick<App, 'publicUrl'>, host: string): Promise<boolean> {
  const { hostname } = new URL(app.publicUrl)
  const target = hostname.replace(/^\[|\]$/g, '')
  const dispatcher = new Agent({
    connect: { timeout: PATIENCE_MS, lookup: (_name, options, done) => lookup(target, options, done as never) },
    maxResponseSize: 1024,
  })
  try {
    const options = { dispatcher, redirect: 'error' as const, signal: AbortSignal.timeout(PATIENCE_MS) }
    const answer = await undiciFetch(originAt(app, host) + HOST_PATH, options)
    return answer.status === 200 && (await answer.text()) === host
  } catch {
    return false
  } finally {
    await dispatcher.destroy()
  }
}

/** Emails the admins that new emails use the domain now, or no longer do. */
async function tellAdmins(
  app: App,
  em: Em,
  { tenantId, host, problem }: { tenantId: string; host: string; problem: LinkDomainProblem | null },
): Promise<void> {
  const url = `${app.publicUrl}/settings?tab=privacy`
  const letter = problem === null ? linkDomainWorks({ host, url }) : linkDomainFails({ host, problem, url })
  for (const { email } of await activeAdmins(em, tenantId)) await queueSystemEmail(app, em, email, letter)
  await recordProduct(app, em, {
    action: 'link_domain_changed',
    tenantId,
    target: { label: host },
    changes: [{ field: 'inUse', from: String(problem !== null), to: String(problem === null) }],
  })
}

/**
 * Checks a link domain and stores what was found. Admins are told when it begins or ceases to work.
 *
 * @param byHand whether an admin waits for it: then a failure counts at once
 */
export async function verifyLinkDomain(app: App, row: LinkDomainRow, byHand: boolean): Promise<void> {
  const found = await findProblem(app, row)
  const { tenantId, host } = row
  await app.database.inTenant(tenantId, async (em) => {
    // Read again: the domain may have been removed, or checked elsewhere, meanwhile.
    const [now] = await em.execute<LinkDomainRow[]>(
      `select ${LINK_DOMAIN_COLUMNS} from link_domains
       where tenant_id = :tenantId and host = :host and removed_at is null for update`,
      { tenantId, host },
    )
    if (!now) return
    const worked = now.verifiedAt !== null && now.problem === null
    const isFirstFailure = worked && !byHand && now.failedAt === null
    const stays = found !== null && worked && (found === 'noAnswer' || isFirstFailure)
    const problem = stays ? null : found
    await em.execute(
      `update link_domains set problem = :problem, checked_at = :at,
         failed_at = case when :found::text is null then null when :found = 'noAnswer' then failed_at else coalesce(failed_at, :at) end
       where tenant_id = :tenantId and host = :host`,
      { problem, found, at: app.clock(), tenantId, host },
    )
    const works = now.verifiedAt !== null && problem === null
    if (works !== worked) await tellAdmins(app, em, { tenantId, host, problem })
  })
}

/**
 * Checks the domains that are due: those in use every hour, others every five minutes, and new ones for 14 days. Each is
 * checked by one process.
 *
 * @returns number of domains
 */
export async function checkDueDomains(app: App, stopped: () => boolean = () => false): Promise<number> {
  const now = app.clock()
  const due = await app.database.asSystem((em) =>
    em.execute<LinkDomainRow[]>(
      `update link_domains set checked_at = :now
       where removed_at is null and (verified_at is not null or created_at > :now::timestamptz - interval '14 days')
         and coalesce(checked_at, '-infinity') < :now::timestamptz - case when verified_at is not null and problem is null
           and failed_at is null then interval '1 hour' else interval '5 minutes' end
       returning ${LINK_DOMAIN_COLUMNS}`,
      { now },
    ),
  )
  for (const row of due) {
    if (stopped()) break
    // oxlint-disable-next-line no-await-in-loop -- no hurry
    await verifyLinkDomain(app, row, false)
  }
  return due.length
}

/** Starts {@link checkDueDomains}, every minute. */
export const startLinkDomainChecks = (app: App): Worker =>
  runPeriodically({
    name: 'Checking link domains',
    seconds: LOOK_SECONDS,
    work: (signal) => checkDueDomains(app, () => signal.aborted),
    log: app.log,
  })

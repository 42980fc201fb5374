import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { domainProof } from '#domain/accounts/single-sign-on.ts'
import {
  LINK_DOMAIN_PROBLEM_WORDS,
  linkHostInput,
  proofName,
  type LinkDomainProblem,
} from '#domain/tracking/link-domains.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { viewerWith, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { takeLock } from '#api/platform/locks/advisory-locks.ts'
import { badInput, parseInput } from '#api/platform/input-validation.ts'
import { newToken } from '#api/platform/secrets/secret-box.ts'
import { verifyLinkDomain, LINK_DOMAIN_COLUMNS, type LinkDomainRow } from './link-domain-check.ts'

/**
 * Maximum number of host names that a workspace can have used, removed ones included: links in emails already sent need
 * those.
 */
const HOSTS_MAX = 20
/** ms after a check in which another check on demand is skipped. */
const CHECK_AGAIN_MS = 5_000

/** A DNS record that a person must set. */
interface DnsRecord {
  name: string
  value: string
}

/** The link domain of a workspace. */
export interface LinkDomain {
  host: string
  cname: DnsRecord
  txt: DnsRecord
  /** True if new emails use the domain. */
  works: boolean
  problem: LinkDomainProblem | null
  advice: string | null
  checkedAt: Date | null
}

/** The link domain of the workspace, or null. */
export async function linkDomain(call: Call): Promise<LinkDomain | null> {
  const { tenantId } = viewerWith(call, 'settings:read')
  return call.app.database.inTenant(tenantId, async (em) => viewOf(call, await current(em, tenantId)))
}

type Current = LinkDomainRow & { checkedAt: Date | null }

async function current(em: Em, tenantId: string): Promise<Current | null> {
  const [row] = await em.execute<Current[]>(
    `select ${LINK_DOMAIN_COLUMNS}, checked_at as "checkedAt" from link_domains
     where tenant_id = :tenantId and removed_at is null`,
    { tenantId },
  )
  return row ?? null
}

function viewOf({ app }: Pick<Call, 'app'>, row: Current | null): LinkDomain | null {
  if (!row) return null
  const { host, token, problem, verifiedAt, checkedAt } = row
  return {
    host,
    cname: { name: host, value: new URL(app.publicUrl).hostname },
    txt: { name: proofName(host), value: domainProof(token) },
    works: verifiedAt !== null && problem === null,
    problem,
    advice: problem && LINK_DOMAIN_PROBLEM_WORDS[problem],
    checkedAt: checkedAt && new Date(checkedAt),
  }
}

/**
 * Names the workspace's link domain, which DNS records must then prove. An earlier one is removed as by
 * {@link removeLinkDomain}.
 *
 * @throws BAD_INPUT
 * @throws LIMIT_REACHED if the workspace has used too many hosts
 */
export async function setLinkDomain(call: Call, asked: string): Promise<LinkDomain | null> {
  const { tenantId } = viewerWith(call, 'settings:write')
  const { host } = parseInput(HOST_INPUT, { host: asked })
  if (host === new URL(call.app.publicUrl).hostname) {
    throw badInput({ host: 'This is the address of Mergewell itself. Choose a host name of your own domain.' })
  }
  return call.app.database.inTenant(tenantId, async (em) => {
    await takeLock(em, 'tenant', tenantId)
    const before = await current(em, tenantId)
    if (before?.host === host) return viewOf(call, before)
    await retire(em, before, call.app.clock())
    const [{ count }] = await em.execute<[{ count: number }]>(
      'select count(*)::int as count from link_domains where tenant_id = :tenantId and host <> :host',
      { tenantId, host },
    )
    if (count >= HOSTS_MAX) {
      throw new AppError(
        'LIMIT_REACHED',
        `A workspace can use ${HOSTS_MAX} host names. Use one of the earlier ones again.`,
      )
    }
    await em.execute(
      `insert into link_domains (tenant_id, host, token, problem, created_at)
       values (:tenantId, :host, :token, 'unchecked', :now)
       on conflict (tenant_id, host) do update set removed_at = null, problem = 'unchecked', failed_at = null,
         checked_at = null, created_at = excluded.created_at`,
      { tenantId, host, token: newToken(), now: call.app.clock() },
    )
    await recordOwn(call, em, {
      action: 'link_domain_changed',
      target: { label: host },
      changes: [{ field: 'host', from: before?.host ?? null, to: host }],
    })
    return viewOf(call, await current(em, tenantId))
  })
}

const HOST_INPUT = z.object({ host: linkHostInput })

/**
 * Ends the use of a host for new emails. One that was proved stays served for emails already sent, until another workspace
 * proves it; one that was not is forgotten.
 */
async function retire(em: Em, row: LinkDomainRow | null, now: Date): Promise<void> {
  if (!row) return
  const { tenantId, host } = row
  await em.execute(
    row.verifiedAt === null
      ? 'delete from link_domains where tenant_id = :tenantId and host = :host'
      : 'update link_domains set removed_at = :now where tenant_id = :tenantId and host = :host',
    { tenantId, host, now },
  )
}

/**
 * Checks the DNS records and the host now, and returns what was found.
 *
 * @throws NOT_FOUND if no link domain is set
 */
export async function checkLinkDomain(call: Call): Promise<LinkDomain | null> {
  const { app } = call
  const { tenantId } = viewerWith(call, 'settings:write')
  const read = () => app.database.inTenant(tenantId, (em) => current(em, tenantId))
  const row = await read()
  if (!row) throw new AppError('NOT_FOUND', 'Set a link domain first.')
  const isFresh = row.checkedAt !== null && app.clock().getTime() - new Date(row.checkedAt).getTime() < CHECK_AGAIN_MS
  if (isFresh) return viewOf(call, row)
  // Outside of a transaction: DNS and the host may take seconds to answer.
  await verifyLinkDomain(app, row, true)
  return viewOf(call, await read())
}

/** Removes the link domain: new emails use the installation's address. Links in emails already sent work while the host leads here. */
export async function removeLinkDomain(call: Call): Promise<boolean> {
  const { tenantId } = viewerWith(call, 'settings:write')
  return call.app.database.inTenant(tenantId, async (em) => {
    const row = await current(em, tenantId)
    if (!row) return false
    await retire(em, row, call.app.clock())
    await recordOwn(call, em, {
      action: 'link_domain_changed',
      target: { label: row.host },
      changes: [{ field: 'host', from: row.host, to: null }],
    })
    return true
  })
}

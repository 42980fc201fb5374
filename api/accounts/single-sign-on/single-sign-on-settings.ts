import { changesBetween } from '#domain/audit.ts'
import type { Role } from '#domain/accounts/accounts.ts'
import { AppError } from '#domain/errors.ts'
import { domainProof, ssoDomainInput, ssoInput } from '#domain/accounts/single-sign-on.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import type { App } from '#api/platform/app-context.ts'
import { adminOf, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { parseInput, present, type InputOf } from '#api/platform/input-validation.ts'
import { newToken } from '#api/platform/secrets/secret-box.ts'
import { lockTenant } from '#api/tenants/plan-limits.ts'
import { notifyOwner } from '../account-notices.ts'
import { ensureRecentSignIn } from '../recent-sign-in.ts'
import { User } from '../user.ts'
import { endOtherSessions } from './single-sign-on-enforcement.ts'
import { checkProvider, ssoCallback, type Registration } from './identity-provider.ts'

/** Domains that a workspace can claim. */
const DOMAINS_MAX = 20

/** A domain whose people sign in through the workspace's provider, once proven. */
export interface SsoDomain {
  domain: string
  /** TXT record that proves the domain */
  record: string
  verifiedAt: Date | null
}

/** The identity provider of a workspace. The secret is never returned. */
export interface SsoSettings {
  issuer: string | null
  clientId: string | null
  defaultRole: Role
  roleClaim: string | null
  adminValues: string[]
  required: boolean
  callbackUrl: string
  domains: SsoDomain[]
}

/** Single sign-on of a workspace, as the database stores it. */
export interface SsoRow {
  issuer: string
  clientId: string
  sealedSecret: Buffer
  defaultRole: Role
  roleClaim: string | null
  adminValues: string[]
  required: boolean
}

const secretPlace = (tenantId: string) => `single_sign_on/${tenantId}`

/** The stored provider of a workspace, or null. */
export async function storedSso(em: Em, tenantId: string): Promise<SsoRow | null> {
  const [row] = await em.execute<SsoRow[]>(
    `select issuer, client_id as "clientId", sealed_secret as "sealedSecret", default_role as "defaultRole",
       role_claim as "roleClaim", admin_values as "adminValues", required from single_sign_on where tenant_id = :tenantId`,
    { tenantId },
  )
  return row ?? null
}

/** The registration at the provider, with its secret. */
export function registrationOf(
  { secrets }: Pick<App, 'secrets'>,
  tenantId: string,
  { issuer, clientId, sealedSecret }: Pick<SsoRow, 'issuer' | 'clientId' | 'sealedSecret'>,
): Registration {
  return { issuer, clientId, clientSecret: secrets.open(sealedSecret, secretPlace(tenantId)) }
}

/** The single sign-on of the workspace; without a provider its issuer is null. Admins only. */
export async function singleSignOn(call: Call): Promise<SsoSettings> {
  const { tenantId } = adminOf(call)
  return call.app.database.inTenant(tenantId, (em) => view(call, em, tenantId))
}

async function view(call: Call, em: Em, tenantId: string): Promise<SsoSettings> {
  const row = await storedSso(em, tenantId)
  const domains = await em.execute<{ domain: string; token: string; verifiedAt: Date | null }[]>(
    `select domain, token, verified_at as "verifiedAt" from sso_domains where tenant_id = :tenantId order by domain`,
    { tenantId },
  )
  return {
    issuer: row?.issuer ?? null,
    clientId: row?.clientId ?? null,
    defaultRole: row?.defaultRole ?? 'user',
    roleClaim: row?.roleClaim ?? null,
    adminValues: row?.adminValues ?? [],
    required: row?.required ?? false,
    callbackUrl: ssoCallback(call.app),
    domains: domains.map(({ domain, token, verifiedAt }) => ({
      domain,
      record: domainProof(token),
      verifiedAt: verifiedAt && new Date(verifiedAt),
    })),
  }
}

/**
 * Sets the workspace's identity provider after a look at its discovery document. An omitted secret stays, unless issuer
 * or client changed. Throws REAUTHENTICATE, FORBIDDEN, BAD_INPUT, UNAVAILABLE if the provider cannot be discovered.
 */
export async function updateSingleSignOn(
  call: Call,
  input: InputOf<ReturnType<typeof ssoInput>>,
): Promise<SsoSettings> {
  const { app } = call
  const { tenantId } = adminOf(call)
  ensureRecentSignIn(call)
  const data = parseInput(ssoInput(app.production), present(input))
  const before = await app.database.inTenant(tenantId, (em) => storedSso(em, tenantId))
  const isSame = before?.issuer === data.issuer && before.clientId === data.clientId
  const clientSecret =
    data.clientSecret ?? (before && isSame ? registrationOf(app, tenantId, before).clientSecret : null)
  if (clientSecret === null) {
    const message = 'Client secret is required'
    throw new AppError('BAD_INPUT', message, { fields: { clientSecret: message } })
  }
  // Before the transaction: the provider may take seconds to answer.
  await checkProvider(app, { issuer: data.issuer, clientId: data.clientId, clientSecret })
  const row: SsoRow = {
    ...data,
    roleClaim: data.roleClaim || null,
    sealedSecret: app.secrets.seal(clientSecret, secretPlace(tenantId)),
  }
  return app.database.inTenant(tenantId, async (em) => {
    await lockTenant(em, tenantId)
    if (!isSame) await endWaiting(em, tenantId)
    await em.execute(
      `insert into single_sign_on (tenant_id, issuer, client_id, sealed_secret, default_role, role_claim, admin_values, required)
       select :tenantId, :issuer, :clientId, :sealedSecret, :defaultRole, :roleClaim, coalesce(array_agg(value), '{}'), :required
       from jsonb_array_elements_text(:adminValues::jsonb) as value
       on conflict (tenant_id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
         sealed_secret = excluded.sealed_secret, default_role = excluded.default_role, role_claim = excluded.role_claim,
         admin_values = excluded.admin_values, required = excluded.required`,
      { ...row, tenantId, adminValues: JSON.stringify(row.adminValues) },
    )
    const fields = ['issuer', 'clientId', 'defaultRole', 'roleClaim', 'adminValues', 'required'] as const
    const changes = changesBetween<SsoRow>(before ?? {}, row, fields)
    await endOtherSessions(call, em, tenantId)
    await recordOwn(call, em, { action: 'single_sign_on_changed', changes })
    return view(call, em, tenantId)
  })
}

/** Turns single sign-on off. People keep their accounts; those without a password set one by email. Throws REAUTHENTICATE, FORBIDDEN. */
export async function removeSingleSignOn(call: Call): Promise<SsoSettings> {
  const { tenantId } = adminOf(call)
  ensureRecentSignIn(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    await lockTenant(em, tenantId)
    const before = await storedSso(em, tenantId)
    await endWaiting(em, tenantId)
    await em.execute('delete from single_sign_on where tenant_id = :tenantId', { tenantId })
    const ended = await em.execute<{ userId: string }[]>(
      'delete from sso_identities where tenant_id = :tenantId returning user_id as "userId"',
      { tenantId },
    )
    for (const { userId } of new Map(ended.map((each) => [each.userId, each])).values()) {
      const details = ['Your workspace turned single sign-on off.', ...(await passwordHint(call, em, tenantId, userId))]
      await notifyOwner(call, em, { tenantId, userId }, 'identityRemoved', details)
    }
    await recordOwn(call, em, {
      action: 'single_sign_on_changed',
      changes: changesBetween<SsoRow>(before ?? {}, {}, ['issuer', 'clientId', 'required']),
    })
    return view(call, em, tenantId)
  })
}

/** Ends the unfinished sign-ins that passed the identity provider and wait for a second factor. */
async function endWaiting(em: Em, tenantId: string): Promise<void> {
  await em.execute('delete from sign_in_challenges where tenant_id = :tenantId and by_single_sign_on', { tenantId })
}

/** Tells somebody without a password how to set one. */
async function passwordHint(call: Call, em: Em, tenantId: string, userId: string): Promise<string[]> {
  const { passwordHash } = await em.findOneOrFail(User, { tenantId, id: userId })
  return passwordHash === null ? [`Set a password to sign in: ${call.app.publicUrl}/forgot-password`] : []
}

/** Claims a domain, which a TXT record must prove. Throws REAUTHENTICATE, FORBIDDEN, BAD_INPUT, LIMIT_REACHED. */
export async function addSsoDomain(call: Call, asked: string): Promise<SsoSettings> {
  const { tenantId } = adminOf(call)
  ensureRecentSignIn(call)
  const domain = parseInput(ssoDomainInput, asked)
  return call.app.database.inTenant(tenantId, async (em) => {
    const [{ count }] = await em.execute<[{ count: number }]>(
      'select count(*)::int as count from sso_domains where tenant_id = :tenantId',
      { tenantId },
    )
    if (count >= DOMAINS_MAX) throw new AppError('LIMIT_REACHED', `A workspace can have ${DOMAINS_MAX} domains.`)
    const added = await em.execute<unknown[]>(
      `insert into sso_domains (tenant_id, domain, token) values (:tenantId, :domain, :token) on conflict do nothing
       returning 1`,
      { tenantId, domain, token: newToken() },
    )
    const changes = [{ field: 'claimedDomain', from: null, to: domain }]
    if (added.length > 0) await recordOwn(call, em, { action: 'single_sign_on_changed', changes })
    return view(call, em, tenantId)
  })
}

/**
 * Looks for the TXT record of a claimed domain. The first workspace to prove a domain has it. Throws REAUTHENTICATE,
 * FORBIDDEN, NOT_FOUND, CONFLICT (no record yet, or another workspace has the domain), UNAVAILABLE (no DNS answer).
 */
export async function verifySsoDomain(call: Call, asked: string): Promise<SsoSettings> {
  const { app } = call
  const { tenantId } = adminOf(call)
  ensureRecentSignIn(call)
  const domain = parseInput(ssoDomainInput, asked)
  const [claim] = await app.database.inTenant(tenantId, (em) =>
    em.execute<{ token: string }[]>('select token from sso_domains where tenant_id = :tenantId and domain = :domain', {
      tenantId,
      domain,
    }),
  )
  if (!claim) throw new AppError('NOT_FOUND', 'Add the domain first.')
  const records = await app.dns.txt(domain).catch((cause: unknown) => {
    throw new AppError('UNAVAILABLE', 'The DNS servers did not answer. Try again in a minute.', { cause })
  })
  if (!records.includes(domainProof(claim.token))) {
    throw new AppError('CONFLICT', 'The TXT record was not found yet. New records can take an hour to appear.')
  }
  return app.database.asSystem(async (em) => {
    const [other] = await em.execute<unknown[]>(
      'select 1 from sso_domains where domain = :domain and verified_at is not null and tenant_id <> :tenantId',
      { domain, tenantId },
    )
    if (other) throw new AppError('CONFLICT', 'Another workspace uses this domain. It must remove the domain first.')
    await em.execute(
      `update sso_domains set verified_at = coalesce(verified_at, :now) where tenant_id = :tenantId and domain = :domain`,
      { now: app.clock(), tenantId, domain },
    )
    await endOtherSessions(call, em, tenantId)
    const changes = [{ field: 'domain', from: null, to: domain }]
    await recordOwn(call, em, { action: 'single_sign_on_changed', changes })
    return view(call, em, tenantId)
  })
}

/** Gives a domain up. Throws REAUTHENTICATE, FORBIDDEN. */
export async function removeSsoDomain(call: Call, asked: string): Promise<SsoSettings> {
  const { tenantId } = adminOf(call)
  ensureRecentSignIn(call)
  const domain = parseInput(ssoDomainInput, asked)
  return call.app.database.inTenant(tenantId, async (em) => {
    await em.execute('delete from sso_domains where tenant_id = :tenantId and domain = :domain', { tenantId, domain })
    await recordOwn(call, em, {
      action: 'single_sign_on_changed',
      changes: [{ field: 'domain', from: domain, to: null }],
    })
    return view(call, em, tenantId)
  })
}

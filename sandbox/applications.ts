import { type Request, Router } from 'express'
import { verify } from 'node:crypto'
import { z } from 'zod'
import { type Access, ensureAccount, findAccount, readAccess } from './oauth-grants.ts'
import { domainOf } from './organizations.ts'
import { type Reply, sendReply } from './http-responses.ts'
import { originOf, readBody } from './request-body.ts'
import type { Sandbox } from './sandbox.ts'
import { secretToken, type Vendor } from './provider-names.ts'

/** The members of the groups that an application may read, by address; absent: it may read none. */
const groups = z.record(z.string(), z.array(z.string().toLowerCase())).optional()

/**
 * An application that an organization lets into mailboxes without anybody signing in. Microsoft: scoped to mailboxes by RBAC
 * for Applications. Google: a service account with domain-wide delegation, for scopes and every mailbox of the domain.
 */
const application = z.discriminatedUnion('vendor', [
  z.object({
    vendor: z.literal('microsoft'),
    directory: z.string(),
    clientId: z.string(),
    clientSecret: z.string(),
    scopes: z.array(z.string()),
    mailboxes: z.array(z.string().toLowerCase()),
    groups,
  }),
  z.object({
    vendor: z.literal('google'),
    clientId: z.email(),
    publicKey: z.string(),
    scopes: z.array(z.string()),
    domain: z.string().toLowerCase(),
    groups,
  }),
])

export type Application = z.output<typeof application>
type ApplicationAt<V extends Vendor> = Extract<Application, { vendor: V }>

const factOf = (vendor: Vendor, clientId: string) => `application ${vendor}/${clientId}`

function applicationOf<V extends 'microsoft' | 'google'>(
  { store }: Sandbox,
  vendor: V,
  clientId: string,
): ApplicationAt<V> | undefined {
  const fact = store.get<{ value: string }>('SELECT value FROM facts WHERE name = ?', factOf(vendor, clientId))
  return fact && (JSON.parse(fact.value) as ApplicationAt<V>)
}

/** `POST /sandbox/applications` registers an application, or changes what a known one may do. Its mailboxes exist from then on. */
export function applicationRoutes(sandbox: Sandbox): Router {
  const router = Router()
  router.post('/sandbox/applications', async (req, res) => {
    const body = await readBody(req, 20_000)
    const given = application.safeParse(body === 'too-large' ? undefined : jsonIn(body))
    if (!given.success) return sendReply(res, { status: 400, json: { error: z.prettifyError(given.error) } })
    const { data } = given
    sandbox.store.run(
      'INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)',
      factOf(data.vendor, data.clientId),
      JSON.stringify(data),
    )
    if (data.vendor === 'microsoft') for (const email of data.mailboxes) ensureAccount(sandbox, 'microsoft', email)
    sendReply(res, { status: 201, json: {} })
  })
  return router
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

/** Issues a token of a Microsoft application (client credentials); null if the application or its secret is unknown. */
export function applicationToken(sandbox: Sandbox, directory: string, form: URLSearchParams): string | null {
  const known = applicationOf(sandbox, 'microsoft', form.get('client_id') ?? '')
  if (!known || known.directory !== directory || known.clientSecret !== form.get('client_secret')) return null
  const token = secretToken('eyJ0app.')
  const expiresAt = sandbox.clock() + sandbox.settings.accessTokenSeconds * 1000
  const value = JSON.stringify({ clientId: known.clientId, expiresAt })
  sandbox.store.run('INSERT INTO facts (name, value) VALUES (?, ?)', `application token ${token}`, value)
  return token
}

/**
 * Returns what an application's token may do in a mailbox; its scopes are none outside of its mailboxes. Returns the
 * refusal of an unknown token or mailbox.
 */
export function applicationAccess(
  sandbox: Sandbox,
  token: string,
  mailbox: string,
  refusals: { invalid: () => Reply; expired: () => Reply; noMailbox: () => Reply },
): Access | Reply {
  const fact = sandbox.store.get<{ value: string }>(
    'SELECT value FROM facts WHERE name = ?',
    `application token ${token}`,
  )
  const { clientId, expiresAt } = (fact ? JSON.parse(fact.value) : {}) as { clientId?: string; expiresAt?: number }
  const known = clientId === undefined ? undefined : applicationOf(sandbox, 'microsoft', clientId)
  if (!known || expiresAt === undefined) return refusals.invalid()
  if (expiresAt <= sandbox.clock()) return refusals.expired()
  const account = findAccount(sandbox, 'microsoft', mailbox)
  if (!account) return refusals.noMailbox()
  const scopes = new Set(known.mailboxes.includes(account.email) ? known.scopes : ['(none)'])
  return { account, clientId: known.clientId, scopes, expiresAt }
}

/** The mailbox and scopes of a Google service account's assertion (RFC 7523 with `sub`), or Google's error. */
export function delegationOf(
  sandbox: Sandbox,
  assertion: string,
): { email: string; clientId: string; scopes: string[] } | [error: string, text: string] {
  const [header = '', payload = '', signature = ''] = assertion.split('.')
  const claims = z
    .object({ iss: z.string(), sub: z.string(), scope: z.string(), exp: z.number() })
    .safeParse(jsonIn(Buffer.from(payload, 'base64url')))
  const known = claims.success ? applicationOf(sandbox, 'google', claims.data.iss) : undefined
  if (!claims.success || !known) return ['invalid_grant', 'Invalid issuer: Not a valid service account.']
  const signed = Buffer.from(`${header}.${payload}`)
  if (!verify('RSA-SHA256', signed, known.publicKey, Buffer.from(signature, 'base64url')))
    return ['invalid_grant', 'Invalid JWT Signature.']
  if (claims.data.exp * 1000 <= sandbox.clock())
    return ['invalid_grant', 'Invalid JWT: Token must be a short-lived token.']
  const scopes = claims.data.scope.split(' ')
  const email = claims.data.sub.toLowerCase()
  if (domainOf(email) !== known.domain || scopes.some((scope) => !known.scopes.includes(scope)))
    return [
      'unauthorized_client',
      'Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of the scopes requested.',
    ]
  if (!findAccount(sandbox, 'google', email)) return ['invalid_grant', 'Invalid email or User ID']
  return { email, clientId: known.clientId, scopes }
}

/** Answers Graph's calls about groups, `/v1.0/groups…`, for applications that may read them. Its pages have two members. */
export function groupRoutes(sandbox: Sandbox): Router {
  const router = Router()
  const known = (req: Request): ApplicationAt<'microsoft'> | undefined => {
    const token = (req.headers.authorization ?? '').replace('Bearer ', '')
    const fact = sandbox.store.get<{ value: string }>(
      'SELECT value FROM facts WHERE name = ?',
      `application token ${token}`,
    )
    const { clientId = '' } = (fact ? JSON.parse(fact.value) : {}) as { clientId?: string }
    return applicationOf(sandbox, 'microsoft', clientId)
  }
  const DENIED: Reply = {
    status: 403,
    json: {
      error: { code: 'Authorization_RequestDenied', message: 'Insufficient privileges to complete the operation.' },
    },
  }
  router.get('/v1.0/groups', (req, res) => {
    const { groups: readable } = known(req) ?? {}
    if (!readable) return sendReply(res, DENIED)
    const [, mail = ''] = /^mail eq '(.*)'$/.exec(String(req.query['$filter'])) ?? []
    sendReply(res, { status: 200, json: { value: readable[mail] ? [{ id: Buffer.from(mail).toString('hex') }] : [] } })
  })
  router.get('/v1.0/groups/:id/transitiveMembers', (req, res) => {
    const { groups: readable } = known(req) ?? {}
    const mail = Buffer.from(String(req.params.id), 'hex').toString()
    const members = readable?.[mail]
    if (!members) return sendReply(res, DENIED)
    const from = Number(req.query['$skiptoken'] ?? 0)
    const page = members.slice(from, from + 2)
    const next = from + 2 < members.length ? `${originOf(req)}${req.path}?$skiptoken=${from + 2}` : undefined
    const value = page.map((email) => ({ '@odata.type': '#microsoft.graph.user', id: email, mail: email }))
    sendReply(res, {
      status: 200,
      json: { value: [...value, { '@odata.type': '#microsoft.graph.device', id: 'x' }], '@odata.nextLink': next },
    })
  })
  router.get('/admin/directory/v1/groups/:group/members', (req, res) => {
    const access = readAccess(sandbox, 'google', (req.headers.authorization ?? '').replace('Bearer ', ''))
    if (typeof access === 'string') return sendReply(res, { status: 401, json: { error: { code: 401 } } })
    const members = applicationOf(sandbox, 'google', access.clientId)?.groups?.[String(req.params.group)]
    if (!members)
      return sendReply(res, { status: 404, json: { error: { code: 404, message: 'Resource Not Found: groupKey' } } })
    sendReply(res, {
      status: 200,
      json: { members: members.map((email) => ({ email, type: 'USER', status: 'ACTIVE' })) },
    })
  })
  return router
}

/** The mailbox in the path of a Graph call. */
export const mailboxIn = ({ params }: Pick<Request, 'params'>): string => String(params['mailbox'])

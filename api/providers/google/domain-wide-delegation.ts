import { sign } from 'node:crypto'
import { googleApplication, type GoogleApplication } from '#domain/mailboxes/provider-applications.ts'
import { DeliveryError, type ApplicationAccess } from '#api/sending/provider.ts'
import { networkError, tokenMissing } from '../provider-failures.ts'
import { isRecord, jsonOf, NetworkFailure, retryAfterMs, stringOf, type Transport } from '../http-transport.ts'
import { ownTokenError } from '../token-refusals.ts'
import type { GoogleGrant } from './sign-in.ts'
import { GOOGLE_TOKEN_REASONS } from './token-reasons.ts'

const SEND = 'https://www.googleapis.com/auth/gmail.send'
const MODIFY = 'https://www.googleapis.com/auth/gmail.modify'
const GROUP_MEMBERS = 'https://www.googleapis.com/auth/admin.directory.group.member.readonly'
const LIFE_SECONDS = 3_600

/** Gets a token for a mailbox in the name of its owner (RFC 7523, domain-wide delegation). Throws DeliveryError. */
export function createDelegatedTokens(options: { origin: string; transport: Transport; now: () => number }) {
  const { origin, transport, now } = options
  return async ({ client_email, private_key }: GoogleApplication, email: string, scopes: readonly string[]) => {
    const at = Math.floor(now() / 1_000)
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = {
      iss: client_email,
      sub: email,
      scope: scopes.join(' '),
      aud: 'https://oauth2.googleapis.com/token',
    }
    const unsigned = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode({ ...claims, iat: at, exp: at + LIFE_SECONDS })}`
    const assertion = `${unsigned}.${signed(unsigned, private_key)}`
    const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await transport
      .request({ method: 'POST', url: `${origin}/token`, headers, body: form.toString() })
      .catch((error: unknown) => {
        throw error instanceof NetworkFailure ? networkError(error, 'repeatable') : error
      })
    const body = jsonOf(answer.body)
    const accessToken = stringOf(body.access_token)
    if (answer.status === 200 && accessToken)
      return { accessToken, expiresAt: now() + (Number(body.expires_in) || 0) * 1_000 }
    if (answer.status === 200) throw tokenMissing()
    const [code, message] = [stringOf(body.error), stringOf(body.error_description)]
    throw ownTokenError(GOOGLE_TOKEN_REASONS, {
      ...{ status: answer.status, code, message, spoken: code !== '' },
      retryAfterMs: retryAfterMs(answer.headers, now()),
    })
  }
}

function signed(text: string, key: string): string {
  try {
    return sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')
  } catch (cause) {
    throw new DeliveryError('expired', 'EXPIRED_TOKEN: the key of the service account cannot be read', { cause })
  }
}

const groupsForbidden = () =>
  new DeliveryError(
    'forbidden',
    `The service account may not read groups. Add the scope ${GROUP_MEMBERS} to its domain-wide delegation, turn on the Admin SDK API in its project, and name an administrator.`,
  )

/** Google's words for a mailbox that does not exist, and for one or a scope that is not delegated. */
const NO_MAILBOX = /Invalid email or User ID/i
const NOT_DELEGATED = /unauthorized_client|access_denied/i

/**
 * Mailboxes that an administrator provides by domain-wide delegation. Google limits it by permission, not by mailbox: it reaches
 * every mailbox of the organization.
 */
export function googleApplications(options: {
  origin: string
  /** origin of the Admin SDK */
  directoryOrigin: string
  transport: Transport
  now: () => number
}): ApplicationAccess {
  const tokenOf = createDelegatedTokens(options)
  return {
    async open(credentials, email) {
      const application = googleApplication.parse(jsonOf(credentials))
      let isThere = true
      for (const scopes of [[SEND, MODIFY], [SEND]]) {
        try {
          const tokens = await tokenOf(application, email, scopes)
          const grant = { ...tokens, refreshToken: '', scopes, application, email }
          return { isThere, scopes, directory: null, grant: JSON.stringify(grant satisfies GoogleGrant) }
        } catch (error) {
          if (!(error instanceof DeliveryError)) throw error
          if (NO_MAILBOX.test(error.message)) isThere = false
          else if (!NOT_DELEGATED.test(error.message)) throw error
        }
      }
      return { isThere, scopes: [], directory: null, grant: '' }
    },
    async membersOf(credentials, group, { admin, most }) {
      const application = googleApplication.parse(jsonOf(credentials))
      const { accessToken } = await tokenOf(application, admin ?? '', [GROUP_MEMBERS]).catch((error: unknown) => {
        throw error instanceof DeliveryError && /unauthorized_client|Invalid email/i.test(error.message)
          ? groupsForbidden()
          : error
      })
      const members: string[] = []
      let page: string | null = ''
      while (page !== null && members.length <= most) {
        const query = new URLSearchParams({
          includeDerivedMembership: 'true',
          maxResults: '200',
          ...(page && { pageToken: page }),
        })
        const answer = await options.transport.request({
          method: 'GET',
          url: `${options.directoryOrigin}/admin/directory/v1/groups/${encodeURIComponent(group)}/members?${query}`,
          headers: { authorization: `Bearer ${accessToken}` },
        })
        if (answer.status === 404) throw new DeliveryError('missing', `There is no group ${group}.`)
        if (answer.status !== 200) throw groupsForbidden()
        const { members: listed, nextPageToken } = jsonOf(answer.body)
        for (const member of Array.isArray(listed) ? listed.filter(isRecord) : [])
          if (member.type === 'USER' && member.status !== 'SUSPENDED')
            members.push(stringOf(member.email).toLowerCase())
        page = stringOf(nextPageToken) || null
      }
      return { members: members.slice(0, most), isAll: members.length <= most && page === null }
    },
  }
}

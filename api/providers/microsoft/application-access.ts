import { microsoftApplication, type MicrosoftApplication } from '#domain/mailboxes/provider-applications.ts'
import { DeliveryError, type ApplicationAccess } from '#api/sending/provider.ts'
import { networkError, tokenMissing } from '../provider-failures.ts'
import {
  isRecord,
  jsonOf,
  NetworkFailure,
  retryAfterMs,
  stringOf,
  type HttpAnswer,
  type Transport,
} from '../http-transport.ts'
import { ownTokenError } from '../token-refusals.ts'
import { createGraph } from './graph-client.ts'
import { MICROSOFT_TOKEN_REASONS } from './token-reasons.ts'
import type { MicrosoftGrant } from './sign-in.ts'

/** Gets a token of an application by its secret (client credentials). Throws DeliveryError. */
export function createApplicationTokens(options: { origin: string; transport: Transport; now: () => number }) {
  const { origin, transport, now } = options
  return async ({ directory, clientId, clientSecret }: MicrosoftApplication) => {
    const form = new URLSearchParams({
      ...{ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
      scope: 'https://graph.microsoft.com/.default',
    })
    const url = `${origin}/${encodeURIComponent(directory)}/oauth2/v2.0/token`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer: HttpAnswer = await transport
      .request({ method: 'POST', url, headers, body: form.toString() })
      .catch((error: unknown) => {
        throw error instanceof NetworkFailure ? networkError(error, 'repeatable') : error
      })
    const body = jsonOf(answer.body)
    const accessToken = stringOf(body.access_token)
    if (answer.status === 200 && accessToken)
      return { accessToken, expiresAt: now() + (Number(body.expires_in) || 0) * 1_000 }
    if (answer.status === 200) throw tokenMissing()
    const [code, message] = [stringOf(body.error), stringOf(body.error_description)]
    throw ownTokenError(MICROSOFT_TOKEN_REASONS, {
      ...{ status: answer.status, code, message, spoken: code !== '' },
      retryAfterMs: retryAfterMs(answer.headers, now()),
    })
  }
}

/**
 * Rights that Exchange is asked about, in order to know what the application may do. None of it sends or keeps an
 * email.
 */
const RIGHTS = [
  { scope: 'Mail.Send', method: 'POST', path: '/me/sendMail', body: '{"message":{}}', allowed: [202, 400] },
  { scope: 'Mail.ReadWrite', method: 'POST', path: '/me/messages', body: '{}', allowed: [201] },
  { scope: 'Mail.Read', method: 'GET', path: '/me/messages?$top=1&$select=id', allowed: [200] },
] as const

/** Mailboxes that an administrator provides by RBAC for Applications. */
export function microsoftApplications(options: {
  /** origins of sign-in and of Graph */
  origins: { signIn: string; graph: string }
  transport: Transport
  now: () => number
}): ApplicationAccess {
  const { origins, transport, now } = options
  const tokenOf = createApplicationTokens({ origin: origins.signIn, transport, now })
  return {
    async open(credentials, email) {
      const application = microsoftApplication.parse(jsonOf(credentials))
      const tokens = await tokenOf(application)
      const token = async () => tokens.accessToken
      const refuse = async () => {
        throw new DeliveryError('expired', 'EXPIRED_TOKEN: Microsoft refuses the token that it has just issued')
      }
      const access = { token, renew: refuse, refresh: refuse }
      const graph = createGraph({ origin: origins.graph, transport, access, now, mailbox: userPath(email) })
      const scopes: string[] = []
      let isThere = true
      for (const { scope, allowed, ...call } of RIGHTS) {
        const answer = await graph.call({ ...call, accept: [...allowed, 403, 404], step: 'repeatable' })
        if (answer.status === 404) isThere = false
        if (answer.status === 403 || answer.status === 404) continue
        scopes.push(scope)
        const draft = call.method === 'POST' && answer.status === 201 ? stringOf(jsonOf(answer.body).id) : ''
        const path = `/me/messages/${encodeURIComponent(draft)}`
        if (draft) await graph.call({ method: 'DELETE', path, accept: [204, 404], step: 'repeatable' })
      }
      const { directory, clientId, clientSecret } = application
      const grant = { ...tokens, refreshToken: '', scopes, email, directory, application: { clientId, clientSecret } }
      return { isThere, scopes, directory, grant: JSON.stringify(grant satisfies MicrosoftGrant) }
    },
    async membersOf(credentials, group, { most }) {
      const { accessToken } = await tokenOf(microsoftApplication.parse(jsonOf(credentials)))
      const token = async () => accessToken
      const access = { token, renew: token, refresh: token }
      const graph = createGraph({ origin: origins.graph, transport, access, now })
      const read = async (path: string): Promise<Record<string, unknown>> => {
        const answer = await graph.call({ method: 'GET', path, accept: [200, 403, 404], step: 'repeatable' })
        if (answer.status === 200) return jsonOf(answer.body)
        throw answer.status === 403 ? groupsForbidden() : groupMissing(group)
      }
      const filter = encodeURIComponent(`mail eq '${group.replaceAll("'", "''")}'`)
      const [found] = recordsIn((await read(`/groups?$filter=${filter}&$select=id`)).value)
      if (!found) throw groupMissing(group)
      const members: string[] = []
      let path: string | null =
        `/groups/${encodeURIComponent(stringOf(found.id))}/transitiveMembers?$select=id,mail&$top=100`
      while (path !== null && members.length <= most) {
        const page = await read(path)
        // Without permission for people Graph names their ids only.
        const people = recordsIn(page.value).filter((each) => stringOf(each['@odata.type']) === '#microsoft.graph.user')
        if (people.some(({ mail }) => mail === undefined)) throw groupsForbidden()
        members.push(...people.map(({ mail }) => stringOf(mail).toLowerCase()).filter(Boolean))
        const next = stringOf(page['@odata.nextLink'])
        path = next ? next.slice(next.indexOf('/v1.0/') + '/v1.0'.length) : null
      }
      return { members: members.slice(0, most), isAll: members.length <= most && path === null }
    },
  }
}

const groupsForbidden = () =>
  new DeliveryError(
    'forbidden',
    'The application may not read groups. Give it the application permissions GroupMember.Read.All and User.ReadBasic.All in Entra.',
  )

const groupMissing = (group: string) => new DeliveryError('missing', `There is no group ${group}.`)

const recordsIn = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** Returns where Graph has a mailbox for an application, which has no "me". */
export const userPath = (email: string): string => `/users/${encodeURIComponent(email)}`

import type { gmail_v1 } from '@googleapis/gmail'
import type { Access } from './access.ts'
import { networkError } from './failures.ts'
import type { Step } from './failures.ts'
import { gmailError } from './gmail-errors.ts'
import type { GmailAnswer } from './gmail-errors.ts'
import { networkFailureIn } from './google-client.ts'
import type { GoogleClients } from './google-client.ts'
import { NetworkFailure } from './http.ts'

/** Options for every call: we judge statuses ourselves, and the library must not retry. */
const CALL_OPTIONS = { validateStatus: () => true, retry: false, responseType: 'json' } as const
type CallOptions = typeof CALL_OPTIONS
export type GmailCall = (
  step: Step,
  accept: readonly number[],
  run: (
    users: gmail_v1.Resource$Users,
    options: CallOptions,
  ) => Promise<{ status: number; headers: object; data: unknown }>,
) => Promise<GmailAnswer>

/** Gmail for one mailbox: a 401 refreshes the token once and retries. Every failure is a DeliveryError. */
export function createGmail(clients: GoogleClients, access: Access, now: () => number): GmailCall {
  let current: { token: string; users: gmail_v1.Resource$Users } | null = null

  /** One client per token, so we know which token a refused request carried. */
  async function usersOf(token: string): Promise<gmail_v1.Resource$Users> {
    if (current?.token !== token) {
      const [auth, { gmail }] = await Promise.all([clients.create(), import('@googleapis/gmail')])
      auth.setCredentials({ access_token: token })
      current = { token, users: gmail({ version: 'v1', auth }).users }
    }
    return current.users
  }

  return async (step, accept, run) => {
    const attempt = async (token: string): Promise<GmailAnswer> => {
      try {
        const { status, headers, data } = await run(await usersOf(token), CALL_OPTIONS)
        return {
          status,
          headers: Object.fromEntries(new Headers(headers instanceof Headers ? headers : { ...headers })),
          data,
        }
      } catch (error) {
        // The library's errors contain the email, so they are not kept as a cause.
        const failure = networkFailureIn(error) ?? new NetworkFailure(nameOf(error), true, undefined)
        throw networkError(failure, step)
      }
    }
    const token = await access.token()
    let answer = await attempt(token)
    if (answer.status === 401) answer = await attempt(await access.renew(token))
    if (!accept.includes(answer.status)) throw gmailError(answer, step, now())
    return answer
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'Error'
}

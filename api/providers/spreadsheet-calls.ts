import { LIVE_SHEET_LIMITS } from '#domain/contacts/live-sheets.ts'
import type { TokenAccess } from '#api/sending/provider.ts'
import { networkError } from './provider-failures.ts'
import { jsonOf, NetworkFailure, type HttpAnswer, type Transport } from './http-transport.ts'
import { signInProblem, SpreadsheetError } from './spreadsheets.ts'

/** Maximum bytes of a response: a longer one has a table that would be larger than ten megabytes as a CSV too. */
const ANSWER_BYTES = 4 * LIVE_SHEET_LIMITS.bytes

/** A call to a provider's API about files. */
export interface FileRequest {
  url: string
  method?: 'GET' | 'POST' | 'PATCH'
  headers?: Record<string, string>
  /** sent as JSON */
  body?: unknown
}

/** Calls a provider's API about one person's files, and returns the JSON of its answer. Throws {@link SpreadsheetError}. */
export type CallFiles = (request: FileRequest) => Promise<Record<string, unknown>>

/**
 * Calls a provider with the token of a person. A 401 renews the token once.
 *
 * @param provider its name in sentences
 * @param refusalOf tells what any status but 2xx means
 */
export function createFileCalls(options: {
  provider: string
  transport: Transport
  access: Pick<TokenAccess, 'token' | 'renew'>
  refusalOf: (answer: HttpAnswer) => SpreadsheetError
}): CallFiles {
  const { provider, transport, access, refusalOf } = options
  return async ({ url, method = 'GET', headers = {}, body }) => {
    const withToken = (token: string): Promise<HttpAnswer> =>
      transport.request({
        method,
        url,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        maxBytes: ANSWER_BYTES,
      })
    let answer: HttpAnswer
    try {
      const token = await access.token()
      answer = await withToken(token)
      if (answer.status === 401) answer = await withToken(await access.renew(token))
    } catch (error) {
      throw signInProblem(provider, error instanceof NetworkFailure ? networkError(error, 'repeatable') : error)
    }
    if (answer.status < 200 || answer.status > 299) throw refusalOf(answer)
    if (answer.body.length >= ANSWER_BYTES) {
      throw new SpreadsheetError('unreadable', 'The sheet is too large to be read. Split it.')
    }
    return jsonOf(answer.body)
  }
}

/**
 * Makes the error for an answer that is not the provider's own, such as the page of a guest network, or an incomplete
 * one.
 */
export const unexpectedAnswer = (provider: string): SpreadsheetError =>
  new SpreadsheetError('unavailable', `${provider}’s answer could not be read. Mergewell tries again later.`)

/** Makes the error for a temporary problem of the provider. */
export const providerDown = (
  provider: string,
  options?: ConstructorParameters<typeof SpreadsheetError>[2],
): SpreadsheetError =>
  new SpreadsheetError(
    'unavailable',
    `${provider} cannot be reached at the moment. Mergewell tries again later.`,
    options,
  )

/** The text of a cell in a provider's JSON. */
export const textOfCell = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

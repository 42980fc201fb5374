import type { components } from './rest.ts'

/** Error codes of this version of the API. A later version may have more. */
export type ErrorCode = components['schemas']['Error']['code']

interface Details {
  code: string
  message: string
  status: number
  fields?: Record<string, string> | undefined
  requestId?: string | null | undefined
  cause?: unknown
}

/** Error of a failed call: it was refused, or Mergewell could not be reached. */
export class MergewellError extends Error {
  /** code of the API's error, such as `NOT_FOUND`; `UNAVAILABLE` if there was no answer */
  readonly code: ErrorCode | (string & {})
  /** HTTP status; 200 if a mutation refused its input, 0 if there was no answer */
  readonly status: number
  /** messages about the fields of the input: field → message */
  readonly fields: Record<string, string>
  /** The id of the request in the server's log. */
  readonly requestId: string | null

  constructor({ code, message, status, fields = {}, requestId = null, cause }: Details) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'MergewellError'
    this.code = code
    this.status = status
    this.fields = fields
    this.requestId = requestId
  }
}

/** An entry of `errors` in a GraphQL response. */
export interface GraphqlError {
  message: string
  extensions?: { code?: string; fields?: Record<string, string>; requestId?: string } | undefined
}

/** An entry of `errors` in the payload of a mutation. */
interface UserError {
  code: string
  message: string
  field?: string | null
}

/** Status and headers of an HTTP answer. */
type Answer = Pick<Response, 'status' | 'headers'>

const ANSWER_OVER_SOCKET: Answer = { status: 200, headers: new Headers() }

/** The error of a REST response. */
export async function restError(response: Response): Promise<MergewellError> {
  const text = await response.text()
  try {
    return new MergewellError({ ...(JSON.parse(text) as Details), ...placeOf(response) })
  } catch {
    return unreadable(response)
  }
}

/** The error of a GraphQL response, if it has any: of the request, or in the payload of a mutation. */
export function graphqlError(
  result: { data?: unknown; errors?: readonly GraphqlError[] | undefined },
  answer: Answer = ANSWER_OVER_SOCKET,
): MergewellError | null {
  const [error] = result.errors ?? []
  if (error) {
    const { code = 'INTERNAL', fields, requestId } = error.extensions ?? {}
    const place = placeOf(answer)
    return new MergewellError({
      ...place,
      code,
      message: error.message,
      fields,
      requestId: place.requestId ?? requestId,
    })
  }
  const refusals = Object.values(result.data ?? {}).flatMap((payload) => refusalsIn(payload))
  const [first] = refusals
  if (!first) return null
  return new MergewellError({
    ...placeOf(answer),
    code: first.code,
    message: refusals.map(({ message }) => message).join(' '),
    fields: Object.fromEntries(refusals.flatMap(({ field, message }) => (field ? [[field, message]] : []))),
  })
}

function refusalsIn(payload: unknown): UserError[] {
  const errors = payload && typeof payload === 'object' && 'errors' in payload ? payload.errors : null
  return Array.isArray(errors) ? (errors as UserError[]) : []
}

/** Makes the error for an answer that is not from Mergewell, such as a proxy's page. */
export function unreadable({ status, headers }: Answer): MergewellError {
  return new MergewellError({
    code: status >= 500 ? 'UNAVAILABLE' : 'BAD_INPUT',
    message: `The server answered ${status} without saying why.`,
    ...placeOf({ status, headers }),
  })
}

/** The error of a request or a socket without an answer. */
export function unreachable(cause: unknown): MergewellError {
  return new MergewellError({ code: 'UNAVAILABLE', message: 'Mergewell could not be reached.', status: 0, cause })
}

const placeOf = ({ status, headers }: Answer) => ({ status, requestId: headers.get('x-request-id') })

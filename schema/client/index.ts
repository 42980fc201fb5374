import { print, type DocumentNode } from 'graphql'
import { createClient as createSocket } from 'graphql-ws'
import createRest, {
  type Client as RestClient,
  type ClientPathsWithMethod,
  type HeadersOptions,
  type ParamsOption,
  type ParseAs,
  type ParseAsResponse,
} from 'openapi-fetch'
import { graphqlError, MergewellError, restError, unreachable, unreadable, type GraphqlError } from './errors.ts'
import type { paths } from './rest.ts'

export { MergewellError, type ErrorCode } from './errors.ts'
export { verifyWebhook, type WebhookEvent } from './webhooks.ts'
export type { components, operations, paths } from './rest.ts'

/** Rows of a page that {@link Client.list} reads at a time. */
const PAGE_SIZE = 500

export interface ClientOptions {
  /** URL of the installation, such as `https://mail.example.com`. */
  url: string
  /** An API key or a session token. Without it only calls that need no sign-in work. */
  apiKey?: string
  /** Default: the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>
  /** A `WebSocket` class for subscriptions, such as that of the package ws. Default: the global one, which Node 20 lacks. */
  webSocket?: unknown
  /** Waits before a request is sent again. Default: a timer. */
  sleep?: (milliseconds: number) => Promise<void>
  /** Number of times that a request is sent again after a 429 response. Default: 3. */
  retries?: number
  /** Longest wait, in seconds, that the server may ask for; if it asks for longer, the error is thrown. Default: 60. */
  maxWait?: number
}

/** A GraphQL document that carries the types of its data and variables, such as a `TypedDocumentNode`. */
export type TypedDocument<Data, Variables> = (DocumentNode | { toString(): string }) & {
  __apiType?: (variables: Variables) => Data
}

export interface CallOptions {
  /**
   * Idempotency key: a request that is sent again with its key within a day changes nothing more and gets the first
   * answer.
   */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** A page of a GraphQL list. */
export interface Connection<Node> {
  nodes: readonly Node[]
  pageInfo: { hasNextPage: boolean; endCursor?: string | null }
}

type Api = RestClient<paths>
type Method = 'get' | 'post' | 'put' | 'delete'

/** Response of a REST call: JSON, or a file. */
type Answer<Operation> = Operation extends { responses: infer All }
  ? {
      [Status in keyof All & (200 | 201)]: All[Status] extends { content: infer Content }
        ? Content[keyof Content]
        : never
    }[keyof All & (200 | 201)]
  : never

/** Request body of a REST call. openapi-fetch's own type accepts misspelled properties. */
type Body<Operation> = Operation extends { requestBody?: never }
  ? { body?: never }
  : Operation extends { requestBody: { content: infer Content } }
    ? { body: Content[keyof Content] }
    : Operation extends { requestBody?: { content: infer Content } }
      ? { body?: Content[keyof Content] }
      : never

type Init<Operation, Parse> = ParamsOption<Operation> &
  Body<Operation> & { parseAs?: Parse; headers?: HeadersOptions; signal?: AbortSignal }

/**
 * Makes a REST call with this HTTP method. `data` is the JSON, or a `Blob` if a file is returned; `parseAs: 'stream'`
 * gives large files piece by piece. Throws a {@link MergewellError} if the call is refused.
 */
type Call<M extends Method> = <
  Path extends ClientPathsWithMethod<Api, M>,
  Parse extends ParseAs | undefined = undefined,
>(
  path: Path,
  ...init: {} extends Init<paths[Path][M], Parse> ? [Init<paths[Path][M], Parse>?] : [Init<paths[Path][M], Parse>]
) => Promise<{ data: ParseAsResponse<Answer<paths[Path][M]>, { parseAs: Parse }>; response: Response }>

/** Calls of the REST API, by HTTP method. */
export interface Rest {
  GET: Call<'get'>
  POST: Call<'post'>
  PUT: Call<'put'>
  DELETE: Call<'delete'>
}

/** The paths of REST lists. */
export type ListPath = {
  [Path in keyof paths]: paths[Path] extends { get: { parameters: { query?: { cursor?: string } } } } ? Path : never
}[keyof paths] &
  ClientPathsWithMethod<Api, 'get'>

/** A row of a REST list. */
export type Row<Path extends ListPath> = Answer<paths[Path]['get']> extends readonly (infer Item)[] ? Item : never

export interface Client {
  /** REST: `client.rest.GET('/api/contacts/{id}', { params: { path: { id } } })`. */
  rest: Rest
  /** Every row of a REST list, read page by page. */
  list<Path extends ListPath>(path: Path): AsyncGenerator<Row<Path>, void>
  /**
   * Runs a query or mutation and returns its data. Throws a {@link MergewellError} if there are errors, also for those in
   * the payload of a mutation, if the document selects them: `errors { code field message }`.
   */
  graphql<Data, Variables>(
    document: TypedDocument<Data, Variables>,
    variables: Variables,
    options?: CallOptions,
  ): Promise<Data>
  graphql<Data = unknown>(document: string, variables?: object, options?: CallOptions): Promise<Data>
  /** Every node of a GraphQL list, read page by page. The document takes `$after` and selects `nodes` and `pageInfo`. */
  nodes<Data, Variables, Node>(
    document: TypedDocument<Data, Variables>,
    variables: Omit<Variables, 'after'>,
    connection: (data: Data) => Connection<Node>,
  ): AsyncGenerator<Node, void>
  nodes<Data, Node>(
    document: string,
    variables: object,
    connection: (data: Data) => Connection<Node>,
  ): AsyncGenerator<Node, void>
  /** Follows a subscription. The first message is the current state; after a lost connection it connects again. */
  subscribe<Data, Variables>(document: TypedDocument<Data, Variables>, variables: Variables): AsyncGenerator<Data, void>
  subscribe<Data = unknown>(document: string, variables?: object): AsyncGenerator<Data, void>
}

/** A client of one installation, with the rights of one API key. */
export function createClient(options: ClientOptions): Client {
  const url = withoutSlash(options.url)
  const authorization: Record<string, string> = options.apiKey ? { Authorization: `Bearer ${options.apiKey}` } : {}
  const send = sender(options)

  const rest = createRestCalls({ url, authorization, send })

  async function* list(path: ListPath): AsyncGenerator<unknown, void> {
    let cursor: string | null = ''
    while (cursor !== null) {
      const { data, response }: { data: unknown; response: Response } = await rest.GET(path, {
        params: { query: { limit: PAGE_SIZE, cursor } },
      })
      yield* data as unknown[]
      const next: string | undefined = /^<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
      cursor = next === undefined ? null : new URL(next, url).searchParams.get('cursor')
    }
  }

  async function graphql(document: unknown, variables: object = {}, call: CallOptions = {}): Promise<unknown> {
    const response = await send(
      new Request(`${url}/graphql`, {
        method: 'POST',
        headers: {
          ...authorization,
          'Content-Type': 'application/json',
          ...(call.idempotencyKey !== undefined && { 'Idempotency-Key': call.idempotencyKey }),
        },
        body: JSON.stringify({ query: textOf(document), variables }),
        signal: call.signal ?? null,
      }),
    )
    const result = (await response.json().catch(() => null)) as { data?: unknown; errors?: GraphqlError[] } | null
    if (!result) throw unreadable(response)
    const error = graphqlError(result, response)
    if (error) throw error
    return result.data
  }

  async function* nodes(
    document: unknown,
    variables: object,
    connection: (data: unknown) => Connection<unknown>,
  ): AsyncGenerator<unknown, void> {
    let after: string | null | undefined = null
    do {
      const page: Connection<unknown> = connection(await graphql(document, { ...variables, after }))
      yield* page.nodes
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
    } while (after)
  }

  const subscribe = (document: unknown, variables: object = {}) =>
    follow({ url, authorization, webSocket: options.webSocket }, document, variables)

  return { rest, list, graphql, nodes, subscribe } as Client
}

/** URL of an installation, with the header that identifies the caller. */
interface Place {
  url: string
  authorization: Record<string, string>
}

/** The REST calls, whose answers are read as JSON or, if they are files, as a blob. */
function createRestCalls({
  url,
  authorization,
  send,
}: Place & { send: (request: Request) => Promise<Response> }): Rest {
  const api = createRest<paths>({
    baseUrl: url,
    headers: authorization,
    bodySerializer,
    fetch: async (request) => {
      const response = await send(request)
      if (response.status >= 400) throw await restError(response)
      return response
    },
  })
  const caller = (method: Method) => async (path: never, init?: { parseAs?: string }) => {
    const { data, response } = await api.request(method, path, { parseAs: 'stream', ...init } as never)
    if (init?.parseAs || response.bodyUsed) return { data, response }
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { data: await (isJson ? response.json() : response.blob()), response }
  }
  return {
    GET: caller('get'),
    POST: caller('post'),
    PUT: caller('put'),
    DELETE: caller('delete'),
  } as unknown as Rest
}

/** Yields the messages of a subscription over a socket of its own, until the caller ends the iteration. */
async function* follow(
  { url, authorization, webSocket }: Place & Pick<ClientOptions, 'webSocket'>,
  document: unknown,
  variables: object,
): AsyncGenerator<unknown, void> {
  const socket = createSocket({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    connectionParams: authorization,
    ...(webSocket !== undefined && { webSocketImpl: webSocket }),
  })
  try {
    const request = { query: textOf(document), variables: variables as Record<string, unknown> }
    for await (const message of socket.iterate(request)) {
      const error = graphqlError(message)
      if (error) throw error
      yield message.data
    }
  } catch (error) {
    throw socketError(error)
  } finally {
    await socket.dispose()
  }
}

/** Makes the function that sends requests, and repeats those that were answered with 429 after the requested wait. */
function sender({
  fetch = (request) => globalThis.fetch(request),
  sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  retries = 3,
  maxWait = 60,
}: ClientOptions): (request: Request) => Promise<Response> {
  return async (first) => {
    let request = first
    for (let left = retries; ; left -= 1) {
      const again = left > 0 ? request.clone() : null
      const response = await fetch(request).catch((error: unknown) => {
        throw request.signal.aborted ? error : unreachable(error)
      })
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
      if (response.status !== 429 || !again || !(seconds <= maxWait)) return response
      await response.body?.cancel()
      await sleep(seconds * 1000)
      request.signal.throwIfAborted()
      request = again
    }
  }
}

/** Encodes a request body: a file as it is, an object that holds files as a form, everything else as JSON. */
function bodySerializer(body: unknown): BodyInit {
  if (body instanceof Blob || body instanceof FormData) return body
  const entries = Object.entries(body ?? {})
  if (!entries.some(([, value]) => value instanceof Blob)) return JSON.stringify(body)
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value as Blob)
  return form
}

const textOf = (document: unknown): string =>
  document && typeof document === 'object' && 'kind' in document ? print(document as DocumentNode) : String(document)

/** Codes with which the server closes a socket. */
const CLOSED: Record<number, { code: string; status: number }> = {
  4403: { code: 'UNAUTHENTICATED', status: 401 },
  4429: { code: 'TOO_MANY_REQUESTS', status: 429 },
}

/** Returns the error of a failed subscription: errors of the document, the end of its socket, or our own error. */
function socketError(error: unknown): unknown {
  if (error instanceof MergewellError) return error
  if (Array.isArray(error)) return graphqlError({ errors: error as GraphqlError[] })
  const { code = 0, reason = '' } = (error ?? {}) as { code?: number; reason?: string }
  const known = CLOSED[code]
  return known ? new MergewellError({ ...known, message: reason }) : unreachable(error)
}

/** Returns a URL without slashes at its end. */
function withoutSlash(url: string): string {
  return url.endsWith('/') ? withoutSlash(url.slice(0, -1)) : url
}

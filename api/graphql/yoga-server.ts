import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases'
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth'
import { maxDirectivesPlugin } from '@escape.tech/graphql-armor-max-directives'
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens'
import { NoSchemaIntrospectionCustomRule, validate, type GraphQLError } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import type { Context } from '#schema/call-context.ts'
import { schema } from '#schema/index.ts'
import { LARGE_BODY } from '#api/platform/http/bodies/body-limits.ts'
import type { App } from '#api/platform/app-context.ts'
import { contextOf, createCall } from './request-call.ts'
import { callOf } from './request-body.ts'
import { counted } from './operation-quota.ts'
import { codeOf, maskError } from './errors.ts'
import { examples } from './example-operations.ts'
import { measured } from './operation-metrics.ts'
import { oncePerDocument } from './single-use-mutations.ts'

export const GRAPHQL_PATH = '/graphql'

/** Values that the servers pass to yoga: HTTP has a response, a socket does not. */
interface ServerContext {
  req: IncomingMessage
  res?: ServerResponse
}

export type GraphqlServer = ReturnType<typeof createGraphqlServer>

/** Limits on documents; the schema itself limits their cost. They apply to HTTP, SSE and WebSocket alike. */
const limits = [
  maxTokensPlugin({ n: 3_000 }),
  // The introspection query is 21 levels deep.
  maxDepthPlugin({ n: 24, ignoreIntrospection: false }),
  maxAliasesPlugin({ n: 30 }),
  maxDirectivesPlugin({ n: 30 }),
] as Plugin[]

/** Plugin that allows one sign-in or registration per document. */
const once: Plugin = { onValidate: ({ addValidationRule }) => addValidationRule(oncePerDocument) }

/** Hides the schema in production: no introspection, and no "Did you mean …" in errors. */
const secretSchema: Plugin = {
  onValidate: ({ addValidationRule, setValidationFn }) => {
    addValidationRule(NoSchemaIntrospectionCustomRule)
    setValidationFn((checked, document, rules) => validate(checked, document, rules, { hideSuggestions: true }))
  },
  onExecute: ({ executeFn, setExecuteFn }) => setExecuteFn((args) => executeFn(withoutSuggestions(args))),
  onSubscribe: ({ subscribeFn, setSubscribeFn }) => setSubscribeFn((args) => subscribeFn(withoutSuggestions(args))),
}

const withoutSuggestions = <T extends object>(args: T): T => ({ ...args, hideSuggestions: true })

/** Gives document errors one of our codes. */
const ownCodes: Plugin = {
  onValidate: () => (checked) => {
    if (checked.valid) return
    for (const error of checked.result as GraphQLError[]) error.extensions['code'] = codeOf(error.extensions['code'])
  },
}

/**
 * Plugin that accepts GraphQL documents only as JSON: forms on other sites can send every other type without a CORS
 * preflight.
 */
const jsonOnly: Plugin = {
  onRequest: ({ request, endResponse, fetchAPI }) => {
    const type = request.headers.get('content-type') ?? ''
    if (request.method !== 'POST' || /^application\/(graphql-response\+)?json\b/i.test(type)) return
    const message = 'Send the document as JSON, with Content-Type application/json.'
    endResponse(
      fetchAPI.Response.json({ errors: [{ message, extensions: { code: 'UNSUPPORTED_TYPE' } }] }, { status: 415 }),
    )
  },
}

let editor: Promise<string> | undefined

/** The query editor's page: self-contained, 9 MB, loaded on first use. */
function editorPage(): Promise<string> {
  editor ??= import('@graphql-yoga/render-graphiql').then(({ renderGraphiQL }) =>
    renderGraphiQL({
      title: 'Mergewell GraphQL',
      defaultQuery: examples,
      endpoint: GRAPHQL_PATH,
      subscriptionsProtocol: 'WS',
      credentials: 'same-origin',
    }),
  )
  return editor
}

/** Returns whether a request gets the query editor. */
export function asksForEditor({ method, path, headers }: EditorRequest): boolean {
  return method === 'GET' && path === GRAPHQL_PATH && (headers.accept ?? '').includes('text/html')
}
interface EditorRequest {
  method: string
  path: string
  headers: { accept?: string | undefined }
}

/** The Content-Security-Policy sources of the query editor's own inline scripts. */
export async function editorScripts(): Promise<string[]> {
  return [...(await editorPage()).matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}

/** The GraphQL endpoint: queries, mutations and, as SSE, subscriptions. */
export function createGraphqlServer(app: App) {
  return createYoga<ServerContext, Context>({
    schema,
    graphqlEndpoint: GRAPHQL_PATH,
    landingPage: false,
    graphiql: app.explorable,
    renderGraphiQL: editorPage,
    plugins: [
      jsonOnly,
      ownCodes,
      once,
      ...limits,
      ...(app.explorable ? [] : [secretSchema]),
      counted(app),
      measured(app.metrics),
    ],
    batching: false,
    maxRequestBodySize: LARGE_BODY,
    cors: false,
    logging: false,
    maskedErrors: { maskError: (error) => maskError(error, app.log) },
    context: async ({ req, res }) =>
      contextOf(
        callOf(req) ??
          (await createCall(
            app,
            { method: req.method ?? 'POST', headers: req.headers, socket: req.socket },
            res ?? null,
          )),
      ),
  })
}

import { Kind, parse } from 'graphql'
import { ERROR_STATUS } from '#domain/errors.ts'
import { API_SCOPES, type ApiScope } from '#domain/accounts/api-keys.ts'
import { SIGN_UP_TIERS } from '#domain/tenants/plans.ts'
import { API_VERSION } from '#schema/api-version.ts'
import { schema } from '#schema/index.ts'
import { scopeOfOperation } from '#schema/type-scopes.ts'
import { filePaths } from './file-endpoints.ts'
import { redirects } from './redirect-routes.ts'
import { documentRows } from './routes.ts'
import type { DocumentRow, FileRow } from './row.ts'
import { exampleOf } from './request-examples.ts'
import { PAGE_QUERY } from './list-pagination.ts'
import type { Shape } from './payload-shapes.ts'
import { cookieName } from '#api/platform/http/cookies.ts'
import { PROVIDERS, type Provider } from '#domain/mailboxes/providers.ts'

/** Path at which the OpenAPI document is served. */
export const OPENAPI_PATH = '/api/openapi.json'

const SESSION = [{ apiKey: [] }, { sessionCookie: [] }]
const SUPER_ADMIN = [{ superAdminCookie: [] }]

const error: Shape = {
  title: 'Error',
  type: 'object',
  properties: {
    message: { type: 'string', description: 'What happened and how to fix it.' },
    code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Errors by input field: field → message.',
    },
    challenge: {
      type: 'string',
      description: 'With SECOND_FACTOR_REQUIRED: finishes the sign-in together with a code, within 5 minutes.',
    },
    requestId: { type: 'string', description: 'With INTERNAL: the id of the request, as in the log.' },
  },
  required: ['message', 'code'],
  additionalProperties: false,
}

const ERROR_EXAMPLE = {
  message: 'First name is required. Valid email is required',
  code: 'BAD_INPUT',
  fields: { firstName: 'First name is required', email: 'Valid email is required' },
}

/** Descriptions of the sections of the REST API, by the second part of a path, such as `contacts`. */
const TAGS: Record<string, string> = {
  activity: 'The activity log.',
  campaigns: 'Campaigns and their results.',
  contacts: 'Contacts, imports and exports.',
  'email-logs': 'Single emails of campaigns.',
  login: 'Signing in.',
  logout: 'Signing out.',
  people: 'What the workspace holds about a person.',
  register: 'Creating a workspace.',
  settings: 'Send settings and mailboxes.',
  sending: 'All sending of the workspace.',
  stats: 'The dashboard’s figures.',
  supadmin: 'For super admins of the installation.',
  templates: 'Saved templates.',
  upload: 'Images.',
  user: 'The signed-in user.',
  users: 'The users of the workspace.',
  workspace: 'The workspace as a whole.',
  microsoft: 'Signing in with Microsoft, and connecting its mailboxes.',
  google: 'Signing in with Google, and connecting its mailboxes.',
}

const tagsOf = (operation: object): string[] => (operation as { tags?: string[] }).tags ?? []

/** Returns the section of a path: its second part. */
const nounOf = (path: string): string => path.split('/')[2] ?? 'api'

/** Converts an Express path to OpenAPI: `:id` becomes `{id}`. */
export function openApiPath(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}')
}

/** The OpenAPI 3.1 document of the REST facade, generated from its rows. */
export function openApi(serverUrl: string): object {
  const components: Record<string, Shape> = {}
  const paths: Record<string, Record<string, object>> = {}
  const add = (method: string, path: string, operation: object) => {
    ;(paths[openApiPath(path)] ??= {})[method.toLowerCase()] = operation
  }
  for (const row of documentRows) add(row.method, row.path, documentOperation(row, components))
  for (const row of filePaths) add(row.method, row.path, fileOperation(row, components))
  for (const { provider, path } of redirects) add('GET', path, redirectOperation(provider, path))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mergewell',
      version: API_VERSION,
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Campaigns, contacts and templates over REST. Errors carry the status and {message, code, fields}. The same operations, with paging, filters and subscriptions, are available in GraphQL at /graphql.',
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(tagsOf)))].map(
      (name) => ({ name, description: TAGS[name] ?? name }),
    ),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, or the token of a session.' },
        sessionCookie: { type: 'apiKey', in: 'cookie', name: cookieName({ publicUrl: serverUrl }, 'session') },
        superAdminCookie: { type: 'apiKey', in: 'cookie', name: cookieName({ publicUrl: serverUrl }, 'superAdmin') },
      },
    },
  }
}

/** A call of the REST interface. */
export interface RestCall {
  method: string
  path: string
  summary: string
  /** scope that an API key needs; null: no key can make the call */
  scope: ApiScope | null
}

/** Returns every call of `/api`, in the order of the paths. */
export const restCalls = (): RestCall[] =>
  [
    ...documentRows.map((row) => ({
      ...row,
      scope: row.open || isForSuperAdmins(row) ? null : (row.scope ?? scopeOf(row)),
    })),
    ...filePaths.map((row) => ({ ...row, scope: API_SCOPES.find((scope) => scope === row.scope) ?? null })),
  ]
    .map(({ method, path, summary, scope }) => ({ method, path, summary: summary ?? '', scope }))
    .toSorted((a, b) => a.path.localeCompare(b.path, 'en') || a.method.localeCompare(b.method, 'en'))

const isForSuperAdmins = ({ path }: { path: string }) => path.startsWith('/api/supadmin/')

function documentOperation(row: DocumentRow, components: Record<string, Shape>): object {
  const isList = !('reply' in row)
  const supAdmin = isForSuperAdmins(row)
  const isIdempotent = row.method !== 'GET' && !row.open && !supAdmin
  return {
    ...about(row.method, row.path, row.summary, { ...(isList && PAGE_QUERY), ...row.query }, isIdempotent),
    ...needs(row.open || supAdmin ? null : (row.scope ?? scopeOf(row))),
    security: row.open ? [] : supAdmin ? SUPER_ADMIN : SESSION,
    ...(row.takes && {
      requestBody: {
        required: !row.bodyOptional,
        content: json(row.takes, components, exampleOf(row.takes, nounOf(row.path))),
      },
    }),
    responses: {
      [row.status ?? 200]: {
        description: 'Done.',
        headers: { ...headersOf(row, isList), ...(isIdempotent && REPLAYED) },
        content: json(row.answers, components, exampleOf(row.answers, nounOf(row.path))),
      },
      ...refusals(components),
    },
  }
}

/** Describes the scope that an API key needs for an operation; null: keys cannot use it. */
const needs = (scope: ApiScope | null): object => (scope ? { description: `Scope: ${scope}.`, 'x-scope': scope } : {})

/** The scope that the root field of a row's document needs; null if keys cannot use it. */
function scopeOf(row: DocumentRow): ApiScope | null {
  const [operation] = parse(row.document).definitions
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return null
  const [root] = operation.selectionSet.selections
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {}
  const field = root?.kind === Kind.FIELD ? fields[root.name.value] : undefined
  return field ? scopeOfOperation(field) : null
}

function headersOf(row: DocumentRow, isList: boolean): object {
  return {
    ...REQUEST_ID,
    ...(isList && {
      'X-Total-Count': { description: 'Length of the whole list.', schema: { type: 'integer' } },
      Link: { description: 'With limit or cursor: the next page, rel="next".', schema: { type: 'string' } },
    }),
    ...(row.location && { Location: { description: 'Where it can be read.', schema: { type: 'string' } } }),
  }
}

const REQUEST_ID = {
  'X-Request-Id': { description: 'Id of the request, as in the log.', schema: { type: 'string' } },
}

const REPLAYED = {
  'Idempotent-Replayed': {
    description: 'true if this is the first answer to the Idempotency-Key again.',
    schema: { type: 'string' },
  },
}

const RETRY_AFTER = {
  'Retry-After': { description: 'With 429: seconds to wait before trying again.', schema: { type: 'integer' } },
}

/** Error responses of every REST call, by status: any call can be refused with any of the error codes. */
const refusals = (components: Record<string, Shape>): object => ({
  '4XX': {
    description: 'Refused.',
    headers: { ...REQUEST_ID, ...RETRY_AFTER },
    content: json(error, components, ERROR_EXAMPLE),
  },
  default: { description: 'An error on our side.', headers: REQUEST_ID, content: json(error, components) },
})

const binary = (types: readonly string[]): object =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))

function fileOperation(row: FileRow, components: Record<string, Shape>): object {
  const { answers = {} } = row
  const content =
    typeof answers === 'string' || Array.isArray(answers)
      ? binary([answers].flat())
      : json(answers, components, exampleOf(answers, nounOf(row.path)))
  const file = { type: 'object', properties: { [row.field ?? '']: { type: 'string', format: 'binary' } } }
  return {
    ...about(row.method, row.path, row.summary, row.query),
    ...needs(API_SCOPES.find((scope) => scope === row.scope) ?? null),
    security: isForSuperAdmins(row) ? SUPER_ADMIN : SESSION,
    ...(row.field && {
      requestBody: {
        required: true,
        content: { 'multipart/form-data': { schema: { ...file, required: [row.field] } } },
      },
    }),
    ...(row.takesFile && { requestBody: { required: true, content: binary(row.takesFile) } }),
    ...(row.takes && {
      requestBody: { required: true, content: json(row.takes, components, exampleOf(row.takes, nounOf(row.path))) },
    }),
    responses: { [row.status ?? 200]: { description: 'Done.', headers: REQUEST_ID, content }, ...refusals(components) },
  }
}

const REDIRECT_PARAMETERS = {
  action: {
    values: ['register', 'identity', 'confirm'],
    description:
      'register: create a workspace; identity: add this account as a sign-in method (requires a recent sign-in); confirm: confirm who you are. If omitted: connects a mailbox if you are signed in, otherwise signs you in.',
  },
  tier: { values: SIGN_UP_TIERS, description: 'Plan of the workspace to register. Defaults to free.' },
  reading: {
    values: ['1'],
    description:
      'Ask for the full level: safe sending, bounces and replies. Without it, connecting asks only for permission to send.',
  },
  shared: {
    values: ['1'],
    description: 'Ask for permission to send from shared mailboxes as well. Microsoft only.',
  },
  mailbox: {
    values: undefined,
    description:
      'Id of one of your mailboxes: reconnects it, or with reading=1 upgrades it to the full level. Signing in with another account changes nothing.',
  },
}

function redirectOperation(provider: Provider, path: string): object {
  return {
    ...about(
      'GET',
      path,
      `Redirect the browser to ${PROVIDERS[provider].name} to connect a mailbox or sign in, or with action: register, identity, confirm`,
    ),
    parameters: Object.entries(REDIRECT_PARAMETERS).map(([name, { values, description }]) => ({
      name,
      in: 'query',
      description,
      schema: { type: 'string', ...(values && { enum: values }) },
    })),
    security: [],
    responses: {
      302: { description: 'Redirect; errors come back as /?auth=error&message=…' },
      '4XX': { description: 'Refused.' },
    },
  }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Up to 255 characters of your choice, another one for each change. A request that is sent again with its key changes nothing more and gets the first answer, for a day.',
  schema: { type: 'string' },
}

/** Types of query parameters that are not texts. */
const QUERY_TYPES: Record<string, Shape> = {
  limit: { type: 'integer' },
  tag: { type: 'array', items: { type: 'string' } },
  email: { type: 'array', items: { type: 'string' } },
  externalId: { type: 'array', items: { type: 'string' } },
}

function about(
  method: string,
  path: string,
  summary: string | undefined,
  query: Record<string, string> = {},
  isIdempotent = false,
) {
  const ids = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
  const parameters = [
    ...ids.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...Object.entries(query).map(([name, description]) => ({
      name,
      in: 'query',
      description,
      schema: QUERY_TYPES[name] ?? { type: 'string' },
    })),
    ...(isIdempotent ? [IDEMPOTENCY_KEY] : []),
  ]
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^a-zA-Z]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    tags: [nounOf(path)],
    ...(parameters.length > 0 && { parameters }),
  }
}

function json(shape: Shape, components: Record<string, Shape>, example?: unknown): object {
  return { 'application/json': { schema: referring(shape, components), ...(example !== undefined && { example }) } }
}

/** A shape whose named parts are references to the document's components. */
function referring(shape: Shape, components: Record<string, Shape>): object {
  const { title, ...bare } = shape
  const whole = {
    ...bare,
    ...(bare.items && { items: referring(bare.items, components) }),
    ...(bare.properties && {
      properties: Object.fromEntries(
        Object.entries(bare.properties).map(([name, inner]) => [name, referring(inner, components)]),
      ),
    }),
  }
  if (!title) return whole
  components[title] = whole
  return { $ref: `#/components/schemas/${title}` }
}

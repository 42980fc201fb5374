import type { Request } from 'express'
import type { z } from 'zod'
import type { ApiScope } from '#domain/accounts/api-keys.ts'
import { notFound, type IdKind } from '#schema/object-ids.ts'
import type { Shape } from './payload-shapes.ts'

export type Data = Record<string, any>

interface Page {
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  edges: { node: Data }[]
  /** number of all entries, if it was asked for */
  totalCount?: number
}

/** A row in the table of REST calls: a GraphQL document over the same schema, with its path and response. */
export type DocumentRow = ReplyRow | ListRow

interface Row {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** a short summary for the OpenAPI document */
  summary: string
  /** shape of the request body, if any */
  takes?: Shape
  /** the operation's validation rules, beyond the schema's types */
  rules?: z.ZodType
  /** maximum bytes of the request body, if larger than usual */
  bodyMax?: number
  /** shape of the response body */
  answers: Shape
  /** scope that a key needs, if the root field of the document does not determine it */
  scope?: ApiScope
  document: string
  variables?: (request: Request) => Record<string, unknown>
  /** query parameters beyond those of every list: name → description; all others are refused */
  query?: Record<string, string>
  /** true if the body may be left out */
  bodyOptional?: true
  /** HTTP status of the response; 200 by default */
  status?: number
  /** returns the path at which a GET finds the created object */
  location?: (body: Data) => string
  /** true if callers need no session */
  open?: true
  /** true if the answer may be null; a null of any other row means that nobody is signed in */
  mayBeNull?: true
}

/** A REST call that returns its document's result, with separately paged lists. */
export interface ReplyRow extends Row {
  /** builds the response body */
  reply: (data: Data, request: Request) => Data | null
  /** property of the body → its list; these follow the other properties */
  lists?: Record<string, PagedList>
}

/**
 * A REST call that returns a list: all of it, or with `limit` or `cursor` one page. Its document takes `$first`,
 * `$after` and `$count`.
 */
export interface ListRow extends Row, PagedList {
  /** number of rows that are read at a time */
  pageSize: number
}

/** A list of any length, read page by page as the client reads the response. */
export interface PagedList {
  /** reads one page; takes `$after` and the row's own variables */
  document: string
  /** extracts the page from the document's result */
  page: (data: Data) => Page
  /** maps a node for the response; the node itself by default */
  item?: (node: Data) => unknown
}

/** A REST call that transfers a file; its handler is in file-routes.ts. */
export interface FileRow {
  method: 'GET' | 'POST'
  path: string
  /** callers that may use the call: keys with this scope and people, only admins, or only super admins */
  scope: ApiScope | 'admin' | 'superAdmin'
  summary?: string
  /** query parameters: name → description */
  query?: Record<string, string>
  /** HTTP status of the response; 200 by default */
  status?: number
  /** name of the multipart field that holds the file */
  field?: string
  /** shape of a JSON request body */
  takes?: Shape
  /** media types of a request body that is a file itself */
  takesFile?: readonly string[]
  /** true if an API key is charged by the rows of the file, not by the request */
  countsRows?: true
  /** shape of the response body, or the file's possible media types */
  answers?: Shape | string | string[]
}

/** Returns the id in the request's path as GraphQL variables. */
export const byId = (request: Request) => ({ id: request.params['id'] })

/** Returns the object of the requested type; null for an id of another kind, which selects nothing. */
export const nodeOf = (node: Data | null): Data | null => (node?.['id'] === undefined ? null : node)

/** Returns the value. Throws NOT_FOUND for null. */
export function found(value: Data | null, kind: IdKind): Data {
  if (value === null) throw notFound(kind)
  return value
}

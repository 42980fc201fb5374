import type { Request } from 'express'
import type { z } from 'zod'
import { notFound, type IdKind } from '#schema/ids.ts'
import type { Shape } from './shapes.ts'

export type Data = Record<string, any>

interface Page {
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  edges: { node: Data }[]
}

/** A row of the REST facade: a fixed call as a GraphQL document over the same schema. */
export type DocumentRow = ReplyRow | ListRow

interface Row {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** what it does, in a few words, for the OpenAPI document */
  summary: string
  /** shape of the request's body, where it has one */
  takes?: Shape
  /** what the operation holds its input to, beyond the types of the schema */
  rules?: z.ZodType
  /** bytes that the request's body may have, where that is more than usual */
  bodyMax?: number
  /** shape of the answer's body */
  answers: Shape
  document: string
  variables?: (request: Request) => Record<string, unknown>
  /** 200 unless said otherwise */
  status?: number
  /** true when nobody needs to be signed in */
  open?: true
}

/** A row that answers with what its document says, and with lists that are paged on their own. */
export interface ReplyRow extends Row {
  /** what the answer's body is made of */
  reply: (data: Data, request: Request) => Data | null
  /** property of the body → the list it holds; they come after the other properties */
  lists?: Record<string, PagedList>
}

/** A row that answers with a list. */
export interface ListRow extends Row, PagedList {}

/** A list of any length. It is read one page at a time, as the client reads the answer. */
export interface PagedList {
  /** reads one page; takes `$after` besides the row's own variables */
  document: string
  /** where the page is in what the document answers */
  page: (data: Data) => Page
  /** what each node is in the answer; the node itself when left out */
  item?: (node: Data) => unknown
}

/** A row that carries a file; its handler is in files.ts. */
export interface FileRow {
  method: 'GET' | 'POST'
  path: string
  summary?: string
  /** what may stand behind the question mark: name → what it means */
  query?: Record<string, string>
  /** 200 unless said otherwise */
  status?: number
  /** name of the multipart field that holds the file */
  field?: string
  /** shape of the request's body, where it is JSON */
  takes?: Shape
  /** shape of the answer's body, or the media types that the file may be of */
  answers?: Shape | string | string[]
}

/** The id in the path. */
export const byId = (request: Request) => ({ id: request.params['id'] })

/** Throws NOT_FOUND in place of null. */
export function found(value: Data | null, kind: IdKind): Data {
  if (value === null) throw notFound(kind)
  return value
}

import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { ApiScope } from '#domain/accounts/api-keys.ts'
import type { Data } from '#api/rest/row.ts'

/** maximum rows of one answer: an agent reads all of them */
export const ROWS_MAX = 100
const ROWS_DEFAULT = 25
/** maximum characters of a text in an answer; a longer one is left out */
export const TEXT_MAX = 100_000

/** A tool: a GraphQL document over our own schema, with arguments and an answer that suit an agent. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  name: string
  /** title for people */
  title: string
  /** description for agents: what the tool does, and when to use it */
  description: string
  input: Input
  /** hints for a host that asks a person for permission */
  annotations: ToolAnnotations
  /** scope that a key needs to see and use the tool */
  scope: ApiScope
  document: string
  /**
   * Builds the variables of the GraphQL document from the tool's arguments; by default they are the arguments
   * themselves.
   */
  variables?(args: z.output<Input>): Data
  /**
   * Builds the tool's answer from the data of the GraphQL document, whose enum values are in lower case as in the REST
   * API.
   */
  result(data: Data, args: z.output<Input>): Data
}

/** Checks a tool's functions against its input. */
export const tool = <Input extends z.ZodObject>(definition: Tool<Input>): Tool => definition

/** Reads only. */
export const READS = { readOnlyHint: true, openWorldHint: false } as const
/** Adds something each time. */
export const ADDS = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
} as const
/** Changes what is there; the same call again changes nothing more. */
export const CHANGES = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
} as const
/** Sends emails to people. */
export const SENDS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true } as const

/** An id of one of our objects. */
export const id = (of: string) => z.string().min(1).max(100).describe(`Id of the ${of}.`)

/** A moment. */
export const moment = (description: string) => z.iso.datetime({ offset: true }).describe(description)

/** The arguments that every paged list has. */
export const paging = {
  limit: z.int().min(1).max(ROWS_MAX).default(ROWS_DEFAULT).describe('Rows of this page.'),
  cursor: z.string().max(500).optional().describe('nextCursor of the page before; leave it out for the first page.'),
}

/** The variables of a paged list. */
export const pageOf = ({ limit, cursor }: { limit: number; cursor?: string | undefined }) => ({
  first: limit,
  after: cursor ?? null,
})

/** Selects a page of these fields. */
export const pageFields = (fields: string) => `{ totalCount pageInfo { hasNextPage endCursor } nodes { ${fields} } }`

/** A page as an answer: its rows under `name`, how many there are, and how to get the next page. */
export function page(name: string, { totalCount, pageInfo, nodes }: Data, item = (node: Data): unknown => node): Data {
  return {
    [name]: nodes.map(item),
    totalCount,
    nextCursor: pageInfo['hasNextPage'] ? pageInfo['endCursor'] : null,
  }
}

/** A short list without pages: those whose name contains `search`, at most as many as one answer has. */
export function matching(name: string, rows: Data[], search: string | undefined): Data {
  const wanted = search?.toLowerCase()
  const found = wanted ? rows.filter((row) => String(row['name']).toLowerCase().includes(wanted)) : rows
  return { [name]: found.slice(0, ROWS_MAX), totalCount: found.length }
}

export const SEARCH_BY_NAME = z.string().max(200).optional().describe('Part of the name; case-insensitive.')
/** said of tools that use {@link matching} */
export const AT_MOST = `At most ${ROWS_MAX} are listed; search for others.`

/** Leaves out texts and designs that are too long for an agent, and says so. */
export function withoutLongTexts(row: Data, names: readonly string[]): Data {
  const long = names.filter((name) => lengthOf(row[name]) > TEXT_MAX)
  if (long.length === 0) return row
  return { ...row, ...Object.fromEntries(long.map((name) => [name, null])), leftOutBecauseTooLong: long }
}

const lengthOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : JSON.stringify(value ?? null).length

/** A builder document. */
export const design = z
  .looseObject({})
  .describe('The document of the email builder, as get_template or get_campaign answers it. It replaces content.')

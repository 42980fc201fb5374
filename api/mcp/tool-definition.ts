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

/** Defines a tool; its functions are type-checked against its input. */
export const tool = <Input extends z.ZodObject>(definition: Tool<Input>): Tool => definition

/** MCP hints for a tool that only reads. */
export const READS = { readOnlyHint: true, openWorldHint: false } as const
/** MCP hints for a tool that adds something at each call. */
export const ADDS = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
} as const
/** MCP hints for a tool that changes something; the same call again changes nothing more. */
export const CHANGES = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
} as const
/** MCP hints for a tool that sends emails to people. */
export const SENDS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true } as const

/** Argument of a tool: the id of an object. */
export const id = (of: string) => z.string().min(1).max(100).describe(`Id of the ${of}.`)

/** Argument of a tool: a time in ISO 8601 with its offset. */
export const moment = (description: string) => z.iso.datetime({ offset: true }).describe(description)

/** The arguments that every paged list has. */
export const paging = {
  limit: z.int().min(1).max(ROWS_MAX).default(ROWS_DEFAULT).describe('Rows of this page.'),
  cursor: z.string().max(500).optional().describe('nextCursor of the page before; leave it out for the first page.'),
}

/** Returns the GraphQL variables for a page of a list. */
export const pageOf = ({ limit, cursor }: { limit: number; cursor?: string | undefined }) => ({
  first: limit,
  after: cursor ?? null,
})

/** Returns the GraphQL selection of a page with these fields. */
export const pageFields = (fields: string) => `{ totalCount pageInfo { hasNextPage endCursor } nodes { ${fields} } }`

/** Makes a tool's answer from a page: its rows under `name`, the total count, and how to get the next page. */
export function page(name: string, { totalCount, pageInfo, nodes }: Data, item = (node: Data): unknown => node): Data {
  return {
    [name]: nodes.map(item),
    totalCount,
    nextCursor: pageInfo['hasNextPage'] ? pageInfo['endCursor'] : null,
  }
}

/**
 * Makes a tool's answer from a short list without pages: the rows whose name contains `search`, as many as one answer
 * may have.
 */
export function matching(name: string, rows: Data[], search: string | undefined): Data {
  const wanted = search?.toLowerCase()
  const found = wanted ? rows.filter((row) => String(row['name']).toLowerCase().includes(wanted)) : rows
  return { [name]: found.slice(0, ROWS_MAX), totalCount: found.length }
}

export const SEARCH_BY_NAME = z.string().max(200).optional().describe('Part of the name; case-insensitive.')
/** Sentence in the description of tools that use {@link matching} */
export const AT_MOST = `At most ${ROWS_MAX} are listed; search for others.`

/** Leaves out texts and designs that are too long for an agent, and says so. */
export function withoutLongTexts(row: Data, names: readonly string[]): Data {
  const long = names.filter((name) => lengthOf(row[name]) > TEXT_MAX)
  if (long.length === 0) return row
  return { ...row, ...Object.fromEntries(long.map((name) => [name, null])), leftOutBecauseTooLong: long }
}

const lengthOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : JSON.stringify(value ?? null).length

/** Argument of a tool: the document of an email made in the builder. */
export const design = z
  .looseObject({})
  .describe('The document of the email builder, as get_template or get_campaign answers it. It replaces content.')

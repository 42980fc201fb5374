import type { SQLInputValue } from 'node:sqlite'
import { graphError } from './graph-errors.ts'
import type { Where } from './messages.ts'
import { Refusal } from './http-responses.ts'

/** Properties supported by `$filter`, and their columns. */
const COLUMNS: Record<string, { sql: string; value: (text: string) => SQLInputValue }> = {
  internetMessageId: { sql: 'internet_id', value: stringLiteral },
  conversationId: { sql: 'thread_id', value: stringLiteral },
  subject: { sql: 'subject', value: stringLiteral },
  isDraft: { sql: "(folder = 'drafts')", value: booleanLiteral },
  isRead: { sql: 'is_read', value: booleanLiteral },
  receivedDateTime: { sql: 'coalesce(sent_at, created_at)', value: Date.parse },
  sentDateTime: { sql: 'coalesce(sent_at, created_at)', value: Date.parse },
  createdDateTime: { sql: 'created_at', value: Date.parse },
  lastModifiedDateTime: { sql: 'changed_at', value: Date.parse },
}

const OPERATORS: Record<string, string> = { eq: '=', ne: '<>', gt: '>', ge: '>=', lt: '<', le: '<=' }

const CLAUSE = /^\s*(\w+)\s+(eq|ne|gt|ge|lt|le)\s+('(?:[^']|'')*'|[^\s']+)\s*(?:and\s|$)/i

const LITERAL = `('(?:[^']|'')*')`
/** A property condition by id, on the whole value or its prefix. */
const PROPERTY = new RegExp(
  `singleValueExtendedProperties/Any\\(\\s*(\\w+)\\s*:\\s*\\1/id\\s+eq\\s+${LITERAL}\\s+and\\s+` +
    `(?:\\1/value\\s+eq\\s+${LITERAL}|startswith\\(\\s*\\1/value\\s*,\\s*${LITERAL}\\s*\\))\\s*\\)`,
  'i',
)
const ONE_PROPERTY = new RegExp(`^\\s*${PROPERTY.source}\\s*`, 'i')
/** Separator of properties within parentheses, and of clauses outside them. */
const OR = /^or\s/i
const AND = /^\s*(?:and\s|$)/i

function stringLiteral(text: string): string {
  if (!text.startsWith("'")) throw invalid(text)
  return text.slice(1, -1).replaceAll("''", "'")
}

function booleanLiteral(text: string): number {
  if (text !== 'true' && text !== 'false') throw invalid(text)
  return text === 'true' ? 1 : 0
}

const invalid = (text: string) => new Refusal(graphError(400, 'BadRequest', `Invalid filter clause: ${text}`))

/** `$filter` as SQL: comparisons joined by `and`. Anything else is rejected, never ignored. */
export function parseFilter(filter: string | null): Where {
  const sql: string[] = ['1']
  const values: SQLInputValue[] = []
  for (let rest = filter?.trim() ?? ''; rest !== '';) {
    const isGroup = rest.startsWith('(')
    const properties = readProperties(isGroup ? rest.slice(1) : rest)
    if (properties) {
      const after = isGroup ? /^\s*\)/.exec(properties.rest)?.[0] : properties.sql.length === 1 ? '' : undefined
      const end = after === undefined ? null : AND.exec(properties.rest.slice(after.length))
      if (after === undefined || !end) throw invalid(rest)
      sql.push(`(${properties.sql.join(' OR ')})`)
      values.push(...properties.values)
      rest = properties.rest.slice(after.length + end[0].length).trim()
      continue
    }
    const clause = CLAUSE.exec(rest)
    const column = clause && COLUMNS[clause[1]!]
    if (!clause || !column) throw invalid(rest)
    const value = column.value(clause[3]!)
    if (Number.isNaN(value)) throw invalid(rest)
    sql.push(`${column.sql} ${OPERATORS[clause[2]!.toLowerCase()]} ?`)
    values.push(value)
    rest = rest.slice(clause[0].length)
  }
  return { sql: sql.join(' AND '), values, byInternetId: sql.includes('internet_id = ?') }
}

/** Parses property conditions joined by `or` at the start of a text. */
function readProperties(text: string): { sql: string[]; values: string[]; rest: string } | null {
  const sql: string[] = []
  const values: string[] = []
  let rest = text
  for (let found = ONE_PROPERTY.exec(rest); found; found = ONE_PROPERTY.exec(rest)) {
    const [whole, , id = '', value, beginning] = found
    const literal = stringLiteral(value ?? beginning ?? '')
    const test = value === undefined ? 'substr(value, 1, length(?)) = ?' : 'value = ?'
    sql.push(`pk IN (SELECT message_pk FROM properties WHERE id = ? AND ${test})`)
    values.push(stringLiteral(id), ...(value === undefined ? [literal, literal] : [literal]))
    rest = rest.slice(whole.length)
    const or = OR.exec(rest)
    if (!or) break
    rest = rest.slice(or[0].length)
  }
  return sql.length > 0 ? { sql, values, rest } : null
}

export function parseSelect(query: URLSearchParams): string[] | undefined {
  return query
    .get('$select')
    ?.split(',')
    .map((name) => name.trim())
    .filter(Boolean)
}

/** `$expand=singleValueExtendedProperties($filter=id eq '…' or id eq '…')`: the ids, in lower case. */
export function parseExpand(expand: string | null): string[] | undefined {
  if (expand === null) return undefined
  const filter = /^singleValueExtendedProperties\(\$filter=(.+)\)$/i.exec(expand.trim())?.[1]
  if (filter === undefined) throw new Refusal(graphError(400, 'BadRequest', `The sandbox cannot expand '${expand}'.`))
  return filter.split(/\sor\s/i).map((clause) => {
    const id = /^\s*id\s+eq\s+('(?:[^']|'')*')\s*$/i.exec(clause)?.[1]
    if (id === undefined) throw invalid(clause)
    return stringLiteral(id).toLowerCase()
  })
}

export interface Page {
  limit: number
  offset: number
  ascending: boolean
}

/** `$top` (10, at most 1000), `$skip`, and `$orderby` of a date. */
export function parsePage(query: URLSearchParams): Page {
  const number = (name: string, fallback: number, least: number, most: number) => {
    const value = Number(query.get(name) ?? fallback)
    if (!Number.isInteger(value) || value < least || value > most) {
      throw new Refusal(graphError(400, 'BadRequest', `Invalid value for ${name}.`))
    }
    return value
  }
  const order = query.get('$orderby')
  if (order && !/^(received|sent|created|lastModified)DateTime(\s+(asc|desc))?$/i.test(order)) {
    throw new Refusal(graphError(400, 'BadRequest', `The sandbox cannot order by '${order}'.`))
  }
  return {
    limit: number('$top', 10, 1, 1000),
    offset: number('$skip', 0, 0, 10_000_000),
    ascending: order !== null && !/\sdesc$/i.test(order),
  }
}

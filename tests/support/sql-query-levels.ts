/** Tables that a statement reads and changes at one level: a query without the queries within it. */
export interface Level {
  text: string
  /** tables of this level by the alias that the SQL gives them, or by table name where the SQL gives none */
  tables: ReadonlyMap<string, string>
  /** aliases of the tables whose rows the SQL changes or locks */
  written: readonly string[]
  /** tables into which the SQL inserts */
  filled: readonly string[]
  /**
   * aliases of the tables whose `tenant_id` the SQL compares with a bound value, directly or by way of another alias of
   * this level
   */
  bound: ReadonlySet<string>
}

const NO_ALIAS =
  /^(select|set|where|using|on|join|left|right|inner|cross|order|group|limit|returning|as|for|union|values|lateral|full)$/i
const QUERY = /^\s*(select|insert|update|delete|with|values)\b/i
/** Clause that locks the rows that a query finds. */
const LOCK = /\bfor (?:no key update|update|key share|share)\b(?: of (\w+(?:, ?\w+)*))?/i

/** The levels of a statement, or of a part of one such as a CTE. */
export function levelsOf(statement: string): Level[] {
  const texts: string[] = []
  const outer = flatten(statement.replaceAll(/\s+/g, ' ').trim(), texts)
  return [...texts, outer].flatMap((text) => text.split(/\bunion(?: all)?\b/i)).map(levelOf)
}

/** The text of one level, with `()` for each query in it. Adds the text of these to `inner`. */
function flatten(text: string, inner: string[]): string {
  let [flat, at] = ['', 0]
  while (at < text.length) {
    if (text[at] !== '(') {
      flat += text[at]
      at += 1
      continue
    }
    const end = closingOf(text, at)
    const group = flatten(text.slice(at + 1, end), inner)
    const isQuery = QUERY.test(group)
    if (isQuery) inner.push(group)
    // A condition in brackets holds for the whole level, unless it is one of several.
    flat += isQuery || /\bor\b/i.test(group) ? '()' : `(${group})`
    at = end + 1
  }
  return flat
}

function closingOf(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return text.length
}

function levelOf(text: string): Level {
  const tables = new Map<string, string>()
  const [changed, filled]: [string[], string[]] = [[], []]
  const lock = LOCK.exec(text)
  const plain = text.replace(LOCK, '').replaceAll(/\bdo update set\b/gi, '')
  const name = (table: string, as?: string) => (as && !NO_ALIAS.test(as) ? as : table)
  for (const [, how = '', table = '', as] of plain.matchAll(
    /\b(from|join|update|using|delete from|insert into) (\w+)(?: as\b)?(?: (\w+))?/gi,
  )) {
    if (NO_ALIAS.test(table)) continue
    if (/^insert/i.test(how)) filled.push(table)
    else tables.set(name(table, as), table)
    if (/^(update|delete)/i.test(how)) changed.push(name(table, as))
  }
  for (const [, table = '', as] of plain.matchAll(/\bfrom \w+(?: \w+)?, ?(\w+)(?: as\b)?(?: (\w+))?/gi)) {
    tables.set(name(table, as), table)
  }
  const locked = lock ? (lock[1]?.split(/, ?/) ?? [...tables.keys()]) : []
  return { text, tables, written: [...changed, ...locked], filled, bound: boundIn(plain, tables) }
}

function boundIn(text: string, tables: ReadonlyMap<string, string>): Set<string> {
  const bound = new Set<string>()
  const [first] = tables.keys()
  for (const [, alias = first] of text.matchAll(/(?:\b(\w+)\.)?\btenant_id = :\w+/gi)) if (alias) bound.add(alias)
  const pairs = [...text.matchAll(/\b(\w+)\.tenant_id = (\w+)\.tenant_id\b/gi)]
  for (let size = -1; size !== bound.size;) {
    size = bound.size
    for (const [, a = '', b = ''] of pairs) if (bound.has(a) || bound.has(b)) bound.add(a).add(b)
  }
  return bound
}

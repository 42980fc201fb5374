import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SHARDED } from '../table-register.ts'

/** The rules for statements (decision 0004) that can be read from the source. */

const ROOT = join(import.meta.dirname, '../../../..')
const SOURCES = globSync('api/**/*.ts', { cwd: ROOT }).filter(
  (file) => !/\.test\.ts$|\/(sandbox|bench|demo)\//.test(file),
)

/** The text of a statement from `start` to its end: a closing bracket that it did not open, or the end of the template. */
function statementAt(source: string, start: number): string {
  let depth = 0
  for (let at = start; at < source.length; at += 1) {
    const character = source[at]
    if (character === '(' || character === '{') depth += 1
    if (character === ')' || character === '}') depth -= 1
    if (depth < 0 || (character === '`' && depth === 0)) return source.slice(start, at)
  }
  return source.slice(start)
}

const INSERT = new RegExp(`insert into (${SHARDED.join('|')})( as \\w+)? \\(`, 'g')

/** Returns what Citus would refuse in a statement that inserts what it selects; null for nothing. */
function refusalOf(statement: string): string | null {
  if (!/\bselect\b/.test(statement)) return null
  if (!/\b(returning|on conflict)\b/.test(statement)) return 'neither returning nor on conflict'
  const returned = /\breturning\b(.*)$/s.exec(statement)?.[1]?.trim()
  return returned && returned !== '1' && !/^\w+\.\w+/.test(returned) ? 'returns columns without an alias' : null
}

test.each([
  ['insert into tasks (a) values (1)', null],
  ['insert into tasks (a) select 1', 'neither returning nor on conflict'],
  ['insert into tasks (a) select 1 returning 1', null],
  ['insert into tasks (a) select 1 on conflict do nothing', null],
  ['insert into tasks (a) select 1 returning id', 'returns columns without an alias'],
  ['insert into tasks as t (a) select 1 returning t.id, t.a', null],
])('the check of inserts for a database cluster finds in "%s" the problem: %s', (statement, refusal) => {
  expect(refusalOf(statement)).toBe(refusal)
})

test('every insert from a query is accepted by a database cluster', () => {
  const found = SOURCES.flatMap((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8')
    return [...source.matchAll(INSERT)].map(({ index }) => ({ file, statement: statementAt(source, index) }))
  })
  expect(found.length).toBeGreaterThan(20)
  const refused = found.flatMap(({ file, statement }) => {
    const refusal = refusalOf(statement)
    return refusal ? [`${file}: ${refusal}: ${statement.slice(0, 80)}`] : []
  })
  expect(refused).toEqual([])
})

/**
 * Lock clauses that a statement takes by itself. Citus writes a CTE in one format and reads it in the other when it
 * splits the statement.
 */
const LOCKS = /\bfor (no key )?update( of \w+)?( skip locked)?\s*$/

test.each([
  ['select id from contacts for update', true],
  ['select l.id from email_logs l order by l.id for update of l skip locked', true],
  ['select * from (select id from contacts for no key update) as locked', false],
])('the check of CTEs for a database cluster refuses one that contains “%s”: %s', (statement, refused) => {
  expect(LOCKS.test(statement)).toBe(refused)
})

test('every CTE that locks rows does so in a sub-select', () => {
  const found = SOURCES.flatMap((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8')
    return [...source.matchAll(/\b\w+ as (?:materialized )?\(/g)].map((start) => ({
      file,
      statement: statementAt(source, start.index + start[0].length),
    }))
  })
  expect(found.length).toBeGreaterThan(100)
  const refused = found.filter(({ statement }) => LOCKS.test(statement))
  expect(refused.map(({ file, statement }) => `${file}: ${statement.slice(0, 80)}`)).toEqual([])
})

import { buildSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '#schema/index.ts'
import { contractChanges, unclearDeprecations, versionProblem } from './contract-changes.ts'

const RELEASED = 'type Query { a(first: Int): String b: Kind } enum Kind { X }'
const changesTo = (next: string) => contractChanges('1.2', RELEASED, buildSchema(next))

describe('a deprecation in the API contract', () => {
  it('says what to use instead, and when the deprecated part is removed at the earliest', () => {
    const deprecated = buildSchema(`type Query {
      a: Int @deprecated(reason: "Use b. Not before 2027-12-01.")
      b(x: Int @deprecated(reason: "Old.")): Kind @deprecated
    } enum Kind { X @deprecated(reason: "Use Y") Y }`)
    expect(unclearDeprecations(deprecated)).toEqual([
      'Query.b: No longer supported',
      'Query.b(x): Old.',
      'Kind.X: Use Y',
    ])
    expect(unclearDeprecations(schema)).toEqual([])
  })
})

describe('a change of the API contract', () => {
  it.each([
    ['a field that is gone', 'type Query { b: Kind } enum Kind { X }', 'breaking'],
    ['a field of another type', 'type Query { a(first: Int): Int b: Kind } enum Kind { X }', 'breaking'],
    ['a value that is gone', 'type Query { a(first: Int): String b: Kind } enum Kind { Y }', 'breaking'],
    ['an argument that is needed', 'type Query { a(first: Int, x: Int!): String b: Kind } enum Kind { X }', 'breaking'],
    ['another default', 'type Query { a(first: Int = 1): String b: Kind } enum Kind { X }', 'compatible'],
    ['a new field', 'type Query { a(first: Int): String b: Kind c: Int } enum Kind { X }', 'compatible'],
    ['a new value', 'type Query { a(first: Int): String b: Kind } enum Kind { X Y }', 'compatible'],
  ] as const)('(%s) is %s', (_, next, kind) => {
    const changes = changesTo(next)
    expect(changes[kind].length).toBeGreaterThan(0)
    if (kind === 'compatible') expect(changes.breaking).toEqual([])
  })

  it('needs a version number that fits', () => {
    const nothing = changesTo(RELEASED)
    const added = changesTo(`${RELEASED} type More { x: Int } extend type Query { more: More }`)
    const broken = changesTo('type Query { b: Kind } enum Kind { X }')
    expect(versionProblem(nothing, '1.2')).toBeNull()
    expect(versionProblem(added, '1.2')).toContain('Set API_VERSION to 1.3')
    expect(versionProblem(added, '1.3')).toBeNull()
    expect(versionProblem(broken, '1.3')).toContain('break clients of 1.2')
    expect(versionProblem(broken, '2.0')).toBeNull()
  })
})

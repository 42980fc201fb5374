import { readFile } from 'node:fs/promises'
import { isEnumType, isScalarType, isSpecifiedScalarType, printSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from './index.ts'
import { encodeId, parseId, uuidOf } from './object-ids.ts'

it('the API contract matches schema.graphql; run `npm run codegen` if it is stale', async () => {
  expect(await readFile(new URL('schema.graphql', import.meta.url), 'utf8')).toBe(`${printSchema(schema)}\n`)
})

it('the API contract describes every type, field, argument and error code', () => {
  const silent = Object.values(schema.getTypeMap())
    .filter((type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type))
    .flatMap((type) => {
      const fields = 'getFields' in type ? Object.values(type.getFields()) : []
      const codes = type.name === 'ErrorCode' && isEnumType(type) ? type.getValues() : []
      const members = [...fields, ...codes].flatMap((member) => [member, ...('args' in member ? member.args : [])])
      return [type, ...members].filter(({ description }) => !description).map((one) => `${type.name}: ${one.name}`)
    })
  expect(silent).toEqual([])
})

it('the API contract has opaque ids, and answers "not found" for any other', () => {
  const uuid = '0199e0b2-1111-7222-8333-444455556666'
  expect(parseId(encodeId('Campaign', uuid))).toEqual({ kind: 'Campaign', uuid })
  expect(uuidOf('Campaign', encodeId('Campaign', uuid))).toBe(uuid)
  for (const id of [encodeId('Contact', uuid), uuid, '', '1', 'cmp_', "cmp_' or 1=1"]) {
    expect(() => uuidOf('Campaign', id)).toThrow('Campaign not found')
  }
})

describe('a time that an API caller gives', () => {
  const moment = schema.getType('DateTime')
  const taken = (text: unknown) => {
    try {
      return isScalarType(moment) && (moment.parseValue(text) as Date).toISOString()
    } catch (error) {
      return (error as { code?: string }).code
    }
  }
  it.each([
    ['2026-01-31T09:30:00.000Z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30Z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30:00.123456+05:30', '2026-01-31T04:00:00.123Z'],
    ['2024-02-29T23:30-05:00', '2024-03-01T04:30:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['next friday 10', 'BAD_INPUT'],
    ['2026-02-31T10:00:00Z', 'BAD_INPUT'],
    ['2026-13-01T10:00:00Z', 'BAD_INPUT'],
    ['2026-01-31T24:00:00Z', 'BAD_INPUT'],
    ['2026-01-31T10:00:00', 'BAD_INPUT'],
    ['2026-01-31 10:00:00Z', 'BAD_INPUT'],
    ['2026-01-31', 'BAD_INPUT'],
    ['01/31/2026 10:00 UTC', 'BAD_INPUT'],
    ['0000-12-31T10:00:00Z', 'BAD_INPUT'],
    ['9999-12-31T23:59:00-01:00', 'BAD_INPUT'],
    ['', 'BAD_INPUT'],
    [1769851800000, 'BAD_INPUT'],
  ])('%j is read as %s', (text, answer) => expect(taken(text)).toBe(answer))
})

import { readFile } from 'node:fs/promises'
import { isEnumType, isSpecifiedScalarType, printSchema } from 'graphql'
import { expect, it } from 'vitest'
import { schema } from './index.ts'
import { encodeId, parseId, uuidOf } from './ids.ts'

it('is what schema.graphql says; run `npm run codegen` when it is stale', async () => {
  expect(await readFile(new URL('schema.graphql', import.meta.url), 'utf8')).toBe(`${printSchema(schema)}\n`)
})

it('describes every type, field, argument and error code', () => {
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

it('has opaque ids that say not found for anything else', () => {
  const uuid = '0199e0b2-1111-7222-8333-444455556666'
  expect(parseId(encodeId('Campaign', uuid))).toEqual({ kind: 'Campaign', uuid })
  expect(uuidOf('Campaign', encodeId('Campaign', uuid))).toBe(uuid)
  for (const id of [encodeId('Contact', uuid), uuid, '', '1', 'cmp_', "cmp_' or 1=1"]) {
    expect(() => uuidOf('Campaign', id)).toThrow('Campaign not found')
  }
})

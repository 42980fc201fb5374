import { readFile } from 'node:fs/promises'
import { printSchema } from 'graphql'
import { expect, it } from 'vitest'
import { schema } from './index.ts'
import { encodeId, parseId, uuidOf } from './ids.ts'

it('is what schema.graphql says; run `npm run codegen` when it is stale', async () => {
  expect(await readFile(new URL('schema.graphql', import.meta.url), 'utf8')).toBe(`${printSchema(schema)}\n`)
})

it('describes every type, field, argument and value', () => {
  const silent = Object.values(schema.getTypeMap())
    .filter((type) => !type.name.startsWith('__') && !/Edge$|Connection$/.test(type.name))
    .flatMap((type) => {
      const members =
        'getFields' in type ? Object.values(type.getFields()) : 'getValues' in type ? type.getValues() : []
      const named = members
        .filter((member) => !member.description && !(type.name === 'PageInfo' || member.name === 'id'))
        .map((member) => `${type.name}.${member.name}`)
      return type.description ? named : [type.name, ...named]
    })
    .filter(
      (name) =>
        !['String', 'Int', 'Float', 'Boolean', 'ID', 'CampaignStatus', 'EmailLogStatus', 'Role'].includes(
          name.split('.')[0] ?? '',
        ),
    )
  const enums = [
    'Tier',
    'SignUpTier',
    'SortDirection',
    'ContactOrderField',
    'CampaignOrderField',
    'MailProvider',
    'MailAccountStatus',
  ]
  expect(silent.filter((name) => !enums.includes(name.split('.')[0] ?? ''))).toEqual([])
})

it('has opaque ids that say not found for anything else', () => {
  const uuid = '0199e0b2-1111-7222-8333-444455556666'
  expect(parseId(encodeId('Campaign', uuid))).toEqual({ kind: 'Campaign', uuid })
  expect(uuidOf('Campaign', encodeId('Campaign', uuid))).toBe(uuid)
  for (const id of [encodeId('Contact', uuid), uuid, '', '1', 'cmp_', "cmp_' or 1=1"]) {
    expect(() => uuidOf('Campaign', id)).toThrow('Campaign not found')
  }
})

import { expect, it } from 'vitest'
import { schema } from '#schema/index.ts'
import { operations } from './operations.ts'

it('operations.ts has a function for every mutation, by the same name', () => {
  const functions = new Set(Object.values(operations).flatMap((noun) => Object.keys(noun)))
  const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {})
  expect(mutations.length).toBeGreaterThan(40)
  expect(mutations.filter((name) => !functions.has(name))).toEqual([])
})

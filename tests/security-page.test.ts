import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'SECURITY.md'), 'utf8')

it('SECURITY.md is at most 10 KB', () => {
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(10_240)
})

it('SECURITY.md names an existing test for every line of its list of protections', () => {
  const holds = page.slice(page.indexOf('## What holds'), page.indexOf('## What does not hold'))
  const promises = holds.split(/\n(?=- |#|\n)/).filter((part) => part.startsWith('- '))
  const proofs = promises.map((promise) => /((?:\s`[^`]+`)+)$/.exec(promise)?.[1]?.match(/[^`\s]+/g) ?? [])
  expect(promises.filter((_, index) => proofs[index]?.length === 0)).toEqual([])
  const files = proofs.flat().map((name) => (name.endsWith('.test.ts') ? name : `tests/attacks/${name}.test.ts`))
  expect(files.length).toBeGreaterThan(30)
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

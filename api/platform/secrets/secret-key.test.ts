import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { localSecretKey } from './secret-key.ts'

async function dataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mergewell-key-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'data')
}

test("a local installation's key is created once and kept, readable only by its owner", async () => {
  const folder = await dataDir()
  const key = await localSecretKey(folder)
  expect(key).toMatch(/^[0-9a-f]{64}$/)
  expect(await localSecretKey(folder)).toBe(key)
  expect((await stat(join(folder, 'secret-key'))).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['secret-key'])
})

test('simultaneous callers get the same key', async () => {
  const folder = await dataDir()
  const keys = await Promise.all(Array.from({ length: 10 }, () => localSecretKey(folder)))
  expect(new Set(keys).size).toBe(1)
})

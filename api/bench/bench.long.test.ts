import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/postgres.ts'

it('reports the send rate of campaigns relative to the bare loop, and their memory use', async () => {
  const database = await createTestDatabase()
  const options = ['--small', '--recipients', '40', '--database', database.url]
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    join(import.meta.dirname, 'main.ts'),
    ...options,
  ])
  await database.drop()
  expect(stdout).toMatch(/^40 recipients, PostgreSQL \d+\S* with fsync (on|off), Node \S+, \d+ cores, load [\d.]+$/m)
  for (const name of ['Graph JSON', 'Gmail raw']) {
    expect(stdout).toMatch(new RegExp(`^${name} +bare loop +[\\d,]+ +100 % +[\\d,]+ +[\\d,]+$`, 'm'))
  }
  expect(stdout.match(/^ +engine +[\d,]+ +\d+ % +[\d,]+ +[\d,]+$/gm)).toHaveLength(2)
  expect(stdout).toMatch(/^memory +-?[\d.]+ MB more per 1,000 recipients$/m)
}, 120_000)

it('reports what one workspace notices of another that does its worst', async () => {
  const database = await createTestDatabase()
  const options = ['--neighbour', '--small', '--database', database.url]
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    join(import.meta.dirname, 'main.ts'),
    ...options,
  ])
  await database.drop()
  const rows = stdout.match(/^\S.*? +[\d.]+ +[\d.]+ +[\d.]+ +\d+(   .*)?$/gm)?.map((row) => row.split('  ')[0])
  expect(rows).toEqual([
    'nothing',
    'previews of a list of 5,000 points',
    'previews of short content with long values',
    'previews of 3 templates of 20,000 characters',
    'a spreadsheet of 500 rows',
    'images of 90,000 pixels',
    'exports of the workspace',
    'launches of emails with up to 2,000,000 characters',
  ])
}, 300_000)

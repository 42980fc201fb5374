import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../support/postgres.ts'

/** Returns what a bench prints when it is small. */
async function printed(...names: string[]): Promise<string> {
  const database = await createTestDatabase()
  const main = join(import.meta.dirname, 'main.ts')
  const options = ['--expose-gc', main, ...names, '--small', '--database', database.url]
  const { stdout } = await promisify(execFile)(process.execPath, options)
  await database.drop()
  return stdout
}

it('the benchmark reports the send rate of campaigns relative to the bare loop, and their memory use', async () => {
  const stdout = await printed('send')
  expect(stdout).toMatch(/^Median of 1\. PostgreSQL \d+\S* with fsync (on|off), Node \S+, \d+ cores, load [\d.]+$/m)
  for (const name of ['Graph JSON', 'Gmail raw']) {
    expect(stdout).toMatch(
      new RegExp(`^send 40, durable, unpaced, ${name} +[\\d,]+/s +[\\d,]+/s +\\d\\.\\d\\d +≥ 0.70$`, 'm'),
    )
  }
  expect(stdout).toMatch(/^memory per 1,000 recipients +-?[\d.]+ MB +≤ 0\.05 MB$/m)
}, 120_000)

it('the benchmark reports the times of imports, drafts and exports relative to what the database alone takes', async () => {
  const stdout = await printed('import', 'draft', 'lists')
  const rows = stdout.match(/^\S.*? +[\d.]+ m?s +[\d.]+ m?s +[\d.]+ +≤ [\d.]+$/gm)?.map((row) => row.split('  ')[0])
  expect(rows).toEqual([
    'import 500 rows × 10 of .xlsx',
    'draft for 500 recipients, mutation',
    'label 1,500 contacts',
    'export 1,500 contacts as CSV',
  ])
}, 120_000)

it('the benchmark reports how much one workspace is slowed down by another that does its worst', async () => {
  const stdout = await printed('neighbor')
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

it.each([
  ['inbox', 'read an inbox of 200 again, Gmail'],
  ['start', 'start to ready'],
  ['contacts', 'search, common of 2,000'],
  ['analytics', 'analytics of a campaign of 500'],
  ['graphql', 'GraphQL, 100 × 10 over HTTP'],
  ['progress', 'progress, commit to 3 watching clients, p95'],
  ['workers', 'two workers, 4 mailboxes'],
  ['fairness', 'ten emails beside 2,000 of another'],
  ['follow-ups', 'follow-ups, all 100 due, longest transaction'],
])(
  'the benchmark measures %s: %s',
  async (name, row) => {
    expect(await printed(name)).toContain(row)
  },
  120_000,
)

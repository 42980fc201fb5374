import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { bundleWorker, type WorkerLoader } from '../support/workers.ts'
import { draftCampaign, untilCampaign } from '../support/campaigns.ts'
import { createWorld, type World } from '../support/world.ts'

/** ms; a start on a busy machine */
const PATIENCE = 240_000
const RECIPIENTS = 20

/** Changes that migrations of a later version may make (docs/build/migrations.md). */
const LATER = [
  'alter table email_logs add column later_note text',
  'alter table campaigns add column later_score integer not null default 0',
  'alter table contacts add constraint later_check check (length(email) < 1000) not valid',
  'alter table contacts validate constraint later_check',
  'create index later_idx on email_logs (tenant_id, later_note)',
  'create table later_things (tenant_id uuid not null, id uuid not null, note text, primary key (tenant_id, id))',
  'alter table later_things enable row level security',
  `insert into migrations (name, executed_at) values ('9999-later', now())`,
]

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The commit before the one that brought the newest migration; null without the history, or with the first migration only. */
async function commitBefore(): Promise<string | null> {
  if (migrations.length === 1) return null
  const path = `migrations/${migrations.at(-1)?.name}.ts`
  const log = ['log', '--diff-filter=A', '--format=%P', '-1', '--', path]
  const { stdout } = await run('git', log, { cwd: ROOT }).catch(() => ({ stdout: '' }))
  return /^[0-9a-f]{40}/.exec(stdout)?.[0] ?? null
}

const before = await commitBefore()
if (before === null) {
  process.stdout.write(
    'Not run: the worker of the version before. It needs the history of the sources and a migration after the first.\n',
  )
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mergewell-before-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The worker of that commit, with today's packages. */
async function workerBefore(commit: string): Promise<WorkerLoader> {
  const archive = join(folder, 'before.tar')
  await run('git', ['archive', '--output', archive, commit], { cwd: ROOT })
  await run('tar', ['-x', '-f', archive, '-C', folder])
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return bundleWorker(folder)
}

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

it.skipIf(before === null)(
  'the worker of the version before the newest migration sends on the new schema',
  async () => {
    const workers = await workerBefore(before ?? '')
    onTestFinished(workers.remove)
    const person = await world.signUp({ unlimited: true })
    await world.connect(person)
    const id = await draftCampaign(world, person, RECIPIENTS)
    const worker = await workers.load(world)
    onTestFinished(() => worker.kill())
    await worker.begin()
    expect((await person.rest('POST', `/api/campaigns/${id}/send`)).status).toBe(200)
    const sent = await untilCampaign(person, id, 'all are sent', ({ status }) => status === 'sent', PATIENCE)
    expect(sent).toMatchObject({ sentCount: RECIPIENTS })
  },
)

it('a worker starts and sends on a schema that a later version extended, and does not change it', async () => {
  const workers = await bundleWorker()
  onTestFinished(workers.remove)
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  const id = await draftCampaign(world, person, RECIPIENTS)
  const owner = new Client({ connectionString: world.databaseUrl })
  await owner.connect()
  onTestFinished(() => owner.end())
  for (const statement of LATER) await owner.query(statement)
  const history = () => owner.query('select * from migrations order by id').then(({ rows }) => rows)
  const applied = await history()

  const worker = await workers.load(world)
  onTestFinished(() => worker.kill())
  await worker.begin()
  expect((await person.rest('POST', `/api/campaigns/${id}/send`)).status).toBe(200)
  const sent = await untilCampaign(person, id, 'all are sent', ({ status }) => status === 'sent', PATIENCE)
  expect(sent).toMatchObject({ sentCount: RECIPIENTS })
  expect(await history()).toEqual(applied)
})

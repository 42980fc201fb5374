import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { bundleWorker, type WorkerLoader } from '../support/workers.ts'
import { draftCampaign, untilCampaign } from '../support/campaigns.ts'
import { createWorld, type World } from '../support/world.ts'

/** ms; a start on a busy machine */
const PATIENCE = 240_000
const RECIPIENTS = 20

/** What migrations of a later version may do (docs/upgrades.md), written by hand: there is no later version yet. */
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

let workers: WorkerLoader
let world: World
beforeAll(async () => {
  workers = await bundleWorker()
  world = await createWorld({ send: false })
})
afterAll(async () => {
  await world.close()
  await workers.remove()
})

it('a worker starts and sends on a schema that a later version extended, and leaves it as it is', async () => {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  const id = await draftCampaign(world, person, RECIPIENTS)
  const owner = new Client({ connectionString: world.databaseUrl })
  await owner.connect()
  onTestFinished(() => owner.end())
  for (const statement of LATER) await owner.query(statement)
  const history = () => owner.query('select * from migrations order by id').then(({ rows }) => rows)
  const before = await history()

  const worker = await workers.load(world)
  onTestFinished(() => worker.kill())
  await worker.begin()
  expect((await person.rest('POST', `/api/campaigns/${id}/send`)).status).toBe(200)
  const sent = await untilCampaign(person, id, 'all are sent', ({ status }) => status === 'sent', PATIENCE)
  expect(sent).toMatchObject({ sentCount: RECIPIENTS })
  expect(await history()).toEqual(before)
})

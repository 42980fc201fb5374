import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '#api/platform/database/migrate.ts'
import { readPostmasterFile } from '#api/platform/postgres/postmaster.ts'
import { startEmbeddedPostgres } from '#api/platform/postgres/supervisor.ts'
import { join } from 'node:path'
import { configureSending, draftCampaign, untilCampaign, type TestCampaign } from '#tests/support/campaigns.ts'
import { makeDataDir } from '#tests/support/product.ts'
import { bundleWorker, type WorkerLoader, type WorkerProcess } from '#tests/support/workers.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'

const KILLS = 50
/** Emails each mailbox may send between two kills: more than it does, unless the machine stalls. */
const BETWEEN_KILLS = 8
/** Enough for every kill to happen mid-send. */
const RECIPIENTS = KILLS * BETWEEN_KILLS + 20
/** Emails per mailbox if one worker or the database stops once. */
const FEW = 150
/** ms */
const PATIENCE = 480_000
const SEND_ONLY = ['openid', 'email', 'profile', 'https://www.googleapis.com/auth/gmail.send']

let workers: WorkerLoader
beforeAll(async () => {
  workers = await bundleWorker()
})
afterAll(() => workers.remove())

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

interface Sending {
  person: TestPerson
  mailbox: string
  id: string
}

async function openWorld(options: Parameters<typeof createWorld>[0]): Promise<World> {
  const world = await createWorld(options)
  endings.push(() => world.close())
  return world
}

/** A workspace with one mailbox and a campaign being sent through it. */
async function send(
  world: World,
  recipients: number,
  vendor: 'microsoft' | 'google',
  scopes?: string[],
): Promise<Sending> {
  const person = await world.signUp({ unlimited: true })
  const mailbox = `${vendor}-${Math.random().toString(36).slice(2)}@sandbox.test`
  await world.connect(person, vendor, mailbox, scopes)
  await configureSending(person, { canaryPercent: 0 })
  const id = await draftCampaign(world, person, recipients)
  expect((await person.rest('POST', `/api/campaigns/${id}/send`)).status).toBe(200)
  return { person, mailbox, id }
}

const over = ({ status }: TestCampaign) => status !== 'sending'

/**
 * The invariant: recipients = accepted ∪ failed ∪ uncertain, none accepted twice, and every counter matches the
 * sandbox's records.
 */
async function settle(world: World, { person, mailbox, id }: Sending) {
  const campaign = await untilCampaign(person, id, 'the campaign is over', over, PATIENCE)
  const logs = await world.app.database.inTenant(person.tenantId, (em) =>
    em.execute<{ status: string; error: string | null; email: string }[]>(
      'select status, error, contact_email as email from email_logs',
    ),
  )
  const accepted = (await world.accepted(mailbox)).map(({ recipient }) => recipient)
  const failed = logs.filter(({ status }) => status === 'failed')
  const uncertain = new Set(failed.filter(({ error }) => error?.startsWith('UNCERTAIN')).map(({ email }) => email))
  const sent = logs.filter(({ status }) => status === 'sent').map(({ email }) => email)
  expect(new Set(accepted).size, 'accepted twice').toBe(accepted.length)
  expect(accepted.filter((recipient) => !uncertain.has(recipient)).toSorted()).toEqual(sent.toSorted())
  expect(sent.length + failed.length).toBe(logs.length)
  expect(campaign).toMatchObject({ sentCount: sent.length, failedCount: failed.length, pendingCount: 0 })
  return { sent: sent.length, failed: failed.length, uncertain: uncertain.size }
}

describe(`kill -9 of the worker at ${KILLS} random points`, () => {
  it(
    'makes no email get lost or sent twice, with drafts and with permission to send only',
    async () => {
      const world = await openWorld({ send: false })
      await world.fault({ kind: 'slow', ms: 10, count: null })
      const drafts = await send(world, RECIPIENTS, 'microsoft')
      const direct = await send(world, RECIPIENTS, 'google', SEND_ONLY)
      const left = async () =>
        (await world.accepted(drafts.mailbox)).length + (await world.accepted(direct.mailbox)).length

      let next = workers.load(world)
      for (let kill = 0; kill < KILLS; kill += 1) {
        const worker = await next
        const before = await left()
        const held = [
          await world.fault({ kind: 'hang', operation: 'sendDraft', after: BETWEEN_KILLS, count: null }),
          await world.fault({ kind: 'hang', operation: 'send', after: BETWEEN_KILLS, count: null }),
        ]
        await worker.begin()
        next = workers.load(world)
        await eventually('a mail has left', async () => (await left()) > before, PATIENCE)
        await sleep(Math.random() * 60)
        await worker.kill()
        for (const fault of held) await world.clearFault(fault)
      }
      expect(await left(), 'the send was over before the last kill').toBeLessThan(2 * RECIPIENTS - 20)
      const last = await next
      endings.push(last.kill)
      await last.begin()
      expect(await settle(world, drafts)).toEqual({ sent: RECIPIENTS, failed: 0, uncertain: 0 })
      const { sent, failed, uncertain } = await settle(world, direct)
      expect([sent + failed, uncertain]).toEqual([RECIPIENTS, failed])
    },
    PATIENCE,
  )
})

describe('two worker processes', () => {
  it(
    'share the mailboxes without sending twice, and one takes over when the other dies',
    async () => {
      const world = await openWorld({ send: false })
      await world.fault({ kind: 'slow', ms: 15, count: null })
      const both: WorkerProcess[] = [await workers.load(world), await workers.load(world)]
      for (const worker of both) {
        endings.push(worker.kill)
        await worker.begin()
      }
      const sendings = [
        await send(world, FEW, 'microsoft'),
        await send(world, FEW, 'google'),
        await send(world, FEW, 'google'),
      ]
      const left = async () => {
        const lines = await Promise.all(sendings.map(({ mailbox }) => world.accepted(mailbox)))
        return lines.flat().length
      }
      await eventually('all are on their way', async () => (await left()) > FEW / 3, PATIENCE)
      await both[0]?.kill()
      const before = await Promise.all(sendings.map(({ mailbox }) => world.accepted(mailbox)))
      for (const [index, sending] of sendings.entries()) {
        // More than were in flight: those may still arrive.
        const enough = Math.min(FEW, (before[index]?.length ?? 0) + 10)
        const goesOn = async () => (await world.accepted(sending.mailbox)).length >= enough
        await eventually('it goes on', goesOn, PATIENCE)
      }
      for (const sending of sendings) {
        expect(await settle(world, sending)).toEqual({ sent: FEW, failed: 0, uncertain: 0 })
      }
    },
    PATIENCE,
  )
})

describe('PostgreSQL stopped with -m immediate in the middle of sending', () => {
  it(
    'and restarted lets each email be sent once, with drafts and with permission to send only',
    async () => {
      const { dataDir, remove } = await makeDataDir()
      endings.push(remove)
      const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
      endings.push(() => postgres.stop())
      await migrate(postgres.url)
      const world = await openWorld({ databaseUrl: postgres.url, settleDelaysMs: [100, 200] })
      // Slow enough that neither finishes before the database stops.
      const slow = await world.fault({ kind: 'slow', ms: 100, count: null })
      const sendings = [
        await send(world, FEW, 'microsoft'),
        await send(world, FEW, 'microsoft', ['openid', 'profile', 'email', 'offline_access', 'User.Read', 'Mail.Send']),
      ]
      const hasBegun = async ({ mailbox }: Sending) => (await world.accepted(mailbox)).length > 0
      await eventually('some of each have left', async () => (await Promise.all(sendings.map(hasBegun))).every(Boolean))
      const server = await readPostmasterFile(join(dataDir, 'postgres', 'data'))
      process.kill(server?.pid ?? Number.NaN, 'SIGQUIT')
      await world.clearFault(slow)
      for (const [index, sending] of sendings.entries()) {
        const { sent, failed, uncertain } = await eventually(
          'it is settled',
          () => settle(world, sending).catch(() => null),
          PATIENCE,
        )
        expect([sent + failed, uncertain]).toEqual([FEW, failed])
        if (index === 0) expect(failed).toBe(0)
      }
    },
    PATIENCE,
  )
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { startCluster, type Cluster } from '../../deploy/local-cluster/cluster.ts'
import { configureSending, draftCampaign, fetchCampaign } from '../support/campaigns.ts'
import { createWorld, eventually, person, TEST_SECRET_KEY, type TestPerson, type World } from '../support/world.ts'
import { startLoad } from './constant-load.ts'
import { followByEvents, followBySocket, type Subscriber } from './subscribers.ts'

/** ms; the starts of four processes, and as many again, on a busy machine */
const PATIENCE = 600_000
/** sockets of strangers at once: two processes let 20 in from each address */
const FLOOD = 200
/** emails of a campaign that is sending while processes end */
const RECIPIENTS = 240
/** ms that the provider takes for each of them: mostly, and while a process is killed and started again */
const PER_EMAIL = { mostly: 200, meanwhile: 10_000 }

/** A person with a mailbox and a draft, who calls through the proxy. */
interface Sender {
  direct: TestPerson
  through: TestPerson
  mailbox: string
  draft: string
}

let world: World
let cluster: Cluster
let folder: string
let senders: Sender[]

async function prepareSender(number: number): Promise<Omit<Sender, 'through'>> {
  const direct = await world.signUp({ unlimited: true })
  const mailbox = `cluster${number}@sandbox.test`
  await configureSending(direct, { canaryPercent: 0 })
  await world.connect(direct, 'microsoft', mailbox)
  return { direct, mailbox, draft: await draftCampaign(world, direct, RECIPIENTS) }
}

beforeAll(async () => {
  world = await createWorld({ send: false })
  // Before the start: the processes close the system scope of the database to everybody without their key.
  const prepared = [await prepareSender(1), await prepareSender(2), await prepareSender(3)]
  folder = await mkdtemp(join(tmpdir(), 'mergewell-cluster-'))
  const vendor = { CLIENT_ID: 'test', CLIENT_SECRET: 'test-secret', BASE_URL: world.sandboxUrl }
  const env = Object.fromEntries(
    ['MICROSOFT', 'GOOGLE'].flatMap((name) => Object.entries(vendor).map(([key, value]) => [`${name}_${key}`, value])),
  )
  cluster = await startCluster({
    api: 2,
    workers: 2,
    folder,
    env: {
      ...env,
      NODE_ENV: 'production',
      DATABASE_URL: world.databaseUrl,
      SECRET_KEY: TEST_SECRET_KEY,
      LOG_LEVEL: 'warn',
    },
  })
  senders = prepared.map((sender) => {
    const { token, tenantId, userId } = sender.direct
    return { ...sender, through: person(cluster.url, token, tenantId, userId) }
  })
}, PATIENCE)
afterAll(async () => {
  await cluster?.stop()
  await world?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
}, PATIENCE)

/** The api processes, as nginx names them. */
const apis = () => cluster.members.filter(({ role }) => role === 'api').map(({ port }) => `127.0.0.1:${port}`)

/** Subscribers on every api process, one by socket and one by event stream. */
async function followEverywhere({ through, draft }: Sender): Promise<Subscriber[]> {
  const subscribers: Subscriber[] = []
  onTestFinished(async () => {
    for (const subscriber of subscribers) await subscriber.stop()
  })
  for (const follow of [followBySocket, followByEvents]) {
    const reached = new Set<string>()
    while (apis().some((api) => !reached.has(api))) {
      const subscriber = await follow(cluster.url, through, draft)
      subscribers.push(subscriber)
      reached.add(subscriber.servedBy() ?? '')
    }
  }
  return subscribers
}

/** Changes the draft's name on one api process; returns that process. */
async function rename({ direct, draft }: Sender, name: string): Promise<string> {
  const response = await fetch(`${cluster.url}/api/campaigns/${draft}`, {
    method: 'PUT',
    headers: { authorization: direct.token, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })
  expect(response.status, await response.text()).toBe(200)
  return response.headers.get('x-served-by') ?? ''
}

const allSee = (subscribers: Subscriber[], what: string, look: (seen: { name: string; status: string }) => boolean) =>
  eventually(
    `${what} for all ${subscribers.length} subscribers`,
    async () => subscribers.every((subscriber) => look(subscriber.latest() ?? { name: '', status: '' })),
    PATIENCE,
  )

async function send({ through, draft }: Sender): Promise<void> {
  const { status, body } = await through.rest('POST', `/api/campaigns/${draft}/send`)
  expect(status, JSON.stringify(body)).toBe(200)
}

/** The addresses that the load has created, as the database has them. */
async function contactsOfLoad({ direct: { tenantId } }: Sender): Promise<string[]> {
  const rows = await world.app.database.inTenant(tenantId, (em) =>
    em.execute<{ email: string }[]>(`select email from contacts where tenant_id = ? and email like 'load%'`, [
      tenantId,
    ]),
  )
  return rows.map(({ email }) => email).toSorted()
}

/** Has the provider take `ms` for each email of this mailbox; returns the order, to be cleared. */
const slowDown = ({ mailbox: email }: Sender, ms: number) =>
  world.fault({ kind: 'slow', email, operation: 'sendDraft', ms, count: null })

/** Scrapes each process; returns how many emails those of each role say that they have sent. */
async function sentByRole(): Promise<Record<'api' | 'worker', number>> {
  const sent = { api: 0, worker: 0 }
  for (const { role, port } of cluster.members) {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(metrics).toMatch(new RegExp(`^mergewell_info\\{[^}]*role="${role}"[^}]*\\} 1$`, 'm'))
    const counts = metrics.matchAll(/^mergewell_emails_total\{[^}]*outcome="sent"[^}]*\} (\d+)$/gm)
    for (const [, count] of counts) sent[role] += Number(count)
  }
  return sent
}

async function expectSentOnce(sender: Sender): Promise<void> {
  const { sentCount, failedCount, pendingCount } = await fetchCampaign(sender.through, sender.draft)
  expect({ sentCount, failedCount, pendingCount }).toEqual({ sentCount: RECIPIENTS, failedCount: 0, pendingCount: 0 })
  const recipients = (await world.accepted(sender.mailbox)).map(({ recipient }) => recipient)
  expect(recipients).toHaveLength(RECIPIENTS)
  expect(new Set(recipients).size).toBe(RECIPIENTS)
  const { logs } = await fetchCampaign(sender.through, sender.draft)
  expect(logs.map(({ contactEmail }) => contactEmail).toSorted()).toEqual(recipients.toSorted())
}

describe('several processes behind nginx', () => {
  it(
    'show subscribers of each api process the changes of the other one and of a worker, and count them in their metrics',
    async () => {
      const sender = senders[0]!
      const subscribers = await followEverywhere(sender)
      const changedBy = new Set<string>()
      for (let number = 0; changedBy.size < apis().length; number += 1) {
        const name = `Renamed ${number}`
        changedBy.add(await rename(sender, name))
        await allSee(subscribers, name, (seen) => seen.name === name)
      }
      expect([...changedBy].toSorted()).toEqual(apis().toSorted())

      await send(sender)
      await allSee(subscribers, 'the end', ({ status }) => status === 'SENT')
      expect(subscribers.map((subscriber) => subscriber.latest()?.sentCount)).toEqual(subscribers.map(() => RECIPIENTS))
      await expectSentOnce(sender)
      expect(await sentByRole()).toEqual({ api: 0, worker: RECIPIENTS })
    },
    PATIENCE,
  )

  it(
    'lose nothing when any one of them is killed while a campaign is sending',
    async () => {
      const sender = senders[1]!
      const subscribers = await followEverywhere(sender)
      let slow = await slowDown(sender, PER_EMAIL.mostly)
      await send(sender)
      for (const [index, { name }] of cluster.members.entries()) {
        const due = Math.floor(((index + 1) * RECIPIENTS) / (cluster.members.length + 2))
        const accepted = await eventually(
          `${due} emails`,
          async () => {
            const count = (await world.accepted(sender.mailbox)).length
            return count >= due && count
          },
          PATIENCE,
        )
        expect(accepted, `still sending when ${name} is killed`).toBeLessThan(RECIPIENTS)
        await world.clearFault(slow)
        slow = await slowDown(sender, PER_EMAIL.meanwhile)
        await cluster.kill(name)
        await cluster.start(name)
        await world.clearFault(slow)
        slow = await slowDown(sender, PER_EMAIL.mostly)
      }
      await allSee(subscribers, 'the end', ({ status }) => status === 'SENT')
      await expectSentOnce(sender)
    },
    PATIENCE,
  )

  it(
    'fail no request while each of them is restarted, and the campaign continues',
    async () => {
      const sender = senders[2]!
      const subscribers = await followEverywhere(sender)
      await slowDown(sender, PER_EMAIL.mostly)
      await send(sender)
      const load = startLoad(cluster.url, sender.through)
      const before = cluster.members.map(({ pid }) => pid)
      const codes: (number | null)[] = []
      for (const { name } of cluster.members) codes.push(await cluster.restart(name))
      await load.stop()
      await allSee(subscribers, 'the end', ({ status }) => status === 'SENT')

      expect(load.failures).toEqual([])
      expect(Math.min(...Object.values(load.answered))).toBeGreaterThan(0)
      expect(codes).toEqual(cluster.members.map(() => 0))
      expect(cluster.members.filter(({ pid }, index) => pid === before[index])).toEqual([])
      for (const { ends } of subscribers) {
        expect(ends.length, 'each subscriber was sent away').toBeGreaterThan(0)
        expect(ends.filter((end) => ![1001, 1012, 'end'].includes(end))).toEqual([])
      }
      expect(await contactsOfLoad(sender)).toEqual(load.created.toSorted())
      await expectSentOnce(sender)
    },
    PATIENCE,
  )

  it(
    'refuse a flood of strangers with WebSockets and forged addresses, and still serve signed-in people',
    async () => {
      const [sender] = senders
      const address = `${cluster.url.replace('http', 'ws')}/graphql`
      const sockets = Array.from({ length: FLOOD }, (_, number) => {
        const headers = { 'x-forwarded-for': `192.0.2.${number}` }
        return new WebSocket(address, 'graphql-transport-ws', { headers })
      })
      onTestFinished(() => sockets.forEach((socket) => socket.terminate()))
      const outcomes = await Promise.all(
        sockets.map(
          (socket) =>
            new Promise<string>((resolve) => {
              socket.on('open', () => resolve('open')).on('error', ({ message }) => resolve(message))
            }),
        ),
      )
      const refused = outcomes.filter((outcome) => outcome !== 'open')
      // All sockets come from this machine; a slow one may open some in place of those that were closed for their
      // silence.
      expect(refused.length).toBeGreaterThan(FLOOD / 2)
      // nginx says 502 where the connection was ended first.
      expect(refused.filter((why) => !/^Unexpected server response: 50[23]$/.test(why))).toEqual([])
      const subscriber = await followBySocket(cluster.url, sender!.through, sender!.draft)
      expect(subscriber.latest()).toBeDefined()
      await subscriber.stop()
      expect((await sender!.through.rest('GET', '/api/user')).status).toBe(200)
    },
    PATIENCE,
  )
})

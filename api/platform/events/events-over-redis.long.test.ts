import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { eventsConformance } from '#tests/support/events-conformance.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'
import { startRedis, type TestRedis } from '#tests/support/redis.ts'
import { openDatabase } from '../database/database.ts'
import { overRedis } from './event-carriers.ts'

let redis: TestRedis
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.stop())

eventsConformance('Redis', {
  open: () => overRedis(redis.url, pino({ level: 'silent' })),
  breakConnections: () => redis.restart(),
})

it('the event bus tells listeners that events were lost when only the connection that sends events breaks', async () => {
  const { url, drop } = await createTestDatabase()
  const database = await openDatabase(url, { poolMax: 2 })
  let missed = 0
  const carrier = await overRedis(
    redis.url,
    pino({ level: 'silent' }),
  )({ message: () => {}, missed: () => (missed += 1) })
  const other = new Redis(redis.url)
  onTestFinished(async () => {
    await carrier.close()
    other.disconnect()
    await database.close()
    await drop()
  })
  const clients = String(await other.call('client', 'list', 'type', 'normal')).split('\n')
  const own = String(await other.client('ID'))
  const sender = clients.flatMap((line) => / ?id=(\d+) /.exec(line)?.[1] ?? []).find((id) => id !== own)
  await other.client('KILL', 'ID', Number(sender))
  await database.asSystem((em) => carrier.send(em, ['["lost"]']))
  await eventually('listeners are told', async () => missed > 0)
})

it('the event bus gives up at once on events that are sent while Redis cannot be reached, and logs this once', async () => {
  const lines: { msg: string }[] = []
  const heard: string[] = []
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line) as { msg: string }) })
  const { url, drop } = await createTestDatabase()
  const database = await openDatabase(url, { poolMax: 2 })
  let missed = 0
  const carrier = await overRedis(redis.url, log)({ message: (text) => heard.push(text), missed: () => (missed += 1) })
  onTestFinished(async () => {
    await carrier.close()
    await database.close()
    await drop()
  })
  const send = (text: string) => database.asSystem((em) => carrier.send(em, [text]))
  await redis.restart(async () => {
    await eventually('the loss is noticed', async () => lines.some(({ msg }) => msg.includes('was lost')))
    for (let at = 0; at < 100; at += 1) await send('while it was away')
  })
  await eventually('listeners are told', async () => missed > 0)
  await eventually('a later event arrives', async () => {
    await send('later')
    return heard.includes('later')
  })
  expect(heard).not.toContain('while it was away')
  expect(lines.filter(({ msg }) => msg === 'Events could not be sent over Redis')).toHaveLength(1)
})

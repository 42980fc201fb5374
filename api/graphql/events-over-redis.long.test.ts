import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { eventsConformance } from '#tests/support/events-conformance.ts'
import { startRedis, type TestRedis } from '#tests/support/redis.ts'
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

import { Client } from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { eventsConformance } from '#tests/support/events-conformance.ts'
import { overPostgres, overRedis } from './event-carriers.ts'
import { messagesOf } from './events.ts'

const log = pino({ level: 'silent' })

eventsConformance('PostgreSQL', {
  open: (url) => overPostgres(url, log),
  breakConnections: async (url) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mergewell-events' and datname = current_database()`,
    )
    await client.end()
  },
})

test.each([
  { events: 1, messages: 1 },
  { events: 50, messages: 1 },
  { events: 51, messages: 1 },
  { events: 500, messages: 7 },
])(
  'the event bus packs $events events of a hundred characters into $messages messages that are short enough for PostgreSQL',
  ({ events, messages }) => {
    const list = Array.from({ length: events }, (_, at) => JSON.stringify(String(at).padStart(98, '0')))
    const found = messagesOf(list)
    expect(found.flatMap((message) => JSON.parse(message) as string[])).toEqual(list.map((text) => JSON.parse(text)))
    expect(found).toHaveLength(messages)
    expect(Math.max(...found.map(({ length }) => length))).toBeLessThan(7_999)
  },
)

test('the event bus reports a Redis that does not answer with the variable to correct', async () => {
  const opened = overRedis('redis://127.0.0.1:1', log)({ message: () => {}, missed: () => {} })
  await expect(opened).rejects.toThrow('The Redis in REDIS_URL does not answer')
})

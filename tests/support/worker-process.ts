import { flushCompileCache } from 'node:module'
import { pino } from 'pino'
import { createApp } from '#api/app.ts'
import type { WorkerOrder } from './workers.ts'

/** A process that loads the product, says `loaded`, and sends mail as soon as it is told for whom; a test kills it. */
process.once('message', async ({ databaseUrl, sandboxUrl, secretKey }: WorkerOrder) => {
  const vendor = {
    clientId: 'test',
    clientSecret: 'test-secret',
    baseUrl: sandboxUrl,
    sandboxed: true,
    settleDelaysMs: [100, 200],
  }
  const running = await createApp(
    {
      mode: 'local',
      explorable: false,
      bounceWindowMinutes: 15,
      microsoft: { ...vendor, tenant: 'common' },
      google: vendor,
      publicUrl: 'http://127.0.0.1',
      secretKey,
      sandboxUrl,
    },
    databaseUrl,
    pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }),
  )
  await running.work()
  process.send?.('working')
})
// A process that is killed would not leave what it compiled to the next.
flushCompileCache()
process.send?.('loaded')

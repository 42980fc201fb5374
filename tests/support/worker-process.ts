import { flushCompileCache } from 'node:module'
import { pino } from 'pino'
import { createApp } from '#api/app.ts'
import type { WorkerOrder } from './workers.ts'

/**
 * Program of a worker process for tests: loads the product, prints `loaded`, and begins sending emails when its parent
 * tells it to. A test kills it to see what happens to its emails.
 */
process.once('message', async ({ databaseUrl, sandboxUrl, mailHostCertificate, secretKey, ...times }: WorkerOrder) => {
  const vendor = {
    clientId: 'test',
    clientSecret: 'test-secret',
    baseUrl: sandboxUrl,
    sandboxed: true,
    ...times,
  }
  const running = await createApp(
    {
      mode: 'local',
      explorable: false,
      bounceWindowMinutes: 15,
      microsoft: { ...vendor, tenant: 'common' },
      google: vendor,
      ...(mailHostCertificate !== null && {
        smtp: { ...vendor, allowPrivate: true, caFile: mailHostCertificate, ispdbUrl: null },
      }),
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
// A killed process would not save its compile cache for the next one.
flushCompileCache()
process.send?.('loaded')

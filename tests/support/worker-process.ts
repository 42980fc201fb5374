import { flushCompileCache } from 'node:module'
import { pino } from 'pino'
import { createApp } from '#api/app.ts'
import type { WorkerOrder } from './workers.ts'

/** A process that loads the product, prints `loaded`, and sends when told to; a test kills it. */
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

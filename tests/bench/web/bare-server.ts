import { pino } from 'pino'
import { createApp } from '#api/app.ts'
import { readConfig } from '#api/config.ts'
import { freePort } from '#api/platform/postgres/postmaster.ts'
import { prepareDatabase } from '#api/platform/database/prepare-database.ts'
import { onStopSignals } from '#api/platform/process/stop-signals.ts'
import { createServer } from '#api/server.ts'

/** The API and our own way of serving files, with another app as web app: node bare-server.ts DATABASE FOLDER KEY. */
const [, , databaseUrl = '', webDir = '', SECRET_KEY = ''] = process.argv
const config = readConfig({ SECRET_KEY })
const secrets = await prepareDatabase(config, databaseUrl)
const port = await freePort()
const publicUrl = `http://127.0.0.1:${port}`
const log = pino({ level: 'error' }, process.stderr)
const { app, close } = await createApp({ ...config, ...secrets, publicUrl, sandboxUrl: null }, databaseUrl, log)
const web = createServer(app, { webDir })
onStopSignals(async () => {
  await web.close()
  await close()
})
web.server.listen(port, '127.0.0.1', () => process.stdout.write(`ready at ${publicUrl}\n`))

// A process that uses the server of the data folder in argv[2] until it is stopped ("stop" on its input, or its end) or
// killed.
import { startEmbeddedPostgres } from '../supervisor.ts'

const server = await startEmbeddedPostgres({
  dataDir: process.argv[2] ?? '',
  log: (line) => process.stderr.write(`${line}\n`),
})
process.stdout.write(`${JSON.stringify({ url: server.url, attached: server.attached })}\n`)
process.stdin.once('data', () => void server.stop().then(() => process.exit(0)))

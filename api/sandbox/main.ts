/* Runs the sandbox as a process of its own: `node api/sandbox/main.ts`, set up by SANDBOX_PORT, HOST, DATA_DIR, SANDBOX_ACCEPTANCES_FILE. */
import { startSandbox } from './server.ts'

const { SANDBOX_PORT = '4001', HOST = '127.0.0.1', DATA_DIR = '.data', SANDBOX_ACCEPTANCES_FILE } = process.env

const say = (line: string) => void process.stdout.write(`${line}\n`)

const port = Number(SANDBOX_PORT)
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  process.stderr.write(`SANDBOX_PORT must be a port number, not "${SANDBOX_PORT}".\n`)
  process.exit(1)
}

const starting = startSandbox({
  port,
  host: HOST,
  dataDir: DATA_DIR,
  acceptancesFile: SANDBOX_ACCEPTANCES_FILE || undefined,
  log: say,
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void starting.then(({ close }) => close()).finally(() => process.exit(0))
  })
}

const { url } = await starting
say(`Sandbox ready at ${url}`)

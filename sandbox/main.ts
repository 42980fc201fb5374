/*
 * Runs the sandbox as a separate process: `node sandbox/main.ts`, configured by SANDBOX_PORT, HOST, DATA_DIR,
 * SANDBOX_ACCEPTANCES_FILE.
 */
import { startSandbox } from './server.ts'

const { SANDBOX_PORT = '4001', HOST = '127.0.0.1', DATA_DIR = '.data', SANDBOX_ACCEPTANCES_FILE } = process.env

const say = (line: string) => void process.stdout.write(`${line}\n`)

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

const port = Number(SANDBOX_PORT)
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  fail(`SANDBOX_PORT must be a port number, not "${SANDBOX_PORT}".`)
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

try {
  const { url } = await starting
  say(`Sandbox ready at ${url}`)
} catch (error) {
  fail(`The sandbox could not start: ${error instanceof Error ? error.message : String(error)}`)
}

/*
 * Runs the sandbox as a separate process: `node sandbox/main.ts`, configured by SANDBOX_PORT, SANDBOX_SMTP_PORT,
 * SANDBOX_IMAP_PORT, HOST, DATA_DIR, SANDBOX_ACCEPTANCES_FILE. Without both of the other ports there is no host with SMTP and IMAP.
 */
import { startSandbox } from './server.ts'

const { HOST = '127.0.0.1', DATA_DIR = '.data', SANDBOX_ACCEPTANCES_FILE } = process.env

const say = (line: string) => void process.stdout.write(`${line}\n`)

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function portOf(variable: string, text = process.env[variable]): number | undefined {
  if (!text) return undefined
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  return fail(`${variable} must be a port number, not "${text}".`)
}

const port = portOf('SANDBOX_PORT') ?? 4001
const [smtpPort, imapPort] = [portOf('SANDBOX_SMTP_PORT'), portOf('SANDBOX_IMAP_PORT')]

const starting = startSandbox({
  port,
  host: HOST,
  dataDir: DATA_DIR,
  ...(smtpPort !== undefined && imapPort !== undefined && { mailHost: { smtpPort, imapPort } }),
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

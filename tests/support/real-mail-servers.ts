import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MailHostAddress } from '#sandbox/sandbox.ts'
import { makeIdentity } from '#sandbox/smtp/certificate.ts'
import { EXIM_CYRUS } from './real-mail/exim-cyrus.ts'
import { lackOfMachine, missingForRealServers, runInPackages } from './real-mail/server-namespace.ts'
import type { MailServerPair, MailServerPorts, MailUser } from './real-mail/mail-server-pair.ts'
import { POSTFIX_DOVECOT } from './real-mail/postfix-dovecot.ts'

export const MAIL_SERVER_PAIRS = [POSTFIX_DOVECOT, EXIM_CYRUS] as const

export const REAL_DOMAIN = 'real.test'
export const REAL_USERS: readonly MailUser[] = [
  { email: `ada@${REAL_DOMAIN}`, password: 'first-password' },
  { email: `bo@${REAL_DOMAIN}`, password: 'second-password' },
]

const START_MS = 30_000

export interface RealMailServers {
  /** host and ports for clients; the servers' certificate is signed by a private authority */
  address: MailHostAddress
  /** Returns what the servers wrote to their logs. */
  log(): string
  stop(): Promise<void>
}

/**
 * Returns whether the real servers are missing here, with a line that says why. In CI their tests run without the packages
 * too, and fail; a machine that cannot run them skips them everywhere.
 */
export function lacksRealServers(): boolean {
  const missing = process.env['CI'] ? lackOfMachine() : missingForRealServers()
  if (missing) process.stderr.write(`Tests with real mail servers are skipped: ${missing}.\n`)
  return missing !== null
}

/** Starts two servers on free ports of 127.0.0.1, with two users and empty mailboxes. */
export async function startMailServers(pair: MailServerPair): Promise<RealMailServers> {
  const missing = missingForRealServers()
  if (missing) throw new Error(`Real mail servers cannot be started: ${missing}.`)
  const ports = await freePorts()
  const { certificate, key } = makeIdentity(Date.now())
  const files = pair.files({ ports, domain: REAL_DOMAIN, users: REAL_USERS })
  const daemons = runInPackages(
    { ...files, 'mail-test/certificate.pem': certificate, 'mail-test/key.pem': key },
    pair.script,
  )
  try {
    for (const name of ['smtp', 'smtpStartTls', 'imap', 'imapStartTls', 'lmtp'] as const) await listens(ports[name])
  } catch (error) {
    await daemons.stop()
    throw new Error(`${pair.name} did not start:\n${daemons.log()}`, { cause: error })
  }
  const { smtp, smtpStartTls, imap, imapStartTls } = ports
  const certificateFile = join(daemons.etc, 'mail-test/certificate.pem')
  const address = {
    ...{ host: '127.0.0.1', smtpPort: smtp, smtpStartTlsPort: smtpStartTls },
    ...{ imapPort: imap, imapStartTlsPort: imapStartTls, certificate, certificateFile },
  }
  return { address, log: daemons.log, stop: daemons.stop }
}

async function freePorts(): Promise<MailServerPorts> {
  const names = ['smtp', 'smtpStartTls', 'imap', 'imapStartTls', 'lmtp', 'auth'] as const
  const servers = await Promise.all(
    names.map(async () => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return server
    }),
  )
  const found = names.map((name, index) => [name, (servers[index]!.address() as AddressInfo).port] as const)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return Object.fromEntries(found) as unknown as MailServerPorts
}

/** Resolves once a server listens on a port. */
async function listens(port: number): Promise<void> {
  const end = Date.now() + START_MS
  for (;;) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (open) return
    if (Date.now() > end) throw new Error(`Nobody listens on port ${port}.`)
    await sleep(50)
  }
}

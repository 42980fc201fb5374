import { writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createSecureContext, createServer as createTlsServer } from 'node:tls'
import { ensureAccount } from '../oauth-grants.ts'
import { type MailHostAddress, mailHostCertificateIn, type Sandbox } from '../sandbox.ts'
import { identityOf } from './certificate.ts'
import { ImapConnection } from './imap-connection.ts'
import { createSubmission } from './submission.ts'

/** Ports that speak TLS from the first byte; 0 picks any free one. STARTTLS always has any free port. */
export interface MailHostPorts {
  smtpPort: number
  imapPort: number
}

export interface RunningMailHost {
  address: MailHostAddress
  close(): Promise<void>
}

const RESIDENTS = [
  { email: 'demo@sandbox.mergewell.test', name: 'Demo Mailbox' },
  { email: 'noor@riverside-choir.test', name: 'Noor Haddad' },
]

/**
 * Starts a mail host with SMTP and IMAP, for mailboxes that are reached by an address and a password. It stands on the same
 * mailboxes, deliveries and faults as the sandbox's Microsoft and Google.
 */
export async function startMailHost(
  sandbox: Sandbox,
  { host, dataDir }: { host: string; dataDir: string },
  ports: MailHostPorts,
): Promise<RunningMailHost> {
  for (const { email, name } of RESIDENTS) ensureAccount(sandbox, 'smtp', email, name)
  const identity = identityOf(sandbox.store)
  const tls = { key: identity.key, cert: identity.certificate }
  const secureContext = createSecureContext(tls)
  const sockets = new Set<Socket>()
  const follow = (server: Server): Server =>
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.once('close', () => sockets.delete(socket))
    })
  const greet = (socket: Socket) => void new ImapConnection(sandbox, socket, secureContext).greet()
  const servers = [
    createSubmission(sandbox, identity, true).server,
    createSubmission(sandbox, identity, false).server,
    createTlsServer(tls, greet),
    createServer(greet),
  ].map(follow)
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))))
  }
  const listening = [ports.smtpPort, 0, ports.imapPort, 0]
  try {
    const found = await Promise.all(servers.map((server, index) => listen(server, host, listening[index] ?? 0)))
    const [smtpPort = 0, smtpStartTlsPort = 0, imapPort = 0, imapStartTlsPort = 0] = found
    const { certificate } = identity
    const certificateFile = mailHostCertificateIn(dataDir)
    writeFileSync(certificateFile, certificate)
    const address = { host, smtpPort, smtpStartTlsPort, imapPort, imapStartTlsPort, certificate, certificateFile }
    return { address, close }
  } catch (error) {
    await close()
    throw error
  }
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

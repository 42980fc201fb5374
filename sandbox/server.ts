import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import { addressRoutes } from './address-routes.ts'
import { applicationRoutes, groupRoutes } from './applications.ts'
import { Arrivals } from './inbox-arrivals.ts'
import { FaultBook } from './faults.ts'
import { gmailRoutes } from './gmail.ts'
import { googleFileRoutes } from './google-files.ts'
import { googleSignInRoutes } from './google.ts'
import { seedAccounts } from './oauth-grants.ts'
import { isLoopback } from '#api/platform/http/loopback-address.ts'
import { mountPageFonts } from '#api/platform/http/page-styles.ts'
import { graphWorkbookRoutes } from './graph-workbook.ts'
import { graphRoutes } from './graph.ts'
import { inboxRoutes } from './inbox-delivery.ts'
import { inspectRoutes } from './inspection-routes.ts'
import { mailboxPages } from './mailbox-pages.ts'
import { unsubscribeRoutes } from './unsubscribe-mail.ts'
import { microsoftSignIn } from './microsoft.ts'
import { mendAcceptances } from './accepted-message-store.ts'
import type { MailHostAddress, Sandbox } from './sandbox.ts'
import { autoconfigRoutes } from './smtp/autoconfig.ts'
import type { MailHostPorts } from './smtp/mail-host.ts'
import { createSigner } from './token-signer.ts'
import { systemEmailRoutes } from './system-emails.ts'
import { sheetPages } from './sheet-pages.ts'
import { Store } from './sandbox-store.ts'

export interface SandboxOptions {
  /** port to listen on; 0 picks any free port */
  port: number
  host: string
  /** the sandbox stores its state in `<dataDir>/sandbox/` */
  dataDir: string
  /** starts a host with SMTP and IMAP too, on these ports */
  mailHost?: MailHostPorts
  /** every acceptance is appended here before the response, one JSON line each */
  acceptancesFile?: string
  /** lifetime of an access token in seconds; default 3600 */
  accessTokenSeconds?: number
  /** delay of a non-delivery report or a reply in ms; default 2000 */
  returnMailMs?: number
  /** returns the time in ms since the epoch; for tests with a fake clock */
  clock?: () => number
  log?: (line: string) => void
}

export interface RunningSandbox {
  url: string
  /** host with SMTP and IMAP; null unless the options asked for it */
  mailHost: MailHostAddress | null
  close(): Promise<void>
}

/**
 * Starts the local simulation of Microsoft 365 and Google. Both providers share one origin with separate paths, so that
 * a client only needs to change the origin of its calls. A host with SMTP and IMAP has ports of its own. Only one
 * process may use a dataDir at a time.
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const {
    port,
    host,
    dataDir,
    acceptancesFile,
    accessTokenSeconds = 3600,
    returnMailMs = 2000,
    clock = Date.now,
  } = options
  const store = new Store(dataDir)
  const sandbox: Sandbox = {
    store,
    faults: new FaultBook(store, clock),
    signer: createSigner(store),
    events: new EventEmitter(),
    settings: { accessTokenSeconds, returnMailMs, acceptancesFile },
    clock,
    log: options.log ?? (() => {}),
    mailHost: null,
    closed: false,
  }
  const arrivals = new Arrivals(sandbox)
  sandbox.events.on('expected', () => arrivals.wake())
  seedAccounts(sandbox)
  mendAcceptances(sandbox)
  arrivals.wake()

  const server = createServer(createHttp(sandbox, host))
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  }).catch(async (error: unknown) => {
    sandbox.closed = true
    await arrivals.stop()
    store.close()
    throw error
  })
  const closeHttp = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  const mailHost = await startMailHostIf(sandbox, options).catch(async (error: unknown) => {
    sandbox.closed = true
    await Promise.all([arrivals.stop(), closeHttp()])
    store.close()
    throw error
  })
  sandbox.mailHost = mailHost?.address ?? null
  const at = server.address() as AddressInfo
  return {
    mailHost: sandbox.mailHost,
    url: `http://${at.family === 'IPv6' ? `[${at.address}]` : at.address}:${at.port}`,
    async close() {
      if (sandbox.closed) return
      sandbox.closed = true
      await Promise.all([arrivals.stop(), mailHost?.close(), closeHttp()])
      store.close()
    },
  }
}

/** Creates the web server with the sandbox's pages and the providers' interfaces. */
function createHttp(sandbox: Sandbox, host: string): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use((req, res, next) => {
    // A foreign host name that points here (DNS rebinding) would let its page read the mailboxes.
    if (!isLoopback(host) || isLoopback(req.hostname)) return next()
    res.status(421).type('text').send('The sandbox answers on this machine only, as 127.0.0.1 or localhost.')
  })
  mountPageFonts(app)
  app.use(
    graphRoutes(sandbox),
    gmailRoutes(sandbox),
    googleFileRoutes(sandbox),
    graphWorkbookRoutes(sandbox),
    microsoftSignIn(sandbox),
    googleSignInRoutes(sandbox),
  )
  app.use(
    inspectRoutes(sandbox),
    inboxRoutes(sandbox),
    addressRoutes(sandbox),
    systemEmailRoutes(sandbox),
    autoconfigRoutes(sandbox),
    applicationRoutes(sandbox),
    groupRoutes(sandbox),
    mailboxPages(sandbox),
    sheetPages(sandbox),
    unsubscribeRoutes(sandbox),
  )
  app.use((error: unknown, req: Request, res: Response, _next: NextFunction) => {
    if (req.destroyed || res.headersSent) return
    sandbox.log(`${req.method} ${req.path} broke: ${error instanceof Error ? error.stack : String(error)}`)
    res.status(500).type('text').send('The sandbox broke: see its log.')
  })
  return app
}

/** Starts the SMTP and IMAP host if the options ask for it, and loads its libraries only then. */
async function startMailHostIf(sandbox: Sandbox, options: SandboxOptions) {
  if (!options.mailHost) return null
  const { startMailHost } = await import('./smtp/mail-host.ts')
  return startMailHost(sandbox, options, options.mailHost)
}

import { ImapFlow } from 'imapflow'
import type { MailServer } from './mailbox-credentials.ts'
import { imapError } from './imap-errors.ts'
import { signInOnce, type MailSignIn } from './mail-sign-in.ts'
import type { RouteTo } from './checked-server-address.ts'

/** ms for which a connection is kept open for the next command. */
const IDLE_MS = 15_000
/**
 * ms after which the command IDLE is sent again, because some hosts and routers drop a connection that is silent for
 * longer.
 */
const MAX_IDLE_MS = 240_000
/** Maximum bytes of one IMAP answer; emails are read in part. */
const MAX_ANSWER = 16 * 1024 * 1024

/**
 * Purpose of an IMAP connection. Each purpose has a connection of its own: what a search finds on a connection that has
 * had a folder open for long can be out of date, and storing a copy must not hold up the inbox.
 */
export type ImapPurpose = 'inbox' | 'copies' | 'questions'

/** Connections of one mailbox to its IMAP server: one for each purpose, used by one caller at a time. */
export class ImapConnections {
  readonly #routeTo: RouteTo
  readonly #server: MailServer
  readonly #password: string
  readonly #limits: { connectMs: number; answerMs: number }
  readonly #open = new Map<ImapPurpose, { client: ImapFlow; timer: NodeJS.Timeout | null }>()
  readonly #turns = new Map<ImapPurpose, Promise<unknown>>()

  constructor(
    routeTo: RouteTo,
    { server, password }: { server: MailServer; password: string },
    limits: { connectMs: number; answerMs: number },
  ) {
    this.#routeTo = routeTo
    this.#server = server
    this.#password = password
    this.#limits = limits
  }

  /**
   * Runs `act` on the connection for this purpose.
   * @param options.isRepeatable whether `act` may run again if a kept connection turns out to have ended
   * @throws DeliveryError
   */
  use<T>(
    purpose: ImapPurpose,
    signIn: MailSignIn,
    act: (client: ImapFlow) => Promise<T>,
    { isRepeatable = true } = {},
  ): Promise<T> {
    const run = async () => {
      const kept = this.#take(purpose)
      try {
        return await this.#run(purpose, kept ?? (await this.#connect(signIn)), act)
      } catch (error) {
        if (!kept || kept.usable || !isRepeatable) throw imapError(error)
      }
      return this.#run(purpose, await this.#connect(signIn), act).catch((error: unknown) => {
        throw imapError(error)
      })
    }
    const turn = (this.#turns.get(purpose) ?? Promise.resolve()).then(run)
    this.#turns.set(
      purpose,
      turn.catch(() => undefined),
    )
    return turn
  }

  /**
   * Calls `onNews` when emails come into a folder, on a connection of its own, until the signal aborts or the connection ends.
   * Ends at once at a server that announces nothing (IDLE).
   * @throws DeliveryError
   */
  async watch(path: string, signIn: MailSignIn, onNews: () => void, signal: AbortSignal): Promise<void> {
    const client = await this.#connect(signIn)
    const end = () => client.close()
    signal.addEventListener('abort', end, { once: true })
    try {
      if (signal.aborted || !client.capabilities.has('IDLE')) return
      await client.mailboxOpen(path, { readOnly: true })
      client.on('exists', ({ count, prevCount }) => {
        if (count > prevCount) onNews()
      })
      while (client.usable && (await client.idle()) !== false);
    } catch (error) {
      if (!signal.aborted) throw imapError(error)
    } finally {
      signal.removeEventListener('abort', end)
      end()
    }
  }

  async #run<T>(purpose: ImapPurpose, client: ImapFlow, act: (client: ImapFlow) => Promise<T>): Promise<T> {
    try {
      return await act(client)
    } finally {
      this.#keep(purpose, client)
    }
  }

  #take(purpose: ImapPurpose): ImapFlow | null {
    const kept = this.#open.get(purpose)
    if (!kept) return null
    if (kept.timer) clearTimeout(kept.timer)
    this.#open.delete(purpose)
    return kept.client.usable ? kept.client : null
  }

  #keep(purpose: ImapPurpose, client: ImapFlow): void {
    if (!client.usable) return client.close()
    const end = () => {
      this.#open.delete(purpose)
      client.logout().catch(() => client.close())
    }
    this.#open.set(purpose, { client, timer: setTimeout(end, IDLE_MS).unref() })
  }

  #connect(signIn: MailSignIn): Promise<ImapFlow> {
    return signInOnce(signIn, (token) => this.#signIn(token))
  }

  async #signIn(token: string | undefined): Promise<ImapFlow> {
    const { user } = this.#server
    const { connectMs, answerMs } = this.#limits
    const { address, port, servername, isTls, tls } = await this.#routeTo(this.#server)
    const client = new ImapFlow({
      host: address,
      port,
      ...(servername !== undefined && { servername }),
      secure: isTls,
      ...(!isTls && { doSTARTTLS: true }),
      tls,
      auth: token === undefined ? { user, pass: this.#password } : { user, accessToken: token },
      clientInfo: { name: 'Mergewell' },
      logger: false,
      disableAutoIdle: true,
      maxIdleTime: MAX_IDLE_MS,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: answerMs,
      maxResponseSize: MAX_ANSWER,
      maxLiteralSize: MAX_ANSWER,
    })
    // An error without a listener would end the process; the command under way fails with it.
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch (error) {
      client.close()
      throw imapError(error)
    }
  }
}

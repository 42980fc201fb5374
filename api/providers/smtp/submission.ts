import type { MailServer } from './mailbox-credentials.ts'
import { signInOnce, type MailSignIn } from './mail-sign-in.ts'
import type { RouteTo } from './checked-server-address.ts'
import { StaleConnection, SubmissionConnection, type SubmissionMessage } from './submission-connection.ts'

/** ms for which a connection is kept open for the next message. */
const IDLE_MS = 15_000

/** The connections of one mailbox to its submission server. Each carries one message at a time and is used again. */
export class Submission {
  readonly #routeTo: RouteTo
  readonly #server: MailServer
  readonly #password: string
  readonly #limits: { connectMs: number; answerMs: number }
  readonly #idle = new Map<SubmissionConnection, NodeJS.Timeout>()
  /** Sign-ins happen one after another, so that a wrong password is tried once. */
  #opening: Promise<unknown> = Promise.resolve()

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
   * Submits a message, over a new connection if the one that was kept has ended.
   * @throws DeliveryError
   */
  send(message: SubmissionMessage, signIn: MailSignIn): Promise<void> {
    return this.#use(signIn, (connection) => connection.send(message))
  }

  /**
   * Signs in if no connection is open, and asks whether the server still answers.
   * @throws DeliveryError
   */
  probe(signIn: MailSignIn): Promise<void> {
    return this.#use(signIn, (connection) => connection.reset())
  }

  /**
   * Signs in anew.
   * @throws DeliveryError
   */
  async signIn(signIn: MailSignIn): Promise<void> {
    this.#keep(await this.#open(signIn))
  }

  async #use(signIn: MailSignIn, act: (connection: SubmissionConnection) => Promise<void>): Promise<void> {
    const kept = this.#take()
    const connection = kept ?? (await this.#open(signIn))
    try {
      await act(connection)
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error
      return this.#use(signIn, act)
    } finally {
      this.#keep(connection)
    }
  }

  #take(): SubmissionConnection | null {
    for (const [connection, timer] of this.#idle) {
      clearTimeout(timer)
      this.#idle.delete(connection)
      if (connection.isUsable) return connection
    }
    return null
  }

  #keep(connection: SubmissionConnection): void {
    if (!connection.isUsable) return
    const end = () => {
      this.#idle.delete(connection)
      connection.end()
    }
    this.#idle.set(connection, setTimeout(end, IDLE_MS).unref())
  }

  #open(signIn: MailSignIn): Promise<SubmissionConnection> {
    const open = async (token: string | undefined) => {
      const { user } = this.#server
      const route = await this.#routeTo(this.#server)
      return SubmissionConnection.open(route, { user, password: this.#password, token }, this.#limits)
    }
    const opening = this.#opening.then(() => signInOnce(signIn, open))
    this.#opening = opening.catch(() => undefined)
    return opening
  }
}

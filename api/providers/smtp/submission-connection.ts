import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import SMTPConnection, { type SMTPConnectionCustomAuthContext } from 'nodemailer/lib/smtp-connection'
import type { Mime } from '#api/sending/message/mime.ts'
import { DeliveryError } from '#api/sending/provider.ts'
import { dial, unreachable } from './mail-server-connection.ts'
import { bearerAnswers, bearerMechanism, type Credentials } from './mail-sign-in.ts'
import type { Route } from './checked-server-address.ts'
import { inDoubt, isAccepted, readAnswer, smtpError, type SmtpStage } from './smtp-errors.ts'

/**
 * Connection to a submission server (SMTP), for one message at a time.
 *
 * Decides by how far the transfer of a message got, never by the code of an error, whether the server may have accepted
 * the message:
 *
 * - The library asks for the body once the server has answered DATA. Until then nothing was accepted, whatever failed.
 * - If that answer was not 354, the answers are shifted by one: no byte is sent, and the connection ends.
 * - From the first byte of the body on, everything but a whole answer leaves the outcome uncertain.
 * - Success is an answer of which every line begins with 250.
 *
 * Between two messages the event loop turns once, so that a surplus answer is noticed before the next message can
 * mistake it for its own. After anything unexpected the connection ends.
 */

/** Bytes per second of the slowest connection: large messages get more time. */
const SLOWEST_UPLINK = 50_000

export interface SubmissionMessage {
  from: string
  /** email address of the recipient, about whom a refusal is reported */
  to: string
  /** addresses that get a copy; refusing one of them changes nothing */
  copies: readonly string[]
  /** identifies the message in reports, without spaces */
  id: string
  mime: Mime
}

/**
 * Error for a connection that ended before the message was submitted, as servers end idle ones. `reason` is set if the
 * connection was new.
 */
export class StaleConnection extends Error {
  readonly reason: DeliveryError

  constructor(reason: DeliveryError) {
    super('the connection has ended', { cause: reason })
    this.reason = reason
  }
}

export class SubmissionConnection {
  readonly #connection: SMTPConnection
  readonly #offers: string
  readonly #timeoutMs: number
  #wasUsed = false
  /**
   * RSET command under way: the library resets the envelope when the answer arrives, whichever message has one by then
   */
  #resetting: Promise<void> | undefined
  #isDead = false

  private constructor(connection: SMTPConnection, timeoutMs: number) {
    this.#connection = connection
    this.#offers = connection.lastServerResponse || ''
    this.#timeoutMs = timeoutMs
    connection.on('error', () => (this.#isDead = true))
    connection.on('end', () => (this.#isDead = true))
  }

  /**
   * Connects and signs in.
   * @throws DeliveryError
   */
  static async open(
    route: Route,
    credentials: Credentials,
    { connectMs, answerMs }: { connectMs: number; answerMs: number },
  ): Promise<SubmissionConnection> {
    const { isTls, servername, address, port, tls } = route
    const connection = new SMTPConnection({
      connection: await dial(route, connectMs),
      host: servername ?? address,
      ...(servername !== undefined && { servername }),
      port,
      secure: isTls,
      secured: isTls,
      requireTLS: !isTls,
      tls: { ...tls, ...(servername !== undefined && { servername }) },
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      // Longer than our own limits, which know what was asked for.
      socketTimeout: 2 * answerMs + 600_000,
      logger: false,
      customAuth: { [BEARER]: (context) => signInByToken(context, connection.lastServerResponse || '') },
    })
    // An error without a listener would end the process.
    connection.on('error', () => undefined)
    try {
      await settled(connection, 'connection', connectMs, (done) => connection.connect(done))
      const opened = new SubmissionConnection(connection, answerMs)
      if (!connection.allowsAuth) {
        throw new DeliveryError(
          'mailbox-refused',
          'NO_SIGN_IN: the mail server does not offer to sign in with a password',
        )
      }
      const auth = authOf(credentials)
      await settled(connection, 'sign-in', answerMs, (done) => connection.login(auth, done))
      return opened
    } catch (error) {
      connection.close()
      throw error
    }
  }

  get isUsable(): boolean {
    return !this.#isDead && !this.#connection.destroyed
  }

  /** Ends the connection with QUIT. */
  end(): void {
    if (this.isUsable) this.#connection.quit()
    this.#isDead = true
    setTimeout(() => this.#connection.close(), 1_000).unref()
  }

  close(): void {
    this.#isDead = true
    this.#connection.close()
  }

  /**
   * Checks that the server still answers, and makes it drop what it was told of a message (RSET).
   *
   * @throws DeliveryError
   */
  async reset(): Promise<void> {
    try {
      await settled(this.#connection, 'data', this.#timeoutMs, (done) => this.#connection.reset(done))
    } catch (error) {
      this.close()
      throw error
    }
  }

  /**
   * Submits a message.
   * @throws DeliveryError, or StaleConnection if the message can be submitted anew
   */
  async send(message: SubmissionMessage): Promise<void> {
    this.#refuseUnspeakable(message)
    await this.#resetting
    if (this.#wasUsed) await sleep(0)
    const wasUsed = this.#wasUsed
    this.#wasUsed = true
    if (!this.isUsable) throw new StaleConnection(unreachable(null))
    const attempt = this.#attempt(message)
    const { error, response } = await attempt.ended
    if (error === null) return this.#judgeAnswer(attempt, response)
    const failure = attempt.body.wasAsked ? this.#judgeAfterData(attempt, error) : this.#judgeBeforeData(attempt, error)
    if (failure instanceof StaleConnection && !wasUsed) throw failure.reason
    throw failure
  }

  /** Throws for addresses outside ASCII if the server cannot read them, because they would be sent unchanged. */
  #refuseUnspeakable({ from, to, copies }: SubmissionMessage): void {
    if (/[ -]SMTPUTF8\b/i.test(this.#offers)) return
    if (isForeign(to))
      throw new DeliveryError('bad-recipient', 'invalid email: the mail server takes only ASCII addresses')
    if (isForeign(from) || copies.some(isForeign)) {
      throw new DeliveryError('rejected', '550 5.6.7: the mail server takes only ASCII addresses')
    }
  }

  #attempt({ from, to, copies, id, mime }: SubmissionMessage): Attempt {
    const connection = this.#connection
    const body = new MessageBody(mime.chunks, () => /^354(?:[ -]|$)/.test(connection.lastServerResponse || ''))
    const envelope: Envelope = {
      from,
      to: [to, ...copies],
      size: mime.length,
      use8BitMime: [from, to, ...copies].some(isForeign),
      dsn: { ret: 'HDRS', notify: ['FAILURE'], envid: id },
    }
    const ended = new Promise<Ended>((resolve) => {
      const limit = this.#timeoutMs + Math.ceil((mime.length * 1_000) / SLOWEST_UPLINK)
      const timer = setTimeout(() => {
        this.close()
        resolve({ error: Object.assign(new Error('no answer in time'), { code: 'TIMEOUT' }), response: '' })
      }, limit)
      connection.send(envelope, body, (error, info) => {
        clearTimeout(timer)
        resolve({ error: error ?? null, response: info?.response ?? '' })
      })
    })
    return { to, hasCopies: copies.length > 0, envelope, body, ended }
  }

  #judgeAnswer(attempt: Attempt, response: string): void {
    const refusal = refusalOfRecipient(attempt)
    if (refusal) throw refusal
    if (isAccepted(response)) return
    this.close()
    throw inDoubt('the answer of the mail server does not say whether it took the message')
  }

  /** Judges a failure before the first byte of the message left: the message was certainly not accepted. */
  #judgeBeforeData(attempt: Attempt, error: LibraryError): Error {
    const answer = readAnswer(error.response)
    const stage = error.command === undefined ? undefined : STAGES[error.command]
    if (error.code === 'EENVELOPE' && error.command === 'API') {
      return new DeliveryError('bad-recipient', 'invalid email: the address cannot stand in an envelope', {
        cause: error,
      })
    }
    if (error.code === 'EMESSAGE' && !answer) {
      return new DeliveryError('too-large', '552 5.3.4: the message exceeds the limit of the mail server', {
        cause: error,
      })
    }
    const isClean = answer !== null && answer.code >= 400 && answer.code !== 421 && stage !== undefined
    if (!isClean) {
      this.close()
      return new StaleConnection(
        answer && stage && answer.code >= 400 ? smtpError(stage, answer, error) : unreachable(error),
      )
    }
    this.#resetting = this.reset().catch(() => undefined)
    return (stage === 'recipient' ? refusalOfRecipient(attempt) : null) ?? smtpError(stage, answer, error)
  }

  /** Judges a failure after the body was asked for: only a whole answer proves that the message was not accepted. */
  #judgeAfterData(attempt: Attempt, error: LibraryError): Error {
    const answer = error.code === 'EMESSAGE' && error.command === 'DATA' ? readAnswer(error.response) : null
    if (!answer || answer.code < 400 || answer.code === 421) this.close()
    const refusal = refusalOfRecipient(attempt)
    if (refusal) return refusal
    if (answer && answer.code >= 400) return smtpError('message', answer, error)
    return inDoubt(`${error.code ?? 'CLOSED'}: no whole answer came after the message`, error)
  }
}

/** The name under which the library finds {@link signInByToken}. It has XOAUTH2 of its own, which takes no token that is at hand. */
const BEARER = 'BEARER'

const authOf = ({ user, password, token }: Credentials) =>
  token === undefined ? { credentials: { user, pass: password } } : { method: BEARER, user, pass: token }

/** Signs in with an access token. The library reports the last answer if this fails. @param greeting the answer to EHLO */
async function signInByToken(
  { auth, sendCommand }: Pick<SMTPConnectionCustomAuthContext, 'auth' | 'sendCommand'>,
  greeting: string,
): Promise<void> {
  const offered = greeting.split('\n').find((line) => /^\d{3}[ -]AUTH[ =]/i.test(line)) ?? ''
  const mechanism = bearerMechanism(new Set(offered.toUpperCase().slice('250-AUTH '.length).split(/\s+/)))
  if (!mechanism) throw new DeliveryError('mailbox-refused', 'NO_SIGN_IN: the mail server does not take access tokens')
  const { user, pass: token } = auth.credentials
  const { first, last } = bearerAnswers(mechanism, { user, password: '', token })
  const answer = await sendCommand(`AUTH ${mechanism} ${first}`)
  // The details of a refusal are in Base64; after them the server wants a line, and says 535.
  const { status } = answer.status === 334 ? await sendCommand(last) : answer
  if (status !== 235) throw new Error('the sign-in was refused')
}

/** The fields of the SMTP library's errors that matter here. */
interface LibraryError extends Error {
  code?: string | undefined
  command?: string | undefined
  response?: string | undefined
  recipient?: string | undefined
}

/** The library notes in the envelope itself which recipients were refused; its errors do not tell. */
type Envelope = SMTPConnection.Envelope & { rejectedErrors?: LibraryError[] }

interface Ended {
  error: LibraryError | null
  response: string
}

interface Attempt {
  to: string
  hasCopies: boolean
  envelope: Envelope
  body: MessageBody
  ended: Promise<Ended>
}

const STAGES: Partial<Record<string, SmtpStage>> = { 'MAIL FROM': 'sender', 'RCPT TO': 'recipient', DATA: 'data' }

const isForeign = (address: string) => /[^\x20-\x7e]/.test(address)

/**
 * Returns the server's refusal of the recipient; null unless they were refused. If people with copies were accepted,
 * the email is not tried again.
 */
function refusalOfRecipient({ to, hasCopies, envelope, body }: Attempt): DeliveryError | null {
  const refused = envelope.rejectedErrors?.find(({ recipient }) => recipient === to)
  const answer = readAnswer(refused?.response)
  if (!answer) return null
  const error = smtpError('recipient', answer, refused)
  const isPartlyTaken = hasCopies && body.wasAsked
  return isPartlyTaken && (error.mayPass || error.retryable)
    ? new DeliveryError('bad-recipient', `invalid email: ${error.message}`, { cause: error })
    : error
}

/** Stream of the bytes of a message. They are read only after the server said that it waits for them. */
class MessageBody extends Readable {
  readonly #chunks: Iterator<Uint8Array>
  readonly #isAwaited: () => boolean
  #wasAsked = false

  constructor(chunks: Iterable<Uint8Array>, isAwaited: () => boolean) {
    super()
    this.#chunks = chunks[Symbol.iterator]()
    this.#isAwaited = isAwaited
  }

  /** True if a byte may have left. */
  get wasAsked(): boolean {
    return this.#wasAsked
  }

  override _read(): void {
    if (!this.#wasAsked && !this.#isAwaited()) {
      this.destroy(new Error('the mail server does not wait for the message'))
      return
    }
    this.#wasAsked = true
    const { done, value } = this.#chunks.next()
    this.push(done ? null : value)
  }
}

/** Runs a step of the library before any message. @throws DeliveryError */
function settled(
  connection: SMTPConnection,
  stage: SmtpStage,
  timeoutMs: number,
  run: (done: (error?: LibraryError | null) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(Object.assign(new Error('no answer in time'), { code: 'TIMEOUT' })), timeoutMs)
    const closed = () => end(Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' }))
    const end = (error?: LibraryError | null) => {
      clearTimeout(timer)
      connection.off('error', end).off('end', closed)
      if (!error) return resolve()
      if (error instanceof DeliveryError) return reject(error)
      const answer = readAnswer(error.response)
      reject(answer ? smtpError(stage, answer, error) : unreachable(error))
    }
    connection.once('error', end).once('end', closed)
    run(end)
  })
}

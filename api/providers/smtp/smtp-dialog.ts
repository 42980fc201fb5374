import { createHmac } from 'node:crypto'
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { ConnectionFailure } from './connection-problems.ts'
import { secureOptions } from './mail-server-connection.ts'
import { bearerAnswers, bearerMechanism, type Credentials } from './mail-sign-in.ts'
import type { Route } from './checked-server-address.ts'

/**
 * A conversation with a submission server that tests it and sends nothing. The client library goes from MAIL to DATA in one
 * step and cannot stop between them, and stopping there is what a test needs.
 */

/** ms for a connection, and for each answer of the SMTP server. */
const PATIENCE_MS = 15_000
/** Maximum bytes of an SMTP server's answer; real answers have a few hundred. */
const ANSWER_MAX_BYTES = 16 * 1024
/** Maximum characters of an SMTP server's answer that an error message quotes. */
const QUOTED_ANSWER_MAX = 300

interface Answer {
  code: number
  lines: string[]
}

export interface SmtpDialog {
  signIn(credentials: Credentials): Promise<void>
  /** Asks the server whether it would accept an email from the address to itself, and then resets the conversation. */
  askSender(email: string): Promise<void>
  end(): void
}

/**
 * Connects to a submission server, encrypted before anything else is said.
 * @throws ConnectionFailure or an error of the connection, see `problemOf`
 */
export async function openSmtpDialog(route: Route): Promise<SmtpDialog> {
  const { isTls, port, address } = route
  const secure = secureOptions(route)
  const open = isTls ? connectTls(secure) : connectPlain(port, address)
  let conversation = await begin(open, isTls ? 'secureConnect' : 'connect')
  try {
    expect220(await conversation.talk(null))
    let offers = await greet(conversation.talk)
    if (!isTls) {
      if (!offers.has('STARTTLS')) throw new ConnectionFailure('no_starttls')
      const answer = await conversation.talk('STARTTLS')
      if (answer.code !== 220) throw new ConnectionFailure('no_starttls', shown(answer))
      conversation = await begin(connectTls({ ...secure, socket: conversation.release() }), 'secureConnect')
      offers = await greet(conversation.talk)
    }
    const { talk, end } = conversation
    return {
      signIn: (credentials) =>
        credentials.token === undefined ? signIn(talk, offers, credentials) : signInByToken(talk, offers, credentials),
      askSender: (email) => askSender(talk, offers, email),
      end,
    }
  } catch (error) {
    conversation.end()
    throw error
  }
}

type Talk = (line: string | null) => Promise<Answer>

interface Conversation {
  /** sends a line and returns the server's whole answer to it; null: reads the greeting */
  talk: Talk
  /** hands the connection over to another user; throws if the server sent more than it was asked for */
  release(): Socket
  end(): void
}

/** Waits until the socket is connected, and begins to read answers from it. */
async function begin(socket: Socket, event: 'connect' | 'secureConnect'): Promise<Conversation> {
  let rest = ''
  let failed: Error | null = null
  let waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null
  const fail = (error: Error) => {
    failed ??= error
    socket.destroy()
    waiting?.reject(failed)
    waiting = null
  }
  const settle = () => {
    if (!waiting) return
    const whole = ANSWER.exec(rest)
    if (!whole) {
      if (rest.length > ANSWER_MAX_BYTES || OTHER_TEXT.test(rest)) fail(new ConnectionFailure('other_service'))
      return
    }
    rest = rest.slice(whole[0].length)
    waiting.resolve({ code: Number(whole[1]), lines: whole[0].trimEnd().split(/\r?\n/) })
    waiting = null
  }
  const read = (piece: Buffer) => {
    rest += piece.toString('latin1')
    settle()
  }
  const close = () => fail(new ConnectionFailure('closed'))
  const timeout = () => fail(new ConnectionFailure('silent'))
  socket.setTimeout(PATIENCE_MS)
  socket.on('error', fail).on('close', close).on('timeout', timeout)
  await new Promise<void>((resolve, reject) => {
    waiting = { resolve: () => resolve(), reject }
    socket.once(event, () => {
      waiting = null
      resolve()
    })
  })
  socket.on('data', read)
  return {
    talk: (line) =>
      new Promise((resolve, reject) => {
        if (failed) return reject(failed)
        waiting = { resolve, reject }
        if (line !== null) socket.write(`${line}\r\n`, 'utf8')
        settle()
      }),
    release() {
      if (rest !== '') throw new ConnectionFailure('other_service')
      return socket.off('data', read).off('error', fail).off('close', close).off('timeout', timeout)
    },
    end() {
      if (!socket.destroyed) socket.end('QUIT\r\n')
      socket.destroySoon()
    },
  }
}

/** Matches a whole SMTP answer: lines with a hyphen after the number, then one without. */
const ANSWER = /^(?:\d{3}-[^\r\n]*\r?\n)*(\d{3})(?: [^\r\n]*)?\r?\n/
/** Matches a whole first line that is no part of an SMTP answer. */
const OTHER_TEXT = /^(?!\d{3}[ \r\n-])[^\n]*\n/

function expect220(greeting: Answer): void {
  if (greeting.code === 220) return
  throw new ConnectionFailure(greeting.code >= 400 && greeting.code < 500 ? 'busy' : 'other_service', shown(greeting))
}

/** Greets the server. Returns the extensions that it offers, in upper case, each with its parameters. */
async function greet(talk: Talk): Promise<Map<string, string[]>> {
  const answer = await talk('EHLO [127.0.0.1]')
  if (answer.code !== 250) throw new ConnectionFailure(isPassing(answer) ? 'busy' : 'other_service', shown(answer))
  return new Map(
    answer.lines.slice(1).map((line) => {
      const [name = '', ...parameters] = line.slice(4).trim().toUpperCase().split(/[ =]+/)
      return [name, parameters]
    }),
  )
}

const isPassing = ({ code }: Answer) => code >= 400 && code < 500

async function signInByToken(talk: Talk, offers: Map<string, string[]>, credentials: Credentials): Promise<void> {
  const mechanism = bearerMechanism(new Set(offers.get('AUTH')))
  if (!mechanism) throw new ConnectionFailure('no_token_sign_in')
  const { first, last } = bearerAnswers(mechanism, credentials)
  const begun = await talk(`AUTH ${mechanism} ${first}`)
  const answer = begun.code === 334 ? await talk(last) : begun
  if (answer.code === 235) return
  throw new ConnectionFailure(isPassing(answer) ? 'busy' : 'sign_in_refused', shown(answer))
}

async function signIn(talk: Talk, offers: Map<string, string[]>, { user, password }: Credentials): Promise<void> {
  const ways = offers.get('AUTH') ?? []
  const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64')
  let answer: Answer
  if (ways.includes('PLAIN')) answer = await talk(`AUTH PLAIN ${base64(`\0${user}\0${password}`)}`)
  else if (ways.includes('LOGIN')) {
    answer = await talk('AUTH LOGIN')
    if (answer.code === 334) answer = await talk(base64(user))
    if (answer.code === 334) answer = await talk(base64(password))
  } else if (ways.includes('CRAM-MD5')) {
    answer = await talk('AUTH CRAM-MD5')
    const challenge = Buffer.from(answer.lines[0]?.slice(4) ?? '', 'base64')
    if (answer.code === 334) {
      answer = await talk(base64(`${user} ${createHmac('md5', password).update(challenge).digest('hex')}`))
    }
  } else throw new ConnectionFailure('no_password_sign_in')
  if (answer.code === 235) return
  throw new ConnectionFailure(isPassing(answer) ? 'busy' : 'wrong_password', shown(answer))
}

async function askSender(talk: Talk, offers: Map<string, string[]>, email: string): Promise<void> {
  const isAscii = /^[\x20-\x7e]*$/.test(email)
  const options = !isAscii && offers.has('SMTPUTF8') ? ' SMTPUTF8' : ''
  for (const line of [`MAIL FROM:<${email}>${options}`, `RCPT TO:<${email}>`]) {
    const answer = await talk(line)
    if (answer.code >= 200 && answer.code < 300) continue
    throw new ConnectionFailure(isPassing(answer) ? 'busy' : 'sender_refused', shown(answer))
  }
  await talk('RSET')
}

/** The text of an answer without control characters, shortened. */
const shown = ({ lines }: Answer): string =>
  lines
    .join(' ')
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, QUOTED_ANSWER_MAX)

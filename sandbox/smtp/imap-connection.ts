import type { Socket } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import type { Fate, Target } from '../faults.ts'
import type { Account } from '../oauth-grants.ts'
import type { Sandbox } from '../sandbox.ts'
import { CAPABILITIES, COMMANDS, ImapRefusal, type ImapSession } from './imap-commands.ts'
import { type FaultyCommand, type ImapEnd, underFaults } from './imap-faults.ts'
import { folderNamed, renumber } from './imap-folders.ts'
import { type ImapCommand, ImapSyntaxError, nextCommand, parseCommand, textOf } from './imap-parser.ts'
import { changePassword, signInByPassword, signInByToken } from './passwords.ts'

/** ms between two checks of the selected folder during IDLE. */
const IDLE_LOOK_MS = 200

/** ms without a command after which the host closes a connection (RFC 3501: at least half an hour). */
const IDLE_MS = 30 * 60_000

/**
 * IMAP connection of a client. It reads commands one after another, does each in turn, and answers. States: greeted,
 * signed in (`#session`), a folder selected (`session.selected`). Before TLS it refuses to sign in.
 */
export class ImapConnection {
  readonly #sandbox: Sandbox
  readonly #secureContext: SecureContext
  #socket: Socket
  #session: ImapSession | null = null
  #chunks: Buffer[] = []
  #needs = 1
  /** number of literals of the present command for which the client was told to go on */
  #asked = 0
  #working = false
  /** takes the next line instead of a command */
  #onLine: ((line: string) => Promise<void>) | null = null
  #idle: NodeJS.Timeout | undefined

  constructor(sandbox: Sandbox, socket: Socket, secureContext: SecureContext) {
    this.#sandbox = sandbox
    this.#secureContext = secureContext
    this.#socket = socket
    this.#listen(socket)
  }

  /** Greets the client, unless a fault of the whole host is ordered. */
  async greet(): Promise<void> {
    const target: Target = { vendor: 'smtp', email: '', operation: 'connect' }
    const end = await underFaults(this.#sandbox, {
      ...this.#faulty(target, () => `OK [CAPABILITY ${this.#capabilities()}] Sandbox ready.`),
      onRevoked: () => {},
    })
    if (typeof end === 'object' && 'says' in end && !end.says.startsWith('OK')) {
      this.#write('* BYE [UNAVAILABLE] The service is not available.')
      this.#socket.end()
    } else this.#end('*', end)
  }

  get #isSecure(): boolean {
    return this.#socket instanceof TLSSocket
  }

  #capabilities(): string {
    if (this.#session) return CAPABILITIES
    return `${CAPABILITIES} ${this.#isSecure ? 'AUTH=PLAIN AUTH=XOAUTH2' : 'STARTTLS LOGINDISABLED'}`
  }

  #listen(socket: Socket): void {
    socket.setNoDelay(true)
    socket.setTimeout(IDLE_MS, () => socket.destroy())
    socket.on('error', () => socket.destroy())
    socket.on('close', () => clearInterval(this.#idle))
    socket.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk)
      void this.#pump()
    })
  }

  #write(answer: string | Buffer): void {
    if (this.#socket.destroyed || !this.#socket.writable) return
    this.#socket.write(typeof answer === 'string' ? Buffer.from(`${answer}\r\n`, 'latin1') : answer)
  }

  /** Executes the commands that have arrived completely. */
  async #pump(): Promise<void> {
    if (this.#working) return
    this.#working = true
    try {
      while (this.#chunks.reduce((sum, { length }) => sum + length, 0) >= this.#needs) {
        if (!(await this.#step(this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)))) break
      }
    } catch (error) {
      if (!(error instanceof ImapSyntaxError))
        this.#sandbox.log(`IMAP: ${error instanceof Error ? error.stack : String(error)}`)
      this.#write(`* BYE ${error instanceof ImapSyntaxError ? error.message : 'The sandbox broke: see its log.'}`)
      this.#socket.end()
    } finally {
      this.#working = false
    }
  }

  /** Takes one command or line from the input. Returns whether there may be another. */
  async #step(input: Buffer): Promise<boolean> {
    this.#chunks = [input]
    const take = (bytes: number) => {
      this.#chunks = bytes < input.length ? [input.subarray(bytes)] : []
      this.#needs = 1
      this.#asked = 0
    }
    if (this.#onLine) {
      const end = input.indexOf('\r\n')
      if (end < 0) return false
      take(end + 2)
      const onLine = this.#onLine
      this.#onLine = null
      await onLine(input.toString('utf8', 0, end))
      return true
    }
    const next = nextCommand(input, this.#asked)
    if (next.kind === 'ask') {
      this.#asked += 1
      this.#write('+ OK')
      return true
    }
    if (next.kind === 'incomplete') {
      this.#needs = next.bytes
      return false
    }
    take(next.used)
    await this.#do(next.pieces)
    return !this.#socket.destroyed
  }

  async #do(pieces: readonly (string | Buffer)[]): Promise<void> {
    const tag = typeof pieces[0] === 'string' ? (/^\S+/.exec(pieces[0])?.[0] ?? '*') : '*'
    try {
      const command = parseCommand(pieces)
      const own = this.#ownCommands[command.name]
      if (own) return await own(command)
      this.#end(tag, await this.#ordinary(command))
    } catch (error) {
      if (!(error instanceof ImapSyntaxError)) throw error
      this.#write(`${tag} BAD ${error.message}`)
    }
  }

  /** Commands about the connection itself. */
  readonly #ownCommands: Record<string, (command: ImapCommand) => void | Promise<void>> = {
    CAPABILITY: ({ tag }) => {
      this.#write(`* CAPABILITY ${this.#capabilities()}`)
      this.#write(`${tag} OK Capability completed.`)
    },
    ID: ({ tag }) => {
      this.#write('* ID ("name" "Mergewell sandbox")')
      this.#write(`${tag} OK ID completed.`)
    },
    LOGOUT: ({ tag }) => {
      this.#write('* BYE Logging out')
      this.#write(`${tag} OK Logout completed.`)
      this.#socket.end()
    },
    STARTTLS: ({ tag }) => {
      if (this.#isSecure) return this.#write(`${tag} BAD TLS is already active.`)
      this.#write(`${tag} OK Begin TLS negotiation now.`)
      this.#startTls()
    },
    LOGIN: ({ tag, values }) => this.#signIn(tag, textOf(values[0]), textOf(values[1])),
    AUTHENTICATE: async ({ tag, values: [method, initial] }) => {
      const signIn = this.#mechanisms[textOf(method).toUpperCase()]
      if (!signIn) return this.#write(`${tag} NO [CANNOT] Only PLAIN and XOAUTH2 are offered.`)
      if (initial !== undefined) return signIn(tag, textOf(initial))
      this.#write('+ ')
      this.#onLine = (line) => signIn(tag, line)
    },
    IDLE: ({ tag }) => {
      const selected = this.#session?.selected
      if (!selected) return this.#write(`${tag} BAD No mailbox selected.`)
      const tell = () => selected.look().forEach((line) => this.#write(line))
      this.#write('+ idling')
      tell()
      this.#idle = setInterval(tell, IDLE_LOOK_MS).unref()
      this.#onLine = async () => {
        clearInterval(this.#idle)
        this.#write(`${tag} OK Idle completed.`)
      }
    },
  }

  /**
   * Begins TLS, and drops input that the client sent unencrypted behind STARTTLS, so that nobody can add commands to
   * its session.
   */
  #startTls(): void {
    const plain = this.#socket
    for (const event of ['data', 'close', 'error']) plain.removeAllListeners(event)
    plain.on('error', () => plain.destroy())
    this.#chunks = []
    this.#socket = new TLSSocket(plain, { isServer: true, secureContext: this.#secureContext })
    this.#listen(this.#socket)
  }

  readonly #mechanisms: Record<string, (tag: string, response: string) => Promise<void>> = {
    PLAIN: (tag, response) => {
      const [, user = '', password = ''] = Buffer.from(response, 'base64').toString('utf8').split('\0')
      return this.#signIn(tag, user, password)
    },
    XOAUTH2: (tag, response) => {
      const fields = Buffer.from(response, 'base64').toString('utf8')
      const [user = '', token = ''] = fields.split('\x01').map((field) => field.replace(/^(user=|auth=Bearer )/, ''))
      return this.#signInAs(tag, user, () => signInByToken(this.#sandbox, 'imap', user, token))
    },
  }

  #signIn(tag: string, user: string, password: string): Promise<void> {
    return this.#signInAs(tag, user, () => signInByPassword(this.#sandbox, user, password))
  }

  async #signInAs(tag: string, user: string, find: () => Account | null): Promise<void> {
    if (!this.#isSecure) return this.#write(`${tag} NO [PRIVACYREQUIRED] Start TLS first.`)
    const target: Target = { vendor: 'smtp', email: user.trim().toLowerCase(), operation: 'signIn' }
    const end = await underFaults(
      this.#sandbox,
      this.#faulty(target, () => {
        const account = find()
        if (!account) return 'NO [AUTHENTICATIONFAILED] Authentication failed.'
        this.#session = this.#sessionOf(account)
        return `OK [CAPABILITY ${this.#capabilities()}] Logged in`
      }),
    )
    this.#end(tag, end)
  }

  #sessionOf(account: Account): ImapSession {
    return { sandbox: this.#sandbox, account, selected: null, say: (answer) => this.#write(answer), hiddenMs: 0 }
  }

  async #ordinary({ name, values }: ImapCommand): Promise<ImapEnd> {
    const handler = COMMANDS[name]
    if (!handler) return { says: `BAD Unknown command ${name}.` }
    const session = this.#session
    if (!session) return { says: name === 'NOOP' ? 'OK NOOP completed.' : 'BAD Sign in first.' }
    if (handler.selected && !session.selected) return { says: 'BAD No mailbox selected.' }
    const run = ({ hiddenMs }: { hiddenMs: number }, say: ImapSession['say']): string => {
      const [usual, before] = [session.say, session.hiddenMs]
      Object.assign(session, { say, hiddenMs })
      try {
        return `OK ${handler.run(session, values)}`
      } catch (error) {
        if (error instanceof ImapRefusal) return `NO ${error.message}`
        if (error instanceof ImapSyntaxError) return `BAD ${error.message}`
        throw error
      } finally {
        Object.assign(session, { say: usual, hiddenMs: before })
      }
    }
    const operation = handler.operation?.(values)
    if (!operation) return { says: run({ hiddenMs: 0 }, session.say) }
    const isAbout = (part: string) => handler.subjects?.(session, values).some((each) => each.includes(part)) ?? false
    const target = { vendor: 'smtp', email: session.account.email, operation, isAbout } as const
    return underFaults(this.#sandbox, {
      ...this.#faulty(target, run),
      onResync: () => {
        const folder = typeof values[0] === 'string' ? folderNamed(session.account, values[0]) : undefined
        if (folder) renumber(this.#sandbox, session.account, folder)
      },
    })
  }

  #faulty(target: Target, work: (fate: Fate, say: ImapSession['say']) => string): FaultyCommand {
    return {
      target,
      work,
      say: (answer) => this.#write(answer),
      onExpired: () => this.#write('* BYE Session has ended, connect again.'),
      onRevoked: () => changePassword(this.#sandbox, target.email),
      onResync: () => {},
    }
  }

  #end(tag: string, end: ImapEnd): void {
    if (this.#sandbox.closed || end === 'silence') return
    if (end === 'cut') return this.#socket.destroySoon()
    if ('says' in end) return this.#write(`${tag} ${end.says}`)
    const answer = `${tag} ${end.halfOf}`
    this.#socket.end(answer.slice(0, Math.ceil(answer.length / 2)))
  }
}

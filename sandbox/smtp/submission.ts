import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer, type SMTPServerAddress, type SMTPServerSession } from 'smtp-server'
import { addressOf } from '../mailbox-addresses.ts'
import type { Fate, Stage, Target } from '../faults.ts'
import type { Account } from '../oauth-grants.ts'
import { findMessage, hide } from '../messages.ts'
import { type Person, readEnvelope, withHeaders } from '../mime.ts'
import { acceptMessage } from '../accepted-message-store.ts'
import type { Sandbox } from '../sandbox.ts'
import { newId } from '../provider-names.ts'
import type { Identity } from './certificate.ts'
import { changePassword, signInByPassword, signInByToken } from './passwords.ts'
import { type SmtpAnswer, smtpRefusal } from './smtp-answers.ts'

/** Maximum bytes of a message. */
const MAX_MESSAGE_BYTES = 35 * 1024 * 1024

/** ms without a command after which the host closes a connection; longer than any client waits. */
const IDLE_MS = 15 * 60_000

type Callback = (error?: Error | null, text?: string) => void

const OK = (text: string): SmtpAnswer => ({ code: 250, text })

/**
 * Creates the SMTP host for sending (RFC 6409): sign-in by password or access token, over TLS, for the mailbox's own
 * addresses. It stores no copy in the Sent folder, as Postfix does not, except for mailboxes of a domain with the label
 * `keeps`, as Gmail does.
 */
export function createSubmission(sandbox: Sandbox, identity: Identity, secure: boolean): SMTPServer {
  const server: SMTPServer = new SMTPServer({
    secure,
    key: identity.key,
    cert: identity.certificate,
    name: 'mail.sandbox.mergewell.test',
    size: MAX_MESSAGE_BYTES,
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
    // Answers carry the enhanced codes of faults, and the library would add its own.
    hideENHANCEDSTATUSCODES: true,
    disableReverseLookup: true,
    socketTimeout: IDLE_MS,
    closeTimeout: 1,
    logger: false,
    onConnect: (session, callback) =>
      respond({ sandbox, server }, session, { vendor: 'smtp', email: '', operation: 'connect' }, callback, () =>
        OK(''),
      ),
    onAuth: ({ username = '', password, accessToken }, session, callback) => {
      const target: Target = { vendor: 'smtp', email: username.trim().toLowerCase(), operation: 'signIn' }
      const finish: Callback = (error) => callback(error, error ? {} : { user: target.email })
      respond({ sandbox, server }, session, target, finish, () => {
        const account =
          accessToken === undefined
            ? signInByPassword(sandbox, username, password ?? '')
            : signInByToken(sandbox, 'smtp', username, accessToken)
        if (account) return OK('')
        return { code: 535, text: '5.7.8 Error: authentication failed' }
      })
    },
    onMailFrom: ({ address }, session, callback) => {
      const account = { vendor: 'smtp', email: String(session.user) } as const
      respond({ sandbox, server }, session, transaction(session, 'sender'), callback, () => {
        const known = addressOf(sandbox, account, address)
        if (known === 'own' || known?.state === 'verified') return OK('2.1.0 Ok')
        return { code: 553, text: `5.7.1 <${address}>: Sender address rejected: not owned by user ${account.email}` }
      })
    },
    onRcptTo: ({ address }, session, callback) => {
      respond({ sandbox, server }, session, transaction(session, 'recipient'), callback, () => {
        if (!/refused/i.test(address.slice(0, address.lastIndexOf('@')))) return OK('2.1.5 Ok')
        return { code: 550, text: `5.1.1 <${address}>: Recipient address rejected: User unknown` }
      })
    },
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.once('end', () => {
        const raw = Buffer.concat(chunks)
        const { subject } = readEnvelope(raw)
        const target = { ...transaction(session, 'message'), isAbout: (part: string) => subject.includes(part) }
        respond({ sandbox, server }, session, target, callback, (fate) => {
          const id = accept(sandbox, String(session.user), session.envelope.rcptTo, raw, fate)
          return OK(`2.0.0 Ok: queued as ${id}`)
        })
      })
    },
  })
  server.on('error', (error) => sandbox.log(`SMTP: ${error.message}`))

  return server
}

/** The sandbox, and its server that a command came to. */
interface Host {
  sandbox: Sandbox
  server: SMTPServer
}

/** Answers one command, unless a fault does so. */
function respond(
  { sandbox, server }: Host,
  session: SMTPServerSession,
  target: Target,
  callback: Callback,
  work: (fate: Fate) => SmtpAnswer,
): void {
  const say = ({ code, text }: SmtpAnswer) =>
    code < 300 ? callback(null, text) : callback(Object.assign(new Error(text), { responseCode: code }))
  answer(sandbox, target, () => [...server.connections].find(({ id }) => id === session.id)?._socket, say, work).catch(
    (error: unknown) => {
      sandbox.log(`SMTP: ${error instanceof Error ? error.stack : String(error)}`)
      say({ code: 451, text: '4.3.0 The sandbox broke: see its log.' })
    },
  )
}

async function answer(
  sandbox: Sandbox,
  target: Target,
  socketOf: () => Socket | undefined,
  say: (answer: SmtpAnswer) => void,
  work: (fate: Fate) => SmtpAnswer,
): Promise<void> {
  const fate = sandbox.faults.take(target)
  if (fate.delayMs > 0) await sleep(fate.delayMs, undefined, { ref: false })
  if (sandbox.closed) return
  const { fault } = fate
  if (!fault) return say(work(fate))
  if (fault.done || DOES_THE_WORK.has(fault.kind)) work(fate)
  switch (fault.kind) {
    case 'hang':
    case 'hangAfter':
      return
    case 'cutBefore':
    case 'cutAfter':
      socketOf()?.destroy()
      return
    case 'broken':
      socketOf()?.end('250 2.0.0 Ok: queu')
      return
    case 'page':
      socketOf()?.write('<!doctype html><title>Welcome</title>\r\n')
      return
    case 'twice':
      socketOf()?.write('250 2.0.0 Ok\r\n')
      return say(OK('2.0.0 Ok'))
    case 'revoked':
      changePassword(sandbox, target.email)
      break
  }
  say(smtpRefusal(fault, target.operation))
}

/** Faults that strike only after the message was accepted. */
const DOES_THE_WORK: ReadonlySet<string> = new Set(['cutAfter', 'hangAfter', 'broken', 'twice'])

const transaction = ({ user }: SMTPServerSession, stage: Stage): Target => ({
  vendor: 'smtp',
  email: String(user),
  operation: 'send',
  stage,
})

/** Returns whether the host itself stores a copy of each email that a mailbox sends. */
const keepsCopies = (email: string): boolean =>
  email
    .slice(email.lastIndexOf('@') + 1)
    .split('.')
    .includes('keeps')

/** Takes a message for the recipients of its envelope. Those that no header names are BCC recipients. */
function accept(
  sandbox: Sandbox,
  email: Account['email'],
  envelope: readonly SMTPServerAddress[],
  raw: Buffer,
  { hiddenMs }: Fate,
): string {
  const { from, recipients, subject, messageId, hasAttachments } = readEnvelope(raw)
  const left = new Map(envelope.map(({ address }) => [address.toLowerCase(), address]))
  const named = (people: readonly Person[]) => people.filter(({ address }) => left.delete(address.toLowerCase()))
  const [to, cc, bcc] = [named(recipients.to), named(recipients.cc), named(recipients.bcc)]
  const id = newId.queue()
  const internetId = messageId ?? `<${id}@mail.sandbox.mergewell.test>`
  acceptMessage(sandbox, {
    id,
    altId: null,
    draftId: null,
    vendor: 'smtp',
    email,
    folder: 'sent',
    threadId: id,
    internetId,
    subject,
    sender: from ?? { name: '', address: email },
    recipients: { to, cc, bcc: [...bcc, ...[...left.values()].map((address) => ({ name: '', address }))] },
    attachments: hasAttachments ? 1 : 0,
    format: 'mime',
    content: messageId ? raw : withHeaders(raw, { 'Message-ID': internetId }),
    saved: keepsCopies(email),
  })
  if (hiddenMs > 0) hide(sandbox, findMessage(sandbox, 'smtp', email, id)!.pk, hiddenMs)
  return id
}

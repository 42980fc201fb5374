import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { domainToASCII } from 'node:url'
import { markText } from '#api/sending/email-mark.ts'
import { composeMime } from '#api/sending/message/mime.ts'
import {
  DeliveryError,
  type OpenMailbox,
  type OutgoingMessage,
  type Receipt,
  type TokenAccess,
} from '#api/sending/provider.ts'
import type { SmtpGrant } from './mailbox-credentials.ts'
import { imapInbox } from './imap-inbox.ts'
import type { MailSignIn } from './mail-sign-in.ts'
import type { MailboxConnections } from './mailbox-connections.ts'

/**
 * ms after which an uncertain email is looked for in the mailbox: as a copy that the host stores, or a copy to oneself.
 * Both may come late.
 */
const SETTLE_DELAYS_MS = [2_000, 7_000, 17_000]
/** Maximum ms by which a host's clock may lag behind ours. */
const CLOCKS_DIFFER = 60_000

/** Opens a mailbox by SMTP and IMAP. */
export function smtpMailbox(options: {
  grant: SmtpGrant
  /** true to send each email also to the mailbox itself, to find out whether uncertain emails left */
  copyToSelf: boolean
  connections: MailboxConnections
  /** tokens that are used in place of a password; null: a password is used */
  tokens: TokenAccess | null
  /** stores whether the host keeps copies of sent emails, once that was found out */
  keepCopyRule: (keepsCopy: boolean) => Promise<void>
  settleDelaysMs?: readonly number[] | undefined
  now: () => number
}): OpenMailbox {
  const { grant, copyToSelf, connections, tokens, keepCopyRule, settleDelaysMs = SETTLE_DELAYS_MS, now } = options
  const { submission, sent } = connections
  const signIn: MailSignIn = { refusal: null, tokens }
  const inbox = connections.imap && grant.imap && imapInbox(connections.imap, signIn, grant.imap.host)

  /**
   * Returns whether a copy can prove that the host accepted an email: one that the host stores itself, or one sent to
   * oneself.
   */
  const hasWitness = () => sent !== null && (sent.keepsCopy !== false || copyToSelf)

  /** Looks in the mailbox for an email whose sending is uncertain. False proves nothing. */
  async function wasTaken({ mark }: OutgoingMessage, begun: number): Promise<boolean> {
    if (!mark || !sent || !hasWitness()) return false
    for (const [index, delay] of [0, ...settleDelaysMs].entries()) {
      if (index > 0) await sleep(delay - (settleDelaysMs[index - 2] ?? 0))
      const found = await sent
        .findMarked(new Date(begun - CLOCKS_DIFFER), signIn, copyToSelf)
        .catch((error: unknown) => {
          if (error instanceof DeliveryError) return []
          throw error
        })
      if (found.some(({ logId, attempt }) => logId === mark.logId && attempt === mark.attempt)) return true
    }
    return false
  }

  async function send(message: OutgoingMessage): Promise<Receipt> {
    await sent?.hasRoom()
    const { from, mark } = message
    const messageId =
      message.messageId ?? `<${randomUUID()}@${domainToASCII(domainOf(from.address)) || 'mergewell.invalid'}>`
    // Servers leave a Bcc header in what recipients receive.
    const mime = composeMime({ ...message, bcc: [] }, { messageId })
    const begun = now()
    try {
      const id = mark ? markText(mark) : messageId.replaceAll(/[<>]/g, '')
      await submission.send({ ...envelopeOf(message, copyToSelf), id, mime }, signIn)
    } catch (error) {
      const isInDoubt = error instanceof DeliveryError && error.kind === 'uncertain'
      if (!isInDoubt || !(await wasTaken(message, begun))) throw error
    }
    sent?.add(mime, messageId, signIn, keepCopyRule)
    return { messageId: null, internetMessageId: messageId }
  }

  return {
    canDraft: false,
    createDraft: refuseDrafts,
    sendDraft: refuseDrafts,
    lookAtDraft: refuseDrafts,
    draftLooks: { afterMs: [], goneMeansSent: false },
    discardDraft: async () => undefined,
    send,
    probe: () => submission.probe(signIn),
    async renewSignIn() {
      await tokens?.refresh()
      await submission.signIn(signIn)
    },
    async findMarked(since, state) {
      if (!sent) return refuseReading()
      return state === 'draft' ? [] : sent.findMarked(since, signIn, copyToSelf)
    },
    countSent: sent ? (since) => sent.countSent(since, signIn, copyToSelf) : undefined,
    canRead: inbox !== null,
    listInbox: inbox?.listInbox ?? refuseReading,
    listInboxBetween: inbox?.listInboxBetween ?? refuseReading,
    readInboxMail: inbox?.readInboxMail ?? refuseReading,
    readMail: inbox?.readMail ?? refuseReading,
    watchInbox: inbox?.watchInbox,
    archive: inbox?.archive,
    readAliases: null,
    replacesFrom: false,
  }
}

/** Returns sender and recipients for the SMTP envelope. */
function envelopeOf({ from, to, cc = [], bcc = [] }: OutgoingMessage, copyToSelf: boolean) {
  const copies = [...cc, ...bcc].map(({ address }) => asciiDomain(address))
  const own = asciiDomain(from.address)
  const recipient = asciiDomain(to.address)
  const all = copyToSelf ? [...copies, own] : copies
  return { from: own, to: recipient, copies: [...new Set(all)].filter((address) => address !== recipient) }
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

/** Returns the email address with its domain in ASCII, as DNS knows it. */
function asciiDomain(address: string): string {
  const ascii = domainToASCII(domainOf(address))
  return ascii ? address.slice(0, address.lastIndexOf('@') + 1) + ascii : address
}

async function refuseReading(): Promise<never> {
  throw new DeliveryError('forbidden', '403: the mailbox was connected without an IMAP server')
}

async function refuseDrafts(): Promise<never> {
  throw new DeliveryError('forbidden', '403: a mailbox by SMTP and IMAP makes no drafts')
}

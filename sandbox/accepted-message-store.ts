import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { addFile, type NewFile } from './attachments.ts'
import { findResident } from './oauth-grants.ts'
import {
  type DraftChange,
  hide,
  insertMessage,
  type MessageRow,
  type NewMessage,
  recipientsOf,
  rewriteDraft,
  type Via,
} from './messages.ts'
import type { Recipients } from './mime.ts'
import type { Sandbox } from './sandbox.ts'

/** A line of the acceptances file. */
export interface Acceptance {
  /** time of the acceptance, in ISO 8601 */
  at: string
  provider: string
  mailbox: string
  /** first recipient */
  recipient: string
  recipients: string[]
  subject: string
  id: string
  internetMessageId: string
  via: Via
}

/** Changes that the provider makes to a message in its Drafts folder when it sends the message. */
export interface Departure {
  /** id of the sent message: Gmail gives a new one; Graph keeps the immutable id and changes the other */
  id: string
  altId: string | null
  internetId: string
  /** new content of the message, if sending changes the content */
  change: DraftChange | undefined
  lagMs: number
  hiddenMs: number
}

const addressesOf = ({ to, cc, bcc }: Recipients): string[] => [...to, ...cc, ...bcc].map(({ address }) => address)

/*
 * The transaction comes first and the file second, both before the answer, with nothing awaited in between: a process that dies here
 * leaves at most its very last acceptance out of the file, and mendAcceptances adds that one at the next start.
 */

/** Accepts a message: once this returns it is sent, durably recorded and counted. Respond to the client afterwards. */
export function acceptMessage(sandbox: Sandbox, message: NewMessage, files: readonly NewFile[] = []): void {
  accept(sandbox, 'send', () => {
    const pk = insertMessage(sandbox, message)
    for (const each of files) addFile(sandbox, pk, each)
    return pk
  })
}

/** Accepts a draft: like {@link acceptMessage}, for a message already in the mailbox. */
export function acceptDraft(
  sandbox: Sandbox,
  { pk }: MessageRow,
  { id, altId, internetId, change, lagMs, hiddenMs }: Departure,
): void {
  const { store } = sandbox
  const now = sandbox.clock()
  accept(sandbox, 'sendDraft', () => {
    if (change) rewriteDraft(sandbox, pk, change)
    store.run(
      `UPDATE messages SET id = ?, alt_id = ?, internet_id = ?, folder = 'sent', seq = ?, sent_at = ?, changed_at = ?, settles_at = ?
       WHERE pk = ?`,
      id,
      altId,
      internetId,
      store.nextSeq(),
      now,
      now,
      now + lagMs,
      pk,
    )
    hide(sandbox, pk, hiddenMs)
    return pk
  })
}

function accept(sandbox: Sandbox, via: Via, put: () => number): void {
  const { store, settings } = sandbox
  const { row, expected } = store.atomically(() => {
    const pk = put()
    store.run('UPDATE messages SET via = ? WHERE pk = ?', via, pk)
    const accepted = store.get<MessageRow>('SELECT * FROM messages WHERE pk = ?', pk)!
    return { row: accepted, expected: expectArrivals(sandbox, accepted) }
  })
  if (settings.acceptancesFile) appendFileSync(settings.acceptancesFile, lineOf(row))
  if (expected) sandbox.events.emit('expected')
}

/** Stores the deliveries that a message causes. Returns whether there are any. */
function expectArrivals(sandbox: Sandbox, row: MessageRow): boolean {
  const { store, clock, settings } = sandbox
  const now = clock()
  const arrivals = addressesOf(recipientsOf(row)).flatMap((recipient) => {
    const local = recipient.slice(0, recipient.lastIndexOf('@')).toLowerCase()
    return [
      ...(local.includes('bounce') ? [{ kind: 'bounce', recipient, due: now + settings.returnMailMs }] : []),
      ...(local.includes('reply') ? [{ kind: 'reply', recipient, due: now + settings.returnMailMs }] : []),
      ...(local.includes('react') ? [{ kind: 'react', recipient, due: now + settings.returnMailMs }] : []),
      ...(local.includes('away') ? [{ kind: 'away', recipient, due: now + settings.returnMailMs }] : []),
      ...(local.includes('ticket') ? [{ kind: 'ticket', recipient, due: now + settings.returnMailMs }] : []),
      ...(local.includes('delay') ? [{ kind: 'delay', recipient, due: now + settings.returnMailMs }] : []),
      ...(local.includes('complain') ? [{ kind: 'complain', recipient, due: now + settings.returnMailMs }] : []),
      ...(findResident(sandbox, recipient, row.vendor) ? [{ kind: 'copy', recipient, due: now }] : []),
    ]
  })
  for (const { kind, recipient, due } of arrivals) {
    store.run(
      'INSERT INTO arrivals (due_at, kind, message_pk, recipient) VALUES (?, ?, ?, ?)',
      due,
      kind,
      row.pk,
      recipient,
    )
  }
  return arrivals.length > 0
}

function lineOf(row: MessageRow): string {
  const recipients = addressesOf(recipientsOf(row))
  const acceptance: Acceptance = {
    at: new Date(row.sent_at!).toISOString(),
    provider: row.vendor,
    mailbox: row.email,
    recipient: recipients[0]!,
    recipients,
    subject: row.subject,
    id: row.id,
    internetMessageId: row.internet_id,
    via: row.via!,
  }
  return `${JSON.stringify(acceptance)}\n`
}

/**
 * Adds the last line to an acceptances file whose writer crashed between the transaction and the line. Only a file that
 * this sandbox was writing before is touched: a new, emptied or moved one starts from nothing.
 */
export function mendAcceptances({ store, settings }: Sandbox): void {
  const path = settings.acceptancesFile
  if (!path) return
  const before = store.get<{ value: string }>(`SELECT value FROM facts WHERE name = 'acceptances'`)?.value
  store.run(`INSERT OR REPLACE INTO facts (name, value) VALUES ('acceptances', ?)`, path)
  const written = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (before !== path || written === '') return
  const last = store.get<MessageRow>('SELECT * FROM messages WHERE via IS NOT NULL ORDER BY seq DESC LIMIT 1')
  if (!last || written.includes(JSON.stringify(last.id))) return
  appendFileSync(path, `${written.endsWith('\n') ? '' : '\n'}${lineOf(last)}`)
}

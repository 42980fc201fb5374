import { addressOf } from './mailbox-addresses.ts'
import { asMime } from './message-mime.ts'
import { findResident, listAccounts } from './oauth-grants.ts'
import { deliverToInbox, type Residence } from './inbox-delivery.ts'
import { type MessageRow, recipientsOf } from './messages.ts'
import {
  complaintMail,
  deliveredCopy,
  deliveryReport,
  reactionMail,
  replyMail,
  type ReturnMail,
} from './returned-messages.ts'
import type { Sandbox } from './sandbox.ts'
import { readView } from './message-view.ts'

interface Due {
  id: number
  kind: 'bounce' | 'reply' | 'react' | 'away' | 'ticket' | 'delay' | 'complain' | 'copy'
  message_pk: number
  recipient: string
}

const BATCH = 50

/**
 * Delivers what accepted emails cause: reports, complaints, replies, out-of-office notes, and the email itself if its recipient
 * lives in the sandbox. Due deliveries are stored with the acceptance, so they survive a restart.
 */
export class Arrivals {
  readonly #sandbox: Sandbox
  #timer: NodeJS.Timeout | undefined
  #working: Promise<void> | undefined

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
  }

  /**
   * Delivers what is due now, and schedules the next. Called at startup and after each acceptance that causes a
   * delivery.
   */
  wake(): void {
    if (this.#sandbox.closed || this.#working) return
    clearTimeout(this.#timer)
    const next = this.#sandbox.store.get<{ due: number | null }>('SELECT min(due_at) AS due FROM arrivals')?.due
    if (next === null || next === undefined) return
    const wait = Math.min(Math.max(next - this.#sandbox.clock(), 0), 60_000)
    this.#timer = setTimeout(() => {
      this.#working = this.#deliverDue().finally(() => {
        this.#working = undefined
        this.wake()
      })
    }, wait)
    this.#timer.unref()
  }

  /** Waits for the delivery in progress. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#working
  }

  async #deliverDue(): Promise<void> {
    const { store, clock } = this.#sandbox
    const due = store.all<Due>('SELECT * FROM arrivals WHERE due_at <= ? ORDER BY due_at, id LIMIT ?', clock(), BATCH)
    for (const arrival of due) {
      if (this.#sandbox.closed) return
      try {
        await this.#deliver(arrival)
      } catch (error) {
        this.#sandbox.log(`An arrival (${arrival.kind}, ${arrival.recipient}) was dropped: ${String(error)}`)
        store.run('DELETE FROM arrivals WHERE id = ?', arrival.id)
      }
    }
  }

  async #deliver({ id, kind, message_pk, recipient }: Due): Promise<void> {
    const { store, clock } = this.#sandbox
    const row = store.get<MessageRow>(`SELECT * FROM messages WHERE pk = ? AND folder <> 'deleted'`, message_pk)
    const residents = row ? await this.#residentsFor(kind, row, recipient) : []
    const mail = row && (await this.#compose(kind, row, recipient, clock()))
    if (this.#sandbox.closed) return
    store.atomically(() => {
      store.run('DELETE FROM arrivals WHERE id = ?', id)
      if (mail)
        for (const each of residents)
          deliverToInbox(this.#sandbox, each, mail.raw, each === row ? row.thread_id : undefined)
    })
  }

  /**
   * Finds the sandbox mailboxes in which an incoming email arrives. People answer to Reply-To; programs answer, and
   * report, to the sender.
   */
  async #residentsFor(kind: Due['kind'], row: MessageRow, recipient: string): Promise<Residence[]> {
    const at = (address: string): Residence | undefined =>
      addressOf(this.#sandbox, row, address)
        ? row
        : (findResident(this.#sandbox, address, row.vendor) ??
          listAccounts(this.#sandbox).find((account) => addressOf(this.#sandbox, account, address)))
    if (kind === 'copy') return [findResident(this.#sandbox, recipient, row.vendor)].filter((found) => !!found)
    const { replyTo } = kind === 'reply' ? await readView(this.#sandbox, row) : { replyTo: [] }
    return replyTo.length === 0 ? [row] : [...new Set(replyTo.flatMap(({ address }) => at(address) ?? []))]
  }

  async #compose(kind: Due['kind'], row: MessageRow, recipient: string, at: number): Promise<ReturnMail> {
    if (kind === 'reply' || kind === 'away' || kind === 'ticket' || kind === 'react') {
      const { to, cc, bcc } = recipientsOf(row)
      const from = [...to, ...cc, ...bcc].find(({ address }) => address === recipient)!
      return kind === 'react' ? reactionMail(row, from, at) : replyMail(row, from, at, kind)
    }
    const mime = await asMime(this.#sandbox, row)
    if (kind === 'complain') return complaintMail(row, mime, recipient, at)
    return kind === 'copy' ? deliveredCopy(row, mime) : deliveryReport(row, mime, recipient, at, kind)
  }
}

import type { Duplex } from 'node:stream'
import { Client, type QueryResult } from 'pg'

/** Matches statements that open a transaction or set a variable in it; their results are never read. */
const OPENING = /^(begin$|set local role |select public\.app_set\()/
const ROLLBACK = /^rollback\b/
/** Opens a transaction in which PostgreSQL refuses to write. */
const READING = 'start transaction read only'
/** Matches statements that end a read-only transaction, or begin or end a part of it. */
const ENDS_READING = /^(commit|rollback|savepoint|release)\b/

interface Statement {
  text: string
  values: unknown[]
}

const COMMIT: Statement = { text: 'commit', values: [] }
const NO_ROWS: QueryResult = { command: '', rowCount: null, oid: 0, fields: [], rows: [] }

/**
 * A connection that sends the statements that open a transaction together with the first statement whose result is read.
 * The server still runs them in their order, but they no longer cost a round trip each, which took longer than most
 * look-ups. A transaction without any other statement is not sent at all.
 *
 * In a transaction that only reads, each statement is a transaction of its own, sent with its opening and its commit: one
 * round trip. Nothing is different for what is read, because at PostgreSQL's usual level of isolation each statement sees what is
 * committed when it begins; but locks do not outlast their statement.
 *
 * Where an opening statement fails, the statement that it was sent with throws that failure: it failed too or, if it is a
 * commit, rolled back. Needs pg's option `pipeline`.
 */
export class TransactionClient extends Client {
  #waiting: Statement[] = []
  /** statement sent before each statement of a read-only transaction; null outside of one */
  #reading: Statement[] | null = null

  /** Takes what pg's own method takes; MikroORM and Kysely pass a text and values. */
  // oxlint-disable-next-line typescript/no-explicit-any -- pg declares ten overloads
  override query(...given: unknown[]): any {
    const [text, values = []] = given
    if (typeof text !== 'string' || !Array.isArray(values) || given.length > 2) {
      return (super.query as (...all: unknown[]) => unknown)(...given)
    }
    if (text === READING) this.#reading = []
    if (this.#reading) return this.#read(this.#reading, { text, values })
    if (OPENING.test(text)) {
      this.#waiting.push({ text, values })
      return Promise.resolve(NO_ROWS)
    }
    const isUnsent = this.#waiting[0]?.text === 'begin'
    const opening = ROLLBACK.test(text) ? [] : this.#waiting
    this.#waiting = []
    if (isUnsent && (text === 'rollback' || text === 'commit')) return Promise.resolve(NO_ROWS)
    if (opening.length === 0) return this.#send({ text, values })
    return this.#sendTogether(opening, { text, values })
  }

  #read(opening: Statement[], statement: Statement): Promise<QueryResult> {
    const { text } = statement
    if (text === READING || OPENING.test(text)) opening.push(statement)
    else if (!ENDS_READING.test(text)) return this.#sendTogether(opening, statement, COMMIT)
    else if (text === 'commit' || text === 'rollback') this.#reading = null
    return Promise.resolve(NO_ROWS)
  }

  #send({ text, values }: Statement): Promise<QueryResult> {
    return values.length > 0 ? super.query(text, values) : super.query(text)
  }

  async #sendTogether(opening: readonly Statement[], last: Statement, end?: Statement): Promise<QueryResult> {
    const failures: unknown[] = []
    const { stream } = (this as unknown as { connection: { stream: Duplex } }).connection
    stream.cork()
    for (const statement of opening) this.#send(statement).catch((error: unknown) => failures.push(error))
    const answer = this.#send(last)
    // If this statement fails, the connection is lost, and the next statement reports that; nothing was written.
    if (end) this.#send(end).catch(() => undefined)
    stream.uncork()
    try {
      const result = await answer
      if (failures.length > 0) throw failures[0]
      return result
    } catch (error) {
      throw failures[0] ?? error
    }
  }
}

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

const SCHEMA = `
CREATE TABLE IF NOT EXISTS accounts (
  vendor TEXT NOT NULL, email TEXT NOT NULL, name TEXT NOT NULL, created_at INTEGER NOT NULL,
  PRIMARY KEY (vendor, email)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS grants (
  id INTEGER PRIMARY KEY, vendor TEXT NOT NULL, email TEXT NOT NULL, client_id TEXT NOT NULL, scopes TEXT NOT NULL,
  nonce TEXT, offline INTEGER NOT NULL, created_at INTEGER NOT NULL, revoked_at INTEGER
);
CREATE INDEX IF NOT EXISTS grants_mailbox ON grants (vendor, email);
CREATE TABLE IF NOT EXISTS admin_consents (
  vendor TEXT NOT NULL, domain TEXT NOT NULL, client_id TEXT NOT NULL, scopes TEXT NOT NULL, PRIMARY KEY (vendor, domain, client_id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS codes (
  code TEXT PRIMARY KEY, grant_id INTEGER NOT NULL, redirect_uri TEXT NOT NULL, challenge TEXT,
  expires_at INTEGER NOT NULL, used_at INTEGER
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sign_ins (
  vendor TEXT NOT NULL, email TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (vendor, email)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS told_sign_ins (grant_id INTEGER PRIMARY KEY, at INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS tokens (
  token TEXT PRIMARY KEY, grant_id INTEGER NOT NULL, kind TEXT NOT NULL, scopes TEXT NOT NULL, expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tokens_grant ON tokens (grant_id);
CREATE TABLE IF NOT EXISTS messages (
  pk INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, alt_id TEXT UNIQUE, draft_id TEXT UNIQUE,
  vendor TEXT NOT NULL, email TEXT NOT NULL, folder TEXT NOT NULL, thread_id TEXT NOT NULL, internet_id TEXT NOT NULL,
  subject TEXT NOT NULL, sender TEXT NOT NULL, recipients TEXT NOT NULL, size INTEGER NOT NULL, attachments INTEGER NOT NULL,
  format TEXT NOT NULL, is_read INTEGER NOT NULL, saved INTEGER NOT NULL, via TEXT, seq INTEGER NOT NULL,
  created_at INTEGER NOT NULL, changed_at INTEGER NOT NULL, sent_at INTEGER, settles_at INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS messages_folder ON messages (vendor, email, folder, seq);
CREATE INDEX IF NOT EXISTS messages_mailbox ON messages (vendor, email, seq);
CREATE INDEX IF NOT EXISTS messages_internet_id ON messages (vendor, email, internet_id);
CREATE TABLE IF NOT EXISTS hidden (message_pk INTEGER PRIMARY KEY, until INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS imap_flags (message_pk INTEGER PRIMARY KEY, flags TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS bodies (pk INTEGER PRIMARY KEY, content BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS attachments (
  pk INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, message_pk INTEGER NOT NULL, name TEXT NOT NULL, content_type TEXT NOT NULL,
  size INTEGER NOT NULL, content_id TEXT, inline INTEGER NOT NULL, content BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS attachments_message ON attachments (message_pk);
CREATE TABLE IF NOT EXISTS properties (
  message_pk INTEGER NOT NULL, id TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (message_pk, id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS properties_value ON properties (id, value);
CREATE TABLE IF NOT EXISTS uploads (
  id TEXT PRIMARY KEY, message_pk INTEGER NOT NULL, name TEXT NOT NULL, content_type TEXT NOT NULL, size INTEGER NOT NULL,
  content_id TEXT, inline INTEGER NOT NULL, received INTEGER NOT NULL, expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS upload_parts (upload_id TEXT NOT NULL, start INTEGER NOT NULL, content BLOB NOT NULL, PRIMARY KEY (upload_id, start));
CREATE TABLE IF NOT EXISTS arrivals (
  id INTEGER PRIMARY KEY, due_at INTEGER NOT NULL, kind TEXT NOT NULL, message_pk INTEGER NOT NULL, recipient TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS sheets (
  id TEXT PRIMARY KEY, vendor TEXT NOT NULL, email TEXT NOT NULL, title TEXT NOT NULL, cells TEXT NOT NULL, version INTEGER NOT NULL,
  state TEXT NOT NULL, created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS picked_files (
  vendor TEXT NOT NULL, email TEXT NOT NULL, client_id TEXT NOT NULL, file_id TEXT NOT NULL, PRIMARY KEY (vendor, email, client_id, file_id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS faults (id INTEGER PRIMARY KEY AUTOINCREMENT, fault TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`

/**
 * Storage of the sandbox: one SQLite file in `<dataDir>/sandbox/`, used by one process at a time. WAL with
 * synchronous=NORMAL: a committed write survives the death of the process (kill -9), because it is in the operating
 * system's cache by then; only a power cut could lose the last writes, which is acceptable for a simulation.
 */
export class Store {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #lastSeq: number

  constructor(dataDir: string) {
    const folder = join(dataDir, 'sandbox')
    mkdirSync(folder, { recursive: true })
    this.#db = new DatabaseSync(join(folder, 'sandbox.sqlite'))
    this.#db.exec(
      'PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32000',
    )
    this.#db.exec(SCHEMA)
    this.#lastSeq = this.get<{ last: number | null }>('SELECT max(seq) AS last FROM messages')?.last ?? 1000
  }

  /**
   * The position of the last event (arrival, send, deletion) in the whole sandbox; 1000 before the first. Message rows
   * are never removed, so it never decreases after a restart.
   */
  get lastSeq(): number {
    return this.#lastSeq
  }

  nextSeq(): number {
    return ++this.#lastSeq
  }

  /** The first row, or undefined. The caller provides the row type of the selected columns. */
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[]
  }

  /** Runs a statement and returns the number of changed rows and the last row id. */
  run(sql: string, ...values: SQLInputValue[]): { changes: number; lastId: number } {
    const { changes, lastInsertRowid } = this.#prepare(sql).run(...values)
    return { changes: Number(changes), lastId: Number(lastInsertRowid) }
  }

  /** Runs work in a transaction. Cannot be nested. */
  atomically<T>(work: () => T): T {
    this.#db.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#db.exec('COMMIT')
      return result
    } catch (error) {
      this.#db.exec('ROLLBACK')
      throw error
    }
  }

  close(): void {
    this.#statements.clear()
    this.#db.close()
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) this.#statements.set(sql, (statement = this.#db.prepare(sql)))
    return statement
  }
}

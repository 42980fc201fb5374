import { Client, type Connection, type Submittable } from 'pg'
import type { Setting } from './bench.ts'

/** A row for COPY; null for SQL's null. */
export type CopyRow = readonly (string | number | null)[]

/** pg's connection, including what its types leave out. */
type CopyConnection = Connection & { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }

/** Characters sent at once. */
const CHUNK = 65_536

/** A connection of a bench, as the owner of the database: without row-level security. */
export async function connect({ databaseUrl, undo }: Pick<Setting, 'databaseUrl' | 'undo'>): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  undo.push(() => client.end())
  return client
}

/** Runs COPY … FROM STDIN with these rows. */
export async function copyIn(client: Client, statement: string, rows: Iterable<CopyRow>): Promise<void> {
  await copy(client, statement, {
    handleCopyInResponse(connection) {
      let text = ''
      for (const row of rows) {
        text += `${row.map(copyText).join('\t')}\n`
        if (text.length < CHUNK) continue
        connection.sendCopyFromChunk(Buffer.from(text))
        text = ''
      }
      connection.sendCopyFromChunk(Buffer.from(text))
      connection.endCopyFrom()
    },
  })
}

/** Runs COPY … TO STDOUT and reads its answer; returns the number of bytes. */
export async function copyOut(client: Client, statement: string): Promise<number> {
  let bytes = 0
  await copy(client, statement, { handleCopyData: ({ chunk }) => void (bytes += chunk.length) })
  return bytes
}

interface CopyHandlers {
  handleCopyInResponse?(connection: CopyConnection): void
  handleCopyData?(message: { chunk: Buffer }): void
}

async function copy(client: Client, statement: string, handlers: CopyHandlers): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    client.query<Submittable & Record<string, unknown>>({
      ...handlers,
      submit: (connection) => connection.query(statement),
      handleCommandComplete: () => {},
      handleError: reject,
      handleReadyForQuery: () => resolve(),
    })
  })
}

/** A value in the text format of COPY. */
function copyText(value: string | number | null): string {
  if (value === null) return '\\N'
  return String(value).replace(/[\\\t\n\r]/g, (character) => COPY_ESCAPES[character] ?? character)
}

const COPY_ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { ensureRecentSignIn } from '#api/accounts/recent-sign-in.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { filePlace } from '#api/campaigns/drafts/recipient-file.ts'
import { EXPORT_BATCH } from '#api/platform/tables/table-export.ts'
import { writeCsv } from '#api/platform/tables/write-csv.ts'
import { adminOf, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { TABLES } from '#api/platform/database/table-register.ts'

type Row = Record<string, unknown>

interface Column {
  name: string
  type: string
}

interface Table {
  name: string
  columns: Column[]
  /** the columns of the primary key, without the workspace */
  key: Column[]
}

/**
 * Everything that the caller's workspace holds, as a zip archive of CSV files and the files themselves, in pieces. Reads
 * in short transactions, so that rows that change meanwhile can be in it as before or after. `signal` ends the reading
 * at once. Recorded. Admins only.
 * Throws FORBIDDEN, REAUTHENTICATE before the first piece.
 */
export async function exportWorkspace(
  call: Call,
  signal: AbortSignal,
): Promise<AsyncGenerator<Uint8Array, void, undefined>> {
  const { tenantId } = adminOf(call)
  ensureRecentSignIn(call)
  const { tables, name } = await call.app.database.inTenant(tenantId, async (em) => {
    const [tenant] = await em.execute<[{ name: string }]>('select name from tenants where id = :tenantId', { tenantId })
    await recordOwn(call, em, { action: 'workspace_exported', target: { id: tenantId, label: tenant.name } })
    return { tables: await exportedTables(em), name: tenant.name }
  })
  return zipped(call, signal, { tenantId, name, tables })
}

type Pieces = AsyncGenerator<Uint8Array, void, undefined>

/** The archive; each entry is read when it is its turn. */
async function* zipped(
  call: Call,
  signal: AbortSignal,
  { tenantId, name, tables }: { tenantId: string; name: string; tables: readonly Table[] },
): Pieces {
  const lost: Lost[] = []
  const archive = new ZipFile()
  const output = archive.outputStream as Readable
  const mtime = call.app.clock()
  let content = Readable.from([])
  // The archive alone would read on until its buffers are full, which compressed text hardly fills.
  const stop = () => {
    output.destroy()
    content.destroy()
  }
  signal.addEventListener('abort', stop)
  const add = (path: string, compress: boolean, open: () => Pieces) =>
    archive.addReadStreamLazy(path, { mtime, compress }, (ready) => {
      content = Readable.from(open(), { objectMode: false })
      content.once('error', (error) => output.destroy(error))
      ready(null, content)
    })
  archive.addBuffer(Buffer.from(readme(name, mtime, tables)), 'README.txt', { mtime })
  for (const table of tables) {
    const header = table.columns.map((column) => column.name)
    add(`${table.name}.csv`, true, () => writeCsv(header, cellsOf(call, tenantId, table)))
    const { files } = TABLES[table.name]?.exported ?? {}
    if (!files) continue
    for await (const row of rowsOf(call, tenantId, { ...table, columns: columnsNamed(table, ['id', files.name]) })) {
      const [id, label] = [String(row['id']), String(row[files.name])]
      const path = `${table.name}/${id}-${safeName(label)}`
      add(path, false, () =>
        bytesOf(call, { tenantId, table: table.name, id, ...files }, (why) => lost.push([path, why])),
      )
    }
  }
  add('left-out.txt', true, async function* () {
    yield Buffer.from(leftOut(lost))
  })
  archive.end()
  try {
    for await (const piece of output) yield piece as Uint8Array
  } finally {
    stop()
  }
}

/** Tables to export, as the database describes them. */
async function exportedTables(em: Em): Promise<Table[]> {
  const found = await em.execute<Table[]>(
    `select c.relname as name,
       json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum) as columns,
       coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum)
         filter (where a.attnum = any (k.indkey) and a.attname <> 'tenant_id'), '[]') as key
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       join pg_index k on k.indrelid = c.oid and k.indisprimary
     where c.relnamespace = 'public'::regnamespace and c.relname = any (array(select jsonb_array_elements_text(:names::jsonb)))
     group by c.relname order by c.relname`,
    { names: JSON.stringify(Object.keys(TABLES).filter((name) => TABLES[name]?.exported)) },
  )
  return found.map((table) => {
    const without = ['tenant_id', ...(TABLES[table.name]?.exported?.without ?? [])]
    return { ...table, columns: table.columns.filter((column) => !without.includes(column.name)) }
  })
}

const columnsNamed = ({ columns }: Table, names: readonly string[]) =>
  columns.filter(({ name }) => names.includes(name))

async function* cellsOf(
  call: Call,
  tenantId: string,
  table: Table,
): AsyncGenerator<(string | number)[], void, undefined> {
  for await (const row of rowsOf(call, tenantId, table)) yield table.columns.map(({ name }) => cellOf(row[name]))
}

function cellOf(value: unknown): string | number {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'string') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The rows of a table in the order of its key, in batches of one short transaction each. */
async function* rowsOf(
  call: Call,
  tenantId: string,
  { name, columns, key }: Table,
): AsyncGenerator<Row, void, undefined> {
  const keys = key.map((column) => column.name)
  const { batch: most = EXPORT_BATCH, instead = {} } = TABLES[name]?.exported ?? {}
  const read = [...new Set([...keys, ...columns.map((column) => column.name)])]
    .map((column) => (instead[column] ? `${instead[column]} as ${column}` : column))
    .join(', ')
  const after = `and (${keys.join(', ')}) > (${key.map(({ type }, index) => `(:last::jsonb ->> ${index})::${type}`).join(', ')})`
  for (let last: unknown[] | null = null; ;) {
    const batch: { row: Row }[] = await call.app.database.inTenant(tenantId, (em) =>
      em.execute<{ row: Row }[]>(
        `select to_jsonb(t) as row from (
           select ${read} from ${name} where tenant_id = :tenantId ${last ? after : ''}
           order by ${keys.length > 0 ? keys.join(', ') : '1'} limit ${most}) t`,
        { tenantId, ...(last && { last: JSON.stringify(last) }) },
      ),
    )
    for (const { row } of batch) yield row
    const end = batch.at(-1)
    if (!end || batch.length < most) return
    last = keys.map((column) => end.row[column])
  }
}

interface StoredBytes {
  tenantId: string
  table: string
  id: string
  /** the column with the bytes */
  column: string
  isSealed?: true
}

/** A file whose content is missing in the archive, and the reason. */
type Lost = readonly [path: string, why: string]

/** Reads the bytes of a file. Yields nothing if the file is missing or cannot be opened; `lose` is called then. */
async function* bytesOf(
  { app }: Call,
  { tenantId, table, id, column, isSealed }: StoredBytes,
  lose: (why: string) => void,
): Pieces {
  const [row] = await app.database.inTenant(tenantId, (em) =>
    em.execute<{ bytes: Uint8Array }[]>(
      `select ${column} as bytes from ${table} where tenant_id = :tenantId and id = :id`,
      { tenantId, id },
    ),
  )
  if (!row) return lose('it was deleted while the archive was written')
  if (!isSealed) return yield row.bytes
  let opened: Uint8Array
  try {
    opened = app.secrets.openBytes(row.bytes, filePlace(id))
  } catch (error) {
    app.log.error({ err: error, table, id }, 'A file could not be decrypted and is empty in an export')
    return lose('it was encrypted with a key that this installation no longer has; ask the person who runs it')
  }
  yield opened
}

/** A file name that stays in its folder on every system. */
const safeName = (name: string) => name.replace(/[^\p{L}\p{N}._-]+/gu, '_').slice(-100)

/** The last file of the archive: what is not in it. */
function leftOut(lost: readonly Lost[]): string {
  if (lost.length === 0) return 'Every file could be read.\r\n'
  return ['These files are empty in this archive:', '', ...lost.map(([path, why]) => `${path}: ${why}`), ''].join(
    '\r\n',
  )
}

function readme(name: string, at: Date, tables: readonly Table[]): string {
  const lines = tables.map((table) => `${table.name}.csv: ${TABLES[table.name]?.exported?.holds}`)
  return [
    `Everything in the workspace ${name} on Mergewell, exported at ${at.toISOString()}.`,
    '',
    'Text is UTF-8. The first line of each file names its columns. Ids connect the files: contact_id in',
    'campaign_contacts.csv is the id of a line in contacts.csv. Nested values are JSON. A cell that',
    'would be a formula in a spreadsheet begins with an apostrophe. Passwords, keys and permissions are not included.',
    'left-out.txt lists files that could not be read.',
    '',
    ...lines,
    '',
  ].join('\r\n')
}

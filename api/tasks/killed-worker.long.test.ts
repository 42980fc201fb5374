import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { utils, write } from 'xlsx'
import { NAME } from '#api/platform/postgres/instance-files.ts'
import { readPostmasterFile } from '#api/platform/postgres/postmaster.ts'
import { DEMO } from '#api/demo/demo-sign-ins.ts'
import { makeDataDir, startProduct, type Product } from '#tests/support/product.ts'
import { eventually, person, type TestPerson } from '#tests/support/world.ts'

/** Several chunks for every kind of task. */
const ROWS = 16_000
/** ms; allows for starts and recoveries on a busy machine */
const PATIENCE = 240_000

const TASK = 'id status done total message import { id added undone { removed left } }'

async function signIn(product: Product): Promise<TestPerson> {
  const { username, password } = DEMO
  const { body } = await person(product.url, '', '', '').rest('POST', '/api/login', { username, password })
  return person(product.url, body.sessionToken, '', '')
}

async function run(somebody: TestPerson, document: string, variables: object = {}) {
  const { data, errors } = await somebody.graphql(document, variables)
  expect(errors).toBeUndefined()
  return data
}

function book(): string {
  const rows = Array.from({ length: ROWS }, (_, index) => [`First${index}`, `Last${index}`, `p${index}@kill.example`])
  const made = utils.book_new()
  utils.book_append_sheet(made, utils.aoa_to_sheet([['First Name', 'Last Name', 'Email'], ...rows]), 'People')
  return write(made, { type: 'base64', bookType: 'xlsx', compression: true })
}

/** Blocks tasks in a product's database at their second progress update, with their writes so far, until released. */
async function holdTasks(dataDir: string): Promise<{ letGo(): Promise<void> }> {
  const folder = join(dataDir, 'postgres')
  const client = new Client({
    host: '127.0.0.1',
    port: (await readPostmasterFile(join(folder, 'data')))?.port ?? Number.NaN,
    user: NAME,
    database: NAME,
    password: (await readFile(join(folder, 'password'), 'utf8')).trim(),
  })
  await client.connect()
  await client.query('select pg_advisory_lock(2)')
  await client.query(`create function hold_task() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(2);
      return new;
    end $$`)
  await client.query(`create trigger hold_task before update on tasks for each row
    when (old.done > 0 and new.done > old.done) execute function hold_task()`)
  return {
    letGo: async () => {
      await client.query('select pg_advisory_unlock(2)')
      await client.query('drop trigger hold_task on tasks')
      await client.query('drop function hold_task')
      await client.end()
    },
  }
}

// Finds a product's processes in /proc.
describe.runIf(process.platform === 'linux')('a task whose process is killed with -9 in the middle', () => {
  it(
    'is resumed by the next process with the same result: nothing half done, nothing done twice',
    async () => {
      const { dataDir, remove } = await makeDataDir()
      onTestFinished(remove)
      let product = await startProduct({ dataDir })
      let owner = await signIn(product)

      const total = async () => (await run(owner, '{ contacts { totalCount } }')).contacts.totalCount as number
      const taskOf = async (id: string) =>
        (await run(owner, `query ($id: ID!) { task(id: $id) { ${TASK} } }`, { id })).task
      /** Kills the product between two chunks of a task, restarts it and waits for the task's end. */
      const killedAndDone = async (start: () => Promise<string>) => {
        const before = await total()
        const held = await holdTasks(dataDir)
        const id = await start()
        const seen = await eventually(
          'a part of the task is done',
          async () => {
            const task = await taskOf(id)
            return (task.status !== 'running' || task.done > 0) && task
          },
          PATIENCE,
        )
        expect(await total(), 'nothing of it is to be seen before its end').toBe(before)
        await product.killNode()
        await held.letGo()
        expect(seen, 'it was over before it was interrupted').toMatchObject({ status: 'running', total: ROWS })
        expect(seen.done).toBeLessThan(ROWS)
        product = await startProduct({ dataDir })
        owner = await signIn(product)
        return eventually(
          'the end of the task',
          async () => {
            const task = await taskOf(id)
            return task.status !== 'running' && task
          },
          PATIENCE,
        )
      }

      const before = await total()
      const input = { fileName: 'people.xlsx', contentBytes: book() }
      const upload = `mutation ($input: UploadContactsInput!) { uploadContacts(input: $input) { importPreview { id added { count } } errors { code field message } } }`
      const { id, added } = (await run(owner, upload, { input })).uploadContacts
      expect(added.count).toBe(ROWS)
      const commit = `mutation ($id: ID!) { commitImport(input: { id: $id }) { task { ${TASK} } errors { code field message } } }`
      const done = await killedAndDone(async () => (await run(owner, commit, { id })).commitImport.id)
      expect(done).toMatchObject({ status: 'done', done: ROWS, import: { added: ROWS } })
      expect(await total()).toBe(before + ROWS)
      expect((await run(owner, '{ contactImports { totalCount } }')).contactImports.totalCount).toBe(1)

      const undo = `mutation ($id: ID!) { undoImport(input: { id: $id }) { task { ${TASK} } errors { code field message } } }`
      const undone = await killedAndDone(async () => (await run(owner, undo, { id: done.import.id })).undoImport.id)
      expect(undone).toMatchObject({ status: 'done', import: { undone: { removed: ROWS, left: 0 } } })
      expect(await total()).toBe(before)
      expect(await product.interrupt()).toBe(0)
    },
    PATIENCE,
  )
})

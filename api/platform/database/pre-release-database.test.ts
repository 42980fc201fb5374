import { Client } from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/postgres.ts'
import { migrate } from './migrate.ts'

it.each([
  ['a table by another name', 'alter table mailboxes rename to mail_accounts', 'other names'],
  ['too few columns', 'alter table mailboxes drop column signature', 'It lacks mailboxes.signature.'],
])('the migrate command refuses a database of a development version with %s', async (_, change, difference) => {
  const { url, drop } = await createTestDatabase()
  try {
    await migrate(url)
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(change)
    await client.end()
    await expect(migrate(url)).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining(difference) })
  } finally {
    await drop()
  }
})

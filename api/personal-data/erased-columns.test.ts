import { expect, it } from 'vitest'
import { openDatabase } from '#api/platform/database/database.ts'
import { TABLES } from '#api/platform/database/table-register.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'

it('the erasure of a person has a rule for every database column that can hold text', async () => {
  const { url, drop } = await createTestDatabase()
  const database = await openDatabase(url)
  try {
    const columns = await database.asSystem((em) =>
      em.execute<{ name: string }[]>(
        `select table_name || '.' || column_name as name from information_schema.columns join information_schema.tables
           using (table_schema, table_name)
         where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migrations'
           and data_type not in ('uuid', 'boolean', 'integer', 'bigint', 'smallint', 'date', 'timestamp with time zone',
             'numeric', 'double precision', 'real')`,
      ),
    )
    const declared = Object.entries(TABLES).flatMap(([table, { text = {} }]) =>
      Object.values(text).flatMap((names) => names.split(' ').map((name) => `${table}.${name}`)),
    )
    expect(declared.toSorted()).toEqual(columns.map(({ name }) => name).toSorted())
  } finally {
    await database.close()
    await drop()
  }
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { MailboxOwnersMigration } from '../../migrations/0019-mailbox-owners.ts'
import { onCluster } from '#tests/support/postgres.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

/** What the migration turns existing mailboxes into. */
async function migrated(): Promise<{ label: string; key: string }[]> {
  const migration = new MailboxOwnersMigration({} as never, {} as never)
  migration.up()
  const fill = migration.getQueries().find((query) => String(query).startsWith('insert into identities'))
  return world.app.database.asSystem(async (em) => {
    await em.execute(String(fill))
    return em.execute('select label, issuer_key as key from identities order by label')
  })
}

const set = (column: string, value: string | null, email: string) =>
  world.app.database.asSystem((em) =>
    em.execute(`update mail_accounts set ${column} = ? where email = ?`, [value, email]),
  )
const withoutPassword = ({ userId }: TestPerson) =>
  world.app.database.asSystem((em) => em.execute('update users set password_hash = null where id = ?', [userId]))

// The migration runs before tables are distributed.
it.skipIf(onCluster())(
  'lets people without a password keep the account they signed up with, and turns no other mailbox into a sign-in method',
  async () => {
    const owner = await world.signUp()
    await world.connect(owner, 'microsoft', 'password@x.test')
    const [first, second, third] = [
      await addColleague(world, owner),
      await addColleague(world, owner),
      await addColleague(world, owner),
    ]
    for (const person of [first, second, third]) await withoutPassword(person)
    await world.connect(first, 'microsoft', 'a-first@x.test')
    await world.connect(first, 'google', 'a-later@x.test')
    await set('created_at', '2026-01-01', 'a-first@x.test')
    await world.connect(second, 'google', 'b-first@x.test')
    await world.connect(third, 'microsoft', 'c-address@x.test')
    await set('subject', 'c-address@x.test', 'c-address@x.test')
    expect(await migrated()).toEqual([
      { label: 'a-first@x.test', key: expect.stringMatching(/^\*\/[0-9a-f]{8}-/) },
      { label: 'b-first@x.test', key: expect.stringMatching(/^\d{21}$/) },
    ])
  },
)

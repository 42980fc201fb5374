import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '#tests/support/world.ts'
import { FailureCodesMigration } from '../../migrations/0023-failure-codes.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

/** Error text of an email that failed before the column existed → its code. */
const CODES: [text: string | null, code: string | null][] = [
  [null, null],
  [
    'UNCERTAIN: the provider did not confirm whether it accepted this email, and the email was not sent again.',
    'UNCERTAIN',
  ],
  ['NOT_SENT: the mailbox shows that it did not leave.', 'NOT_SENT'],
  ['SUPPRESSED: unsubscribed', 'SUPPRESSED'],
  ['CANCELLED: the campaign was cancelled before this email was sent.', 'CANCELLED'],
  ['EXPIRED_TOKEN: invalid_grant', 'EXPIRED_TOKEN'],
  ['NON_DELIVERY_ADDRESS: 550 5.1.1 no such user', 'NON_DELIVERY_ADDRESS'],
  ['429 quotaExceeded: an earlier answer was UNCERTAIN', 'PROVIDER'],
  ['uncertain', 'PROVIDER'],
  ['', 'PROVIDER'],
]

it('gives emails that failed before the upgrade the code of their text', async () => {
  const migration = new FailureCodesMigration({} as never, {} as never)
  migration.up()
  const addColumn = String(migration.getQueries().find((query) => String(query).startsWith('alter table email_logs')))
  const rows = await world.app.database.asSystem(async (em) => {
    await em.execute('create temporary table email_logs (place serial, error text) on commit drop')
    for (const [text] of CODES) await em.execute('insert into email_logs (error) values (:text)', { text })
    await em.execute(addColumn)
    return em.execute<{ error: string | null; code: string | null }[]>(
      'select error, failure_code as code from email_logs order by place',
    )
  })
  expect(rows.map(({ error, code }) => [error, code])).toEqual(CODES)
})

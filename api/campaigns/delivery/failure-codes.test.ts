import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

/** Error text of an email → its code. */
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

it('the database stores for a failed email the error code with which its error text begins', async () => {
  const rows = await world.app.database.asSystem(async (em) => {
    const [column] = await em.execute<[{ code: string }]>(
      `select pg_get_expr(d.adbin, d.adrelid) as code from pg_attrdef d
       join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
       where d.adrelid = 'email_logs'::regclass and a.attname = 'failure_code'`,
    )
    return em.execute<{ error: string | null; code: string | null }[]>(
      `select error, ${column.code} as code from jsonb_array_elements_text(:texts::jsonb) with ordinality as t (error, place)
       order by place`,
      { texts: JSON.stringify(CODES.map(([text]) => text)) },
    )
  })
  expect(rows.map(({ error, code }) => [error, code])).toEqual(CODES)
})

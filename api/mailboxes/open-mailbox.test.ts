import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'
import { openWorking } from '#api/inbox/read-mailbox.ts'
import { createSecretBox } from '#api/platform/secrets/secret-box.ts'
import type { OutgoingMessage } from '#api/sending/provider.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { draftCampaign, fetchCampaign } from '#tests/support/campaigns.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { Mailbox } from './mailbox.ts'
import { openMailbox } from './open-mailbox.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const message = (from: string, to: string): OutgoingMessage => ({
  from: { name: 'Me', address: from },
  to: { name: '', address: to },
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  headers: [],
  attachments: [],
})

it.each(['microsoft', 'google'] as const)(
  'an expired sign-in at %s is renewed once for all users of the mailbox, in any process',
  async (vendor) => {
    const person = await world.signUp({ unlimited: true })
    const email = `${vendor}-shared@sandbox.test`
    await world.connect(person, vendor, email)
    const open = () =>
      world.app.database.inTenant(person.tenantId, async (em) => {
        const mailbox = openMailbox(world.app, await em.findOneOrFail(Mailbox, { tenantId: person.tenantId }))
        if (!mailbox) throw new Error('The sandbox is not configured')
        return mailbox
      })
    const [sender, reader, another] = [await open(), await open(), await open()]
    await world.fault({ kind: 'expired', operation: 'any', email })
    const refreshes = await world.fault({ kind: 'slow', operation: 'token', ms: 200, count: 100, email })

    await Promise.all([sender, reader].map((box, index) => box.createDraft(message(email, `${index}@example.com`))))
    await another.createDraft(message(email, 'late@example.com'))
    expect(100 - (await world.faultLeft(refreshes))).toBe(1)
  },
)

itInFull('slow sign-in renewals use at most four database connections', async () => {
  const person = await world.signUp({ unlimited: true })
  const emails = Array.from({ length: 10 }, (_, number) => `waiting${number}@sandbox.test`)
  for (const email of emails) {
    await world.connect(person, 'microsoft', email)
    await world.fault({ kind: 'expired', operation: 'any', email })
    await world.fault({ kind: 'slow', operation: 'token', ms: 500, email })
  }
  const accounts = await world.app.database.inTenant(person.tenantId, (em) => em.find(Mailbox, {}))
  const { database } = world.app
  let open = 0
  let most = 0
  /** Each transaction holds a connection. */
  const inTenant: typeof database.inTenant = (...given) => {
    most = Math.max(most, (open += 1))
    return database.inTenant(...given).finally(() => (open -= 1))
  }
  const app = { ...world.app, database: { ...database, inTenant } }
  await Promise.all(
    accounts.map(async (account) => openMailbox(app, account)?.createDraft(message(account.email, 'to@example.com'))),
  )
  expect([most, open]).toEqual([4, 0])
})

const ANOTHER_KEY = createSecretBox('another key that is long enough to be one')
it.each([
  ['sending', (app: World['app'], key: MailboxKey) => createSendStore(app, () => []).open(key)],
  ['reading', openWorking],
])(
  'a mailbox whose stored sign-in is encrypted with another key needs reconnecting, which %s detects and reports',
  async (_, open) => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person)
    const id = await draftCampaign(world, person, 1)
    expect((await person.rest('POST', `/api/campaigns/${id}/send`)).status).toBe(200)
    const accountOf = () =>
      world.app.database.inTenant(person.tenantId, (em) => em.findOneOrFail(Mailbox, { tenantId: person.tenantId }))
    const { tenantId, id: mailboxId } = await accountOf()
    expect(await open({ ...world.app, secrets: ANOTHER_KEY }, { tenantId, mailboxId })).toBeNull()
    expect(await accountOf()).toMatchObject({
      status: 'error',
      statusReason: expect.stringMatching(/SECRET_KEY.*Reconnect/),
    })
    expect(await fetchCampaign(person, id)).toMatchObject({ status: 'paused', statusReason: 'RECONNECT' })
  },
)

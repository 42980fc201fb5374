import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answer, mailboxOf } from '#tests/support/returned-mail.ts'
import { campaignWith, rowsOf, type SentMail } from '#tests/support/sent-mail.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { DeliveryError, type InboxMail, type OpenMailbox } from '#api/sending/provider.ts'
import { learnSentIds } from './learn-message-ids.ts'
import { returnsIn, takeReturns } from './record-inbox-events.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

type ReadSent = NonNullable<OpenMailbox['readSent']>
/** A mailbox that knows every email. */
const real: ReadSent = async (id) => ({ internetMessageId: `<real-${id}@x>`, threadId: null })

/** A mailbox that sent these emails, and a colleague's in which replies are read. */
async function workspace(sent: readonly SentMail[]) {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  const sender = await mailboxOf(world, person)
  await campaignWith(world, person, sender, sent)
  await rowsOf(world, person, `update email_logs set message_id = 'vendor-' || email_key returning 1`)
  await world.connect(person)
  const reader = await mailboxOf(world, person)
  const asked: string[] = []
  /** Reads these emails of the reader's inbox; returns how many ids stay unknown. */
  const read = async (mails: readonly InboxMail[], answers: ReadSent = real) => {
    const unknown = await learnSentIds(world.app, reader, returnsIn('desk@here.test', mails), {
      open: async ({ mailboxId }) => {
        expect(mailboxId).toBe(sender.mailboxId)
        return { readSent: (id) => (asked.push(id), answers(id)) }
      },
      until: new Date(Date.now() + 60_000),
    })
    return unknown.size
  }
  const comeHere = () =>
    rowsOf(world, person, 'update campaigns set reply_mailboxes = array[?::uuid] returning 1', [reader.mailboxId])
  const ids = async () =>
    (
      await rowsOf<{ id: string | null }>(
        world,
        person,
        'select internet_message_id as id from email_logs order by email_key',
      )
    ).map(({ id }) => id)
  const take = async (mails: readonly InboxMail[], answers: ReadSent) => {
    const unknown = await learnSentIds(world.app, reader, returnsIn('desk@here.test', mails), {
      open: async () => ({ readSent: answers }),
      until: new Date(Date.now() + 60_000),
    })
    return (await takeReturns(world.app, reader, 'desk@here.test', mails, unknown)).replies
  }
  return { read, take, comeHere, asked, ids }
}

const SENT = [{ email: 'ann@there.test' }, { email: 'bo@there.test' }]
const down: ReadSent = async () => Promise.reject(new DeliveryError('unavailable', '503'))
const refused: ReadSent = async () => Promise.reject(new DeliveryError('expired', '401'))
const gone: ReadSent = async () => null

it('Message-IDs of emails that another mailbox sent to the writer of a reply are fetched once', async () => {
  const { read, asked, ids } = await workspace(SENT)
  await read([answer('bo@there.test', { to: '<real@x>' })])
  expect(asked).toEqual(['vendor-bo@there.test'])
  expect(await ids()).toEqual([null, '<real-vendor-bo@there.test@x>'])
  await read([answer('bo@there.test', { to: '<something-else@x>' })])
  expect(asked).toHaveLength(1)
})

it.each([
  ['by somebody who is no recipient', answer('cy@there.test', { to: '<real@x>' })],
  ['that names a known email', answer('bo@there.test', { to: '<known@x>' })],
  ['that names a Message-ID of the product', answer('bo@there.test', { to: `<mw.${'0'.repeat(32)}.1@x>` })],
  ['that answers nothing', { ...answer('bo@there.test'), headers: {} }],
  [
    'that came before the email was sent',
    answer('bo@there.test', { to: '<real@x>', at: new Date(Date.now() - 2 * 3_600_000) }),
  ],
])('no Message-IDs are fetched because of an email %s', async (_, mail) => {
  const { read, asked } = await workspace([...SENT, { email: 'dee@there.test', internetMessageId: '<known@x>' }])
  await read([mail])
  expect(asked).toEqual([])
})

it('Message-IDs are fetched for the newest emails to the writer of a reply, but none older than a month', async () => {
  const many = Array.from({ length: 12 }, (_, index) => ({ email: 'bo@there.test', ago: index + 1 }))
  const { read, asked } = await workspace([...many, { email: 'cy@there.test', ago: 31 * 24 * 60 }])
  await read([answer('bo@there.test', { to: '<real@x>' })])
  expect(asked).toHaveLength(5)
  await read([answer('cy@there.test', { to: '<real@x>' })])
  expect(asked).toHaveLength(5)
})

it('Message-IDs are fetched for at most 50 emails at once', async () => {
  const writers = Array.from({ length: 60 }, (_, index) => `w${index}@there.test`)
  const { read, comeHere, asked } = await workspace(writers.map((email) => ({ email })))
  await comeHere()
  const unknown = await read(writers.map((email) => answer(email, { to: `<${email}>` })))
  expect([asked.length, unknown]).toEqual([50, 10])
})

it('a mailbox that does not answer is asked for Message-IDs only once', async () => {
  const { read, asked } = await workspace(SENT)
  const mails = ['ann', 'bo'].map((name) => answer(`${name}@there.test`, { to: '<real@x>' }))
  expect(await read(mails, down)).toBe(0)
  expect(asked).toHaveLength(1)
})

describe('a reply to the mailbox that its campaign names in Reply-To', () => {
  it.each([
    ['did not answer', down],
    ['refused', refused],
    ['no longer has the email', gone],
  ])("is matched by its sender's address if the mailbox that sent the email %s", async (_, answers) => {
    const { take, comeHere } = await workspace(SENT)
    await comeHere()
    expect(await take([answer('bo@there.test', { to: '<real@x>' })], answers)).toBe(1)
    expect(await take([answer('other@there.test', { to: '<real@x>' })], answers)).toBe(0)
  })

  it('is not counted if it answers another email', async () => {
    const { take, comeHere } = await workspace(SENT)
    await comeHere()
    expect(await take([answer('bo@there.test', { to: '<private@x>' })], real)).toBe(0)
  })
})

it("a reply to a colleague's mailbox is not counted by its sender's address alone", async () => {
  const { take } = await workspace(SENT)
  expect(await take([answer('bo@there.test', { to: '<real@x>' })], down)).toBe(0)
})

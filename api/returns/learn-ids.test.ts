import { afterAll, beforeAll, expect, it } from 'vitest'
import { answer, mailboxOf } from '#tests/support/returned-mail.ts'
import { campaignWith, rowsOf, type SentMail } from '#tests/support/sent-mail.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { DeliveryError, type Mailbox } from '../sending/provider.ts'
import type { MailboxKey } from '../sending/store.ts'
import { learnSentIds } from './learn-ids.ts'
import { returnsIn } from './take.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

type ReadSent = NonNullable<Mailbox['readSent']>

/** A mailbox that sent these emails, and a colleague's in which replies are read. */
async function workspace(mails: readonly SentMail[]) {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  const sender = await mailboxOf(world, person)
  await campaignWith(world, person, sender, mails)
  await rowsOf(world, person, `update email_logs set message_id = 'vendor-' || email_key returning 1`)
  await world.connect(person)
  const reader = await mailboxOf(world, person)
  const asked: string[] = []
  const read = async (
    mail: Parameters<typeof returnsIn>[1][number],
    answers: ReadSent = async (id) => ({ internetMessageId: `<real-${id}@x>`, threadId: null }),
  ) => {
    const opened: MailboxKey[] = []
    const isDone = await learnSentIds(world.app, reader, returnsIn('desk@here.test', [mail]), async (key) => {
      opened.push(key)
      return { readSent: (id) => (asked.push(id), answers(id)) }
    })
    expect(opened.every(({ mailAccountId }) => mailAccountId === sender.mailAccountId)).toBe(true)
    return isDone
  }
  const ids = async () =>
    (
      await rowsOf<{ id: string | null }>(
        world,
        person,
        'select internet_message_id as id from email_logs order by email_key',
      )
    ).map(({ id }) => id)
  return { read, asked, ids }
}

const SENT = [{ email: 'ann@there.test' }, { email: 'bo@there.test' }]

it('the ids of what another mailbox sent to the writer of a reply are learnt', async () => {
  const { read, asked, ids } = await workspace(SENT)
  expect(await read(answer('bo@there.test', { to: '<real@x>' }))).toBe(true)
  expect(asked).toEqual(['vendor-bo@there.test'])
  expect(await ids()).toEqual([null, '<real-vendor-bo@there.test@x>'])
})

it.each([
  ['by somebody else', answer('cy@there.test', { to: '<real@x>' })],
  ['that names a known email', answer('bo@there.test', { to: '<known@x>' })],
  ['that names an email of ours', answer('bo@there.test', { to: `<mw.${'0'.repeat(32)}.1@x>` })],
  ['that answers nothing', { ...answer('bo@there.test'), headers: {} }],
])('no mailbox is asked because of an email %s', async (_, mail) => {
  const { read, asked } = await workspace([...SENT, { email: 'dee@there.test', internetMessageId: '<known@x>' }])
  expect(await read(mail)).toBe(true)
  expect(asked).toEqual([])
})

it('the newest emails to the writer are asked for, and none older than a month', async () => {
  const many = Array.from({ length: 12 }, (_, index) => ({ email: 'bo@there.test', ago: index + 1 }))
  const { read, asked } = await workspace([...many, { email: 'cy@there.test', ago: 31 * 24 * 60 }])
  await read(answer('bo@there.test', { to: '<real@x>' }))
  expect(asked).toHaveLength(10)
  await read(answer('cy@there.test', { to: '<real@x>' }))
  expect(asked).toHaveLength(10)
})

it('a reply is read again while the mailbox that sent does not answer, but not for long', async () => {
  const { read, ids } = await workspace(SENT)
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const down: ReadSent = async () => Promise.reject(new DeliveryError('unavailable', '503'))
  expect(await read(answer('bo@there.test', { to: '<real@x>', at: at(1) }), down)).toBe(false)
  expect(await read(answer('bo@there.test', { to: '<real@x>', at: at(11) }), down)).toBe(true)
  const gone: ReadSent = async () => Promise.reject(new DeliveryError('expired', '401'))
  expect(await read(answer('bo@there.test', { to: '<real@x>', at: at(1) }), gone)).toBe(true)
  expect(await read(answer('bo@there.test', { to: '<real@x>' }), async () => null)).toBe(true)
  expect(await ids()).toEqual([null, null])
})

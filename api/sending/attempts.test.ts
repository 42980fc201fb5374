import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSendStore } from '../campaigns/send-store.ts'
import { draftCampaign, lookAtCampaign } from '../testing/campaigns.ts'
import { mailboxOf } from '../testing/returned-mail.ts'
import { createWorld, type World } from '../testing/world.ts'
import { runSlice } from './engine.ts'
import { DeliveryError, type Mailbox } from './provider.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

/** A campaign to one person through a mailbox that says what a script tells it, slice by slice; then it takes everything. */
async function toOne(script: readonly DeliveryError[]) {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  const id = await draftCampaign(world, person, 1)
  const key = await mailboxOf(world, person)
  const store = createSendStore(world.app, () => [])
  const messageIds: (string | undefined)[] = []
  const answers = [...script]
  const mailbox: Mailbox = {
    canDraft: false,
    canRead: false,
    send: async ({ messageId }) => {
      messageIds.push(messageId)
      const refusal = answers.shift()
      if (refusal) throw refusal
      return { messageId: null, internetMessageId: null }
    },
    discardDraft: async () => {},
    createDraft: () => Promise.reject(new Error('This mailbox has no drafts')),
    sendDraft: () => Promise.reject(new Error('This mailbox has no drafts')),
    settleDraft: () => Promise.reject(new Error('This mailbox has no drafts')),
    readInbox: () => Promise.reject(new Error('This mailbox cannot be read')),
  }
  let now = new Date()
  /** Lets time pass until there is nothing left to do. */
  const toTheEnd = async () => {
    const deps = { clock: () => now, log: pino({ level: 'silent' }), signal: new AbortController().signal }
    const scripted = {
      ...store,
      open: async () => {
        const work = await store.open(key)
        return work && { ...work, mailbox }
      },
    }
    for (let again: Date | null = now; again; again = await runSlice({ ...deps, store: scripted }, key)) {
      now = new Date(Math.max(now.getTime(), again.getTime()))
    }
  }
  const run = async (field: 'sendCampaign' | 'sendToFailed') =>
    expect(await person.graphql(`mutation ($id: ID!) { ${field}(id: $id) { id } }`, { id })).not.toHaveProperty(
      'errors',
    )
  return {
    messageIds,
    send: () => run('sendCampaign').then(toTheEnd),
    sendAgain: () => run('sendToFailed').then(toTheEnd),
    campaign: () => lookAtCampaign(person, id),
  }
}

const throttled = () => new DeliveryError('throttled', '429 slow down', { retryAfterMs: 1_000 })
const unavailable = () => new DeliveryError('unavailable', '503 out of order')
const times = (count: number, make: () => DeliveryError) => Array.from({ length: count }, make)

it('a mailbox that is told to wait, however often, leaves a mail all its attempts', async () => {
  const { send, campaign } = await toOne([...times(9, throttled), ...times(5, unavailable)])
  await send()
  expect(await campaign()).toMatchObject({ status: 'sent', sentCount: 1, failedCount: 0 })
})

it('the sixth failure that might pass is final, and a person who sends again gives the mail six more', async () => {
  const { send, sendAgain, campaign, messageIds } = await toOne(times(11, unavailable))
  await send()
  expect(await campaign()).toMatchObject({ status: 'failed', failedCount: 1 })
  expect(messageIds).toHaveLength(6)
  await sendAgain()
  expect(await campaign()).toMatchObject({ status: 'sent', sentCount: 1, failedCount: 0 })
  expect(messageIds).toHaveLength(12)
})

it('no two attempts have a Message-ID in common, so that a report is known to be about an earlier one', async () => {
  const { send, sendAgain, messageIds } = await toOne([...times(1, throttled), new DeliveryError('rejected', '550 no')])
  await send()
  await sendAgain()
  expect(messageIds).toHaveLength(3)
  expect(new Set(messageIds).size).toBe(3)
})

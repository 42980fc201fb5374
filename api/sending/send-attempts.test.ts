import { afterAll, beforeAll, expect, it } from 'vitest'
import { itInFull } from '#tests/support/full-run-only.ts'
import { scriptedCampaign } from '#tests/support/scripted-campaign.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { DeliveryError } from './provider.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

/** A campaign to one person. The mailbox refuses as scripted, then accepts everything. */
async function toOne(script: readonly DeliveryError[]) {
  const messageIds: (string | undefined)[] = []
  const answers = [...script]
  const campaign = await scriptedCampaign(world, {
    send: async ({ messageId }) => {
      messageIds.push(messageId)
      const refusal = answers.shift()
      if (refusal) throw refusal
      return { messageId: null, internetMessageId: null }
    },
  })
  return { ...campaign, messageIds }
}

const throttled = () => new DeliveryError('throttled', '429 slow down', { retryAfterMs: 1_000 })
const unavailable = () => new DeliveryError('unavailable', '503 out of order')
const times = (count: number, make: () => DeliveryError) => Array.from({ length: count }, make)

itInFull("a throttled mailbox never uses up an email's attempts", async () => {
  const { send, campaign } = await toOne([...times(9, throttled), ...times(5, unavailable)])
  await send()
  expect(await campaign()).toMatchObject({ status: 'sent', sentCount: 1, failedCount: 0 })
})

it('an email fails after its sixth attempt in an outage of more than six hours, and sending it again by hand gives six more', async () => {
  const { send, sendAgain, campaign, messageIds, downFor } = await toOne(times(11, unavailable))
  await downFor(7 * 3_600_000)
  await send()
  expect(await campaign()).toMatchObject({ status: 'failed', failedCount: 1 })
  expect(messageIds).toHaveLength(6)
  await sendAgain()
  expect(await campaign()).toMatchObject({ status: 'sent', sentCount: 1, failedCount: 0 })
  expect(messageIds).toHaveLength(12)
})

it('every attempt to send an email has its own Message-ID, so that a bounce report can be matched to an earlier attempt', async () => {
  const { send, sendAgain, messageIds } = await toOne([...times(1, throttled), new DeliveryError('rejected', '550 no')])
  await send()
  await sendAgain()
  expect(messageIds).toHaveLength(3)
  expect(new Set(messageIds).size).toBe(3)
})

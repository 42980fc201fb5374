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

/** A campaign whose only email hits an expired sign-in after `meanwhile`; the next attempt is accepted. */
async function refusedOnce(meanwhile: () => Promise<void> = async () => {}) {
  const refusals = [new DeliveryError('expired', 'EXPIRED_TOKEN: 400 invalid_grant')]
  return scriptedCampaign(world, {
    send: async () => {
      await meanwhile()
      const refusal = refusals.pop()
      if (refusal) throw refusal
      return { messageId: null, internetMessageId: null }
    },
  })
}

it('a campaign whose last email meets an expired sign-in pauses, and sends that email once the mailbox is reconnected', async () => {
  const { send, connect, resume, campaign } = await refusedOnce()
  await send()
  expect(await campaign()).toMatchObject({ status: 'paused', statusReason: 'RECONNECT', failedCount: 1 })
  await connect()
  await resume()
  expect(await campaign()).toMatchObject({ status: 'sent', statusReason: null, sentCount: 1, failedCount: 0 })
})

itInFull(
  'a campaign that is paused while its last email meets an expired sign-in stays paused until resumed',
  async () => {
    const scripted = await refusedOnce(() => pause())
    let done = false
    const pause = async () => {
      if (!done) await scripted.press('pauseCampaign')
      done = true
    }
    await scripted.send()
    expect(await scripted.campaign()).toMatchObject({ status: 'paused', statusReason: 'PAUSED', failedCount: 1 })
    await scripted.connect()
    await scripted.resume()
    expect(await scripted.campaign()).toMatchObject({ status: 'sent', sentCount: 1, failedCount: 0 })
  },
)

itInFull('a campaign that is cancelled while its last email meets an expired sign-in stays cancelled', async () => {
  const scripted = await refusedOnce(() => scripted.press('cancelCampaign'))
  await scripted.send()
  expect(await scripted.campaign()).toMatchObject({ status: 'failed', statusReason: null, failedCount: 1 })
})

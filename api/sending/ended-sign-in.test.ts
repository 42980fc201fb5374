import { afterAll, beforeAll, expect, it } from 'vitest'
import { scriptedCampaign } from '#tests/support/scripted-campaign.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { DeliveryError } from './provider.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

/** A campaign whose only mail finds the sign-in ended, after `meanwhile`; the next one it takes. */
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

it('a campaign whose last mail finds the sign-in ended pauses, and sends it once the account is reconnected', async () => {
  const { send, connect, resume, campaign } = await refusedOnce()
  await send()
  expect(await campaign()).toMatchObject({ status: 'paused', statusReason: 'RECONNECT', failedCount: 1 })
  await connect()
  await resume()
  expect(await campaign()).toMatchObject({ status: 'sent', statusReason: null, sentCount: 1, failedCount: 0 })
})

it('a campaign that was paused while its last mail found the sign-in ended stays so until it is resumed', async () => {
  const scripted = await refusedOnce(() => pause())
  let done = false
  const pause = async () => {
    if (!done) await scripted.mutate('pauseCampaign')
    done = true
  }
  await scripted.send()
  expect(await scripted.campaign()).toMatchObject({ status: 'paused', statusReason: 'PAUSED', failedCount: 1 })
  await scripted.connect()
  await scripted.resume()
  expect(await scripted.campaign()).toMatchObject({ status: 'sent', sentCount: 1, failedCount: 0 })
})

it('a campaign that was cancelled while its last mail found the sign-in ended is over', async () => {
  const scripted = await refusedOnce(() => scripted.mutate('cancelCampaign'))
  await scripted.send()
  expect(await scripted.campaign()).toMatchObject({ status: 'failed', statusReason: null, failedCount: 1 })
})

import { expect, it } from 'vitest'
import { followedWorld } from '#tests/support/clocked-world.ts'
import { followedCampaign } from '#tests/support/followed-campaign.ts'
import { startFollowUpSweeps } from './worker.ts'

const clocked = followedWorld()

it('looks for follow-ups only while it is the turn of this process, which ends with the look', async () => {
  const followUps = [{ waitDays: 2, timeOfDay: '10:00', timeZone: 'UTC', content: 'Again' }]
  const campaign = await followedCampaign(clocked.world, 1, { followUps })
  await campaign.launch()
  campaign.sleep(49)
  await campaign.readInbox()
  const made = async () => (await campaign.details('followUps { totalContacts }'))['followUps']

  await startFollowUpSweeps(clocked.world.app, async () => null).stop()
  expect(await made()).toEqual([{ totalContacts: 0 }])

  let held = 0
  const turn = async () => {
    held += 1
    return { signal: new AbortController().signal, release: async () => void (held -= 1) }
  }
  const worker = startFollowUpSweeps(clocked.world.app, turn)
  await expect.poll(made).toEqual([{ totalContacts: 1 }])
  await worker.stop()
  expect(held).toBe(0)
})

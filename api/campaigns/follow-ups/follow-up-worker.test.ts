import { expect, it } from 'vitest'
import { followedWorld } from '#tests/support/clocked-world.ts'
import { followedCampaign } from '#tests/support/followed-campaign.ts'
import { startFollowUpSweeps } from './follow-up-worker.ts'

const clocked = followedWorld()

/** A campaign whose follow-up is due, and how many emails of it were made. */
async function due() {
  const followUps = [{ waitDays: 2, timeOfDay: '10:00', timeZone: 'UTC', content: 'Again' }]
  const campaign = await followedCampaign(clocked.world, 1, { followUps })
  await campaign.launch()
  campaign.sleep(49)
  await campaign.readInbox()
  return async () => (await campaign.details('followUps { totalContacts }'))['followUps']
}

/** Gives every turn, and counts those that began and that are held. */
function turns() {
  const count = { begun: 0, held: 0 }
  const take = async () => {
    count.begun += 1
    count.held += 1
    return { signal: new AbortController().signal, release: async () => void (count.held -= 1) }
  }
  return { count, take }
}

it('the follow-up worker looks for follow-ups only while this process holds the lock, and releases it afterwards', async () => {
  const made = await due()
  await startFollowUpSweeps(clocked.world.app, async () => null).stop()
  expect(await made()).toEqual([{ totalContacts: 0 }])

  const { count, take } = turns()
  const worker = startFollowUpSweeps(clocked.world.app, take)
  await expect.poll(made).toEqual([{ totalContacts: 1 }])
  await worker.stop()
  expect(count).toEqual({ begun: 1, held: 0 })
})

it('the follow-up worker leaves the remaining follow-ups to its next run when its time is over', async () => {
  const made = await due()
  const { count, take } = turns()
  const worker = startFollowUpSweeps(clocked.world.app, take, 0)
  await expect.poll(() => count).toEqual({ begun: 1, held: 0 })
  await worker.stop()
  expect(await made()).toEqual([{ totalContacts: 0 }])
})

import { describe, expect, it } from 'vitest'
import { followedWorld } from '#tests/support/clocked-world.ts'
import { followedCampaign } from '#tests/support/followed-campaign.ts'
import { sweepFollowUps } from './follow-up-sweep.ts'
import { itInFull } from '#tests/support/full-run-only.ts'

const clocked = followedWorld()

const followUps = [{ waitDays: 2, timeOfDay: '10:00', timeZone: 'UTC', content: 'Again' }]
const STATES = 'emailLogs(first: 9) { edges { node { contactEmail nextFollowUp { state step reason } } } }'

/** A campaign to two people that was launched on Monday at 9:00. Its follow-up is due 49 hours later. */
async function launched() {
  const campaign = await followedCampaign(clocked.world, 2, { followUps })
  await campaign.launch()
  const [first, second] = campaign.left
  if (!first || !second) throw new Error('Nothing left')
  const states = async () => {
    const { emailLogs } = await campaign.details(STATES)
    return emailLogs.edges.map(({ node }: any) => node.nextFollowUp)
  }
  return { campaign, first, second, states }
}

describe('a follow-up from a mailbox whose inbox was not read lately', () => {
  it('is not sent after two days of downtime to a person whose reply has not been read yet', async () => {
    const { campaign, first, second } = await launched()
    campaign.sleep(20)
    campaign.receive(first)
    campaign.sleep(30)
    await campaign.live(3)
    expect(campaign.left.slice(2).map(({ to }) => to)).toEqual([second.to])
    expect(await campaign.look()).toMatchObject({ status: 'sent', sentCount: 2 })
  })

  itInFull('waits until the inbox was read, and then for its sending hours on a working day', async () => {
    const { campaign, states } = await launched()
    campaign.canRead(false)
    await campaign.live(50)
    expect(campaign.left).toHaveLength(2)
    expect(await states()).toEqual([1, 2].map(() => ({ state: 'awaits_inbox', step: 2, reason: null })))
    await campaign.live(2 * 24 + 12)
    // Friday, 23:00. The next working day is Monday.
    expect(await states()).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
    campaign.canRead(true)
    await campaign.live(4 * 24)
    expect(campaign.left.slice(2).map(({ hour }) => hour)).toEqual([7 * 24 + 1, 7 * 24 + 1])
  })

  itInFull('is not sent even if it was already created, and the campaign says so', async () => {
    const { campaign, first, second, states } = await launched()
    campaign.sleep(49)
    await campaign.readInbox()
    expect(await sweepFollowUps(clocked.world.app)).toBe(2)
    campaign.receive(first)
    campaign.sleep(1)
    await campaign.drain()
    expect(campaign.left).toHaveLength(2)
    expect(await states()).toMatchObject([{ state: 'awaits_inbox' }, { state: 'awaits_inbox' }])
    await campaign.live(1)
    expect(campaign.left.slice(2).map(({ to }) => to)).toEqual([second.to])
  })

  it('waits while the provider refuses to open the inbox', async () => {
    const { campaign } = await launched()
    campaign.sleep(49)
    await campaign.readInbox()
    await campaign.sql(`update mailboxes set inbox_error = 'Refused' where tenant_id = :tenantId`)
    expect(await sweepFollowUps(clocked.world.app)).toBe(0)
  })
})

it('a follow-up from a mailbox that may only send does not wait for its inbox to be read', async () => {
  const email = 'sends-only@sandbox.test'
  const campaign = await followedCampaign(clocked.world, 1, { followUps }, { provider: 'google', email })
  campaign.canRead(false)
  await campaign.launch()
  campaign.sleep(49)
  expect(await sweepFollowUps(clocked.world.app)).toBe(1)
})

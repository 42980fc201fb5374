import { describe, expect, it } from 'vitest'
import { followedWorld } from '#tests/support/clocked-world.ts'
import { followedCampaign } from '#tests/support/followed-campaign.ts'
import { sweepFollowUps } from './follow-up-sweep.ts'

const clocked = followedWorld()

const step = { waitDays: 2, timeOfDay: '10:00', timeZone: 'UTC', content: 'Again' }

describe.each(['answer', 'bounce'] as const)('an incoming message (%s)', (what) => {
  it('ends the follow-ups to its sender at once, whichever of their emails it answers', async () => {
    const campaign = await followedCampaign(clocked.world, 2, { followUps: [step, step] })
    await campaign.launch()
    const [first, second] = campaign.left
    if (!first || !second) throw new Error('Nothing left')
    const planned = () =>
      campaign.sql<{ to: string; now: boolean }>(
        `select contact_email as to, next_step_at <= :now as now from email_logs
         where tenant_id = :tenantId and next_step_at is not null order by next_step_at`,
        { now: clocked.world.app.clock() },
      )
    await campaign.live(10)
    await campaign[what](first)
    expect(await planned()).toEqual([
      { to: first.to, now: true },
      { to: second.to, now: false },
    ])
    await campaign.live(42)
    expect(campaign.left).toHaveLength(3)
    // The follow-up is the newest email, and the next one is planned after it.
    expect(await planned()).toEqual([{ to: second.to, now: false }])
    await campaign[what](second)
    expect(await planned()).toEqual([{ to: second.to, now: true }])
    await sweepFollowUps(clocked.world.app)
    expect(await campaign.look()).not.toMatchObject({ status: 'sending' })
  })
})

it('the follow-up sweep pauses after each campaign, and ends between two campaigns when told to stop', async () => {
  const campaigns = []
  for (let number = 0; number < 2; number += 1) {
    const campaign = await followedCampaign(clocked.world, 1, { followUps: [step] })
    await campaign.launch()
    campaigns.push(campaign)
  }
  for (const campaign of campaigns) {
    campaign.sleep(49)
    await campaign.readInbox()
  }
  const stopping = new AbortController()
  const rests: number[] = []
  const rest = async (worked: number) => {
    rests.push(worked)
    stopping.abort()
  }
  expect(await sweepFollowUps(clocked.world.app, { signal: stopping.signal, rest })).toBe(1)
  expect(rests).toEqual([expect.any(Number)])
  expect(await sweepFollowUps(clocked.world.app)).toBe(1)
})

it('a campaign whose follow-ups cannot be decided does not delay those of other workspaces', async () => {
  const broken = await followedCampaign(clocked.world, 1, { followUps: [step] })
  await broken.launch()
  const other = await followedCampaign(clocked.world, 1, { followUps: [step] })
  await other.launch()
  expect(broken.key.tenantId < other.key.tenantId).toBe(true)
  await broken.sql(`update mailboxes set inbox_read_at = :later where tenant_id = :tenantId returning 1`, {
    later: broken.at(60),
  })
  await broken.sql(
    `update campaigns set time_zone = 'Nowhere/City' where tenant_id = :tenantId and parent_id is not null returning 1`,
  )
  await other.live(50)
  expect(other.left.map(({ hour }) => hour)).toEqual([0, 49])
  expect(await broken.sql('select id from email_logs where tenant_id = :tenantId')).toHaveLength(1)
})

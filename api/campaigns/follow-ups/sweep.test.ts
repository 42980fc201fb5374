import { describe, expect, it } from 'vitest'
import { followedWorld } from '#tests/support/clocked-world.ts'
import { followedCampaign } from '#tests/support/followed-campaign.ts'
import { sweepFollowUps } from './sweep.ts'

const clocked = followedWorld()

const step = { waitDays: 2, timeOfDay: '10:00', timeZone: 'UTC', content: 'Again' }

describe.each(['answer', 'bounce'] as const)('what comes back (%s)', (what) => {
  it('ends the follow-ups to its writer at once, whichever of their emails it is about', async () => {
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

import { describe, expect, it } from 'vitest'
import { followedWorld } from '#tests/support/clocked-world.ts'
import { followedCampaign } from '#tests/support/followed-campaign.ts'
import { valueOf } from '#tests/support/scraped-metrics.ts'
import { sweepFollowUps } from '#api/campaigns/follow-ups/follow-up-sweep.ts'
import { createScrape } from './metrics-scrape.ts'

const followed = followedWorld()

const FOLLOW_UP = { waitDays: 2, timeOfDay: '10:00', timeZone: 'UTC', content: 'Again' }
/** Hours from the launch until a follow-up is due, and ten minutes more. */
const DUE = 49 + 1 / 6

/** Returns what MergewellSendingStuck looks at. */
async function scraped() {
  const text = await createScrape(followed.world.app)()
  const value = (name: string) => valueOf(text, `mergewell_${name}`)
  return {
    pending: value('emails_pending'),
    due: value('emails_due'),
    isStuck: (value('oldest_due_email_age_seconds') ?? Infinity) > 300,
  }
}

const STUCK = { pending: 2, due: 2, isStuck: true }
const IDLE = { pending: 0, due: 0, isStuck: false }

describe('the metrics of a paused campaign', () => {
  it('show no due emails, even if follow-ups were ready to be sent', async () => {
    const campaign = await followedCampaign(followed.world, 2, { followUps: [FOLLOW_UP] })
    await campaign.launch()
    expect(await scraped()).toEqual(IDLE)
    campaign.sleep(DUE)
    await campaign.readInbox()
    await sweepFollowUps(followed.world.app)
    expect(await scraped()).toEqual(STUCK)

    expect(await campaign.act('pauseCampaign')).toMatchObject({ status: 'paused' })
    const statuses = await campaign.sql(`select status from campaigns where tenant_id = :tenantId order by step`)
    expect(statuses).toEqual([{ status: 'paused' }, { status: 'sending' }])
    expect(await scraped()).toEqual(IDLE)

    expect(await campaign.act('resumeCampaign')).toMatchObject({ status: 'sending' })
    // Resuming decides on the recipients again.
    await sweepFollowUps(followed.world.app)
    expect(await scraped()).toEqual(STUCK)
    await campaign.drain()
    expect(await scraped()).toEqual(IDLE)
  })
})

describe('a workspace whose sending is stopped', () => {
  it('adds nothing to the metric of due emails until its sending is resumed', async () => {
    const campaign = await followedCampaign(followed.world, 2, {})
    await campaign.act('sendCampaign')
    campaign.sleep(1 / 6)
    expect(await scraped()).toEqual(STUCK)

    expect(await campaign.act('stopAllSending', {}, '{ inFlight }')).toEqual({ inFlight: 0 })
    expect(await campaign.look()).toMatchObject({ status: 'sending' })
    expect(await scraped()).toEqual(IDLE)

    expect(await campaign.act('resumeAllSending', {}, '{ id }')).toEqual({ paused: [] })
    expect(await scraped()).toEqual(STUCK)
    await campaign.drain()
    expect(await scraped()).toEqual(IDLE)
  })
})

import { describe, expect, it } from 'vitest'
import { followedWorld } from '#tests/support/clocked-world.ts'
import { followedCampaign } from '#tests/support/followed-campaign.ts'
import { DeliveryError } from '#api/sending/provider.ts'
import { sweepFollowUps } from './follow-up-sweep.ts'

const clocked = followedWorld()

/** On Wednesday, 49 hours after the launch on Monday at 9:00, until 18:00. */
const followUps = [{ waitDays: 2, timeOfDay: '10:00', timeZone: 'UTC', content: 'Again' }]
const IN_DOUBT = new DeliveryError('uncertain', 'UNCERTAIN: 503')
const UNREACHABLE = new DeliveryError('unavailable', 'ECONNREFUSED', { unreachable: true })

it('a follow-up that may have been sent is marked uncertain when its sending hours end, and is not sent again unless a person asks', async () => {
  const campaign = await followedCampaign(clocked.world, 1, { followUps })
  await campaign.launch()
  campaign.refuse(IN_DOUBT)
  await campaign.live(50)
  campaign.refuse(null)
  const SELECTED = 'emailLogs(first: 9) { nodes { followUpEmails { id status error } } }'
  const email = async () => (await campaign.details(SELECTED)).emailLogs.nodes[0].followUpEmails[0]
  const { id } = await email()
  expect(await campaign.act('sendToFailed', { id: campaign.id, emailLogIds: [id] })).toMatchObject({
    status: 'sending',
  })
  // Nothing ran for ten hours.
  campaign.sleep(10)
  await campaign.live(1)
  expect(await email()).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/^UNCERTAIN: .* was not sent again\.$/),
  })
  expect(await campaign.act('sendToFailed')).toMatchObject({ code: 'BAD_INPUT' })
  await campaign.live(7 * 24)
  expect(campaign.left).toHaveLength(1)
})

/** A campaign whose follow-up lies as a draft in the mailbox on Wednesday at 10:00, because the provider was unreachable. */
async function drafted() {
  const campaign = await followedCampaign(clocked.world, 1, { followUps }, null, { drafts: true })
  await campaign.launch()
  campaign.sleep(49)
  await campaign.readInbox()
  expect(await sweepFollowUps(clocked.world.app)).toBe(1)
  campaign.refuse(UNREACHABLE)
  await campaign.drain()
  campaign.refuse(null)
  expect(campaign.draftCount()).toBe(1)
  const rows = () =>
    campaign.sql<{ id: string; status: string; version: string }>(
      `select id, status, xmin::text as version from email_logs where tenant_id = :tenantId and leave_until is not null`,
    )
  return { campaign, rows }
}

describe("a follow-up that already lies in the provider's Drafts folder", () => {
  it('waits for its next sending hours when these have ended, and is sent once', async () => {
    const { campaign, rows } = await drafted()
    const [made] = await rows()
    // Wednesday, 20:00.
    campaign.sleep(10)
    await campaign.live(1)
    const [kept] = await rows()
    expect(kept).toMatchObject({ id: made?.id, status: 'pending' })
    await sweepFollowUps(clocked.world.app)
    expect(await rows()).toEqual([kept])
    await campaign.live(2 * 24)
    expect(campaign.left.slice(1).map(({ subject, hour }) => `${subject} ${hour}`)).toEqual(['Re: Hello 73'])
    expect(campaign.draftCount()).toBe(0)
    expect(await campaign.look()).toMatchObject({ status: 'sent', failedCount: 0 })
  })

  it('waits until its recipient is back from an absence', async () => {
    const { campaign, rows } = await drafted()
    await campaign.sql(
      `update email_logs set away_until = date_trunc('day', :back::timestamptz at time zone 'UTC') at time zone 'UTC'
       where tenant_id = :tenantId and sent_at is not null returning 1`,
      { back: campaign.at(3 * 24) },
    )
    await campaign.live(2)
    const kept = await rows()
    expect(kept).toMatchObject([{ status: 'pending' }])
    await sweepFollowUps(clocked.world.app)
    expect(await rows()).toEqual(kept)
    await campaign.live(3 * 24)
    expect(campaign.left.slice(1).map(({ hour }) => hour)).toEqual([4 * 24 + 1])
    expect(await campaign.look()).toMatchObject({ status: 'sent', failedCount: 0 })
  })

  it('is not sent to a person who has replied meanwhile', async () => {
    const { campaign, rows } = await drafted()
    if (campaign.left[0]) campaign.receive(campaign.left[0])
    await campaign.live(2 * 24)
    expect(campaign.left).toHaveLength(1)
    expect(await rows()).toMatchObject([{ status: 'failed' }])
  })
})

import { describe, expect, it } from 'vitest'
import { configureSending } from '#tests/support/campaigns.ts'
import { followedWorld } from '#tests/support/clocked-world.ts'
import { followedCampaign } from '#tests/support/followed-campaign.ts'
import { DeliveryError } from '#api/sending/provider.ts'
import { sweepFollowUps } from './follow-up-sweep.ts'
import { firstOf } from '#tests/support/full-run-only.ts'

const clocked = followedWorld()

/** On Wednesday, 49 hours after the launch on Monday at 9:00, until 18:00. */
const followUps = [{ waitDays: 2, timeOfDay: '10:00', timeZone: 'UTC', content: 'Again' }]
const COUNTS = 'followUps { totalContacts sentCount failedCount pendingCount }'
const EXPIRED = new DeliveryError('expired', 'EXPIRED_TOKEN: 401')

/** A campaign with follow-ups that were made on Wednesday at 10:00 and not sent. */
async function made(count: number, options: { drafts?: boolean } = {}) {
  const campaign = await followedCampaign(clocked.world, count, { followUps }, null, options)
  await campaign.launch()
  campaign.sleep(49)
  await campaign.readInbox()
  expect(await sweepFollowUps(clocked.world.app)).toBe(count)
  await campaign.stay()
  const reconnect = () =>
    campaign.sql(
      `update mailboxes set status = 'connected', status_reason = null where tenant_id = :tenantId returning 1`,
    )
  const hours = () => campaign.left.slice(count).map(({ hour }) => Math.floor(hour))
  return { campaign, hours, reconnect }
}

describe('follow-ups of a campaign that is resumed', () => {
  it('are put back on the schedule without using up the daily limit', async () => {
    const { campaign, hours } = await made(2)
    await configureSending(campaign.person, { dailyLimit: 2, enableThrottling: false })
    await campaign.act('pauseCampaign')
    expect(await campaign.act('resumeCampaign')).toMatchObject({ status: 'sending' })
    expect(await campaign.details(COUNTS)).toEqual({
      followUps: [{ totalContacts: 0, sentCount: 0, failedCount: 0, pendingCount: 0 }],
    })
    await campaign.live(1)
    expect(hours()).toEqual([49, 49])
    expect(await campaign.look()).toMatchObject({ status: 'sent', sentCount: 2 })
  })

  it('follow the tags of a person whose first email failed and was sent again', async () => {
    const content = '{#if tag has "VIP"}Gold{#else}Tin{/if}'
    const campaign = await followedCampaign(clocked.world, 1, { followUps: [{ ...followUps[0], content }] })
    await campaign.sql(
      `insert into contact_tags (tenant_id, contact_id, tag) select tenant_id, id, 'VIP' from contacts where tenant_id = :tenantId returning 1`,
    )
    campaign.refuse(new DeliveryError('bad-recipient', '400'))
    await campaign.launch()
    await campaign.drain()
    campaign.refuse(null)
    await campaign.act('sendToFailed')
    await campaign.live(60)
    expect(campaign.left.map(({ message }) => String(message.text).includes('Gold'))).toEqual([false, true])
  })

  it.each(firstOf([{ drafts: false }, { drafts: true }], 1))(
    'leave within their sending hours after a refused sign-in, not in the night of the resume (%j)',
    async (options) => {
      const { campaign, hours, reconnect } = await made(1, options)
      campaign.refuse(EXPIRED)
      await campaign.drain()
      expect(await campaign.look()).toMatchObject({ status: 'paused', statusReason: 'RECONNECT' })
      campaign.refuse(null)
      await reconnect()
      // Thursday, 2 o'clock in the night.
      campaign.sleep(16)
      expect(await campaign.act('resumeCampaign')).toMatchObject({ status: 'sending' })
      await campaign.live(3)
      expect(hours()).toEqual([])
      await campaign.live(8)
      expect(hours()).toEqual([73])
      expect(campaign.draftCount()).toBe(0)
      expect(await campaign.look()).toMatchObject({ status: 'sent', sentCount: 1, failedCount: 0 })
    },
  )

  it('wait for a recipient who already got as many emails in seven days as the workspace allows', async () => {
    const { campaign, hours, reconnect } = await made(1)
    await configureSending(campaign.person, { weeklyCeiling: 2 })
    campaign.refuse(EXPIRED)
    await campaign.drain()
    campaign.refuse(null)
    await reconnect()
    const other = await campaign.act('duplicateCampaign')
    await campaign.act('updateCampaign', { id: other.id, followUps: [] })
    expect(await campaign.act('sendCampaign', { id: other.id, undoSeconds: 0 })).toMatchObject({ status: 'sending' })
    await campaign.drain()
    expect(campaign.left.map(({ subject }) => subject)).toEqual(['Hello', 'Hello'])
    expect(await campaign.act('resumeCampaign')).toMatchObject({ status: 'sending' })
    await campaign.live(4 * 24)
    expect(hours()).toEqual([49])
    await campaign.live(3 * 24)
    expect(hours()).toEqual([49, 7 * 24 + 1])
    expect(campaign.left.at(-1)).toMatchObject({ subject: 'Re: Hello' })
  })
})

it('follow-ups that are overdue when sending in the workspace is resumed leave within their sending hours', async () => {
  const { campaign, hours } = await made(2)
  expect(await campaign.act('stopAllSending', {}, '{ inFlight }')).toEqual({ inFlight: 0 })
  await campaign.live(1)
  // Thursday, 2 o'clock in the night.
  campaign.sleep(15)
  await campaign.stay()
  const { data } = await campaign.person.graphql(
    'mutation { resumeAllSending(input: {}) { tenant { sendingStop { stoppedAt } } errors { code } } }',
  )
  expect(data.resumeAllSending).toEqual({ tenant: { sendingStop: null } })
  await campaign.live(3)
  expect(hours()).toEqual([])
  await campaign.live(8)
  expect(hours()).toEqual([73, 73])
})

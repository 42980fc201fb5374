import { describe, expect, it } from 'vitest'
import { configureSending } from '#tests/support/campaigns.ts'
import { followedWorld } from '#tests/support/clocked-world.ts'
import { followedCampaign } from '#tests/support/followed-campaign.ts'
import { DeliveryError } from '#api/sending/provider.ts'

const clocked = followedWorld()

const STATES = 'emailLogs(first: 9) { edges { node { nextFollowUp { state step at isAtCeiling } } } }'
const followUps = [2, 2].map((waitDays) => ({ waitDays, timeOfDay: '10:00', timeZone: 'UTC', content: 'Again' }))

/** A campaign that is launched on Monday at 9:00, with follow-ups on Wednesday and Friday, in a workspace with a ceiling. */
async function launched({ exceedCeiling = false } = {}) {
  const campaign = await followedCampaign(clocked.world, 1, { followUps })
  await campaign.stay()
  await configureSending(campaign.person, { weeklyCeiling: 2 })
  expect(await campaign.act('sendCampaign', { id: campaign.id, exceedCeiling })).toMatchObject({ status: 'sending' })
  return campaign
}

describe('a follow-up that would exceed the limit of emails per person in seven days', () => {
  it('waits until the limit allows it, and reports that it waits', async () => {
    const campaign = await launched()
    await campaign.live(3 * 24)
    const { emailLogs } = await campaign.details(STATES)
    expect(emailLogs.edges).toEqual([
      { node: { nextFollowUp: { state: 'waiting', step: 3, at: campaign.at(7 * 24 + 1), isAtCeiling: true } } },
    ])
    // The campaign says the same, although it is looked at again before.
    expect(await campaign.details('statusReason resumesAt')).toMatchObject({
      statusReason: 'FOLLOW_UPS',
      resumesAt: campaign.at(7 * 24 + 1),
    })
    await campaign.live(3 * 24)
    expect(campaign.left.map(({ hour }) => hour)).toEqual([0, 49])
    await campaign.live(2 * 24)
    expect(campaign.left.map(({ hour }) => hour)).toEqual([0, 49, 7 * 24 + 1])
  })

  it('is sent at once in a campaign that an admin launched despite that limit', async () => {
    const campaign = await launched({ exceedCeiling: true })
    await campaign.live(7 * 24)
    expect(campaign.left.map(({ hour }) => hour)).toEqual([0, 49, 97])
  })

  it('also waits because of emails of other campaigns', async () => {
    const campaign = await launched()
    const second = await campaign.act('duplicateCampaign')
    expect(await campaign.act('sendCampaign', { id: second.id })).toMatchObject({ status: 'sending' })
    await campaign.live(3 * 24)
    expect(campaign.left.map(({ hour }) => hour)).toEqual([0, 0])
    await campaign.live(12 * 24)
    const hours = campaign.left.map(({ hour }) => hour)
    const inWeek = (end: number) => hours.filter((hour) => hour > end - 7 * 24 && hour <= end).length
    expect(hours.map(inWeek).filter((count) => count > 2)).toEqual([])
    expect(hours).toHaveLength(6)
  })
})

describe('a follow-up that a person sends again, and that would exceed the limit of emails per person in seven days,', () => {
  const again = async (options: { exceedCeiling?: boolean } = {}) => {
    const campaign = await launched(options)
    await campaign.drain()
    campaign.refuse(new DeliveryError('bad-recipient', '400 ErrorInvalidRecipients'))
    await campaign.live(50)
    campaign.refuse(null)
    const other = await campaign.act('duplicateCampaign')
    await campaign.act('updateCampaign', { id: other.id, followUps: [] })
    expect(await campaign.act('sendCampaign', { id: other.id, undoSeconds: 0 })).toMatchObject({ status: 'sending' })
    await campaign.live(1)
    expect(await campaign.act('sendToFailed')).toMatchObject({ status: 'sending' })
    return campaign
  }

  it('also waits until the limit allows it', async () => {
    const campaign = await again()
    await campaign.live(3 * 24)
    expect(campaign.left.map(({ hour }) => hour)).toEqual([0, 50])
    await campaign.live(3 * 24)
    expect(campaign.left.map(({ hour }) => hour)).toEqual([0, 50, 7 * 24 + 1])
  })

  it('leaves at once in a campaign that an admin launched despite that limit', async () => {
    const campaign = await again({ exceedCeiling: true })
    await campaign.live(1)
    expect(campaign.left.map(({ hour }) => hour)).toEqual([0, 50, 51])
  })
})

it("a follow-up stops waiting because of another campaign's planned emails once these are cancelled", async () => {
  const campaign = await launched()
  await campaign.stay()
  const other = await campaign.act('duplicateCampaign')
  await campaign.act('updateCampaign', { id: other.id, followUps: [] })
  const later = { id: other.id, scheduledAt: campaign.at(6 * 24) }
  expect(await campaign.act('sendCampaign', later)).toMatchObject({ status: 'sending' })
  await campaign.live(50)
  expect(campaign.left).toHaveLength(1)
  await campaign.act('cancelCampaign', { id: other.id })
  await campaign.live(24)
  expect(campaign.left.map(({ hour }) => hour)).toEqual([0, 73])
})

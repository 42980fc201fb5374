import { describe, expect, it } from 'vitest'
import { configureSending, draftCampaign } from '#tests/support/campaigns.ts'
import { followedWorld } from '#tests/support/clocked-world.ts'
import { followedCampaign } from '#tests/support/followed-campaign.ts'
import { sweepFollowUps } from './follow-up-sweep.ts'
import { itInFull } from '#tests/support/full-run-only.ts'

const clocked = followedWorld()

const step = (more: object = {}) => ({ waitDays: 2, timeOfDay: '10:00', timeZone: 'UTC', content: 'Again', ...more })
const WEEK = 7 * 24

describe('a campaign with follow-ups', () => {
  it('sends each follow-up once, on its day, as a reply in the conversation, and ends when none is left to send', async () => {
    const campaign = await followedCampaign(clocked.world, 3, {
      followUps: [step(), step({ waitDays: 3, subject: 'Last' })],
    })
    await campaign.launch()
    expect(campaign.left).toHaveLength(3)
    expect(await campaign.look()).toMatchObject({ status: 'sending', statusReason: 'FOLLOW_UPS', sentCount: 3 })
    await campaign.live(WEEK + 24)
    expect(campaign.left.map(({ subject, hour }) => `${subject} ${hour}`).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'Hello 0'),
      // Three working days after a Wednesday is the next Monday.
      ...Array.from({ length: 3 }, () => `Last ${7 * 24 + 1}`),
      ...Array.from({ length: 3 }, () => 'Re: Hello 49'),
    ])
    expect(new Set(campaign.left.map(({ to, subject }) => `${to} ${subject}`)).size).toBe(9)
    expect(await campaign.look()).toMatchObject({ status: 'sent', totalContacts: 3, sentCount: 3, pendingCount: 0 })
    const { followUps } = await campaign.details('followUps { step totalContacts sentCount pendingCount }')
    expect(followUps).toEqual([
      { step: 2, totalContacts: 3, sentCount: 3, pendingCount: 0 },
      { step: 3, totalContacts: 3, sentCount: 3, pendingCount: 0 },
    ])
    const second = campaign.left.find(({ subject }) => subject === 'Re: Hello')
    const first = campaign.left.find(({ to, subject }) => to === second?.to && subject === 'Hello')
    const last = campaign.left.find(({ to, subject }) => to === second?.to && subject === 'Last')
    expect(second?.message.conversation?.messageIds).toEqual([first?.message.messageId])
    expect(last?.message.conversation?.messageIds).toEqual([first?.message.messageId, second?.message.messageId])
  })

  it('sends nothing more to people who replied, from whichever address', async () => {
    const campaign = await followedCampaign(clocked.world, 3, { followUps: [step(), step()] })
    await campaign.launch()
    const [first, second] = campaign.left
    if (!first || !second) throw new Error('Nothing left')
    await campaign.live(20)
    await campaign.answer(first)
    await campaign.live(40)
    expect(campaign.left.filter(({ to }) => to === first.to)).toHaveLength(1)
    const follow = campaign.left.find(({ to, subject }) => to === second.to && subject === 'Re: Hello')
    if (!follow) throw new Error('No follow-up left')
    await campaign.answer(follow, 'assistant@elsewhere.test')
    await campaign.live(WEEK)
    expect(campaign.left.filter(({ to }) => to === second.to)).toHaveLength(2)
    expect(campaign.left).toHaveLength(1 + 2 + 3)
    expect(await campaign.look()).toMatchObject({ status: 'sent', sentCount: 3, totalContacts: 3 })
    const { emailLogs } = await campaign.details(
      'emailLogs(first: 9) { edges { node { contactEmail nextFollowUp { state reason step } } } }',
    )
    const states = Object.fromEntries(
      emailLogs.edges.map(({ node }: any) => [node.contactEmail, node.nextFollowUp.reason ?? node.nextFollowUp.state]),
    )
    expect(states).toMatchObject({ [first.to]: 'replied', [second.to]: 'replied' })
    expect(Object.values(states).toSorted()).toEqual(['done', 'replied', 'replied'])
  })

  itInFull('withdraws a follow-up that waits to be sent when its recipient replies', async () => {
    const campaign = await followedCampaign(clocked.world, 2, { followUps: [step()] })
    await campaign.launch()
    const [first] = campaign.left
    if (!first) throw new Error('Nothing left')
    campaign.sleep(49)
    await campaign.readInbox()
    expect(await sweepFollowUps(clocked.world.app)).toBe(2)
    await campaign.answer(first)
    await campaign.drain()
    expect(campaign.left.filter(({ to }) => to === first.to)).toHaveLength(1)
    expect(campaign.left).toHaveLength(3)
    await campaign.live(1)
    const { followUps } = await campaign.details('followUps { totalContacts sentCount failedCount pendingCount }')
    expect(followUps).toEqual([{ totalContacts: 1, sentCount: 1, failedCount: 0, pendingCount: 0 }])
    expect(await campaign.look()).toMatchObject({ status: 'sent' })
  })

  itInFull('does not count a withdrawn follow-up towards the daily limit', async () => {
    const campaign = await followedCampaign(clocked.world, 3, { followUps: [step()] })
    await configureSending(campaign.person, { dailyLimit: 3, enableThrottling: false })
    await campaign.launch()
    const [first] = campaign.left
    if (!first) throw new Error('Nothing left')
    campaign.sleep(49)
    await campaign.readInbox()
    expect(await sweepFollowUps(clocked.world.app)).toBe(3)
    await campaign.answer(first)
    await campaign.live(1)
    expect(campaign.left).toHaveLength(3 + 2)
    await campaign.stay()
    const other = await draftCampaign(clocked.world, campaign.person, 2, { subject: 'Other' })
    expect(await campaign.act('sendCampaign', { id: other, undoSeconds: 0 })).toMatchObject({ status: 'sending' })
    await campaign.drain()
    expect(campaign.left.slice(5).map(({ subject }) => subject)).toEqual(['Other'])
  })

  itInFull('creates each follow-up once, however many processes look for due ones at the same time', async () => {
    const campaign = await followedCampaign(clocked.world, 20, { followUps: [step()] })
    await campaign.launch()
    campaign.sleep(49)
    await campaign.readInbox()
    const made = await Promise.all(Array.from({ length: 4 }, () => sweepFollowUps(clocked.world.app)))
    expect(made.reduce((sum, count) => sum + count, 0)).toBe(20)
    await campaign.drain()
    expect(new Set(campaign.left.map(({ to, subject }) => `${to} ${subject}`)).size).toBe(40)
    expect(campaign.left).toHaveLength(40)
  })

  it('sends no overdue follow-up at night: it waits for its next sending hours', async () => {
    const campaign = await followedCampaign(clocked.world, 2, { followUps: [step()] })
    await campaign.launch()
    // Thursday, 3 o'clock in the night: nothing ran on Wednesday.
    campaign.sleep(2 * 24 + 18)
    await campaign.live(1)
    expect(campaign.left).toHaveLength(2)
    await campaign.live(8)
    expect(campaign.left.slice(2).map(({ hour }) => hour)).toEqual([73, 73])
  })

  itInFull(
    "sends follow-ups at the time of day in each recipient's zone, if the campaign was sent at local times",
    async () => {
      const campaign = await followedCampaign(clocked.world, 2, { followUps: [step({ waitDays: 1 })] })
      const [tokyo] = await campaign.sql<{ id: string; email: string }>(
        'select id, email from contacts where tenant_id = :tenantId order by email',
      )
      await campaign.sql(
        `update contacts set fields = '{"Time zone": "Asia/Tokyo"}' where tenant_id = :tenantId and id = :id returning 1`,
        { id: tokyo?.id },
      )
      // On Tuesday at noon, which comes nine hours earlier in Tokyo.
      const launched = { id: campaign.id, scheduledAt: campaign.at(27), localTimeZone: 'UTC', undoSeconds: 0 }
      expect(await campaign.act('sendCampaign', launched)).toMatchObject({ status: 'sending' })
      await campaign.live(3 * 24)
      expect(
        campaign.left.map(({ to, subject, hour }) => `${to === tokyo?.email ? 'Tokyo' : 'other'} ${subject} ${hour}`),
      ).toEqual(['Tokyo Hello 18', 'other Hello 27', 'Tokyo Re: Hello 40', 'other Re: Hello 49'])
    },
  )

  itInFull('sends no follow-up while it is paused, and continues when resumed', async () => {
    const campaign = await followedCampaign(clocked.world, 2, { followUps: [step()] })
    await campaign.launch()
    expect(await campaign.act('pauseCampaign')).toMatchObject({ status: 'paused' })
    await campaign.live(WEEK)
    expect(campaign.left).toHaveLength(2)
    expect(await campaign.act('resumeCampaign')).toMatchObject({ status: 'sending' })
    await campaign.live(25)
    expect(campaign.left).toHaveLength(4)
    expect(await campaign.look()).toMatchObject({ status: 'sent' })
  })

  itInFull('holds back a follow-up that was created just before it is paused', async () => {
    const campaign = await followedCampaign(clocked.world, 2, { followUps: [step()] })
    await campaign.launch()
    campaign.sleep(49)
    await campaign.readInbox()
    await sweepFollowUps(clocked.world.app)
    await campaign.act('pauseCampaign')
    await campaign.drain()
    expect(campaign.left).toHaveLength(2)
    await campaign.act('resumeCampaign')
    await campaign.live(1)
    expect(campaign.left).toHaveLength(4)
  })

  it('sends no follow-up once it is cancelled', async () => {
    const campaign = await followedCampaign(clocked.world, 2, { followUps: [step(), step()] })
    await campaign.launch()
    campaign.sleep(49)
    await campaign.readInbox()
    await sweepFollowUps(clocked.world.app)
    expect(await campaign.act('cancelCampaign')).toMatchObject({ status: 'sent' })
    await campaign.live(3 * WEEK)
    expect(campaign.left).toHaveLength(2)
    const { followUps } = await campaign.details('followUps { step failedCount pendingCount }')
    expect(followUps).toEqual([
      { step: 2, failedCount: 2, pendingCount: 0 },
      { step: 3, failedCount: 0, pendingCount: 0 },
    ])
  })

  it('can be stopped by hand for one recipient', async () => {
    const campaign = await followedCampaign(clocked.world, 2, { followUps: [step()] })
    await campaign.launch()
    const { logs } = await campaign.look()
    const { data } = await campaign.person.graphql(
      'mutation ($ids: [ID!]!) { stopFollowUps(input: { emailLogIds: $ids }) { stopped errors { code } } }',
      { ids: [logs[0]?.id] },
    )
    expect(data.stopFollowUps).toBe(1)
    await campaign.live(3 * 24)
    expect(campaign.left.slice(2).map(({ to }) => to)).toEqual([logs[1]?.contactEmail])
    const { emailLogs } = await campaign.details(
      'emailLogs(first: 9) { edges { node { id nextFollowUp { state reason } } } }',
    )
    expect(emailLogs.edges.find(({ node }: any) => node.id === logs[0]?.id)?.node.nextFollowUp).toEqual({
      state: 'stopped',
      reason: 'by_hand',
    })
  })

  itInFull('sends no follow-up after an email that was not sent', async () => {
    const campaign = await followedCampaign(clocked.world, 2, { followUps: [step()] })
    const [gone, other] = await campaign.sql<{ email: string }>(
      'select email from contacts where tenant_id = :tenantId order by email',
    )
    await campaign.act('addSuppressions', { emails: [gone?.email] }, '')
    await campaign.launch()
    await campaign.live(WEEK)
    expect(campaign.left.map(({ to }) => to)).toEqual([other?.email, other?.email])
    expect(await campaign.look()).toMatchObject({ status: 'sent', totalContacts: 2, sentCount: 1, failedCount: 1 })
  })
})

describe('follow-ups of a draft', () => {
  it('are kept in their order, replaced as a whole, and copied with the campaign', async () => {
    const campaign = await followedCampaign(clocked.world, 1, {
      followUps: [step({ subject: 'One' }), step({ subject: 'Two' })],
    })
    const saved = 'followUps { step subject waitDays timeOfDay timeZone condition link content }'
    expect((await campaign.details(saved)).followUps).toMatchObject([
      { step: 2, subject: 'One', waitDays: 2, timeOfDay: '10:00', timeZone: 'UTC', condition: 'no_reply', link: null },
      { step: 3, subject: 'Two' },
    ])
    await campaign.act('updateCampaign', { id: campaign.id, name: 'Renamed' })
    expect((await campaign.details(saved)).followUps).toHaveLength(2)
    const clicked = step({ condition: 'clicked', link: 'https://example.com/a' })
    await campaign.act('updateCampaign', { id: campaign.id, followUps: [clicked] })
    expect((await campaign.details(saved)).followUps).toMatchObject([
      { step: 2, condition: 'clicked', link: 'https://example.com/a', content: 'Again' },
    ])
    const copy = await campaign.act('duplicateCampaign', { id: campaign.id }, `{ id ${saved} }`)
    expect(copy.followUps).toMatchObject([{ step: 2, condition: 'clicked', link: 'https://example.com/a' }])
    const { data } = await campaign.person.graphql('{ campaigns(first: 9) { totalCount } stats { totalCampaigns } }')
    expect(data).toEqual({ campaigns: { totalCount: 2 }, stats: { totalCampaigns: 2 } })
  })

  it('cannot be launched if one has no text', async () => {
    const campaign = await followedCampaign(clocked.world, 1, { followUps: [step({ content: ' ' })] })
    expect(await campaign.act('sendCampaign')).toMatchObject({
      code: 'BAD_INPUT',
      message: 'Follow-up 1 has no text. Write it or remove the follow-up before sending.',
    })
  })

  it('are checked before the launch, and each problem names the number of its follow-up', async () => {
    const followUps = [
      step({ content: 'Dear {Title}' }),
      step({ condition: 'clicked', link: 'https://example.com/offer' }),
      step({ content: '' }),
    ]
    const campaign = await followedCampaign(clocked.world, 1, { followUps })
    const { data } = await campaign.person.graphql(
      'query ($id: ID!) { campaignProblems(id: $id) { code severity message } }',
      { id: campaign.id },
    )
    const named = data.campaignProblems.filter(({ message }: { message: string }) => message.startsWith('Follow-up'))
    expect(named.map(({ code, message }: any) => `${code} ${message.slice(0, 11)}`).toSorted()).toEqual([
      'FOLLOW_UP_LINK Follow-up 2',
      'NO_CONTENT Follow-up 3',
      'UNKNOWN_TAG Follow-up 1',
    ])
  })

  it('are deleted with their campaign', async () => {
    const campaign = await followedCampaign(clocked.world, 1, { followUps: [step()] })
    await campaign.act('deleteCampaign')
    expect(await campaign.sql('select id from campaigns where tenant_id = :tenantId')).toEqual([])
  })
})

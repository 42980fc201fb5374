import { describe, expect, it } from 'vitest'
import { encodeId } from '#schema/object-ids.ts'
import { configureSending } from '#tests/support/campaigns.ts'
import { followedWorld } from '#tests/support/clocked-world.ts'
import { followedCampaign } from '#tests/support/followed-campaign.ts'
import { DeliveryError } from '#api/sending/provider.ts'
import { sweepFollowUps } from './follow-up-sweep.ts'

const clocked = followedWorld()

type Followed = Awaited<ReturnType<typeof followedCampaign>>

const step = (more: object = {}) => ({ waitDays: 2, timeOfDay: '10:00', timeZone: 'UTC', content: 'Again', ...more })
const IN_DOUBT = new DeliveryError('uncertain', 'UNCERTAIN: 503')
const REFUSED = new DeliveryError('bad-recipient', '400 ErrorInvalidRecipients')

/** Returns what happens next for each recipient, and the follow-ups they have, in the order of their first emails. */
async function peopleOf(campaign: Followed) {
  const { emailLogs } = await campaign.details(
    'emailLogs(first: 99) { edges { node { id status nextFollowUp { state isAway } followUpEmails { id status } } } }',
  )
  return emailLogs.edges.map(({ node }: any) => node)
}

describe('an email whose delivery is uncertain', () => {
  it('gets its follow-up once it turns out to have arrived', async () => {
    const campaign = await followedCampaign(clocked.world, 1, { followUps: [step(), step()] })
    await campaign.launch()
    const [{ id }] = await peopleOf(campaign)
    await campaign.sql(
      `with doubtful as (
         update email_logs set status = 'failed', error = 'UNCERTAIN: 503', sent_at = null, failed_at = attempted_at,
           next_step_at = null where tenant_id = :tenantId returning campaign_id)
       update campaigns set sent_count = 0, failed_count = 1 from doubtful where tenant_id = :tenantId and id = campaign_id returning 1`,
    )
    expect((await peopleOf(campaign))[0].nextFollowUp.state).toBe('stopped')
    await campaign.act('confirmArrived', { emailLogIds: [id] }, '{ id }')
    expect((await peopleOf(campaign))[0]).toMatchObject({ status: 'delivered', nextFollowUp: { state: 'waiting' } })
    await campaign.live(7 * 24)
    expect(campaign.left.map(({ subject, hour }) => `${subject} ${hour}`)).toEqual([
      'Hello 0',
      'Re: Hello 49',
      `Re: Hello ${4 * 24 + 1}`,
    ])
  })

  it("gets no follow-up if its campaign has ended when it turns out to have arrived, and the recipient's row says so", async () => {
    const campaign = await followedCampaign(clocked.world, 1, { followUps: [step()] })
    campaign.refuse(IN_DOUBT)
    await campaign.launch()
    await campaign.live(1)
    expect(await campaign.look()).toMatchObject({ status: 'failed', failedCount: 1 })
    const [{ id }] = await peopleOf(campaign)
    await campaign.act('confirmArrived', { emailLogIds: [id] }, '{ id }')
    campaign.refuse(null)
    await campaign.live(7 * 24)
    expect(campaign.left).toHaveLength(0)
    expect((await peopleOf(campaign))[0]).toMatchObject({ status: 'delivered', nextFollowUp: { state: 'done' } })
  })
})

describe('a follow-up that the provider refused', () => {
  const refused = async (count = 2) => {
    const campaign = await followedCampaign(clocked.world, count, { followUps: [step(), step()] })
    await campaign.launch()
    campaign.refuse(REFUSED)
    await campaign.live(60)
    campaign.refuse(null)
    return campaign
  }

  it('can be sent again, alone or with all others, and later follow-ups to its recipient continue', async () => {
    const campaign = await refused()
    const [person, other] = await peopleOf(campaign)
    expect(person.followUpEmails).toEqual([{ id: expect.any(String), status: 'failed' }])
    expect(await campaign.details('repeatableCount')).toEqual({ repeatableCount: 2 })
    const named = { id: campaign.id, emailLogIds: [person.followUpEmails[0].id] }
    expect(await campaign.act('sendToFailed', named)).toMatchObject({ status: 'sending' })
    await campaign.live(1)
    expect(campaign.left.slice(2).map(({ subject }) => subject)).toEqual(['Re: Hello'])
    expect(await campaign.act('sendToFailed', { id: campaign.id })).toMatchObject({ status: 'sending' })
    await campaign.live(7 * 24)
    expect(campaign.left.slice(2).map(({ subject }) => subject)).toEqual(Array.from({ length: 4 }, () => 'Re: Hello'))
    expect((await peopleOf(campaign)).map(({ followUpEmails }: any) => followUpEmails.length)).toEqual([2, 2])
    expect(other.nextFollowUp.state).toBe('stopped')
    expect(await campaign.look()).toMatchObject({ status: 'sent', failedCount: 0 })
  })

  it('is not sent again to an address that was suppressed meanwhile', async () => {
    const campaign = await refused()
    await campaign.act('addSuppressions', { emails: [campaign.left[0]?.to] }, '')
    await campaign.act('sendToFailed', { id: campaign.id })
    await campaign.live(7 * 24)
    expect(campaign.left.slice(2).map(({ to }) => to)).toEqual([campaign.left[1]?.to, campaign.left[1]?.to])
    expect((await peopleOf(campaign)).map(({ nextFollowUp }: any) => nextFollowUp.state)).toEqual(['stopped', 'done'])
    expect(await campaign.look()).toMatchObject({ status: 'sent' })
  })

  it('pauses the campaign once if too many are refused', async () => {
    const campaign = await followedCampaign(clocked.world, 50, { followUps: [step()] })
    await campaign.launch()
    campaign.refuse(REFUSED)
    await campaign.live(50)
    expect(await campaign.look()).toMatchObject({ status: 'paused', statusReason: 'CANARY' })
    campaign.refuse(null)
    expect(await campaign.act('resumeCampaign')).toMatchObject({ status: 'sending' })
    await campaign.live(24)
    const { followUps } = await campaign.details('followUps { sentCount failedCount pendingCount }')
    expect(followUps).toEqual([{ sentCount: 30, failedCount: 20, pendingCount: 0 }])
  })
})

describe('a follow-up that is created but not yet sent', () => {
  it('waits for a recipient who turns out to be away', async () => {
    const campaign = await followedCampaign(clocked.world, 1, { followUps: [step()] })
    await campaign.launch()
    campaign.sleep(49)
    await campaign.readInbox()
    expect(await sweepFollowUps(clocked.world.app)).toBe(1)
    // The away recipients are back on Thursday.
    await campaign.sql(
      `update email_logs set away_until = date_trunc('day', :back::timestamptz at time zone 'UTC') at time zone 'UTC'
       where tenant_id = :tenantId and next_step_at is null and sent_at is not null returning 1`,
      { back: campaign.at(3 * 24) },
    )
    await campaign.live(1)
    expect(campaign.left).toHaveLength(1)
    expect((await peopleOf(campaign))[0].nextFollowUp).toEqual({ state: 'waiting', isAway: true })
    await campaign.live(4 * 24)
    expect(campaign.left.slice(1).map(({ hour }) => hour)).toEqual([4 * 24 + 1])
  })
})

it('an out-of-office note in answer to another campaign also delays a follow-up', async () => {
  const campaign = await followedCampaign(clocked.world, 2, { followUps: [step()] })
  await campaign.launch()
  const [{ email }] = (await campaign.sql<{ email: string }>(
    'select contact_email as email from email_logs where tenant_id = :tenantId order by id limit 1',
  )) as [{ email: string }]
  // The answer to another campaign: back on Thursday.
  await campaign.sql(
    `with other as (
       insert into campaigns (tenant_id, id, user_id, name, subject, content, personalization, status, total_contacts, sent_count)
       select tenant_id, uuidv7(), user_id, 'Other', 'Other', 'Other', personalization, 'sent', 1, 1 from campaigns
       where tenant_id = :tenantId and parent_id is null returning tenant_id, id)
     insert into email_logs (tenant_id, id, campaign_id, contact_id, contact_name, contact_email, merge_values, status, sent_at, away_until)
     select l.tenant_id, uuidv7(), other.id, l.contact_id, l.contact_name, l.contact_email, l.merge_values, 'sent', l.sent_at, :back
     from other join email_logs l on l.tenant_id = :tenantId where l.contact_email = :email returning 1`,
    { email, back: new Date(campaign.at(3 * 24)).toISOString().slice(0, 10) },
  )
  await campaign.live(7 * 24)
  const followed = campaign.left.slice(2).map(({ to, hour }) => ({ mine: to === email, hour }))
  expect(followed).toEqual([
    { mine: false, hour: 49 },
    { mine: true, hour: 4 * 24 + 1 },
  ])
})

it('a deleted contact gets no follow-up, whether it was already created or not', async () => {
  const campaign = await followedCampaign(clocked.world, 3, { followUps: [step()] })
  await campaign.launch()
  const [before, after] = await campaign.sql<{ id: string; email: string }>(
    'select id, email from contacts where tenant_id = :tenantId order by email',
  )
  const remove = (contact?: { id: string }) =>
    campaign.act('deleteContact', { id: encodeId('Contact', contact?.id ?? '') }, '{ id }')
  await remove(before)
  campaign.sleep(49)
  await campaign.readInbox()
  expect(await sweepFollowUps(clocked.world.app)).toBe(2)
  await remove(after)
  await campaign.live(7 * 24)
  const followed = campaign.left.slice(3).map(({ to }) => to)
  expect(followed).toHaveLength(1)
  expect(followed).not.toContain(after?.email)
  expect((await peopleOf(campaign)).map(({ nextFollowUp }: any) => nextFollowUp.state).toSorted()).toEqual([
    'done',
    'stopped',
    'stopped',
  ])
})

it('a cancelled campaign sends follow-ups only after emails that are sent again, and shows the state of each recipient', async () => {
  const campaign = await followedCampaign(clocked.world, 3, { followUps: [step()] })
  await configureSending(campaign.person, { dailyLimit: 1 })
  await campaign.launch()
  expect(await campaign.act('cancelCampaign')).toMatchObject({ status: 'sent' })
  await configureSending(campaign.person, { dailyLimit: 1_000 })
  expect(await campaign.act('sendToFailed', { id: campaign.id })).toMatchObject({ status: 'sending' })
  await campaign.live(1)
  const states = (await peopleOf(campaign)).map(({ nextFollowUp }: any) => nextFollowUp.state)
  expect(states.toSorted()).toEqual(['done', 'waiting', 'waiting'])
  await campaign.live(7 * 24)
  expect(campaign.left).toHaveLength(5)
  expect(await campaign.look()).toMatchObject({ status: 'sent' })
})

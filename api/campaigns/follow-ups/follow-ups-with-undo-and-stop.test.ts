import { describe, expect, it } from 'vitest'
import { followedWorld } from '#tests/support/clocked-world.ts'
import { followedCampaign } from '#tests/support/followed-campaign.ts'

const clocked = followedWorld()

const step = (more: object = {}) => ({ waitDays: 2, timeOfDay: '10:00', timeZone: 'UTC', content: 'Again', ...more })
const WEEK = 7 * 24

type Campaign = Awaited<ReturnType<typeof followedCampaign>>
const subjectsBy = ({ left }: Campaign) =>
  [...Map.groupBy(left, ({ to }) => to).values()].map((emails) => emails.map(({ subject }) => subject))

describe('a campaign whose launch is undone', () => {
  it('sends no follow-up; after the next launch, each follow-up is sent once', async () => {
    const campaign = await followedCampaign(clocked.world, 2, { followUps: [step()] })
    const { id } = campaign
    await campaign.act('sendCampaign', { id, undoSeconds: 600 })
    expect(await campaign.act('cancelCampaign', { id, onlyIfUnsent: true })).toMatchObject({ status: 'draft' })
    await campaign.live(WEEK)
    expect(campaign.left).toEqual([])
    expect(await campaign.sql('select 1 from email_logs where tenant_id = :tenantId')).toEqual([])
    await campaign.act('sendCampaign', { id, undoSeconds: 600 })
    await campaign.live(1)
    await campaign.live(WEEK)
    expect(subjectsBy(campaign)).toEqual(Array.from({ length: 2 }, () => ['Hello', 'Re: Hello']))
  })
})

describe('a workspace whose sending is stopped', () => {
  it('sends no follow-up, whether due or already created, and sends each once when sending is resumed', async () => {
    const campaign = await followedCampaign(clocked.world, 2, { followUps: [step()] })
    const { person } = campaign
    const ask = async (mutation: string) => {
      await campaign.stay()
      const { errors } = await person.graphql(mutation)
      expect(errors).toBeUndefined()
    }
    await campaign.launch()
    await ask('mutation { stopAllSending { errors { code } } }')
    await campaign.live(WEEK)
    expect(campaign.left).toHaveLength(2)
    await ask('mutation { resumeAllSending(input: {}) { errors { code } } }')
    await campaign.live(WEEK)
    expect(subjectsBy(campaign)).toEqual(Array.from({ length: 2 }, () => ['Hello', 'Re: Hello']))
  })
})

describe('an A/B test whose winner goes to the remaining recipients', () => {
  it('sends each person follow-ups that reply to the subject that the person got', async () => {
    const campaign = await followedCampaign(clocked.world, 10, {
      ...{ subject: 'Subject A', isAbTest: true, abVariantType: 'SUBJECT', abVariantB: 'Subject B' },
      ...{ abTestShare: 80, abWinnerMetric: 'OPENS', abWaitHours: 4, followUps: [step()] },
    })
    await campaign.launch()
    expect(campaign.left).toHaveLength(8)
    expect(await campaign.act('chooseAbWinner', { id: campaign.id, winner: 'B' })).toMatchObject({ status: 'sending' })
    await campaign.live(WEEK)
    const got = subjectsBy(campaign)
    expect(got.filter(([subject]) => subject === 'Subject B')).toHaveLength(6)
    expect(got).toEqual(got.map(([subject]) => [subject, `Re: ${subject}`]))
    expect(await campaign.look()).toMatchObject({ status: 'sent', sentCount: 10 })
  })
})

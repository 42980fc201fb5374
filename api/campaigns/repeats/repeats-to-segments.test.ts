import { describe, expect, it } from 'vitest'
import { repeatingDraft, repeatingWorld, RULE, sentTo, type RepeatingDraft } from '#tests/support/repeating-world.ts'

const clocked = repeatingWorld()

const inUlm = { fields: { City: 'Ulm' } }
const move = ({ sql }: RepeatingDraft, contactId: string, city: string) =>
  sql(
    `update contacts set fields = jsonb_build_object('City', :city::text) where tenant_id = :tenantId and id = :contactId returning 1`,
    {
      contactId,
      city,
    },
  )

/** A workspace with the segment of those in Ulm, and the rules about it. */
async function town() {
  const shop = await repeatingDraft(clocked)
  const filter = { fields: [{ name: 'City', equals: 'Ulm' }] }
  const { id: segmentId } = await shop.act('createSegment', { name: 'Ulm', filter })
  const monthly = { kind: 'monthly', dayOfMonth: 1, segmentId }
  return { ...shop, segmentId, rule: { kind: 'segment', segmentId }, monthly }
}

describe('a campaign that repeats for contacts who enter a segment', () => {
  it('sends to each contact once, when they enter the segment', async () => {
    const shop = await town()
    const old = await shop.add('old@example.com', inUlm)
    const ann = await shop.add('ann@example.com', { fields: { City: 'Bonn' } })
    expect(await shop.repeat(shop.rule)).toMatchObject({ id: shop.id })
    expect((await shop.ask('repeat { segmentId segment { name } }')).repeat).toEqual({
      segmentId: shop.segmentId,
      segment: { name: 'Ulm' },
    })
    await shop.live(24)
    await move(shop, ann, 'Ulm')
    await shop.add('bob@example.com', inUlm)
    await shop.live(24)
    for (const each of [old, ann]) await move(shop, each, 'Bonn')
    await shop.live(24)
    for (const each of [old, ann]) await move(shop, each, 'Ulm')
    await shop.live(24)
    expect(await sentTo(shop)).toEqual([['ann@example.com', 'bob@example.com']])
  })

  it('sends at once to those who are in the segment, if the person chooses that', async () => {
    const shop = await town()
    await shop.add('old@example.com', inUlm)
    await shop.repeat({ ...shop.rule, includesExisting: true })
    await shop.live(48)
    expect(await sentTo(shop)).toEqual([['old@example.com']])
  })

  it('is refused for a segment that does not exist, and switched off when its segment is deleted', async () => {
    const shop = await town()
    const stranger = await town()
    expect(await shop.repeat(stranger.rule)).toMatchObject({ code: 'NOT_FOUND' })
    await shop.repeat(shop.rule)
    await shop.act('deleteSegment', { id: shop.segmentId })
    await shop.live(24)
    expect((await shop.state()).offBecause).toMatch(/segment of this campaign was deleted/)
  })
})

describe('a campaign that repeats every month for a segment', () => {
  it('sends to the members that the segment has at each run', async () => {
    const shop = await town()
    const old = await shop.add('old@example.com', inUlm)
    const ann = await shop.add('ann@example.com', { fields: { City: 'Bonn' } })
    expect(await shop.repeat(shop.monthly)).toMatchObject({ id: shop.id })
    expect((await shop.ask('repeat { kind segmentId segment { name } }')).repeat).toEqual({
      kind: 'monthly',
      segmentId: shop.segmentId,
      segment: { name: 'Ulm' },
    })
    await shop.live(31 * 24, 6)
    await move(shop, old, 'Bonn')
    await move(shop, ann, 'Ulm')
    await shop.live(30 * 24, 6)
    await move(shop, old, 'Ulm')
    await shop.live(31 * 24, 6)
    expect(await shop.runs()).toMatchObject([
      { name: 'Welcome, 1 April 2027', to: ['old@example.com'] },
      { name: 'Welcome, 1 May 2027', to: ['ann@example.com'] },
      { name: 'Welcome, 1 June 2027', to: ['ann@example.com', 'old@example.com'] },
    ])
  })

  it('sends once a month, even if the day of the month is changed to a later one', async () => {
    const shop = await town()
    await shop.add('old@example.com', inUlm)
    await shop.add('x@example.com', { fields: { City: 'Bonn' } })
    await shop.repeat(shop.monthly)
    await shop.live(31 * 24, 6)
    await shop.add('ann@example.com', inUlm)
    await shop.repeat({ ...shop.monthly, dayOfMonth: 15 })
    await shop.live(20 * 24, 6)
    expect(await sentTo(shop)).toEqual([['old@example.com'], ['ann@example.com']])
  })

  it('is previewed without contacts who are suppressed or got the email this month', async () => {
    const shop = await town()
    await shop.add('old@example.com', inUlm)
    await shop.add('no@example.com', inUlm)
    await shop.add('x@example.com', { fields: { City: 'Bonn' } })
    await shop.act('addSuppressions', { emails: ['no@example.com'] }, '')
    const preview = async () => {
      await shop.stay()
      const { data } = await shop.person.graphql(
        `query ($id: ID!, $rule: RepeatRuleInput!) { campaign(id: $id) { repeatPreview(rule: $rule) {
           recipients suppressed examples { email } } } }`,
        { id: shop.id, rule: { ...RULE, ...shop.monthly, dayOfMonth: 15 } },
      )
      return data.campaign.repeatPreview
    }
    const all = { recipients: 1, suppressed: 1, examples: [{ email: 'old@example.com' }] }
    expect(await preview()).toEqual(all)
    await shop.repeat({ ...shop.monthly, dayOfMonth: 10 })
    await shop.live(9 * 24, 6)
    expect(await sentTo(shop)).toEqual([['old@example.com']])
    expect(await preview()).toEqual({ recipients: 0, suppressed: 1, examples: [] })
  })

  it('cannot be combined with a label', async () => {
    const shop = await town()
    expect(await shop.repeat({ ...shop.monthly, label: 'VIP' })).toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(/Choose a tag or a segment, not both/),
    })
  })

  it('is refused without a segment, rather than sent to everybody', async () => {
    const shop = await town()
    for (const empty of [{ segmentId: '' }, { segmentId: null, label: '' }]) {
      expect(await shop.repeat({ ...shop.monthly, ...empty })).toMatchObject({ code: 'BAD_INPUT' })
    }
  })

  it('is switched off when its segment is deleted, rather than sent to everybody', async () => {
    const shop = await town()
    const stranger = await town()
    expect(await shop.repeat(stranger.monthly)).toMatchObject({ code: 'NOT_FOUND' })
    await shop.add('old@example.com', inUlm)
    await shop.repeat(shop.monthly)
    await shop.act('deleteSegment', { id: shop.segmentId })
    await shop.live(31 * 24, 6)
    expect(await shop.state()).toMatchObject({
      isOn: false,
      offBecause: expect.stringMatching(/segment of this campaign was deleted/),
    })
    expect(await shop.runs()).toEqual([])
  })
})

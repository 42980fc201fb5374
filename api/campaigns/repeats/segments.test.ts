import { describe, expect, it } from 'vitest'
import { repeatingDraft, repeatingWorld, sentTo, type RepeatingDraft } from '#tests/support/repeating.ts'

const clocked = repeatingWorld()

describe('a segment', () => {
  const inUlm = { fields: { City: 'Ulm' } }
  const move = ({ sql }: RepeatingDraft, contactId: string, city: string) =>
    sql(
      `update contacts set fields = jsonb_build_object('City', :city::text) where tenant_id = :tenantId and id = :contactId returning 1`,
      {
        contactId,
        city,
      },
    )
  async function town() {
    const shop = await repeatingDraft(clocked)
    const filter = { fields: [{ name: 'City', equals: 'Ulm' }] }
    const { id: segmentId } = await shop.act('createSegment', { name: 'Ulm', filter })
    return { ...shop, segmentId, rule: { kind: 'segment', segmentId } }
  }

  it('is written to as contacts enter it, each once', async () => {
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

  it('is written to at once for those who are in it, if the person says so', async () => {
    const shop = await town()
    await shop.add('old@example.com', inUlm)
    await shop.repeat({ ...shop.rule, includesExisting: true })
    await shop.live(48)
    expect(await sentTo(shop)).toEqual([['old@example.com']])
  })

  it('that does not exist is refused, and one that was deleted switches the rule off', async () => {
    const shop = await town()
    const stranger = await town()
    expect(await shop.repeat(stranger.rule)).toMatchObject({ code: 'NOT_FOUND' })
    await shop.repeat(shop.rule)
    await shop.act('deleteSegment', { id: shop.segmentId })
    await shop.live(24)
    expect((await shop.state()).offBecause).toMatch(/segment of this campaign was deleted/)
  })
})

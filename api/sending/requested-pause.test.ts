import { afterAll, beforeAll, expect, it } from 'vitest'
import { scriptedCampaign } from '#tests/support/scripted-campaign.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { DeliveryError, type DeliveryFailure } from './provider.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const DAY = 86_400_000

it.each([
  [undefined, undefined],
  [0, undefined],
  [-60_000, undefined],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [20, 1_000],
  [7_000, 7_000],
  [1e20, DAY],
])('a waiting time of %s ms that a provider asks for is treated as %s', (retryAfterMs, asked) => {
  const refusal = new DeliveryError('throttled', 'no', retryAfterMs === undefined ? {} : { retryAfterMs })
  expect(refusal.retryAfterMs).toBe(asked)
})

it.each<[DeliveryFailure, number, number]>([
  ['throttled', 0, 5_000],
  ['throttled', 1e20, DAY],
  ['quota', 0, 3_600_000],
])(
  'an email refused as %s with a requested waiting time of %d ms is tried again after %d ms',
  async (kind, retryAfterMs, pause) => {
    const refusals = [new DeliveryError(kind, 'no', { retryAfterMs })]
    const { send, pauses, campaign } = await scriptedCampaign(world, {
      send: async () => {
        const refusal = refusals.pop()
        if (refusal) throw refusal
        return { messageId: null, internetMessageId: null }
      },
    })
    await send()
    expect(await campaign()).toMatchObject({ status: 'sent', sentCount: 1 })
    expect(pauses.reduce((sum, each) => sum + each, 0)).toBe(pause)
  },
)

it('an email that was accepted with an absurdly long waiting time counts as sent, and its mailbox pauses for one day', async () => {
  const { person, send, campaign } = await scriptedCampaign(world, {
    send: async () => ({ messageId: null, internetMessageId: null, retryAfterMs: 1e20 }),
  })
  await send()
  expect(await campaign()).toMatchObject({ status: 'sent', sentCount: 1 })
  const rows = await world.app.database.inTenant(person.tenantId, (em) =>
    em.execute(
      `select throttled_until - sent_at as rest from mailboxes m join email_logs l using (tenant_id)
       where tenant_id = ? and throttled_until = sent_at + interval '24 hours'`,
      [person.tenantId],
    ),
  )
  expect(rows).toHaveLength(1)
})

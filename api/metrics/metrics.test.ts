import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draftCampaign, untilCampaign } from '#tests/support/campaigns.ts'
import { samplesIn, valueOf } from '#tests/support/scraped.ts'
import { createWorld, eventually, type World } from '#tests/support/world.ts'
import { METRICS } from './metrics.ts'
import { createScrape } from './scrape.ts'

const RECIPIENTS = 20

let world: World
beforeAll(async () => {
  world = await createWorld({ settleDelaysMs: [300, 600] })
})
afterAll(() => world.close())

/** The metrics now, not those of a scrape before. */
const metricsOf = ({ app }: World) => createScrape(app)()

const over = ({ status }: { status: string }) => status === 'sent' || status === 'failed'

describe('a campaign', () => {
  it('counts what was sent, what the provider throttled, and what failed, by provider', async () => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person, 'google', 'metrics@sandbox.test')
    const id = await draftCampaign(world, person, RECIPIENTS)
    await world.fault({ kind: 'throttled', operation: 'sendDraft', email: 'metrics@sandbox.test', retryAfter: 1 })
    expect((await person.rest('POST', `/api/campaigns/${id}/send`)).status).toBe(200)
    await untilCampaign(world, person, id, over)

    const text = await metricsOf(world)
    const sent = { provider: 'google', outcome: 'sent' }
    expect(valueOf(text, 'mergewell_emails_total', sent)).toBe(RECIPIENTS)
    expect(valueOf(text, 'mergewell_provider_throttles_total', { provider: 'google', kind: 'throttled' })).toBe(1)
    expect(valueOf(text, 'mergewell_provider_throttles_total', { provider: 'microsoft' })).toBe(0)
    expect(valueOf(text, 'mergewell_provider_calls_total', { call: 'send_draft', result: 'ok' })).toBe(RECIPIENTS)
    expect(valueOf(text, 'mergewell_emails_pending')).toBe(0)
    expect(valueOf(text, 'mergewell_oldest_due_email_age_seconds')).toBe(0)
    console.log(text)
  })
})

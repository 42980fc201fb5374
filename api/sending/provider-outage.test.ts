import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'
import { draftCampaign, fetchCampaign } from '#tests/support/campaigns.ts'
import { firstOf, itInFull } from '#tests/support/full-run-only.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { createSlices, scriptedStore } from '#tests/support/scripted-campaign.ts'
import { rowsOf } from '#tests/support/sent-mail.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { DeliveryError, REQUESTS, type OpenMailbox } from './provider.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const MINUTE = 60_000
const RECIPIENTS = inject('everything') ? 60 : 30
const refused = () =>
  new DeliveryError('unavailable', 'ECONNREFUSED: the email provider could not be reached', { unreachable: true })
const outOfOrder = () => new DeliveryError('unavailable', '503 ServiceUnavailable: try later')

/** A campaign through a mailbox whose provider fails some calls while `isDown` returns true. */
async function campaignThrough(
  fails: readonly (keyof OpenMailbox)[],
  failure: () => Error,
  isDown: (at: Date) => boolean,
  start?: () => Date,
) {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  const key = await mailboxOf(world, person)
  const id = await draftCampaign(world, person, RECIPIENTS)
  const taken: string[] = []
  const drafts = new Map<string, string>()
  let asked = 0
  let made = 0
  const call = async <T>(name: keyof OpenMailbox, work: () => T): Promise<T> => {
    asked += 1
    if (fails.includes(name) && isDown(slices.clock())) throw failure()
    return work()
  }
  const receipt = { messageId: null, internetMessageId: null }
  const mailbox: Partial<OpenMailbox> = {
    canDraft: !fails.includes('send'),
    probe: () => call('probe', () => undefined),
    send: ({ to }) => call('send', () => (taken.push(to.address), receipt)),
    createDraft: ({ to }) =>
      call('createDraft', () => {
        const draft = `d${(made += 1)}`
        drafts.set(draft, to.address)
        return draft
      }),
    sendDraft: (draft) =>
      call('sendDraft', () => {
        taken.push(drafts.get(draft) ?? '')
        drafts.delete(draft)
        return receipt
      }),
    lookAtDraft: (draft) => call('lookAtDraft', () => (drafts.has(draft) ? 'draft' : 'sent')),
  }
  const slices = createSlices(
    scriptedStore(
      createSendStore(world.app, () => []),
      mailbox,
    ),
    key,
    start,
  )
  const begin = async () => expect((await person.rest('POST', `/api/campaigns/${id}/send`)).status).toBe(200)
  const troubleOf = async () => {
    const { data, errors } = await person.graphql('{ mailboxes { trouble { reason since nextTryAt text detail } } }')
    expect(errors).toBeUndefined()
    return data.mailboxes[0].trouble
  }
  const failures = () => rowsOf(world, person, `select id from email_logs where failures > 0`)
  return {
    person,
    key,
    id,
    taken,
    slices,
    begin,
    troubleOf,
    failures,
    asked: () => asked,
    look: () => fetchCampaign(person, id),
  }
}

/** The provider goes down after a few emails, for three minutes. */
function threeMinutes(emails: number, taken: () => number) {
  let since: number | null = null
  return (at: Date) => {
    if (since === null && taken() >= emails) since = at.getTime()
    return since !== null && at.getTime() < since + 3 * MINUTE
  }
}

describe('a provider that is down for three minutes', () => {
  const WAYS_DOWN: [string, (keyof OpenMailbox)[], () => Error][] = [
    ['answers 503 to everything', ['createDraft', 'sendDraft', 'lookAtDraft'], outOfOrder],
    ['refuses connections of a direct send', ['send'], refused],
    ['refuses every connection', ['createDraft', 'sendDraft', 'lookAtDraft'], refused],
    ['answers 503 when drafts are created', ['createDraft'], outOfOrder],
    ['answers 503 when drafts are sent', ['sendDraft'], outOfOrder],
  ]
  it.each(firstOf(WAYS_DOWN, 1))(
    'and %s makes no email fail, and all are sent once it recovers',
    async (_, fails, failure) => {
      // The time of the next try is checked before it comes, however slow this machine is.
      const { clock } = world.app
      onTestFinished(() => void (world.app.clock = clock))
      const start = new Date()
      world.app.clock = () => start
      const isDown = threeMinutes(5, () => campaign.taken.length)
      const campaign = await campaignThrough(fails, failure, isDown, () => start)
      const { slices, begin, troubleOf, failures, look, asked } = campaign
      await begin()
      const until = await slices.next()
      const before = asked()
      expect(await look()).toMatchObject({
        status: 'sending',
        statusReason: 'PROVIDER_DOWN',
        resumesAt: until?.toISOString(),
        failedCount: 0,
      })
      expect(await troubleOf()).toEqual({
        reason: 'PROVIDER_DOWN',
        since: expect.any(String),
        nextTryAt: until?.toISOString(),
        text: expect.stringContaining('is not available'),
        detail: failure().message,
      })
      await slices.toTheEnd()
      expect(await look()).toMatchObject({ status: 'sent', sentCount: RECIPIENTS, failedCount: 0 })
      expect([new Set(campaign.taken).size, campaign.taken.length]).toEqual([RECIPIENTS, RECIPIENTS])
      expect(await failures()).toEqual([])
      expect(await troubleOf()).toBeNull()
      expect(slices.pauses.length).toBeLessThan(16)
      expect(asked() - before).toBeLessThan(3 * RECIPIENTS + 30)
    },
  )

  it('makes direct sends that were in progress uncertain, and no others', async () => {
    const silence = () => new DeliveryError('uncertain', 'UNCERTAIN: 503')
    const isDown = threeMinutes(5, () => campaign.taken.length)
    const campaign = await campaignThrough(['send', 'probe'], silence, isDown)
    await campaign.begin()
    await campaign.slices.toTheEnd()
    const { failedCount, sentCount } = await campaign.look()
    expect(sentCount + failedCount).toBe(RECIPIENTS)
    expect(failedCount).toBeLessThanOrEqual(REQUESTS)
  })
})

it('an email that always gets an error response fails alone and holds up no others', async () => {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  const key = await mailboxOf(world, person)
  const id = await draftCampaign(world, person, RECIPIENTS)
  let poison: string | null = null
  let tries = 0
  const mailbox: Partial<OpenMailbox> = {
    send: async ({ to }) => {
      poison ??= to.address
      if (to.address !== poison) return { messageId: null, internetMessageId: null }
      tries += 1
      throw outOfOrder()
    },
  }
  const slices = createSlices(
    scriptedStore(
      createSendStore(world.app, () => []),
      mailbox,
    ),
    key,
  )
  await person.rest('POST', `/api/campaigns/${id}/send`)
  await slices.next()
  const { sentCount, failedCount } = await fetchCampaign(person, id)
  expect([sentCount, failedCount, tries]).toEqual([RECIPIENTS - 1, 0, 1])
  expect(await rowsOf(world, person, `select id from email_logs where failures = 1`)).toHaveLength(1)
})

itInFull(
  'a provider that refuses three mailboxes is tried with one at a time, and all continue when it recovers',
  async () => {
    let down = true
    const campaigns = []
    // All campaigns share one start: on a busy machine the fourth would otherwise begin after the provider's first
    // pause.
    let begun: Date | null = null
    const start = () => (begun ??= new Date())
    for (let index = 0; index < 4; index += 1)
      campaigns.push(await campaignThrough(['send'], refused, () => down, start))
    const [first, second, third, fourth] = campaigns
    if (!first || !second || !third || !fourth) throw new Error('four campaigns')
    for (const { begin } of campaigns) await begin()
    for (const { slices } of [first, second, third]) await slices.next()
    await fourth.slices.next()
    expect(fourth.asked()).toBe(0)
    expect(await fourth.look()).toMatchObject({ statusReason: 'PROVIDER_DOWN' })
    down = false
    for (const { slices } of campaigns) await slices.toTheEnd()
    for (const { look } of campaigns) expect(await look()).toMatchObject({ status: 'sent', sentCount: RECIPIENTS })
  },
)

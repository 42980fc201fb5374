import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'
import { installationFigures } from '#api/metrics/installation-metrics.ts'
import type { FaultOrder } from '#sandbox/faults.ts'
import { REQUESTS } from '#api/sending/provider.ts'
import { configureSending, draftCampaign, fetchCampaign } from '../support/campaigns.ts'
import { firstOf } from '../support/full-run-only.ts'
import { mailboxOf } from '../support/returned-mail.ts'
import { createSlices } from '../support/scripted-campaign.ts'
import { rowsOf } from '../support/sent-mail.ts'
import { createWorld, type TestPerson, type World } from '../support/world.ts'

/**
 * Recipients of the campaign in these tests of refusals: of the application, of a sign-in and of a whole mailbox (issue
 * 43, points 7 to 10).
 */

const RECIPIENTS = 12
const MINUTE = 60_000
const RENEW = 'The administrator of this installation must renew its registration.'

let clock = () => new Date()
/** ms by which the product looks back: a slice ends at the moment of the next try */
let back = 0
let world: World
beforeAll(async () => {
  world = await createWorld({ send: false, sandboxClock: () => clock().getTime() })
  world.app.clock = () => new Date(clock().getTime() - back)
})
afterAll(() => world.close())
afterEach(async () => {
  await fetch(`${world.sandboxUrl}/sandbox/faults`, { method: 'DELETE' })
})

let mailboxes = 0

async function placeFor(vendor: 'microsoft' | 'google') {
  const person = await world.signUp({ unlimited: true })
  const email = `access${(mailboxes += 1)}@sandbox.test`
  await world.connect(person, vendor, email)
  const slices = createSlices(
    createSendStore(world.app, () => []),
    await mailboxOf(world, person),
  )
  clock = slices.clock
  return { person, email, slices }
}

const order = (email: string, fault: FaultOrder) => world.fault({ count: null, ...fault, email })
/** Runs work while the mailbox still waits for its next try. */
async function meanwhile<T>(work: () => Promise<T>): Promise<T> {
  back = 1_000
  return work().finally(() => (back = 0))
}

const clear = () => fetch(`${world.sandboxUrl}/sandbox/faults`, { method: 'DELETE' })

async function launch(person: TestPerson, recipients = RECIPIENTS) {
  const id = await draftCampaign(world, person, recipients)
  expect((await person.rest('POST', `/api/campaigns/${id}/send`)).status).toBe(200)
  return id
}

async function mailboxState(person: TestPerson) {
  const { data } = await person.graphql(
    '{ mailboxes { status wait { reason text until } trouble { reason text detail } } }',
  )
  return data.mailboxes[0]
}

describe.each(firstOf(['microsoft', 'google'], 1))('a provider (%s) that', (vendor) => {
  let place: Awaited<ReturnType<typeof placeFor>>
  beforeEach(async () => {
    clock = () => new Date()
    place = await placeFor(vendor)
  })

  const circuit = async () => {
    const figures = await installationFigures(world.app)
    const labels = JSON.stringify({ provider: vendor, scope: 'registration' })
    return figures.find((figure) => JSON.stringify(figure[1]) === labels)?.[2]
  }

  it('refuses the application counts as down for the whole installation, and nobody is asked to reconnect', async () => {
    const { person, email, slices } = place
    const other = await world.signUp({ unlimited: true })
    await world.connect(other, vendor, `neighbor${mailboxes}@sandbox.test`)
    await order(email, { kind: 'expired', count: 1 })
    await world.fault({ kind: 'application', operation: 'token', vendor, count: null })
    const id = await launch(person)
    await slices.next()
    expect(await meanwhile(() => fetchCampaign(person, id))).toMatchObject({
      status: 'sending',
      statusReason: 'REGISTRATION',
      failedCount: 0,
    })
    for (const each of [person, other]) {
      expect(await meanwhile(() => mailboxState(each))).toMatchObject({
        status: 'connected',
        wait: { reason: 'REGISTRATION', text: expect.stringContaining(RENEW), until: expect.any(String) },
        trouble: { reason: 'REGISTRATION' },
      })
    }
    expect(await circuit()).toBe(1)
    // The token is requested again and again by a renewal, and sending continues when the registration works.
    for (let tries = 0; tries < 4; tries += 1) await slices.next()
    expect(await fetchCampaign(person, id)).toMatchObject({ status: 'sending', sentCount: 0, failedCount: 0 })
    await clear()
    await slices.toTheEnd()
    expect(await fetchCampaign(person, id)).toMatchObject({ status: 'sent', sentCount: RECIPIENTS, failedCount: 0 })
    expect(await circuit()).toBe(0)
    expect(await meanwhile(() => mailboxState(other))).toMatchObject({ status: 'connected', wait: null })
    expect(await world.accepted(email)).toHaveLength(RECIPIENTS)
  })

  const ONCE = [
    ['without a reason', 'refused'],
    ['with a final reason', 'forbidden'],
  ] as const
  it.each(firstOf(ONCE, 1))('refuses a sign-in once, %s, causes no mailbox to be disconnected', async (_, kind) => {
    const { person, email, slices } = place
    await order(email, { kind: 'expired', count: 1 })
    await order(email, { kind, operation: 'token', count: 1 })
    const id = await launch(person)
    await slices.next()
    expect(await meanwhile(() => mailboxState(person))).toMatchObject({
      status: 'connected',
      wait: { reason: 'SIGN_IN_DOUBT' },
    })
    await slices.toTheEnd()
    expect(await fetchCampaign(person, id)).toMatchObject({ status: 'sent', sentCount: RECIPIENTS, failedCount: 0 })
    expect(await meanwhile(() => mailboxState(person))).toMatchObject({
      status: 'connected',
      wait: null,
      trouble: null,
    })
  })

  it('refuses a sign-in for a final reason causes the person to be asked to reconnect, however slow the pace is', async () => {
    const { person, email, slices } = place
    await configureSending(person, { emailsPerInterval: 1, intervalSeconds: 3_600, enableThrottling: true })
    await order(email, { kind: 'expired', count: 1 })
    await order(email, { kind: 'forbidden', operation: 'token' })
    const id = await launch(person, 3)
    const began = clock().getTime()
    for (let again = await slices.next(); again; again = await slices.next());
    expect(await fetchCampaign(person, id)).toMatchObject({ status: 'paused', statusReason: 'RECONNECT', sentCount: 0 })
    expect(clock().getTime() - began).toBeLessThan(MINUTE)
    expect(await meanwhile(() => mailboxState(person))).toMatchObject({
      status: 'error',
      wait: { reason: 'RECONNECT' },
      trouble: null,
    })
  })

  const ALWAYS = [
    ['no reason, after fifteen minutes', { kind: 'refused', operation: 'token' }, 14 * MINUTE, 21 * MINUTE],
    ['401 for renewed tokens, after fifteen minutes', { kind: 'unauthorized' }, 14 * MINUTE, 21 * MINUTE],
    ['a final reason, after seconds', { kind: 'forbidden', operation: 'token' }, 0, MINUTE],
  ] as const
  /** Asked after each of many tries, which the API would take much longer for. */
  const STATES = `select c.status as campaign, c.failed_count as failed, m.status as mailbox
    from campaigns c join mailboxes m on m.tenant_id = c.tenant_id`
  it.each(firstOf(ALWAYS, 1))(
    'refuses a sign-in for %s causes the person to be asked to reconnect',
    async (_, fault, least, most) => {
      const { person, email, slices } = place
      await order(email, { kind: 'expired', count: 1 })
      await order(email, fault)
      const id = await launch(person, 2)
      const began = clock().getTime()
      for (let again = await slices.next(); again; again = await slices.next()) {
        expect(await rowsOf(world, person, STATES)).toEqual([{ campaign: 'sending', failed: 0, mailbox: 'connected' }])
      }
      expect(await fetchCampaign(person, id)).toMatchObject({
        status: 'paused',
        statusReason: 'RECONNECT',
        sentCount: 0,
      })
      const took = clock().getTime() - began
      expect(took).toBeGreaterThan(least)
      expect(took).toBeLessThan(most)
    },
  )

  const REFUSALS = [
    ['blocked', vendor === 'microsoft' ? 'Microsoft has blocked this mailbox from sending.' : 'Google does not let'],
    ['noMailbox', 'This account has no mailbox.'],
    ['full', 'This mailbox is full.'],
  ] as const
  it.each(firstOf(REFUSALS, 1))(
    'refuses the mailbox (%s) gets a few emails, not all, and none loses an attempt',
    async (kind, words) => {
      const { person, email, slices } = place
      const fault = await order(email, { kind, count: 40 })
      const id = await launch(person)
      await slices.next()
      expect(await meanwhile(() => fetchCampaign(person, id))).toMatchObject({
        status: 'sending',
        statusReason: 'MAILBOX_REFUSED',
        failedCount: 0,
      })
      expect(await meanwhile(() => mailboxState(person))).toMatchObject({
        status: 'connected',
        wait: { reason: 'MAILBOX_REFUSED', text: expect.stringContaining(words) },
        trouble: { reason: 'MAILBOX_REFUSED', text: expect.stringContaining(words) },
      })
      expect(40 - (await world.faultLeft(fault))).toBeLessThanOrEqual(REQUESTS)
      await clear()
      await slices.toTheEnd()
      expect(await fetchCampaign(person, id)).toMatchObject({ status: 'sent', sentCount: RECIPIENTS, failedCount: 0 })
    },
  )
})

describe('an application that one organization disabled at Microsoft', () => {
  /** Creates a mailbox of a new organization whose renewals are refused. */
  async function refusedPlace() {
    const place = await placeFor('microsoft')
    await world.app.database.inTenant(place.person.tenantId, (em) =>
      em.execute('update mailboxes set directory = ? where tenant_id = ?', [place.email, place.person.tenantId]),
    )
    await order(place.email, { kind: 'expired', count: 1 })
    await order(place.email, { kind: 'disabled', operation: 'token' })
    await launch(place.person)
    await place.slices.next()
    return place
  }

  it('affects only that organization until a second one gets the same answer', async () => {
    const first = await refusedPlace()
    expect(await meanwhile(() => mailboxState(first.person))).toMatchObject({ wait: { reason: 'SIGN_IN_DOUBT' } })
    const second = await refusedPlace()
    expect(await meanwhile(() => mailboxState(second.person))).toMatchObject({ wait: { reason: 'REGISTRATION' } })
    await clear()
    await second.slices.toTheEnd()
  })
})

import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'
import type { FaultOrder } from '#sandbox/faults.ts'
import { PAUSE } from '#api/sending/circuit-breaker.ts'
import { draftCampaign, fetchCampaign } from '../support/campaigns.ts'
import { MANUAL_TIMEOUT_MS, manualTimeout } from '../support/manual-timeout.ts'
import { firstOf } from '../support/full-run-only.ts'
import { mailboxOf } from '../support/returned-mail.ts'
import { createSlices } from '../support/scripted-campaign.ts'
import { endPatience } from '../support/sign-in-doubt.ts'
import { createWorld, eventually, type TestPerson, type World } from '../support/world.ts'
import { promised, RECIPIENTS, SENTENCES, STRUCK, type Outcome, type Sentence } from './conformance.ts'
import { DRIVERS, type Driver } from './drivers.ts'

/** Clock shared by the product and the sandbox; it advances only between the slices of a test. */
let clock = () => new Date()
let world: World
beforeAll(async () => {
  world = await createWorld({
    send: false,
    mailHost: true,
    timeoutMs: MANUAL_TIMEOUT_MS,
    settleDelaysMs: [15_000, 45_000, 120_000, 300_000],
    sandboxClock: () => clock().getTime(),
  })
  world.app.clock = () => clock()
})
afterAll(() => world.close())

/** The shortest pause after a provider's failure, see api/sending/circuit-breaker.ts. */
const FIRST_BACK_OFF_MS = 0.75 * PAUSE.first

/** A mailbox that uses a driver, and its owner. */
interface Place {
  driver: Driver
  person: TestPerson
  mailbox: string
  slices: ReturnType<typeof createSlices>
  /** the attachments of its campaigns */
  files: readonly object[]
  connect(): Promise<void>
}

let mailboxes = 0

async function placeFor(driver: Driver): Promise<Place> {
  const person = await world.signUp({ unlimited: true })
  const mailbox = `driver${(mailboxes += 1)}@${driver.domain ?? 'sandbox.test'}`
  const connect = () => world.connect(person, driver.vendor, mailbox, driver.scopes, { reading: driver.reads })
  await connect()
  const store = createSendStore(world.app, () => [])
  const slices = createSlices(store, await mailboxOf(world, person))
  return { driver, person, mailbox, slices, connect, files: await filesFor(driver, person) }
}

/** Stores the driver's file once; campaigns copy it. */
async function filesFor({ file }: Driver, person: TestPerson) {
  if (!file) return []
  const name = 'large.bin'
  const attachments = [{ name, contentBytes: Buffer.alloc(file, 'file').toString('base64') }]
  const id = await draftCampaign(world, person, 1, { attachments })
  const { data } = await person.graphql('query ($id: ID!) { campaign(id: $id) { attachments { id } } }', { id })
  return [{ id: data.campaign.attachments[0].id, name }]
}

/** A campaign whose provider has these faults, launched but not yet sent. An outage of an earlier one is over. */
async function launch({ person, mailbox, files }: Place, faults: readonly FaultOrder[]) {
  await world.app.database.inTenant(person.tenantId, (em) =>
    em.execute('update mailboxes set outage = null where tenant_id = ?', [person.tenantId]),
  )
  const id = await draftCampaign(world, person, RECIPIENTS, { attachments: files })
  const ordered: number[] = []
  for (const fault of faults) ordered.push(await world.fault({ ...fault, email: mailbox }))
  expect((await person.rest('POST', `/api/campaigns/${id}/send`)).status).toBe(200)
  return { id, struck: async () => (await Promise.all(ordered.map(world.faultLeft))).every((left) => left === 0) }
}

/** Returns what the product says of a campaign's emails, beside what the sandbox accepted of them. */
async function fates({ driver, person, mailbox }: Place, id: string) {
  const { logs, ...campaign } = await fetchCampaign(person, id)
  const all = new Set(logs.map((log) => log.contactEmail))
  const accepted = (await world.accepted(mailbox)).map(({ recipient }) => recipient).filter((email) => all.has(email))
  const tally: Partial<Record<Outcome, number>> = {}
  for (const { contactEmail, status, error } of logs) {
    const times = accepted.filter((email) => email === contactEmail).length
    expect(times, 'accepted twice').toBeLessThan(2)
    const uncertain = error?.startsWith('UNCERTAIN') ?? false
    if (status !== 'failed') expect(times, 'sent, but never accepted').toBe(1)
    else if (!uncertain) expect(times, 'accepted, but failed').toBe(0)
    const taken = times ? 'accepted, uncertain' : 'not accepted, uncertain'
    const outcome = status !== 'failed' ? 'sent' : uncertain ? taken : 'failed'
    tally[outcome] = (tally[outcome] ?? 0) + 1
  }
  if (driver.file) expect(await filesLost(mailbox), 'accepted without the file').toEqual([])
  const { sent = 0 } = tally
  expect(campaign).toMatchObject({ sentCount: sent, failedCount: RECIPIENTS - sent, pendingCount: 0 })
  return tally
}

/** Emails that the sandbox accepted without their attachment. */
async function filesLost(mailbox: string): Promise<unknown[]> {
  const answer = await fetch(`${world.sandboxUrl}/sandbox/mailboxes/microsoft/${mailbox}/messages?folder=sent`)
  const { messages } = (await answer.json()) as { messages: { attachments: number }[] }
  return messages.filter(({ attachments }) => attachments === 0)
}

/** The tally of a campaign in which these emails were struck. */
const tallyOf = (outcome: Outcome, struck = STRUCK) =>
  outcome === 'sent' ? { sent: RECIPIENTS } : { sent: RECIPIENTS - struck, [outcome]: struck }

const sendToFailed = ({ person }: Place, id: string) =>
  person.graphql(
    'mutation ($id: ID!) { sendToFailed(input: { id: $id }) { campaign { id } errors { code field message } } }',
    { id },
  )

/** The first driver that makes mostly the same calls. */
const likeOf = ({ vendor, level }: Driver) => DRIVERS.find((one) => one.vendor === vendor && one.level === level)
/** `npm test` checks of such a driver only what another one does not promise. */
const isBrief = ({ core }: Driver) => core === true && !inject('everything')

/** `npm test` checks each level with one provider where the rule is the same for both. */
const isLeftToOtherProvider = ({ vendor, level }: Driver) =>
  !inject('everything') && vendor !== 'smtp' && vendor !== (level === 'direct' ? 'microsoft' : 'google')

/**
 * `npm test` checks a sentence that is not core with one provider, in turn, and one that promises the same of drafts and
 * direct sends with one of the two.
 */
function isLeftToAnother({ core, becomes }: Sentence, index: number, driver: Driver): boolean {
  if (core || driver.core || driver.vendor === 'smtp' || inject('everything')) return false
  if (driver.vendor === (index % 2 === 0 ? 'google' : 'microsoft')) return true
  return becomes.direct === becomes.drafts && driver.level === (index % 4 < 2 ? 'direct' : 'drafts')
}

describe.each(DRIVERS)('$name: a provider that', (driver) => {
  let place: Place
  beforeAll(async () => {
    clock = () => new Date()
    place = await placeFor(driver)
    clock = place.slices.clock
  })
  afterEach(async () => {
    await fetch(`${world.sandboxUrl}/sandbox/faults`, { method: 'DELETE' })
  })

  for (const [what, sentences] of Object.entries(SENTENCES)) {
    for (const [index, sentence] of sentences.entries()) {
      if (isLeftToAnother(sentence, index, driver)) continue
      const outcome = promised(sentence, driver, isBrief(driver))
      const like = isBrief(driver) ? likeOf(driver) : undefined
      if (outcome === undefined || (like && promised(sentence, like, false) === outcome)) continue
      it(`${what} ${sentence.says}: the emails are ${outcome}`, async () => {
        const { id, struck } = await launch(place, sentence.faults(driver))
        await place.slices.toTheEnd()
        expect(await struck(), 'every fault has struck').toBe(true)
        expect(await fates(place, id)).toEqual(tallyOf(outcome))
        if (outcome === 'sent') return
        await sendToFailed(place, id)
        await place.slices.toTheEnd()
        expect(await fates(place, id)).toEqual(tallyOf(outcome === 'failed' ? 'sent' : outcome))
      })
    }
  }

  it.runIf(driver.file)('works gets every email with its large file', async () => {
    const { id } = await launch(place, [])
    await place.slices.toTheEnd()
    expect(await fates(place, id)).toEqual({ sent: RECIPIENTS })
  })

  if (isBrief(driver) || isLeftToOtherProvider(driver)) return

  const silences = [
    ['takes', 'hangAfter', driver.level === 'direct' ? 'accepted, uncertain' : 'sent'],
    ['ignores', 'hang', driver.level === 'drafts' ? 'sent' : 'not accepted, uncertain'],
  ] as const
  // A witness of an email that was not taken is waited for in vain.
  it.each(silences.slice(0, driver.level === 'witnessed' ? 1 : 2))(
    '%s an email and does not answer is not waited for longer than the limit',
    async (_, kind, outcome) => {
      const limit = manualTimeout()
      const silence = { kind, operation: driver.sends, after: RECIPIENTS - 1 } as const
      const { id, struck } = await launch(place, [silence])
      const sending = place.slices.toTheEnd()
      await eventually('the others are sent', async () => (await fetchCampaign(place.person, id)).pendingCount === 1)
      await eventually('the last was asked for', struck)
      limit.pass()
      await sending
      expect(await fates(place, id)).toEqual(tallyOf(outcome, 1))
    },
  )

  it.each(firstOf(['unauthorized', 'revoked'], 1))(
    'refuses the sign-in (%s), which no refresh cures, causes a pause; once reconnected, each email is sent once',
    async (kind) => {
      const { person, slices } = place
      const { id } = await launch(place, [{ kind, operation: driver.sends, count: null }])
      await slices.next()
      // A refused password pauses the mailbox at once, because hosts lock accounts that try again.
      if ((await fetchCampaign(person, id)).status !== 'paused') await endPatience(world, person)
      await slices.toTheEnd()
      expect(await fetchCampaign(person, id)).toMatchObject({
        status: 'paused',
        statusReason: 'RECONNECT',
        sentCount: 0,
      })
      await fetch(`${world.sandboxUrl}/sandbox/faults`, { method: 'DELETE' })
      const early = await person.graphql(
        'mutation ($id: ID!) { resumeCampaign(input: { id: $id }) { campaign { id } errors { code field message } } }',
        { id },
      )
      expect(early.errors?.[0].extensions.code).toBe('BAD_INPUT')
      await place.connect()
      await person.graphql(
        'mutation ($id: ID!) { resumeCampaign(input: { id: $id }) { campaign { id } errors { code field message } } }',
        { id },
      )
      await slices.toTheEnd()
      await sendToFailed(place, id)
      await slices.toTheEnd()
      expect(await fates(place, id)).toEqual({ sent: RECIPIENTS })
    },
  )

  it.runIf(driver.level === 'drafts')('is asked about one email does not delay the others', async () => {
    const { person, slices } = place
    const { id } = await launch(place, [{ kind: 'unavailable', operation: driver.sends }])
    const asked = slices.pauses.length
    await slices.next()
    expect((await fetchCampaign(person, id)).sentCount).toBe(RECIPIENTS - 1)
    // Until the look at the draft; or until the outage is over that the failure begins, if the other email was under way by then.
    expect(slices.pauses[asked]).toBeGreaterThanOrEqual(FIRST_BACK_OFF_MS)
    await slices.toTheEnd()
    expect(await fates(place, id)).toEqual({ sent: RECIPIENTS })
  })

  // A host refuses a sender's address, not consent: the campaign pauses.
  it.runIf(driver.vendor !== 'smtp')('refuses permission to send makes the emails fail with that reason', async () => {
    const { id } = await launch(place, [{ kind: 'forbidden', operation: driver.sends, count: null }])
    await place.slices.toTheEnd()
    const { logs } = await fetchCampaign(place.person, id)
    expect(logs.map(({ error }) => error)).toEqual(Array(RECIPIENTS).fill(expect.stringMatching(/^403 /)))
    expect(await fates(place, id)).toEqual({ failed: RECIPIENTS })
  })
})

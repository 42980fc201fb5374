import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSendStore } from '#api/campaigns/delivery/send-store.ts'
import type { FaultOrder } from '#api/sandbox/faults.ts'
import { draftCampaign, fetchCampaign } from '../support/campaigns.ts'
import { mailboxOf } from '../support/returned-mail.ts'
import { createSlices } from '../support/scripted-campaign.ts'
import { createWorld, type TestPerson, type World } from '../support/world.ts'

const RECIPIENTS = 4
const VENDORS = ['microsoft', 'google'] as const
type Vendor = (typeof VENDORS)[number]
const SEND_ONLY = {
  microsoft: ['openid', 'profile', 'email', 'offline_access', 'User.Read', 'Mail.Send'],
  google: ['openid', 'email', 'profile', 'https://www.googleapis.com/auth/gmail.send'],
}
/** Each vendor's wording for "unavailable" and "slow down", which does not say whether an email was accepted. */
const BUSY = {
  microsoft: { kind: 'throttled', code: 'ErrorServerBusy' },
  google: { kind: 'throttled', code: 'somethingNew' },
} as const
const BROKEN = { microsoft: 'ServiceUnavailable', google: 'backendError' }

/** One clock for the engine and the sandbox; it advances only between the slices of a test. */
let clock = () => new Date()
let world: World
beforeAll(async () => {
  world = await createWorld({ send: false, sandboxClock: () => clock().getTime() })
})
afterAll(() => world.close())

let boxes = 0

/**
 * Runs a campaign to the end through a mailbox with these faults, then retries the failed emails as far as possible.
 */
async function sendThrough(
  vendor: Vendor,
  faults: readonly FaultOrder[],
  grant: { scopes?: string[]; reading?: boolean } = {},
) {
  const person = await world.signUp({ unlimited: true })
  const mailbox = `liar${(boxes += 1)}@sandbox.test`
  await world.connect(person, vendor, mailbox, grant.scopes, { reading: grant.reading ?? false })
  const id = await draftCampaign(world, person, RECIPIENTS)
  for (const fault of faults) await world.fault({ ...fault, email: mailbox })
  expect((await person.rest('POST', `/api/campaigns/${id}/send`)).status).toBe(200)
  const slices = createSlices(
    createSendStore(world.app, () => []),
    await mailboxOf(world, person),
  )
  clock = slices.clock
  await slices.toTheEnd()
  const first = await fates(person, id, mailbox)
  await person.graphql('mutation ($id: ID!) { sendToFailed(id: $id) { id } }', { id })
  await slices.toTheEnd()
  return { first, after: await fates(person, id, mailbox), pauses: slices.pauses }
}

/** The invariant: no email accepted twice, none accepted that counts as failed, every email accounted for. */
async function fates(person: TestPerson, id: string, mailbox: string) {
  const { logs, ...campaign } = await fetchCampaign(person, id)
  const accepted = (await world.accepted(mailbox)).map(({ recipient }) => recipient)
  const sent = logs.filter(({ status }) => status !== 'failed').map((log) => log.contactEmail)
  const uncertain = logs.filter(({ error }) => error?.startsWith('UNCERTAIN')).map((log) => log.contactEmail)
  const failed = logs.length - sent.length - uncertain.length
  expect(new Set(accepted).size, 'accepted twice').toBe(accepted.length)
  expect(
    sent.filter((recipient) => !accepted.includes(recipient)),
    'sent, but never accepted',
  ).toEqual([])
  const lost = accepted.filter((recipient) => !sent.includes(recipient) && !uncertain.includes(recipient))
  expect(lost, 'accepted, but counted as failed').toEqual([])
  expect(campaign).toMatchObject({ sentCount: sent.length, pendingCount: 0 })
  return { accepted: accepted.length, sent: sent.length, uncertain: uncertain.length, failed }
}

const ALL_SENT = { accepted: RECIPIENTS, sent: RECIPIENTS, uncertain: 0, failed: 0 }
const lag = (ms: number): FaultOrder => ({ kind: 'lag', operation: 'sendDraft', ms, count: 2 })

describe.each(VENDORS)('a lying provider at %s', (vendor) => {
  const send = { operation: 'send', count: 2, done: true } as const
  const sendDraft = { ...send, operation: 'sendDraft' } as const

  it.each<[string, FaultOrder[]]>([
    ['503 in its own words', [{ ...send, kind: 'unavailable', code: BROKEN[vendor] }]],
    ['503 with Retry-After', [{ ...send, kind: 'unavailable', retryAfter: 5 }]],
    ['500', [{ ...send, kind: 'unavailable', status: 500 }]],
    ['408', [{ ...send, kind: 'unavailable', status: 408 }]],
    ['429 without a documented code', [{ ...send, ...BUSY[vendor], retryAfter: 5 }]],
    ['200 with a page', [{ ...send, kind: 'page' }]],
    ['404 with a page', [{ ...send, kind: 'page', status: 404 }]],
    ['a cut', [{ kind: 'cutAfter', operation: 'send', count: 2 }]],
  ])(
    'that accepts direct sends but answers %s is not believed: emails are uncertain, and none is sent twice',
    async (_, faults) => {
      const { first, after } = await sendThrough(vendor, faults, { scopes: SEND_ONLY[vendor] })
      const expected = { accepted: RECIPIENTS, sent: RECIPIENTS - 2, uncertain: 2, failed: 0 }
      expect([first, after]).toEqual([expected, expected])
    },
  )

  it('with truthful documented throttling of direct sends sends each email once', async () => {
    const throttled: FaultOrder = { kind: 'throttled', operation: 'send', count: 3, retryAfter: 5 }
    expect((await sendThrough(vendor, [throttled], { scopes: SEND_ONLY[vendor] })).after).toEqual(ALL_SENT)
  })

  it.each<[string, FaultOrder[]]>([
    ['503', [{ ...sendDraft, kind: 'unavailable', code: BROKEN[vendor] }]],
    ['429 in documented words', [{ ...sendDraft, kind: 'throttled', retryAfter: 5 }]],
    ['429 in other words', [{ ...sendDraft, ...BUSY[vendor], retryAfter: 5 }]],
    ['200 with a page', [{ ...sendDraft, kind: 'page' }]],
    ['400 in its own words', [{ ...sendDraft, kind: 'badRequest' }]],
    ['a cut', [{ kind: 'cutAfter', operation: 'sendDraft', count: 2 }]],
    ['503, and copies lag for 12 s', [lag(12_000), { ...sendDraft, kind: 'unavailable' }]],
    ['429, and copies lag for 12 s', [lag(12_000), { ...sendDraft, kind: 'throttled', retryAfter: 1 }]],
    ['a cut, and copies lag for 12 s', [lag(12_000), { kind: 'cutAfter', operation: 'sendDraft', count: 2 }]],
    [
      '503, and copies first lag, then know nothing',
      [lag(12_000), { ...sendDraft, kind: 'unavailable' }, { kind: 'missing', operation: 'read', after: 2, count: 2 }],
    ],
  ])('that accepts drafts but answers %s is polled until it shows them as sent', async (_, faults) => {
    const { first, after } = await sendThrough(vendor, faults, { reading: true })
    expect([first, after]).toEqual([ALL_SENT, ALL_SENT])
  })

  it('whose copies lag past the limit, and which loses the draft at the second call, leaves the email uncertain', async () => {
    const { first, after } = await sendThrough(vendor, [
      lag(600_000),
      { ...sendDraft, kind: 'unavailable' },
      { kind: 'missing', operation: 'sendDraft', count: null },
    ])
    expect(first.accepted).toBe(2)
    expect([first.uncertain, first.sent]).toEqual([RECIPIENTS, 0])
    expect(after).toEqual(first)
  })

  it('that is unavailable while polled about a draft is polled later', async () => {
    const faults: FaultOrder[] = [
      { ...sendDraft, kind: 'unavailable' },
      { kind: 'unavailable', operation: 'read', count: 6 },
    ]
    const { first, after } = await sendThrough(vendor, faults, { reading: true })
    expect([first, after]).toEqual([ALL_SENT, ALL_SENT])
  })

  it.each<[string, FaultOrder]>([
    ['503', { kind: 'unavailable', operation: 'sendDraft' }],
    ['404', { kind: 'missing', operation: 'sendDraft' }],
    ['a cut', { kind: 'cutBefore', operation: 'sendDraft' }],
  ])('that refuses a draft with %s, and cannot find it for a minute, does not lose it', async (_, refusing) => {
    const { first } = await sendThrough(vendor, [refusing, { kind: 'missing', operation: 'read', count: 3 }])
    expect(first).toEqual({ accepted: RECIPIENTS - 1, sent: RECIPIENTS - 1, uncertain: 1, failed: 0 })
  })

  it.each([404, 409, 412, 421, 423, 425])(
    'that accepts direct sends but answers %i in its own words is not believed',
    async (status) => {
      const refusing: FaultOrder = { ...send, kind: 'badRequest', status, code: 'somethingNew' }
      const { first, after } = await sendThrough(vendor, [refusing], { scopes: SEND_ONLY[vendor] })
      const expected = { accepted: RECIPIENTS, sent: RECIPIENTS - 2, uncertain: 2, failed: 0 }
      expect([first, after]).toEqual([expected, expected])
    },
  )

  it('that answers a draft look-up with a page is polled later', async () => {
    const faults: FaultOrder[] = [
      { ...sendDraft, kind: 'unavailable' },
      { kind: 'page', operation: 'read', count: 6 },
    ]
    const { first, after } = await sendThrough(vendor, faults, { reading: true })
    expect([first, after]).toEqual([ALL_SENT, ALL_SENT])
  })

  it('that refuses drafts with a transient error sends each email once', async () => {
    const refusing: FaultOrder = { kind: 'unavailable', operation: 'sendDraft', count: 3 }
    expect((await sendThrough(vendor, [refusing])).after).toEqual(ALL_SENT)
  })

  it('does not delay other emails while it is polled about one', async () => {
    const person = await world.signUp({ unlimited: true })
    const mailbox = `liar${(boxes += 1)}@sandbox.test`
    await world.connect(person, vendor, mailbox)
    const id = await draftCampaign(world, person, RECIPIENTS)
    await world.fault({ kind: 'unavailable', operation: 'sendDraft', email: mailbox })
    await person.rest('POST', `/api/campaigns/${id}/send`)
    const slices = createSlices(
      createSendStore(world.app, () => []),
      await mailboxOf(world, person),
    )
    clock = slices.clock
    await slices.next()
    expect(await world.accepted(mailbox)).toHaveLength(RECIPIENTS - 1)
    expect(slices.pauses[0]).toBeGreaterThan(10_000)
    await slices.toTheEnd()
    expect(await fates(person, id, mailbox)).toEqual(ALL_SENT)
  })
})

it('counts a Gmail draft missing from every look-up for minutes as sent, when it may not search for the sent copy', async () => {
  const faults: FaultOrder[] = [{ kind: 'unavailable', operation: 'sendDraft', count: 2, done: true }]
  const { first, after } = await sendThrough('google', faults)
  expect([first, after]).toEqual([ALL_SENT, ALL_SENT])
})

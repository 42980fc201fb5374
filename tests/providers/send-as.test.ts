import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSendStore } from '#api/campaigns/delivery/database-send-store.ts'
import type { AddressState } from '#sandbox/mailbox-addresses.ts'
import { draftCampaign, fetchCampaign } from '../support/campaigns.ts'
import { firstOf } from '../support/full-run-only.ts'
import { mutate } from '../support/mutate.ts'
import { mailboxOf } from '../support/returned-mail.ts'
import { createSlices } from '../support/scripted-campaign.ts'
import { createWorld, type TestPerson, type World } from '../support/world.ts'

/** Checks what every provider keeps of the From address of an email, at each level. */

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false, settleDelaysMs: [15_000] })
})
afterAll(() => world.close())

const GRAPH_SENDS = ['openid', 'profile', 'email', 'offline_access', 'User.Read', 'Mail.Send', 'Mail.Send.Shared']
const GRAPH_DRAFTS = [...GRAPH_SENDS, 'Mail.ReadWrite']

interface Way {
  name: string
  vendor: 'microsoft' | 'google'
  scopes?: string[]
  /** the address to send from, for a mailbox */
  from: (email: string) => string
  kind: 'alias' | 'shared'
}

const alias = (email: string) => email.replace('@', '.hello@')
const team = (email: string) => `team@${email.split('@')[1]}`
const WAYS: Way[] = [
  { name: 'Gmail, alias', vendor: 'google', from: alias, kind: 'alias' },
  { name: 'Graph, alias, draft', vendor: 'microsoft', scopes: GRAPH_DRAFTS, from: alias, kind: 'alias' },
  { name: 'Graph, shared, draft', vendor: 'microsoft', scopes: GRAPH_DRAFTS, from: team, kind: 'shared' },
  { name: 'Graph, alias, direct', vendor: 'microsoft', scopes: GRAPH_SENDS, from: alias, kind: 'alias' },
  { name: 'Graph, shared, direct', vendor: 'microsoft', scopes: GRAPH_SENDS, from: team, kind: 'shared' },
]

interface Place {
  person: TestPerson
  id: string
  email: string
  from: string
  slices: ReturnType<typeof createSlices>
}

let count = 0

/** A mailbox with another address, as a person would set it up. */
async function placeFor({ vendor, scopes, from, kind }: Way): Promise<Place> {
  const person = await world.signUp({ unlimited: true })
  const email = `sendas${(count += 1)}@sandbox.test`
  await world.connect(person, vendor, email, scopes, { reading: true })
  const { data } = await person.graphql('{ mailboxes { id } }')
  const { id } = data.mailboxes[0]
  if (kind === 'shared') {
    const input = { id, sharedAddresses: [from(email)] }
    expect((await mutate(person, 'updateMailbox', input)).errors).toBeUndefined()
  }
  const slices = createSlices(
    createSendStore(world.app, () => []),
    await mailboxOf(world, person),
  )
  return { person, id, email, from: from(email), slices }
}

/** Changes an address at the provider. */
async function change({ email }: Place, vendor: string, address: string, state: AddressState) {
  const body = JSON.stringify({ vendor, email, address, state })
  expect((await fetch(`${world.sandboxUrl}/sandbox/addresses`, { method: 'POST', body })).status).toBe(200)
}

async function launch({ person, from }: Place, recipients = 2) {
  const id = await draftCampaign(world, person, recipients, { fromAddress: from })
  const { errors } = await mutate(person, 'sendCampaign', { id })
  return { id, refusal: errors?.[0] ?? null }
}

/** Returns the senders of a mailbox's emails, in the order of their recipients. */
async function senders({ email }: Place, vendor: string): Promise<string[]> {
  const answer = await fetch(`${world.sandboxUrl}/sandbox/mailboxes/${vendor}/${email}/messages?folder=sent`)
  const { messages } = (await answer.json()) as { messages: { from: { address: string } }[] }
  return messages.map((message) => message.from.address)
}

/** Drafts left in the mailbox. */
async function drafts({ email }: Place, vendor: string): Promise<number> {
  const answer = await fetch(`${world.sandboxUrl}/sandbox/mailboxes/${vendor}/${email}/messages?folder=drafts`)
  return ((await answer.json()) as { messages: unknown[] }).messages.length
}

describe.each(firstOf(WAYS, 3))('sending from another address ($name)', (way) => {
  const { vendor } = way

  it('works for a campaign and a test email', async () => {
    const place = await placeFor(way)
    const { id, refusal } = await launch(place)
    expect(refusal).toBeNull()
    await place.slices.toTheEnd()
    expect(await fetchCampaign(place.person, id)).toMatchObject({ status: 'sent', sentCount: 2 })
    const test = { subject: 'T', content: 'T', fromAddress: place.from, to: place.email }
    const { data } = await mutate(place.person, 'sendTestMail', test, '{ sent error }')
    expect(data.sendTestMail).toEqual({ sent: true, error: null })
    expect(await senders(place, vendor)).toEqual([place.from, place.from, place.from])
  })

  it('pauses a campaign whose address is taken away, and sends nothing from another one', async () => {
    const place = await placeFor(way)
    const { id, refusal } = await launch(place, 12)
    expect(refusal).toBeNull()
    await change(place, vendor, place.from, 'removed')
    await place.slices.toTheEnd()
    const paused = await fetchCampaign(place.person, id)
    expect(paused).toMatchObject({ status: 'paused', statusReason: 'FROM_ADDRESS', sentCount: 0, failedCount: 0 })
    expect(paused.logs.map(({ status }) => status)).toEqual(Array(12).fill('pending'))
    expect([await senders(place, vendor), await drafts(place, vendor)]).toEqual([[], 0])

    await change(place, vendor, place.from, 'verified')
    expect((await mutate(place.person, 'resumeCampaign', { id })).errors).toBeUndefined()
    await place.slices.toTheEnd()
    expect(await fetchCampaign(place.person, id)).toMatchObject({ status: 'sent', sentCount: 12 })
    expect(await senders(place, vendor)).toEqual(Array(12).fill(place.from))
  })

  it('makes such a campaign a draft again when it is cancelled', async () => {
    const place = await placeFor(way)
    const { id } = await launch(place)
    await change(place, vendor, place.from, 'removed')
    await place.slices.toTheEnd()
    const { data } = await mutate(place.person, 'cancelCampaign', { id }, '{ status }')
    expect(data.cancelCampaign.status).toBe('draft')
  })
})

it('the list of From addresses does not offer an alias that Gmail has not verified and would replace', async () => {
  const place = await placeFor(WAYS[0]!)
  const pending = place.email.replace('@', '.new@')
  const { data } = await place.person.graphql('{ mailboxes { sendAs { address kind canSend problem } } }')
  expect(data.mailboxes[0].sendAs).toEqual([
    { address: place.from, kind: 'alias', canSend: true, problem: null },
    { address: pending, kind: 'alias', canSend: false, problem: expect.stringContaining('has not verified') },
  ])
  const { refusal } = await launch({ ...place, from: pending })
  expect(refusal.extensions).toMatchObject({ code: 'BAD_INPUT', fields: { fromAddress: expect.any(String) } })

  await change(place, 'google', pending, 'verified')
  const refresh = { id: place.id, refreshAddresses: true }
  const { data: read } = await mutate(place.person, 'updateMailbox', refresh, '{ sendAs { address canSend } }')
  expect(read.updateMailbox.sendAs).toContainEqual({ address: pending, canSend: true })
  expect((await launch({ ...place, from: pending })).refusal).toBeNull()
})

it('the product asks Gmail again at a launch, so that an alias that no longer exists is refused there', async () => {
  const place = await placeFor(WAYS[0]!)
  await change(place, 'google', place.from, 'pending')
  const { refusal } = await launch(place)
  expect(refusal).toMatchObject({ message: expect.stringContaining(place.from), extensions: { code: 'BAD_INPUT' } })
})

it('the product notices in the draft that Exchange replaced an alias', async () => {
  const place = await placeFor(WAYS[1]!)
  await change(place, 'microsoft', place.from, 'replaced')
  const { id } = await launch(place)
  await place.slices.toTheEnd()
  expect(await fetchCampaign(place.person, id)).toMatchObject({ status: 'paused', statusReason: 'FROM_ADDRESS' })
  const test = { subject: 'T', content: 'T', fromAddress: place.from, to: place.email }
  const { data } = await mutate(place.person, 'sendTestMail', test, '{ sent failure { message } }')
  expect(data.sendTestMail).toEqual({
    sent: false,
    failure: { message: 'This mailbox cannot send from the chosen address' },
  })
  expect([await senders(place, 'microsoft'), await drafts(place, 'microsoft')]).toEqual([[], 0])
})

it('the product looks in the sending mailbox for an uncertain email of a shared one', async () => {
  const place = await placeFor(WAYS[3]!)
  await world.fault({ kind: 'unavailable', operation: 'sendDraft', done: true, count: 1, email: place.email })
  const { id } = await launch(place)
  await place.slices.toTheEnd()
  expect(await fetchCampaign(place.person, id)).toMatchObject({ status: 'sent', sentCount: 2 })
  expect(await senders(place, 'microsoft')).toEqual([place.from, place.from])
})

it('the product checks the sender of a draft from an earlier run again', async () => {
  const place = await placeFor(WAYS[0]!)
  // The draft is made, its sending is refused for now, and meanwhile the alias goes.
  await world.fault({ kind: 'throttled', operation: 'sendDraft', retryAfter: 60, count: 1, email: place.email })
  const { id } = await launch(place, 1)
  await place.slices.next()
  expect(await drafts(place, 'google')).toBe(1)
  await change(place, 'google', place.from, 'removed')
  await place.slices.toTheEnd()
  expect(await fetchCampaign(place.person, id)).toMatchObject({ status: 'paused', statusReason: 'FROM_ADDRESS' })
  expect([await senders(place, 'google'), await drafts(place, 'google')]).toEqual([[], 0])
})

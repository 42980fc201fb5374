import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeId } from '#schema/object-ids.ts'
import { answer, automatic, mailboxOf } from '#tests/support/returned-mail.ts'
import { campaignWith, rowsOf } from '#tests/support/sent-mail.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { takeReturns } from './record-inbox-events.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

/** A Monday. */
const MONDAY = new Date('2026-07-27T09:00:00Z')

/** A workspace with an email to Bo, sent an hour before that Monday morning. */
async function workspace() {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  const key = await mailboxOf(world, person)
  const sent = await campaignWith(world, person, key, [{ email: 'bo@there.test', threadId: 'thread' }], MONDAY)
  const take = (...mails: Parameters<typeof takeReturns>[3]) => {
    const now = new Date(Math.max(...mails.map(({ receivedAt }) => receivedAt.getTime())) + 60_000)
    return takeReturns({ ...world.app, clock: () => now }, key, 'me@here.test', mails)
  }
  return { person, take, ...sent }
}
const away = (text: string, at = MONDAY) => automatic('bo@there.test', text, { threadId: 'thread', at })

const QUERY = `query ($id: ID!) { node(id: $id) { ... on Campaign {
  awayCount repliedCount bouncedCount deliveredCount sentCount failedCount
  away: emailLogs(filter: { outcome: AWAY }) { totalCount edges { node { status awayUntil awayDateGiven repliedAt bouncedAt
    events { kind detail } } } } } } }`
const stateOf = async (person: TestPerson, campaignId: string) => {
  const { data, errors } = await person.graphql(QUERY, { id: encodeId('Campaign', campaignId) })
  expect(errors).toBeUndefined()
  const { away: logs, ...counts } = data.node
  return { counts, total: logs.totalCount, log: logs.edges[0]?.node }
}

describe('an out-of-office note', () => {
  it('states until when the recipient is away, and counts neither as a reply nor as a bounce nor as proof of delivery', async () => {
    const { person, take, campaignId } = await workspace()
    expect(await take(away('I am out of the office until 3 August.'))).toEqual({
      bounces: 0,
      replies: 0,
      early: false,
      actedOn: [],
    })
    const { counts, total, log } = await stateOf(person, campaignId)
    expect(counts).toEqual({
      ...{ awayCount: 1, repliedCount: 0, bouncedCount: 0, deliveredCount: 0, sentCount: 1, failedCount: 0 },
    })
    expect(total).toBe(1)
    expect(log).toMatchObject({
      ...{
        status: 'sent',
        awayUntil: '2026-08-03T00:00:00.000Z',
        awayDateGiven: true,
        repliedAt: null,
        bouncedAt: null,
      },
      events: expect.arrayContaining([{ kind: 'away', detail: '2026-08-03' }]),
    })
    expect(await rowsOf(world, person, 'select id from replies')).toEqual([])
  })

  it('is recorded once, however often it is read', async () => {
    const { person, take, campaignId } = await workspace()
    const note = away('Back on 3 August.')
    for (let times = 0; times < 3; times += 1) await take(note, note)
    expect((await stateOf(person, campaignId)).counts.awayCount).toBe(1)
    expect(await rowsOf(world, person, 'select kind from email_events')).toEqual([{ kind: 'away' }])
  })

  it.each([
    ['a later day replaces an earlier one', ['Back on 3 August.', 'Back on 10 August.'], '2026-08-10', true],
    ['an earlier day does not replace a later one', ['Back on 10 August.', 'Back on 3 August.'], '2026-08-10', true],
    ['a named day replaces an assumed one', ['I am on leave.', 'On leave, back on 29 July.'], '2026-07-29', true],
    ['an assumed day does not replace a named one', ['Back on 29 July.', 'I am on leave.'], '2026-07-29', true],
    ['without a day a week is assumed', ['I am on leave.'], '2026-08-03', false],
  ])('updates the end of the absence: %s', async (_, texts, until, given) => {
    const { person, take, campaignId } = await workspace()
    for (const text of texts) await take(away(text))
    const { log, counts } = await stateOf(person, campaignId)
    expect(log).toMatchObject({ awayUntil: `${until}T00:00:00.000Z`, awayDateGiven: given })
    expect(counts.awayCount).toBe(1)
  })

  it('after an earlier absence counts anew, also without a date of return', async () => {
    const { person, take, campaignId } = await workspace()
    await take(away('Back on 29 July.'), away('I am on leave.', new Date('2026-08-20T10:00:00Z')))
    await take(away('I am on leave.', new Date('2026-08-20T10:00:00Z')))
    expect((await stateOf(person, campaignId)).log).toMatchObject({ awayUntil: '2026-08-27T00:00:00.000Z' })
  })

  it("that refers to no email is matched by its sender's address for some days", async () => {
    const { person, take, campaignId } = await workspace()
    await take(automatic('bo@there.test', 'Back on 3 August.', { at: MONDAY }))
    expect((await stateOf(person, campaignId)).counts.awayCount).toBe(1)
    const other = await workspace()
    await other.take(automatic('bo@there.test', 'Back on 3 September.', { at: new Date('2026-08-20T00:00:00Z') }))
    expect((await stateOf(other.person, other.campaignId)).counts.awayCount).toBe(0)
  })

  it('is reported to webhooks that subscribe to it', async () => {
    const { person, take, logs } = await workspace()
    await rowsOf(
      world,
      person,
      `insert into webhooks (tenant_id, id, url, events, created_at) values (?, gen_random_uuid(), 'https://x.test', '{email_away}', now())`,
      [person.tenantId],
    )
    await take(away('Back on 3 August.'))
    const told = await rowsOf<{ event: string; data: object }>(
      world,
      person,
      'select event, data from webhook_deliveries',
    )
    expect(told).toMatchObject([{ event: 'email_away', data: { emailLogId: logs[0] } }])
  })

  it('and a later reply are both kept: the person answered', async () => {
    const { person, take, campaignId } = await workspace()
    await take(away('Back on 3 August.'))
    await take(answer('bo@there.test', { threadId: 'thread', at: MONDAY }))
    expect((await stateOf(person, campaignId)).counts).toMatchObject({ awayCount: 1, repliedCount: 1 })
  })
})

describe('an automatic reply other than an out-of-office note', () => {
  it('is recorded once in the history of the email, and changes nothing else', async () => {
    const { person, take, campaignId, logs } = await workspace()
    const ticket = automatic('bo@there.test', 'We received your request.', {
      threadId: 'thread',
      subject: '[#4711] Hello',
      at: MONDAY,
    })
    for (let times = 0; times < 2; times += 1) await take(ticket)
    const { counts, total } = await stateOf(person, campaignId)
    expect([counts.awayCount, counts.repliedCount, total]).toEqual([0, 0, 0])
    const { data } = await person.graphql(
      'query ($id: ID!) { node(id: $id) { ... on EmailLog { events { kind } } } }',
      {
        id: encodeId('EmailLog', logs[0] ?? ''),
      },
    )
    expect(data.node.events.filter(({ kind }: { kind: string }) => kind === 'automaticAnswer')).toHaveLength(1)
  })
})

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ownMessageId } from '#domain/inbox/own-message-id.ts'
import { encodeId } from '#schema/object-ids.ts'
import type { AppEvent } from '#api/platform/events/events.ts'
import type { MailboxKey } from '#api/sending/store.ts'
import { answer, automatic, complaint, mailboxOf, report } from '#tests/support/returned-mail.ts'
import { campaignWith, rowsOf, type SentMail } from '#tests/support/sent-mail.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'
import { takeReturns } from './record-inbox-events.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

/** A workspace with a mailbox and a campaign with these emails. */
async function workspace(mails: readonly SentMail[]) {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  const key = await mailboxOf(world, person)
  return { person, key, ...(await campaignWith(world, person, key, mails)) }
}
const take = (key: MailboxKey, mails: Parameters<typeof takeReturns>[3]) =>
  takeReturns(world.app, key, 'me@here.test', mails)
const mailsOf = (person: TestPerson, campaignId: string) =>
  rowsOf<{ email: string; status: string; error: string | null; bounced: boolean; replied: boolean }>(
    world,
    person,
    `select contact_email as email, status, error, bounced_at is not null as bounced, replied_at is not null as replied
     from email_logs where campaign_id = ? order by id`,
    [campaignId],
  )
const countsOf = async (person: TestPerson, campaignId: string) => {
  const query = `query ($id: ID!) { node(id: $id) { ... on Campaign { sentCount failedCount deliveredCount bouncedCount repliedCount pendingCount
    emailLogs(first: 10) { edges { node { contactEmail bouncedAt repliedAt failure { message } } } } } } }`
  const { data, errors } = await person.graphql(query, { id: encodeId('Campaign', campaignId) })
  expect(errors).toBeUndefined()
  return data.node
}

describe('a bounce', () => {
  it("marks a delivered email as failed with the other server's reason, and updates every count", async () => {
    const { person, key, campaignId } = await workspace([
      { email: 'Bo@There.test', status: 'delivered' },
      { email: 'ok@there.test', status: 'delivered' },
    ])
    expect(await take(key, [report('bo@there.test')])).toEqual({ bounces: 1, replies: 0, early: false, actedOn: [] })
    expect(await mailsOf(person, campaignId)).toMatchObject([
      { status: 'failed', bounced: true, error: 'NON_DELIVERY_ADDRESS: 550 5.1.1 said the other side' },
      { status: 'delivered', bounced: false, error: null },
    ])
    expect(await countsOf(person, campaignId)).toMatchObject({
      ...{ sentCount: 1, failedCount: 1, deliveredCount: 1, bouncedCount: 1, repliedCount: 0, pendingCount: 0 },
      emailLogs: {
        edges: [
          {
            node: {
              bouncedAt: expect.any(String),
              failure: { message: 'The email bounced: this address does not exist' },
            },
          },
          { node: { bouncedAt: null, failure: null } },
        ],
      },
    })
  })

  it("adds an address that does not exist to the suppression list, and other campaigns' emails to it are not sent", async () => {
    const { person, key } = await workspace([{ email: 'bo@there.test' }])
    const other = await campaignWith(world, person, key, [
      { email: 'BO@there.test', status: 'pending' },
      { email: 'ok@there.test', status: 'pending' },
    ])
    await take(key, [report('bo@there.test')])
    expect(await mailsOf(person, other.campaignId)).toMatchObject([
      { status: 'failed', error: 'SUPPRESSED: bounced' },
      { status: 'pending' },
    ])
    const list = await rowsOf(world, person, 'select email, reason from suppressions')
    expect(list).toEqual([{ email: 'bo@there.test', reason: 'bounced' }])
  })

  it.each([
    ['a full mailbox', report('bo@there.test', { status: '5.2.2' })],
    ['a refusal for spam', report('bo@there.test', { status: '5.7.1' })],
    ['a forwarding address', report('further@away.test', { threadId: 'thread' })],
  ])('because of %s marks the email as failed but does not suppress the address', async (_what, mail) => {
    const { person, key, campaignId } = await workspace([{ email: 'bo@there.test', threadId: 'thread' }])
    await take(key, [mail])
    expect(await mailsOf(person, campaignId)).toMatchObject([{ status: 'failed', bounced: true }])
    expect(await rowsOf(world, person, 'select email from suppressions')).toEqual([])
  })

  it('marks an uncertain email as failed without counting it twice', async () => {
    const { person, key, campaignId, logs } = await workspace([
      { email: 'bo@there.test', status: 'failed', error: 'UNCERTAIN: x' },
    ])
    await take(key, [report('bo@there.test', { original: ownMessageId(logs[0] ?? '', 1, 'me@here.test') })])
    expect(await countsOf(person, campaignId)).toMatchObject({ sentCount: 0, failedCount: 1, bouncedCount: 1 })
    expect(await mailsOf(person, campaignId)).toMatchObject([{ error: expect.stringMatching(/^NON_DELIVERY/) }])
  })

  it.each([
    ['is delayed', report('bo@there.test', { action: 'delayed', status: '4.4.1', subject: 'Delivery delayed: Hello' })],
    ['was relayed', report('bo@there.test', { action: 'relayed', status: '2.0.0' })],
  ])('is not assumed for a report that an email %s', async (_what, mail) => {
    const { person, key, campaignId } = await workspace([{ email: 'bo@there.test' }])
    expect(await take(key, [mail])).toEqual({ bounces: 0, replies: 0, early: false, actedOn: [] })
    expect(await mailsOf(person, campaignId)).toMatchObject([{ status: 'sent', bounced: false }])
  })

  it('of private email to somebody else changes nothing', async () => {
    const { person, key, campaignId } = await workspace([{ email: 'bo@there.test' }])
    await take(key, [report('friend@home.test')])
    expect(await mailsOf(person, campaignId)).toMatchObject([{ status: 'sent' }])
    expect(await rowsOf(world, person, 'select email from suppressions')).toEqual([])
  })

  it("changes nothing about another workspace's email to the same address, nor about another mailbox's", async () => {
    const theirs = await workspace([{ email: 'bo@there.test', threadId: 'thread' }])
    const { person, key, campaignId } = await workspace([{ email: 'bo@there.test' }])
    await world.connect(person)
    const second = await mailboxOf(world, person)
    const named = ownMessageId(theirs.logs[0] ?? '', 1, 'me@here.test')
    const { logs } = await campaignWith(world, person, key, [{ email: 'bo@there.test' }])
    await take(second, [report('bo@there.test', { threadId: 'thread', original: named })])
    await take(second, [report('bo@there.test', { original: ownMessageId(logs[0] ?? '', 1, 'me@here.test') })])
    expect(await rowsOf(world, person, `select id from email_logs where status <> 'sent'`)).toEqual([])
    expect(await mailsOf(theirs.person, theirs.campaignId)).toMatchObject([{ status: 'sent' }])
    expect(await mailsOf(person, campaignId)).toMatchObject([{ status: 'sent' }])
    const failed = () => rowsOf(world, person, `select status from email_logs where status = 'failed'`)
    await take(key, [report('bo@there.test', { threadId: 'thread', original: named })])
    expect(await failed()).toEqual([])
    await take(key, [report('bo@there.test', { threadId: 'thread' })])
    expect(await failed()).toHaveLength(1)
    expect(await mailsOf(theirs.person, theirs.campaignId)).toMatchObject([{ status: 'sent' }])
  })
})

describe('a reply', () => {
  it('proves delivery and is counted once', async () => {
    const { person, key, campaignId } = await workspace([{ email: 'bo@there.test', threadId: 'thread' }])
    expect(await take(key, [answer('bo@there.test', { threadId: 'thread' })])).toMatchObject({ replies: 1 })
    expect(await take(key, [answer('bo@there.test', { threadId: 'thread' })])).toMatchObject({ replies: 0 })
    expect(await countsOf(person, campaignId)).toMatchObject({ sentCount: 1, deliveredCount: 1, repliedCount: 1 })
    expect(await mailsOf(person, campaignId)).toMatchObject([{ status: 'delivered', replied: true }])
  })

  it('marks an uncertain email as sent', async () => {
    const { person, key, campaignId, logs } = await workspace([
      { email: 'bo@there.test', status: 'failed', error: 'UNCERTAIN: x' },
    ])
    await take(key, [answer('bo@there.test', { to: ownMessageId(logs[0] ?? '', 1, 'me@here.test') })])
    expect(await countsOf(person, campaignId)).toMatchObject({
      sentCount: 1,
      failedCount: 0,
      deliveredCount: 1,
      repliedCount: 1,
    })
    expect(await mailsOf(person, campaignId)).toMatchObject([{ status: 'delivered', error: null }])
  })

  it('from an unknown address is counted if it names the Message-ID of the provider', async () => {
    const mail = { email: 'bo@there.test', threadId: 'thread', internetMessageId: '<vendor-1@x>' }
    const { person, key, campaignId } = await workspace([mail])
    const elsewhere = answer('bo@home.test', { to: '<vendor-1@x>', threadId: 'other' })
    expect(await take(key, [elsewhere])).toMatchObject({ replies: 1 })
    expect(await mailsOf(person, campaignId)).toMatchObject([{ replied: true }])
  })

  it('that arrives in a colleague’s mailbox is counted if it names the email, and is listed once', async () => {
    const mail = { email: 'bo@there.test', threadId: 'thread', internetMessageId: '<vendor-2@x>' }
    const { person, key, campaignId, logs } = await workspace([mail, { email: 'cy@there.test', threadId: 'thread-2' }])
    await world.connect(person)
    const colleague = await mailboxOf(world, person)
    const named = ownMessageId(logs[1] ?? '', 1, 'me@here.test')
    await take(colleague, [
      answer('bo@there.test', { threadId: 'thread' }),
      answer('cy@there.test', { to: '<unknown@x>' }),
      automatic('cy@there.test', 'I am out of office.', { to: named }),
      report('cy@there.test', { original: named }),
    ])
    expect(await mailsOf(person, campaignId)).toMatchObject([
      { status: 'sent', replied: false },
      { status: 'sent', replied: false },
    ])
    const listed = () =>
      rowsOf<{ from: string; mailbox: string; id: string }>(
        world,
        person,
        'select from_email as "from", mailbox_id as mailbox, message_id as id from replies where campaign_id = ? order by from_email',
        [campaignId],
      )
    const at = new Date()
    const copy = (id: string) => answer('bo@there.test', { to: '<vendor-2@x>', id, at })
    expect(await take(colleague, [copy('theirs'), answer('cy@home.test', { to: named, id: 'cy' })])).toMatchObject({
      replies: 2,
    })
    expect(await mailsOf(person, campaignId)).toMatchObject([{ replied: true }, { replied: true }])
    const cy = { from: 'cy@home.test', mailbox: colleague.mailboxId, id: 'cy' }
    expect(await listed()).toEqual([{ from: 'bo@there.test', mailbox: colleague.mailboxId, id: 'theirs' }, cy])
    const lawyer = { ...answer('law@firm.test', { to: '<between@x>' }), id: 'forwarded' }
    lawyer.headers = { ...lawyer.headers, references: '<vendor-2@x> <between@x>' }
    await take(colleague, [lawyer])
    for (const [reader, id] of [
      [key, 'ours'],
      [colleague, 'theirs'],
      [key, 'ours'],
    ] as const) {
      expect(await take(reader, [copy(id)])).toMatchObject({ replies: 0 })
      expect(await listed()).toEqual([{ from: 'bo@there.test', mailbox: key.mailboxId, id: 'ours' }, cy])
    }
  })

  it('from a colleague to a colleague is not counted, unless the email was sent to them', async () => {
    const { person, key, campaignId, logs } = await workspace([{ email: 'bo@there.test' }])
    const { data } = await person.graphql('{ currentUser { email } }')
    const email = data.currentUser.email.toLowerCase() as string
    const named = ownMessageId(logs[0] ?? '', 1, 'me@here.test')
    const alias = { address: 'Sales@here.test', name: '', kind: 'alias', isVerified: true, isDefault: false }
    await rowsOf(world, person, 'update mailboxes set send_as = ?::jsonb where tenant_id = ?', [
      JSON.stringify([alias]),
      person.tenantId,
    ])
    await take(key, [answer(email, { to: named }), answer('sales@here.test', { to: named })])
    expect(await mailsOf(person, campaignId)).toMatchObject([{ replied: false }])
    const own = await campaignWith(world, person, key, [{ email }])
    await take(key, [answer(email, { to: ownMessageId(own.logs[0] ?? '', 1, 'me@here.test') })])
    expect(await mailsOf(person, own.campaignId)).toMatchObject([{ replied: true }])
  })

  it.each([
    ['a NUL character', '\0'],
    ['half a surrogate pair', '\ud800'],
  ])('with %s in its ids and address does not prevent the next replies from being read', async (_, character) => {
    const { person, key, campaignId } = await workspace([{ email: 'bo@there.test', threadId: 'thread' }])
    const hostile = answer(`x${character}@evil.test`, { to: `<x${character}@evil.test>`, threadId: `x${character}` })
    const inThread = answer(`y${character}@evil.test`, { threadId: 'thread' })
    expect(await take(key, [hostile, answer('bo@there.test', { threadId: 'thread' }), inThread])).toMatchObject({
      replies: 1,
    })
    expect(await mailsOf(person, campaignId)).toMatchObject([{ replied: true }])
  })

  it('by a recipient to another email is not counted', async () => {
    const { person, key, campaignId } = await workspace([{ email: 'bo@there.test', threadId: 'thread' }])
    await take(key, [answer('bo@there.test', { threadId: 'private' }), answer('me@here.test', { threadId: 'thread' })])
    expect(await mailsOf(person, campaignId)).toMatchObject([{ status: 'sent', replied: false }])
  })
})

describe('a complaint', () => {
  const suppressed = (person: TestPerson) =>
    rowsOf(world, person, 'select email, reason from suppressions order by email', [])

  it("puts the recipient of that email on the suppression list and is recorded once in the email's history", async () => {
    const { person, key, campaignId, logs } = await workspace([{ email: 'Bo@There.test', status: 'delivered' }])
    const mail = complaint(ownMessageId(logs[0] ?? '', 1, 'me@here.test'))
    for (let times = 0; times < 2; times += 1) await take(key, [mail, { ...mail, id: 'again' }])
    expect(await suppressed(person)).toEqual([{ email: 'bo@there.test', reason: 'complained' }])
    expect(await rowsOf(world, person, 'select kind from email_events', [])).toEqual([{ kind: 'complaint' }])
    expect(await countsOf(person, campaignId)).toMatchObject({ sentCount: 1, deliveredCount: 1, bouncedCount: 0 })
    const history = `query ($id: ID!) { node(id: $id) { ... on EmailLog { events { kind } } } }`
    const { data } = await person.graphql(history, { id: encodeId('EmailLog', logs[0] ?? '') })
    expect(data.node.events).toContainEqual({ kind: 'complained' })
  })

  it('that names no email of this installation changes nothing, even if it names an address that was sent to', async () => {
    const { person, key } = await workspace([{ email: 'bo@there.test' }])
    await take(key, [complaint('<made-up@x.test>', { recipient: 'bo@there.test' })])
    expect(await suppressed(person)).toEqual([])
  })

  it('replaces an unsubscribe on the suppression list, so that subscribing again cannot undo it', async () => {
    const { person, key, logs } = await workspace([{ email: 'bo@there.test' }])
    await rowsOf(
      world,
      person,
      `insert into suppressions (tenant_id, id, email, reason, created_at) values (?, gen_random_uuid(), 'bo@there.test', 'unsubscribed', now())`,
      [person.tenantId],
    )
    await take(key, [complaint(ownMessageId(logs[0] ?? '', 1, 'me@here.test'))])
    expect(await suppressed(person)).toEqual([{ email: 'bo@there.test', reason: 'complained' }])
  })
})

describe('bounces, replies and complaints', () => {
  it('are recorded once, however often the inbox is read, with one event per email', async () => {
    const { person, key, campaignId } = await workspace([
      { email: 'bo@there.test' },
      { email: 'cy@there.test', threadId: 'thread' },
    ])
    const mails = [report('bo@there.test'), answer('cy@there.test', { threadId: 'thread' })]
    for (let times = 0; times < 3; times += 1) await take(key, [...mails, ...mails])
    expect(await countsOf(person, campaignId)).toMatchObject({
      bouncedCount: 1,
      repliedCount: 1,
      sentCount: 1,
      failedCount: 1,
    })
    expect(await rowsOf(world, person, 'select kind, detail from email_events order by kind')).toEqual([
      { kind: 'bounce', detail: 'address 5.1.1' },
      { kind: 'reply', detail: null },
    ])
  })

  it('that arrive before the sending is recorded wait for it, but not forever', async () => {
    const { person, key, campaignId, logs } = await workspace([{ email: 'bo@there.test', status: 'sending', ago: 0 }])
    expect(await take(key, [report('bo@there.test')])).toEqual({ bounces: 0, replies: 0, early: true, actedOn: [] })
    const named = report('x@y.test', { original: ownMessageId(logs[0] ?? '', 1, 'me@here.test') })
    expect(await take(key, [named])).toMatchObject({ early: true })
    const old = new Date(Date.now() - 11 * 60_000)
    expect(await take(key, [report('bo@there.test', { at: old })])).toMatchObject({ early: false })
    expect(await mailsOf(person, campaignId)).toMatchObject([{ status: 'sending' }])
  })

  it('that are read together cause one event per campaign', async () => {
    const { person, key, campaignId } = await workspace(
      Array.from({ length: 30 }, (_, index) => ({ email: `bo${index}@there.test` })),
    )
    const told: (AppEvent | 'anything')[] = []
    onTestFinished(world.app.events.listen(person.tenantId, (event) => told.push(event)))
    await take(
      key,
      Array.from({ length: 30 }, (_, index) => report(`bo${index}@there.test`)),
    )
    await eventually('the event is there', async () => told.length > 0)
    expect(told).toEqual([{ kind: 'campaign', tenantId: person.tenantId, id: campaignId }])
    expect(await countsOf(person, campaignId)).toMatchObject({ sentCount: 0, failedCount: 30, bouncedCount: 30 })
  })
})

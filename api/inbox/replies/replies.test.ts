import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { encodeId, uuidOf } from '#schema/object-ids.ts'
import { LIMITS } from '#api/platform/limits/limit-register.ts'
import { takeReturns } from '../record-inbox-events.ts'
import { DeliveryError, type OpenMailbox } from '#api/sending/provider.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { answer, mailboxOf } from '#tests/support/returned-mail.ts'
import { campaignWith, rowsOf } from '#tests/support/sent-mail.ts'
import { deliveriesOf, makeWebhook } from '#tests/support/webhooks.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const LIST = `query ($filter: ReplyFilter, $first: Int, $after: String) {
  replies(filter: $filter, first: $first, after: $after) { totalCount pageInfo { hasNextPage endCursor }
    edges { node { id fromEmail receivedAt canRead doneAt doneBy { id } assignee { id } campaign { name } emailLog { contactEmail } } } } }`
const CHANGE = `mutation ($input: UpdateRepliesInput!) { updateReplies(input: $input) {
  replies { id doneAt doneBy { id } assignee { id } } errors { code field message } } }`
const MAIL = `query ($id: ID!) { replyMail(id: $id) { subject text quotedText wholeText url problem message } }`

interface ReplyNode {
  id: string
  fromEmail: string
  canRead: boolean
  doneAt: string | null
}

/** A workspace whose recipients have answered: one after the other, the last one minute ago. */
async function workspace(...senders: string[]) {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  const key = await mailboxOf(world, person)
  const mails = senders.map((email, index) => ({ email, threadId: `thread-${index}` }))
  const { campaignId } = await campaignWith(world, person, key, mails)
  const at = (index: number) => new Date(Date.now() - (senders.length - index) * 60_000)
  const answers = senders.map((email, index) =>
    answer(email, { threadId: `thread-${index}`, at: at(index), id: `m-${index}` }),
  )
  await takeReturns(world.app, key, 'me@here.test', answers)
  return { person, key, campaignId, answers }
}
const list = async (person: TestPerson, filter: object = {}, page: object = {}) => {
  const { data, errors } = await person.graphql(LIST, { filter, ...page })
  expect(errors).toBeUndefined()
  const nodes = data.replies.edges.map(({ node }: { node: ReplyNode }) => node) as ReplyNode[]
  return { ...data.replies, nodes, from: nodes.map(({ fromEmail }) => fromEmail) }
}
/** The changed replies, or the refusal. */
const change = async (person: TestPerson, input: object) => {
  const { data, errors } = await person.graphql(CHANGE, { input })
  return errors ? { code: errors[0]?.extensions.code, message: errors[0]?.message } : data.updateReplies
}

/** Lets the mailboxes at Microsoft answer like this when an email is opened. */
function opening(readMail: OpenMailbox['readMail'], more: Partial<OpenMailbox> = {}) {
  const { microsoft } = world.app.vendors
  world.app.vendors.microsoft = {
    ...microsoft!,
    openMailbox: (...values) => ({ ...microsoft!.openMailbox(...values), canRead: true, readMail, ...more }),
  }
  onTestFinished(() => {
    world.app.vendors.microsoft = microsoft!
  })
}
const mailOf = async (person: TestPerson, id: string) => {
  const { data, errors } = await person.graphql(MAIL, { id })
  return errors ? errors[0]?.extensions.code : data.replyMail
}

describe('the list of replies', () => {
  it('contains the replies to all campaigns, newest first, page by page', async () => {
    const { person } = await workspace('a@there.test', 'b@there.test', 'c@there.test')
    const first = await list(person, {}, { first: 2 })
    expect([first.from, first.totalCount]).toEqual([['c@there.test', 'b@there.test'], 3])
    const second = await list(person, {}, { first: 2, after: first.pageInfo.endCursor })
    expect([second.from, second.pageInfo.hasNextPage]).toEqual([['a@there.test'], false])
    expect(first.nodes[0]).toMatchObject({
      campaign: { name: 'News' },
      emailLog: { contactEmail: 'c@there.test' },
      ...{ canRead: true, doneAt: null, assignee: null },
    })
  })

  it('contains every reply of a person once, however often the inbox is read', async () => {
    const { person, key, answers } = await workspace('a@there.test')
    const more = answer('a.private@home.test', { threadId: 'thread-0', id: 'm-9' })
    for (let times = 0; times < 2; times += 1) await takeReturns(world.app, key, 'me@here.test', [...answers, more])
    expect((await list(person)).from).toEqual(['a.private@home.test', 'a@there.test'])
  })

  it('can be filtered by open, by the viewer’s, by done and by campaign', async () => {
    const { person, campaignId } = await workspace('a@there.test', 'b@there.test')
    const [b, a] = (await list(person)).nodes
    await change(person, { ids: [a!.id], done: true })
    await change(person, { ids: [b!.id], assigneeId: encodeId('User', person.userId) })
    expect((await list(person, { state: 'open' })).from).toEqual(['b@there.test'])
    expect((await list(person, { state: 'mine' })).from).toEqual(['b@there.test'])
    expect((await list(person, { state: 'done' })).from).toEqual(['a@there.test'])
    expect((await list(person, { campaignId: encodeId('Campaign', campaignId) })).totalCount).toBe(2)
    const other = (await workspace()).campaignId
    for (const id of [encodeId('Campaign', other), 'cmp_x']) {
      const { errors } = await person.graphql(LIST, { filter: { campaignId: id } })
      expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND')
    }
  })

  it('belongs to one workspace, and loses the replies to a campaign that is deleted', async () => {
    const { person, campaignId } = await workspace('a@there.test')
    const stranger = await workspace()
    const [reply] = (await list(person)).nodes
    expect((await list(stranger.person)).totalCount).toBe(0)
    expect(await mailOf(stranger.person, reply!.id)).toBe('NOT_FOUND')
    expect(await change(stranger.person, { ids: [reply!.id], done: true })).toMatchObject({ code: 'NOT_FOUND' })
    await rowsOf(world, person, 'delete from email_logs where campaign_id = ? returning 1', [campaignId])
    await rowsOf(world, person, 'delete from campaigns where id = ? returning 1', [campaignId])
    expect((await list(person)).totalCount).toBe(0)
  })
})

describe('a reply in the list of replies', () => {
  it('can be assigned to a user of the workspace, and the assignment taken back', async () => {
    const { person, campaignId } = await workspace('a@there.test')
    const bea = await addColleague(world, person)
    await makeWebhook(person, { events: ['reply_assigned'] })
    const [{ id }] = (await list(person)).nodes as [ReplyNode]
    expect(await change(bea, { ids: [id], assigneeId: bea.id })).toMatchObject([{ assignee: { id: bea.id } }])
    expect((await list(bea, { state: 'mine' })).totalCount).toBe(1)
    await change(bea, { ids: [id], assigneeId: bea.id, done: true })
    expect(await change(bea, { ids: [id], assigneeId: null })).toMatchObject([{ assignee: null }])
    const told = { replyId: uuidOf('Reply', id), campaignId, emailLogId: expect.any(String) }
    expect((await deliveriesOf(world, person)).map(({ data }) => data)).toEqual([
      { ...told, assigneeId: uuidOf('User', bea.id) },
      { ...told, assigneeId: null },
    ])
    const { person: stranger } = await workspace()
    const theirs = encodeId('User', stranger.userId)
    expect(await change(bea, { ids: [id], assigneeId: theirs })).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is marked as done once, with the user and time, and can be opened again', async () => {
    const { person } = await workspace('a@there.test', 'b@there.test')
    const ids = (await list(person)).nodes.map(({ id }: { id: string }) => id)
    const done = await change(person, { ids, done: true })
    expect(done).toMatchObject(ids.map((id: string) => ({ id, doneBy: { id: encodeId('User', person.userId) } })))
    const again = await change(await addColleague(world, person), { ids, done: true })
    expect(again).toEqual(done)
    expect(await change(person, { ids, done: false })).toMatchObject([{ doneAt: null }, { doneBy: null }])
  })

  it('is reported to webhooks once for each change, also when two people make it at the same time', async () => {
    const { person, campaignId } = await workspace('a@there.test')
    const bea = await addColleague(world, person)
    await makeWebhook(person, { events: ['reply_assigned', 'reply_done', 'reply_reopened'] })
    const [{ id }] = (await list(person)).nodes as [ReplyNode]
    const both = (input: object) => Promise.all([person, bea].map((who) => change(who, { ids: [id], ...input })))
    await both({ done: false, assigneeId: null })
    await both({ done: true, assigneeId: bea.id })
    await both({ done: true })
    await both({ done: false })
    const told = { replyId: uuidOf('Reply', id), campaignId, emailLogId: expect.any(String) }
    const data = { ...told, assigneeId: uuidOf('User', bea.id) }
    expect((await deliveriesOf(world, person)).map((delivery) => [delivery.event, delivery.data])).toEqual(
      expect.arrayContaining([
        ['reply_assigned', data],
        ['reply_done', data],
        ['reply_reopened', data],
      ]),
    )
    expect(await deliveriesOf(world, person)).toHaveLength(3)
  })

  it('must be named in a change, and not more than a limit at once', async () => {
    const { person } = await workspace()
    expect(await change(person, { ids: [], done: true })).toMatchObject({ code: 'BAD_INPUT' })
    const many = Array.from({ length: 501 }, () => encodeId('Reply', person.userId))
    expect((await change(person, { ids: many })).message).toContain('At most 500')
  })
})

describe('the text of a reply', () => {
  it('is read from the mailbox, without the text that it quotes, and not stored', async () => {
    const { person } = await workspace('a@there.test')
    const [{ id }] = (await list(person)).nodes as [ReplyNode]
    const asked: string[][] = []
    opening(async (...values) => {
      asked.push(values)
      return {
        subject: 'Re: Hello',
        text: 'Yes, please.\n\nOn Mon 3, Ada wrote:\n> Secret offer',
        html: '',
        link: 'https://outlook.office.com/x',
      }
    })
    expect(await mailOf(person, id)).toEqual({
      ...{ subject: 'Re: Hello', text: 'Yes, please.', quotedText: 'On Mon 3, Ada wrote:\n> Secret offer' },
      wholeText: 'Yes, please.\n\nOn Mon 3, Ada wrote:\n> Secret offer',
      // The mailbox is the sandbox's.
      ...{ url: null, problem: null, message: null },
    })
    expect(asked).toEqual([['m-0', expect.stringContaining('@')]])
    const rows = await rowsOf(world, person, 'select to_jsonb(r)::text as row from replies r')
    expect(JSON.stringify(rows)).not.toContain('please')
  })

  it('is hidden from colleagues who may not use the mailbox, who see that there is a reply', async () => {
    const { person, key } = await workspace('a@there.test')
    const bea = await addColleague(world, person, { role: 'admin' })
    opening(async () => ({ subject: 's', text: 'private', html: '', link: null }))
    const [{ id, canRead }] = (await list(bea)).nodes as [ReplyNode]
    expect(canRead).toBe(false)
    expect(await mailOf(bea, id)).toMatchObject({ text: null, problem: 'notShared' })
    await rowsOf(world, person, 'update mailboxes set shared_with_all = true where id = ? returning 1', [key.mailboxId])
    expect(await mailOf(bea, id)).toMatchObject({ text: 'private', problem: null })
  })

  it.each<[string, OpenMailbox['readMail'], Partial<OpenMailbox>]>([
    ['messageGone', async () => null, {}],
    ['sendOnly', async () => null, { canRead: false }],
    // A single refusal of the sign-in may be temporary.
    ['unavailable', () => Promise.reject(new DeliveryError('expired', 'EXPIRED_TOKEN')), {}],
    ['unavailable', () => Promise.reject(new DeliveryError('throttled', '429')), {}],
  ])('is replaced by the reason if it cannot be shown: %s', async (problem, readMail, more) => {
    const { person } = await workspace('a@there.test')
    const [{ id }] = (await list(person)).nodes as [ReplyNode]
    opening(readMail, more)
    expect(await mailOf(person, id)).toMatchObject({ text: null, problem, message: expect.stringMatching(/\.$/) })
  })

  it('is replaced by a request to sign in when the sign-in is refused twice, seconds apart', async () => {
    const { person } = await workspace('a@there.test')
    const [{ id }] = (await list(person)).nodes as [ReplyNode]
    opening(() => Promise.reject(new DeliveryError('expired', 'EXPIRED_TOKEN')))
    await mailOf(person, id)
    const { clock } = world.app
    world.app.clock = () => new Date(clock().getTime() + 10_000)
    onTestFinished(() => void (world.app.clock = clock))
    expect(await mailOf(person, id)).toMatchObject({ text: null, problem: 'signInNeeded' })
  })

  it('cannot be read once the mailbox is disconnected', async () => {
    const { person, key } = await workspace('a@there.test')
    const [{ id }] = (await list(person)).nodes as [ReplyNode]
    await rowsOf(world, person, 'delete from mailboxes where id = ? returning 1', [key.mailboxId])
    expect(await mailOf(person, id)).toMatchObject({ problem: 'mailboxGone' })
  })

  it('can be read only so many times a minute', async () => {
    const { person } = await workspace('a@there.test')
    const [{ id }] = (await list(person)).nodes as [ReplyNode]
    opening(async () => ({ subject: '', text: 'x', html: '', link: null }))
    const { clock } = world.app
    let now = Date.now()
    world.app.clock = () => new Date(now)
    onTestFinished(() => {
      world.app.clock = clock
    })
    for (let times = 0; times < LIMITS.replyReads.burst; times += 1)
      expect(await mailOf(person, id)).toMatchObject({ text: 'x' })
    expect(await mailOf(person, id)).toBe('TOO_MANY_REQUESTS')
    now += 1_000
    expect(await mailOf(person, id)).toMatchObject({ text: 'x' })
  })

  it('needs a separate scope of an API key', async () => {
    const { person } = await workspace('a@there.test')
    const [{ id }] = (await list(person)).nodes as [ReplyNode]
    opening(async () => ({ subject: '', text: 'x', html: '', link: null }))
    const made = await person.graphql(
      'mutation { createApiKey(input: { name: "K", scopes: [CAMPAIGNS_READ] }) { token errors { code } } }',
    )
    const program = { ...person, ...(await keyed(String(made.data.createApiKey.token ?? made.data.createApiKey))) }
    expect((await list(program)).totalCount).toBe(1)
    expect(await mailOf(program, id)).toBe('FORBIDDEN')
  })
})

async function keyed(token: string): Promise<Pick<TestPerson, 'graphql'>> {
  const { graphqlAs } = await import('#tests/support/person.ts')
  return { graphql: (query, variables) => graphqlAs(world.url, { authorization: `Bearer ${token}` }, query, variables) }
}

describe('erasing a person', () => {
  it('also deletes their replies, including those from another address', async () => {
    const { person, key } = await workspace('a@there.test', 'b@there.test')
    await takeReturns(world.app, key, 'me@here.test', [
      answer('b.home@there.test', { threadId: 'thread-1', id: 'm-9' }),
    ])
    const erase = (email: string) =>
      person.graphql('mutation ($email: String!) { erasePerson(input: { email: $email }) { errors { code } } }', {
        email,
      })
    await erase('b.home@there.test')
    expect((await list(person)).from).toEqual(['b@there.test', 'a@there.test'])
    await erase('a@there.test')
    expect((await list(person)).from).toEqual(['b@there.test'])
  })
})

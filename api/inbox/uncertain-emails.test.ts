import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeId } from '#schema/object-ids.ts'
import { fetchCampaign } from '#tests/support/campaigns.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { campaignWith, rowsOf, type SentMail } from '#tests/support/sent-mail.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { openWorking } from './read-mailbox.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const ERROR = 'UNCERTAIN: the connection broke'
const uncertain = (email: string, more: Partial<SentMail> = {}): SentMail => ({
  email,
  status: 'failed',
  error: ERROR,
  ...more,
})

/** Creates a person with a mailbox and a campaign with these emails. */
async function personWith(mails: readonly SentMail[], scopes?: string[]) {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person, 'microsoft', undefined, scopes)
  const key = await mailboxOf(world, person)
  const { campaignId, logs } = await campaignWith(world, person, key, mails)
  return { person, key, campaignId: encodeId('Campaign', campaignId), logs: logs.map((id) => encodeId('EmailLog', id)) }
}

const messageFrom = (from: string, to: string) => ({
  from: { name: '', address: from },
  to: { name: '', address: to },
  subject: 'News',
  html: '<p>News</p>',
  text: 'News',
  headers: [],
  attachments: [],
})

/** A draft in the mailbox, sent or not. */
async function draftIn(person: TestPerson, to: string, { sent }: { sent: boolean }): Promise<string> {
  const open = await openWorking(world.app, await mailboxOf(world, person))
  if (!open) throw new Error('The mailbox cannot be opened')
  const { account, mailbox } = open
  const draftId = await mailbox.createDraft(messageFrom(account.email, to))
  if (sent) await mailbox.sendDraft(draftId)
  return draftId
}

const LIST = `query ($first: Int, $after: String) { uncertainEmails(first: $first, after: $after) {
  totalCount pageInfo { endCursor hasNextPage } nodes: edges { node { id contactEmail campaign { id name } mailbox { email } } } } }`
async function listed(person: TestPerson, variables: object = {}) {
  const { data, errors } = await person.graphql(LIST, variables)
  expect(errors).toBeUndefined()
  return data.uncertainEmails
}
const ASK = `mutation ($ids: [ID!]!) { askMailbox(input: { emailLogIds: $ids }) { askedEmails { answer emailLog { id status error } } errors { code field message } } }`
const ARRIVED = `mutation ($ids: [ID!]!) { confirmArrived(input: { emailLogIds: $ids }) { emailLogs { id status error } errors { code field message } } }`

describe('the list of uncertain emails', () => {
  it('contains those of all campaigns, newest first, page by page, and no other failures', async () => {
    const { person, key } = await personWith([uncertain('a@x.test'), { email: 'bad@x.test', status: 'failed' }])
    await campaignWith(world, person, key, [uncertain('b@x.test'), { email: 'sent@x.test' }, uncertain('c@x.test')])
    const first = await listed(person, { first: 2 })
    expect(first.totalCount).toBe(3)
    const rest = await listed(person, { first: 2, after: first.pageInfo.endCursor })
    const all = [...first.nodes, ...rest.nodes].map(({ node }: any) => node)
    expect(all.map((node) => node.contactEmail)).toEqual(['c@x.test', 'b@x.test', 'a@x.test'])
    expect(all[0]).toMatchObject({ campaign: { name: 'News' }, mailbox: { email: expect.stringContaining('@') } })
    expect(rest.pageInfo.hasNextPage).toBe(false)
  })

  it('neither shows nor changes emails of another workspace', async () => {
    const theirs = await personWith([uncertain('a@x.test')])
    const stranger = await world.signUp()
    expect((await listed(stranger)).totalCount).toBe(0)
    expect((await stranger.graphql(ARRIVED, { ids: theirs.logs })).data.confirmArrived).toEqual([])
    expect((await stranger.graphql(ASK, { ids: theirs.logs })).data.askMailbox).toEqual([])
    expect((await listed(theirs.person)).totalCount).toBe(1)
  })

  it('is read with an index of its own', async () => {
    const { person } = await personWith([])
    const plan = await world.app.database.inTenant(person.tenantId, async (em) => {
      await em.execute('set local enable_seqscan = off')
      return em.execute(
        `explain select id from email_logs where tenant_id = ? and status = 'failed' and failure_code = 'UNCERTAIN' order by id desc limit 10`,
        [person.tenantId],
      )
    })
    expect(JSON.stringify(plan)).toContain('email_logs_uncertain')
  })
})

describe('looking for an uncertain email in its mailbox', () => {
  it('finds a sent email and counts it as sent', async () => {
    const { person, campaignId, logs, key } = await personWith([uncertain('a@x.test')])
    const draftId = await draftIn(person, 'a@x.test', { sent: true })
    await rowsOf(world, person, 'update email_logs set draft_id = ? where mailbox_id = ?', [draftId, key.mailboxId])
    const { data } = await person.graphql(ASK, { ids: logs })
    expect(data.askMailbox).toEqual([{ answer: 'sent', emailLog: { id: logs[0], status: 'sent', error: null } }])
    expect(await fetchCampaign(person, campaignId)).toMatchObject({ sentCount: 1, failedCount: 0 })
    expect((await listed(person)).totalCount).toBe(0)
  })

  it("finds a sent copy by the product's mark if no provider draft was created", async () => {
    const { person, logs } = await personWith([uncertain('a@x.test'), uncertain('b@x.test')])
    const [a, b] = await rowsOf<{ id: string; attempts: number }>(
      world,
      person,
      'update email_logs set attempts = 2 where tenant_id = ? returning id, attempts',
      [person.tenantId],
    )
    const open = await openWorking(world.app, await mailboxOf(world, person))
    for (const mark of [
      { logId: a?.id ?? '', attempt: 2 },
      { logId: b?.id ?? '', attempt: 1 },
    ]) {
      await open?.mailbox.send({ ...messageFrom(open.account.email, 'a@x.test'), mark })
    }
    const { data } = await person.graphql(ASK, { ids: logs })
    const answers = Object.fromEntries(data.askMailbox.map((asked: any) => [asked.emailLog.id, asked.answer]))
    expect(answers).toEqual({
      [encodeId('EmailLog', a?.id ?? '')]: 'sent',
      [encodeId('EmailLog', b?.id ?? '')]: 'unclear',
    })
  })

  it('trusts an unsent provider draft only after ten minutes; then the email may be sent again', async () => {
    const { person, logs, key } = await personWith([uncertain('old@x.test'), uncertain('new@x.test', { ago: 1 })])
    for (const [index, log] of ['old@x.test', 'new@x.test'].entries()) {
      const draftId = await draftIn(person, log, { sent: false })
      await rowsOf(world, person, 'update email_logs set draft_id = ? where mailbox_id = ? and contact_email = ?', [
        draftId,
        key.mailboxId,
        ['old@x.test', 'new@x.test'][index],
      ])
    }
    const { data } = await person.graphql(ASK, { ids: logs })
    expect(data.askMailbox.map((asked: any) => [asked.emailLog.id, asked.answer])).toEqual([
      [logs[1], 'unclear'],
      [logs[0], 'notSent'],
    ])
    expect((await listed(person)).totalCount).toBe(1)
  })

  it('reports a mailbox that cannot be searched', async () => {
    const { person, logs } = await personWith([uncertain('a@x.test')], ['User.Read', 'Mail.Send', 'offline_access'])
    const { data } = await person.graphql(ASK, { ids: logs })
    expect(data.askMailbox[0].answer).toBe('cannotAsk')
  })

  it('leaves the email uncertain while the mailbox does not respond', async () => {
    const { person, logs, key } = await personWith([uncertain('a@x.test')])
    const draftId = await draftIn(person, 'a@x.test', { sent: true })
    await rowsOf(world, person, 'update email_logs set draft_id = ? where mailbox_id = ?', [draftId, key.mailboxId])
    const fault = await world.fault({ kind: 'unavailable', operation: 'read', count: null })
    const { data } = await person.graphql(ASK, { ids: logs })
    expect(data.askMailbox[0].answer).toBe('unclear')
    await world.clearFault(fault)
  })
})

describe('a person who knows that an uncertain email arrived', () => {
  it('marks it as delivered, which counts once', async () => {
    const { person, campaignId, logs } = await personWith([
      uncertain('a@x.test'),
      { email: 'b@x.test', status: 'failed' },
    ])
    const { data } = await person.graphql(ARRIVED, { ids: logs })
    expect(data.confirmArrived).toEqual([{ id: logs[0], status: 'delivered', error: null }])
    expect((await person.graphql(ARRIVED, { ids: logs })).data.confirmArrived).toEqual([])
    expect(await fetchCampaign(person, campaignId)).toMatchObject({ sentCount: 1, failedCount: 1 })
  })

  it('must name between 1 and 100 emails at a time', async () => {
    const { person } = await personWith([])
    for (const ids of [[], Array.from({ length: 101 }, () => 'log_x')]) {
      const { errors } = await person.graphql(ARRIVED, { ids })
      expect(errors?.[0].extensions.code).toBe('BAD_INPUT')
    }
  })
})

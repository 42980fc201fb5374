import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownMessageId } from '#domain/inbox/own-message-id.ts'
import { encodeId } from '#schema/object-ids.ts'
import { mailboxOf, report } from '#tests/support/returned-mail.ts'
import { campaignWith, rowsOf, type SentMail } from '#tests/support/sent-mail.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { takeReturns } from './record-inbox-events.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

async function workspace(mails: readonly SentMail[] = [{ email: 'bo@there.test', threadId: 'thread' }]) {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  const key = await mailboxOf(world, person)
  const campaign = await campaignWith(world, person, key, mails)
  const sql = <T extends object>(text: string) => rowsOf<T>(world, person, text)
  return {
    ...{ person, key, ...campaign },
    take: (...mail: Parameters<typeof takeReturns>[3]) => takeReturns(world.app, key, 'me@here.test', mail),
    outcome: async () => ({
      emails: await sql<{ status: string }>('select status from email_logs order by id'),
      counts: await sql('select sent_count, failed_count, bounced_count from campaigns'),
      suppressed: await sql('select email from suppressions'),
      events: (await sql<{ kind: string }>('select kind from email_events order by id')).map(({ kind }) => kind),
    }),
  }
}
const UNTOUCHED = {
  emails: [{ status: 'sent' }],
  counts: [{ sent_count: 1, failed_count: 0, bounced_count: 0 }],
  suppressed: [],
}

describe('a bounce report that names no email of this installation', () => {
  it.each<[string, Parameters<typeof report>[1]]>([
    ['nobody vouches for', { results: '' }],
    ['another domain really sent', { from: 'postmaster@evil.test' }],
    [
      'somebody sent in the name of the recipient’s server',
      { results: 'spf=fail smtp.mailfrom=there.test;dmarc=fail' },
    ],
    ['a person of the recipient’s domain wrote', { from: 'eve@there.test' }],
    ['names an email that is not ours', { results: '', original: '<other@elsewhere.test>' }],
  ])('is shown as unproven, and counts nowhere, if it is one that %s', async (_, changes) => {
    const { take, outcome } = await workspace()
    await take(report('bo@there.test', changes))
    expect(await outcome()).toEqual({ ...UNTOUCHED, events: ['unproven'] })
  })

  it('is shown once, however many copies come', async () => {
    const { person, logs, take, outcome } = await workspace()
    await take(...[1, 2, 3].map(() => report('bo@there.test', { results: '' })))
    await take(report('bo@there.test', { results: '' }))
    expect(await outcome()).toEqual({ ...UNTOUCHED, events: ['unproven'] })
    const query = 'query ($id: ID!) { node(id: $id) { ... on EmailLog { bouncedAt events { kind detail } } } }'
    const { data } = await person.graphql(query, { id: encodeId('EmailLog', logs[0] ?? '') })
    expect(data.node.bouncedAt).toBeNull()
    expect(data.node.events).toContainEqual({
      kind: 'bounceUnproven',
      detail: 'NON_DELIVERY_ADDRESS: 550 5.1.1 said the other side',
    })
  })

  it('counts if the recipient’s own server sent it', async () => {
    const { take, outcome } = await workspace()
    await take(report('bo@there.test'))
    expect(await outcome()).toMatchObject({ suppressed: [{ email: 'bo@there.test' }], events: ['bounce'] })
  })

  it('counts when proof comes after it was only shown as unproven', async () => {
    const { take, outcome } = await workspace()
    await take(report('bo@there.test', { results: '' }))
    await take(report('bo@there.test'))
    expect(await outcome()).toMatchObject({ suppressed: [{ email: 'bo@there.test' }], events: ['unproven', 'bounce'] })
  })
})

describe('a bounce report that names an email of this installation', () => {
  it.each<[string, (logId: string) => Parameters<typeof report>[1]]>([
    ['by its Message-ID', (logId) => ({ original: ownMessageId(logId, 1, 'me@here.test') })],
    ['by its conversation', () => ({ threadId: 'thread' })],
  ])('counts, whoever sent it: %s', async (_, changes) => {
    const { logs, take, outcome } = await workspace()
    await take(report('bo@there.test', { results: '', ...changes(logs[0] ?? '') }))
    expect(await outcome()).toMatchObject({ suppressed: [{ email: 'bo@there.test' }], events: ['bounce'] })
  })

  it('counts by the mark in the returned email, where its Message-ID was replaced', async () => {
    const { logs, take, outcome } = await workspace()
    const mail = report('bo@there.test', { results: '' })
    const original = `Message-ID: <other@x.test>\nX-Mergewell-Email: mw1.${(logs[0] ?? '').replaceAll('-', '')}.1`
    await take({ ...mail, report: mail.report && { ...mail.report, original } })
    expect(await outcome()).toMatchObject({ suppressed: [{ email: 'bo@there.test' }] })
  })

  it('does not count for another recipient that it also lists', async () => {
    const { logs, take, outcome } = await workspace([{ email: 'bo@there.test' }, { email: 'al@there.test' }])
    const mail = report('al@there.test', { results: '', original: ownMessageId(logs[0] ?? '', 1, 'me@here.test') })
    await take(mail)
    expect(await outcome()).toMatchObject({ suppressed: [], emails: [{ status: 'failed' }, { status: 'sent' }] })
  })

  it('is judged for each of its recipients separately', async () => {
    const { logs, take, outcome } = await workspace()
    const mail = report('bo@there.test', { original: ownMessageId(logs[0] ?? '', 1, 'me@here.test') })
    const other = 'Final-Recipient: rfc822;boss@there.test\nAction: failed\nStatus: 5.2.2\n\n'
    const status = (mail.report?.status ?? '').replace('Final-Recipient', `${other}Final-Recipient`)
    await take({ ...mail, report: mail.report && { ...mail.report, status } })
    expect(await outcome()).toMatchObject({ suppressed: [{ email: 'bo@there.test' }], emails: [{ status: 'failed' }] })
  })
})

import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pauseEnd } from '#domain/email-preferences.ts'
import { uuidOf } from '#schema/object-ids.ts'
import { addContacts, draftCampaign, fetchCampaign } from '#tests/support/campaigns.ts'
import { mutate } from '#tests/support/mutate.ts'
import { rowsOf } from '#tests/support/sent-mail.ts'
import { visit } from '#tests/support/tracked-mail.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const DAY = 86_400_000
const NEWS = { id: '0190c5f2-7a3e-4cc1-b1a4-d2f0e6a81b21', name: 'News <1>', description: 'What is new & good' }
const OFFERS = { id: '0190c5f2-7a3e-4cc1-b1a4-d2f0e6a81b22', name: 'Offers', description: '' }

/** A workspace with two topics and contacts. */
async function workspace(contacts = 3) {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  await mutate(person, 'updateEmailSettings', { topics: [NEWS, OFFERS] }, '{ topics { id name description } }')
  const ids = await addContacts(world, person, contacts)
  const emails = await rowsOf<{ email: string }>(world, person, 'select email from contacts order by id')
  return { person, ids, emails: emails.map(({ email }) => email) }
}

/** The path of an unsubscribe link in an email to an address. */
const linkFor = ({ tenantId }: TestPerson, email: string) =>
  `/u/${world.app.links.unsubscribe({ tenantId, logId: newId() }, email)}`
const post = (path: string, form: Record<string, string> | [string, string][]) =>
  visit(world, path, {
    method: 'POST',
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const ALL: [string, string][] = [
  ['action', 'choose'],
  ['topic', NEWS.id],
  ['topic', OFFERS.id],
]
const choose = (person: TestPerson, email: string, ...more: [string, string][]) =>
  post(linkFor(person, email), [...ALL, ...more])
const leave = (person: TestPerson, email: string) =>
  post(linkFor(person, email), [
    ['action', 'choose'],
    ['topic', OFFERS.id],
  ])
const keptOf = (person: TestPerson) =>
  rowsOf(world, person, 'select email_key, left_topics, is_monthly, paused_until from preferences order by email_key')

async function launch(person: TestPerson, id: string) {
  const { data, errors } = await mutate(person, 'sendCampaign', { id }, '{ id }')
  return errors ? errors[0] : data.sendCampaign
}
const errorsOf = async (person: TestPerson, id: string) =>
  Object.fromEntries((await fetchCampaign(person, id)).logs.map(({ contactEmail, error }) => [contactEmail, error]))

describe('the preference page', () => {
  it('offers the topics, one email a month and a pause, works without scripts, and shows what was chosen', async () => {
    const { person, emails } = await workspace(1)
    const [email = ''] = emails
    const path = linkFor(person, email)
    const asks = await (await visit(world, path)).text()
    expect(asks).toContain('<button class="primary" name="action" value="unsubscribe">')
    expect(asks).toContain(
      `<input type="checkbox" name="topic" value="${NEWS.id}" checked><span>News &lt;1&gt;<small>What is new &amp; good</small></span>`,
    )
    expect(asks).toContain('name="monthly" value="yes"><span>At most one email a month')
    expect(asks).not.toMatch(/<script|onclick|style="/)
    expect(await keptOf(person)).toEqual([])

    const saved = await post(path, [
      ['action', 'choose'],
      ['topic', OFFERS.id],
      ['monthly', 'yes'],
      ['pause', 'yes'],
    ])
    const page = await saved.text()
    expect([saved.status, page]).toEqual([200, expect.stringContaining('<p role="status">Your choices are saved.')])
    expect(page).toContain(`value="${NEWS.id}"><span>News`)
    expect(page).toContain(`value="${OFFERS.id}" checked>`)
    const until = pauseEnd(world.app.clock()).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })
    expect(page).toContain(`name="pause" value="yes" checked><span>Pause until ${until}`)
    expect(await keptOf(person)).toMatchObject([{ email_key: email, left_topics: [NEWS.id], is_monthly: true }])
    expect(await rowsOf(world, person, 'select 1 from suppressions')).toEqual([])

    await choose(person, email)
    expect(await keptOf(person)).toMatchObject([{ left_topics: [], is_monthly: false, paused_until: null }])
  })

  it('still unsubscribes from everything with one click (RFC 8058)', async () => {
    const { person, emails } = await workspace(1)
    await post(linkFor(person, emails[0] ?? ''), { 'List-Unsubscribe': 'One-Click', action: 'choose' })
    expect(await rowsOf(world, person, 'select reason from suppressions')).toEqual([{ reason: 'unsubscribed' }])
  })

  it('stores nothing for a forged link, or a topic of another workspace', async () => {
    const [own, other] = [await workspace(1), await workspace(1)]
    const forged = linkFor(own.person, own.emails[0] ?? '').replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expect((await post(forged, ALL)).status).toBe(404)
    expect(await keptOf(own.person)).toEqual([])
    await choose(own.person, own.emails[0] ?? '', ['topic', newId()])
    expect(await keptOf(own.person)).toMatchObject([{ left_topics: [] }])
    expect(await keptOf(other.person)).toEqual([])
  })
})

describe('a topic of emails', () => {
  it('is refused for a campaign if the workspace does not have it', async () => {
    const { person } = await workspace(1)
    const create = (topicId: string) =>
      mutate(person, 'createCampaign', { name: 'x', topicId }, '{ id topicId }').then(({ data, errors }) =>
        errors ? errors[0].extensions.code : data.createCampaign.topicId,
      )
    expect([await create(newId()), await create('x'), await create(NEWS.id)]).toEqual([
      'BAD_INPUT',
      'BAD_INPUT',
      NEWS.id,
    ])
  })

  it('sends nothing to people who unsubscribed from it, which the launch check says', async () => {
    const { person, ids, emails } = await workspace()
    const [left = '', stays = ''] = emails
    await leave(person, left)
    await post(linkFor(person, emails[2] ?? ''), { action: 'unsubscribe' })
    const id = await draftCampaign(world, person, 0, { selectedContacts: ids, topicId: NEWS.id })
    const { data } = await person.graphql(
      'query ($id: ID!) { launchForecast(id: $id) { recipients suppressed declined } campaignProblems(id: $id) { code message count contacts { email } } }',
      { id },
    )
    expect(data.launchForecast).toEqual({ recipients: 3, suppressed: 1, declined: 1 })
    expect(data.campaignProblems).toContainEqual({
      code: 'DECLINED',
      message:
        'One recipient will not get this email, because they left its topic, paused your emails, or get one a month.',
      count: 1,
      contacts: [{ email: left }],
    })
    await launch(person, id)
    expect(await errorsOf(person, id)).toMatchObject({ [left]: 'DECLINED: topic', [stays]: null })

    const other = await draftCampaign(world, person, 0, { selectedContacts: ids, topicId: OFFERS.id })
    await launch(person, other)
    expect(await errorsOf(person, other)).toMatchObject({ [left]: null })
  })

  it('can be left by somebody whose email waits to be sent, in this workspace only', async () => {
    const { person, ids, emails } = await workspace(2)
    const [email = ''] = emails
    const id = await draftCampaign(world, person, 0, { selectedContacts: ids, topicId: NEWS.id })
    await launch(person, id)
    const other = await workspace(1)
    await leave(other.person, email)
    expect(await errorsOf(person, id)).toMatchObject({ [email]: null })
    await leave(person, email)
    expect(await errorsOf(person, id)).toMatchObject({ [email]: 'DECLINED: topic', [emails[1] ?? '']: null })
    expect(await fetchCampaign(person, id)).toMatchObject({ failedCount: 1, pendingCount: 1 })
  })
})

describe('somebody who paused emails', () => {
  it('gets no email before the end of the pause, and gets one afterwards', async () => {
    const { person, ids, emails } = await workspace(2)
    const [email = ''] = emails
    await choose(person, email, ['pause', 'yes'])
    const at = (days: number) => new Date(world.app.clock().getTime() + days * DAY).toISOString()
    const declined = async (scheduledAt: string | null) => {
      const { data } = await person.graphql(
        'query ($id: ID!, $at: DateTime) { launchForecast(id: $id, scheduledAt: $at) { declined } }',
        { id, at: scheduledAt },
      )
      return data.launchForecast.declined
    }
    const id = await draftCampaign(world, person, 0, { selectedContacts: ids })
    expect([await declined(null), await declined(at(60)), await declined(at(100))]).toEqual([1, 1, 0])
    await launch(person, id)
    expect(await errorsOf(person, id)).toMatchObject({ [email]: 'DECLINED: paused' })
    const { data } = await mutate(person, 'sendToFailed', { id }, '{ id }')
    expect(data?.sendToFailed ?? null).toBeNull()
  })
})

describe('somebody who chose one email a month', () => {
  it('gets none in the month after an email, nor while another campaign is about to send one', async () => {
    const { person, ids, emails } = await workspace(2)
    const [email = ''] = emails
    await choose(person, email, ['monthly', 'yes'])
    const draft = () => draftCampaign(world, person, 0, { selectedContacts: ids })
    const first = await draft()
    await launch(person, first)
    expect(await errorsOf(person, first)).toMatchObject({ [email]: null })
    const second = await draft()
    await launch(person, second)
    expect(await errorsOf(person, second)).toMatchObject({ [email]: 'DECLINED: monthly', [emails[1] ?? '']: null })

    const sentAgo = (days: number) =>
      rowsOf(world, person, `update email_logs set status = 'sent', sent_at = ? where campaign_id = ? returning 1`, [
        new Date(world.app.clock().getTime() - days * DAY),
        uuidOf('Campaign', first),
      ])
    for (const [days, error] of [
      [29, 'DECLINED: monthly'],
      [31, null],
    ] as const) {
      await sentAgo(days)
      const later = await draft()
      await launch(person, later)
      expect(await errorsOf(person, later)).toMatchObject({ [email]: error })
    }
  })
})

describe('the personal data of a recipient', () => {
  it('include the choices, which are kept as a hash when the person is erased', async () => {
    const { person, emails } = await workspace(1)
    const [email = ''] = emails
    await leave(person, email)
    const exported = (await person.rest('POST', '/api/people/export', { email })).body
    expect(exported).toMatchObject({ preferences: [{ email_key: email, left_topics: [NEWS.id] }] })
    const erase =
      'mutation ($input: ErasePersonInput!) { erasePerson(input: $input) { staysSuppressed errors { code field message } } }'
    expect((await person.graphql(erase, { input: { email } })).data.erasePerson.staysSuppressed).toBe(false)
    const [kept] = (await keptOf(person)) as { email_key: string }[]
    expect(kept).toMatchObject({ left_topics: [NEWS.id] })
    expect(kept?.email_key).not.toContain(email)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeInFull, firstOf, itInFull } from '#tests/support/full-run-only.ts'
import { sendMails, visit } from '#tests/support/tracked-mail.ts'
import { importAll } from '#tests/support/imports.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const ADA = 'Ada@Example.com'
const BO = 'bo@example.com'
const CAMPAIGN = `query ($id: ID!) { campaign(id: $id) { sentCount openedCount clickedCount openRate machineOpenedCount deliveredCount
  links { people clicks } emailLogs(first: 5) { edges { node { contactEmail status sentAt deliveredAt openedAt clickedAt
    machineOpenedAt untracked events { kind } } } }
  notOpened: emailLogs(first: 5, filter: { outcome: NOT_OPENED }) { totalCount } } }`
const campaignOf = async (person: TestPerson, id: string) => {
  const { data, errors } = await person.graphql(CAMPAIGN, { id })
  expect(errors).toBeUndefined()
  return data.campaign
}
const logOf = async (person: TestPerson, id: string, email: string) =>
  (await campaignOf(person, id)).emailLogs.edges.find(({ node }: any) => node.contactEmail === email).node
const contactsOf = async (person: TestPerson) =>
  (await person.graphql('{ contacts(first: 20) { edges { node { id email untracked } } } }')).data.contacts.edges.map(
    ({ node }: any) => node,
  )
const exclude = async (person: TestPerson, email: string, untracked = true) => {
  const { id } = (await contactsOf(person)).find((contact: any) => contact.email === email)
  return person.graphql(
    'mutation ($input: UpdateContactInput!) { updateContact(input: $input) { contact { untracked } errors { code field message } } }',
    { input: { id, untracked } },
  )
}
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const post = (path: string, action: string) =>
  visit(world, path, { method: 'POST', body: `action=${action}`, headers: FORM })

describe('a contact who is excluded from tracking', () => {
  it.each(firstOf(['recipient', 'counts'], 1))(
    'gets no pixel and untracked links at the tracking level %s; other recipients are tracked',
    async (tracking) => {
      const person = await world.signUp({ unlimited: true })
      const { status, body } = await person.rest('POST', '/api/contacts', {
        ...{ firstName: 'Ada', lastName: 'X', email: ADA, untracked: true },
      })
      expect([status, body.untracked]).toEqual([201, true])
      const { id, mails } = await sendMails(world, person, { emails: [ADA, BO], input: { tracking } })
      expect(mails[ADA]?.html).not.toMatch(/\/t\/[oc]\//)
      expect(mails[ADA]?.links['Shop']).toBe('https://shop.test/a?x=1&amp;y=2')
      expect(mails[ADA]?.unsubscribe).toMatch(/^\/u\//)
      expect(mails[BO]?.html).toMatch(/\/t\/o\//)
      expect(await logOf(person, id, ADA)).toMatchObject({ untracked: true })
    },
  )

  it('counts neither as “not opened” nor in the rates', async () => {
    const person = await world.signUp({ unlimited: true })
    await person.rest('POST', '/api/contacts', { firstName: 'Ada', lastName: 'X', email: ADA, untracked: true })
    const { id, mails } = await sendMails(world, person, { emails: [ADA, BO] })
    expect((await campaignOf(person, id)).notOpened.totalCount).toBe(1)
    await visit(world, mails[BO]!.pixel)
    expect(await campaignOf(person, id)).toMatchObject({ sentCount: 2, openedCount: 1, openRate: 100 })
    const { stats } = (await person.graphql('{ stats { openRate } }')).data
    expect(stats.openRate).toBe(100)
  })

  it('can be one of many who are excluded at once by id or by filter', async () => {
    const person = await world.signUp({ unlimited: true })
    for (const email of [ADA, BO, 'cy@example.com']) {
      await person.rest('POST', '/api/contacts', { firstName: 'X', lastName: 'Y', email })
    }
    const all = await contactsOf(person)
    const excludeMany = async (choice: object) =>
      (
        await person.graphql(
          'mutation ($ids: [ID!], $filter: ContactFilter) { excludeFromTracking(input: { ids: $ids, filter: $filter }) { contactCount errors { code field message } } }',
          choice,
        )
      ).data.excludeFromTracking
    expect(await excludeMany({ ids: [all[0].id] })).toBe(1)
    expect(await excludeMany({ filter: { search: 'bo@' } })).toBe(1)
    const excluded = (await contactsOf(person)).filter(({ untracked }: any) => untracked)
    expect(excluded.map(({ email }: any) => email).toSorted()).toEqual([all[0].email, BO].toSorted())
  })

  it('stays excluded when deleted and added again, and with a new address', async () => {
    const person = await world.signUp({ unlimited: true })
    const added = await person.rest('POST', '/api/contacts', {
      ...{ firstName: 'Ada', lastName: 'X', email: ADA, untracked: true },
    })
    await person.rest('DELETE', `/api/contacts/${added.body.id}`)
    await person.rest('POST', '/api/contacts', { firstName: 'Ada', lastName: 'X', email: ADA.toLowerCase() })
    const [contact] = await contactsOf(person)
    expect(contact.untracked).toBe(true)
    await person.graphql(
      'mutation ($input: UpdateContactInput!) { updateContact(input: $input) { contact { id } errors { code field message } } }',
      { input: { id: contact.id, email: 'new@example.com' } },
    )
    expect(await contactsOf(person)).toMatchObject([{ email: 'new@example.com', untracked: true }])
  })

  it('is excluded in their own workspace only', async () => {
    const [person, other] = [await world.signUp({ unlimited: true }), await world.signUp({ unlimited: true })]
    await person.rest('POST', '/api/contacts', { firstName: 'Ada', lastName: 'X', email: ADA, untracked: true })
    await other.rest('POST', '/api/contacts', { firstName: 'Ada', lastName: 'X', email: ADA })
    expect(await contactsOf(other)).toMatchObject([{ untracked: false }])
  })
})

describeInFull('a column of an import that is named', () => {
  const COLUMNS = [
    ['Do not track', 'yes', 'no'],
    ['Kein Tracking', 'x', 'nein'],
    ['Tracking consent', 'No', 'Yes'],
  ] as const
  it.each(firstOf(COLUMNS, 1))(
    '“%s” excludes the people it marks from tracking, also existing contacts',
    async (header, excluded, allowed) => {
      const person = await world.signUp({ unlimited: true })
      await person.rest('POST', '/api/contacts', { firstName: 'Ada', lastName: 'X', email: ADA })
      await importAll(person, {
        People: [
          ['Email', 'First Name', header],
          [ADA, 'Ada', excluded],
          [BO, 'Bo', allowed],
          ['cy@example.com', 'Cy', ''],
          ['di@example.com', 'Di', excluded],
        ],
      })
      const untracked = (await contactsOf(person)).filter((contact: any) => contact.untracked)
      expect(untracked.map(({ email }: any) => email).toSorted()).toEqual([ADA, 'di@example.com'].toSorted())
    },
  )
})

describe('withdrawing from tracking', () => {
  it('deletes the opens and clicks of a person in every campaign, and keeps those of others', async () => {
    const person = await world.signUp({ unlimited: true })
    const first = await sendMails(world, person, { emails: [ADA, BO] })
    const second = await sendMails(world, person, { emails: [ADA] })
    for (const { mails } of [first, second]) {
      await visit(world, mails[ADA]!.pixel)
      await visit(world, mails[ADA]!.links['Shop']!)
      await visit(world, mails[ADA]!.pixel, { userAgent: 'Barracuda' })
    }
    await visit(world, first.mails[BO]!.links['Shop']!)
    expect(await campaignOf(person, first.id)).toMatchObject({ openedCount: 2, clickedCount: 2, deliveredCount: 2 })

    expect((await exclude(person, ADA)).data.updateContact.untracked).toBe(true)

    const campaign = await campaignOf(person, first.id)
    expect(campaign).toMatchObject({ openedCount: 1, clickedCount: 1, machineOpenedCount: 0, openRate: 100 })
    expect(campaign.links[0]).toEqual({ people: 1, clicks: 1 })
    expect(await campaignOf(person, second.id)).toMatchObject({ openedCount: 0, clickedCount: 0, openRate: 0 })
    const log = await logOf(person, first.id, ADA)
    expect(log).toMatchObject({ openedAt: null, clickedAt: null, machineOpenedAt: null, untracked: true })
    expect(log.events.map(({ kind }: any) => kind).toSorted()).toEqual(['delivered', 'queued', 'sent'])
    expect([log.status, log.deliveredAt]).toEqual(['delivered', log.sentAt])
    const kept = await world.app.database.asSystem((em) =>
      em.execute<any[]>('select distinct kind from email_events where tenant_id = ? order by 1', [person.tenantId]),
    )
    expect(kept).toEqual([{ kind: 'click' }])
  })

  itInFull('deletes an open or click that is stored at the same moment', async () => {
    const person = await world.signUp({ unlimited: true })
    const { id, mails } = await sendMails(world, person, { emails: [ADA] })
    const hits = Array.from({ length: 8 }, () => visit(world, mails[ADA]!.pixel))
    await Promise.all([...hits.slice(0, 4), exclude(person, ADA), ...hits.slice(4)])
    expect(await campaignOf(person, id)).toMatchObject({ openedCount: 0, machineOpenedCount: 0 })
    const events = await world.app.database.asSystem((em) =>
      em.execute<any[]>(`select kind from email_events where tenant_id = ?`, [person.tenantId]),
    )
    expect(events).toEqual([])
  })

  it('prevents records through emails that were already sent; their links still work', async () => {
    const person = await world.signUp({ unlimited: true })
    const { id, mails } = await sendMails(world, person, { emails: [ADA] })
    await exclude(person, ADA)
    expect((await visit(world, mails[ADA]!.pixel)).status).toBe(200)
    expect((await visit(world, mails[ADA]!.links['Shop']!)).headers.get('location')).toBe('https://shop.test/a?x=1&y=2')
    expect(await campaignOf(person, id)).toMatchObject({ openedCount: 0, clickedCount: 0 })
  })

  it('also applies to emails that still wait to be sent', async () => {
    const person = await world.signUp({ unlimited: true })
    const { id } = await sendMails(world, person, { emails: [ADA] })
    await world.app.database.asSystem((em) =>
      em.execute(`update email_logs set status = 'pending', sent_at = null where tenant_id = ?`, [person.tenantId]),
    )
    await exclude(person, ADA)
    expect(await logOf(person, id, ADA)).toMatchObject({ status: 'pending', untracked: true })
  })

  it('is a button on the unsubscribe page, and only the recipient can undo it', async () => {
    const person = await world.signUp({ unlimited: true })
    const { id, mails } = await sendMails(world, person, { emails: [ADA] })
    const { pixel, unsubscribe } = mails[ADA]!
    await visit(world, pixel)
    expect(await (await visit(world, unsubscribe)).text()).toContain('value="untrack">Do not track me</button>')
    expect(await campaignOf(person, id)).toMatchObject({ openedCount: 1 })

    const done = await post(unsubscribe, 'untrack')
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('does not see whether you open')])
    expect(await campaignOf(person, id)).toMatchObject({ openedCount: 0 })
    expect(await contactsOf(person)).toMatchObject([{ untracked: true }])
    await post(unsubscribe, 'unsubscribe')
    expect(await (await visit(world, unsubscribe)).text()).toContain('Allow tracking again')
    await post(unsubscribe, 'subscribe')
    expect((await person.graphql('{ suppressions(first: 5) { totalCount } }')).data.suppressions.totalCount).toBe(0)

    expect((await exclude(person, ADA, false)).errors?.[0]).toMatchObject({
      message: expect.stringContaining('This person asked not to be tracked.'),
      extensions: { code: 'CONFLICT' },
    })
    await post(unsubscribe, 'track')
    expect(await contactsOf(person)).toMatchObject([{ untracked: false }])
  })

  it("by a member on a recipient's behalf can be undone by a member", async () => {
    const person = await world.signUp({ unlimited: true })
    await person.rest('POST', '/api/contacts', { firstName: 'Ada', lastName: 'X', email: ADA })
    await exclude(person, ADA)
    expect((await exclude(person, ADA, false)).data.updateContact.untracked).toBe(false)
  })
})

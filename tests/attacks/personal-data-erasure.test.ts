import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERASED } from '#domain/personal-data.ts'
import { UNENTITLED_OR_STALE } from '../support/unentitled-callers.ts'
import { configureSending, fetchCampaign, untilCampaign } from '../support/campaigns.ts'
import { HEADER, importAll } from '../support/imports.ts'
import { firstOf, itInFull } from '#tests/support/full-run-only.ts'
import { askAs } from '../support/super-admin.ts'
import { waitingForLocks } from '#tests/support/lock-waits.ts'
import { createWorld, eventually, type TestPerson, type World } from '../support/world.ts'

/** People who erase or export a person without the right to, erase too much or too little, or at the wrong moment. */

let world: World
let ann: TestPerson
beforeAll(async () => {
  world = await createWorld()
  ann = await world.signUp({ unlimited: true })
})
afterAll(() => world.close())

const ERASE =
  'mutation ($input: ErasePersonInput!) { erasePerson(input: $input) { contacts emails cancelled staysSuppressed errors { code field message } } }'
const tryErase = (who: TestPerson, email: unknown) => who.graphql(ERASE, { input: { email } })
async function erase(who: TestPerson, email: string) {
  const { data, errors } = await tryErase(who, email)
  expect(errors).toBeUndefined()
  return data.erasePerson
}
async function add(who: TestPerson, email: string): Promise<string> {
  const document =
    'mutation ($input: CreateContactInput!) { createContact(input: $input) { contact { id } errors { code field message } } }'
  const { data, errors } = await who.graphql(document, { input: { firstName: 'A', lastName: 'B', email } })
  expect(errors).toBeUndefined()
  return data.createContact.id
}
const suppress = (who: TestPerson, email: string) =>
  who.graphql(
    'mutation ($emails: [String!]!) { addSuppressions(input: { emails: $emails, reason: UNSUBSCRIBED }) { added errors { code field message } } }',
    {
      emails: [email],
    },
  )
const sql = <T = object>({ tenantId }: TestPerson, statement: string, values: object = {}) =>
  world.app.database.inTenant(tenantId, (em) => em.execute<T[]>(statement, { tenantId, ...values }))
const addressesIn = async (who: TestPerson, table: 'contacts' | 'suppressions') =>
  (await sql<{ email: string }>(who, `select email from ${table} where tenant_id = :tenantId order by email`)).map(
    ({ email }) => email,
  )
const exportOf = (who: TestPerson, email: unknown) => who.rest('POST', '/api/people/export', { email })

/** A campaign that was launched to these contacts and sends one email an hour. */
async function launched(
  who: TestPerson,
  selectedContacts: string[],
  scheduledAt: string | null = null,
): Promise<string> {
  await world.connect(who, 'google', `box-${who.userId}@sandbox.test`)
  await configureSending(who, { emailsPerInterval: 1, intervalSeconds: 3_600, enableThrottling: true })
  const document =
    'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { id } errors { code field message } } }'
  const input = { name: 'News', subject: 'Hello', content: 'Text', selectedContacts }
  const { id } = (await who.graphql(document, { input })).data.createCampaign
  const send =
    'mutation ($id: ID!, $scheduledAt: DateTime) { sendCampaign(input: { id: $id, scheduledAt: $scheduledAt }) { campaign { id } errors { code field message } } }'
  expect((await who.graphql(send, { id, scheduledAt })).errors).toBeUndefined()
  return id
}
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

/** `npm test` tries the sign-in that is too old: api/graphql/operation-permissions.test.ts tries everybody else. */
describe.each(firstOf(Object.entries(UNENTITLED_OR_STALE).toReversed(), 1))('the caller "%s"', (_, signIn) => {
  it('is refused the erasure of a person, and changes nothing', async () => {
    const admin = await world.signUp({ unlimited: true })
    await add(admin, 'kept@erased.example')
    const headers = await signIn(world, admin)
    const variables = { input: { email: 'kept@erased.example' } }
    const { body } = await askAs(headers, 'POST', `${world.url}/graphql`, { query: ERASE, variables })
    expect(body.errors[0].extensions.code).toMatch(/^(UNAUTHENTICATED|FORBIDDEN|REAUTHENTICATE)$/)
    expect(await addressesIn(admin, 'contacts')).toEqual(['kept@erased.example'])
  })

  it('is refused the export of a person, and nothing is recorded', async () => {
    const admin = await world.signUp({ unlimited: true })
    await add(admin, 'kept@erased.example')
    const headers = await signIn(world, admin)
    const { status, body } = await askAs(headers, 'POST', `${world.url}/api/people/export`, {
      email: 'kept@erased.example',
    })
    expect([401, 403]).toContain(status)
    expect(JSON.stringify(body)).not.toContain('kept@')
    expect(
      await sql(admin, `select 1 from audit_events where tenant_id = :tenantId and action = 'person_exported'`),
    ).toEqual([])
  })
})

describe('an admin who erases or exports a person', () => {
  it('changes and sees nobody in another workspace', async () => {
    const other = await world.signUp({ unlimited: true })
    await add(other, 'both@erased.example')
    await suppress(other, 'both@erased.example')
    expect(await erase(ann, 'both@erased.example')).toMatchObject({ contacts: 0, staysSuppressed: false })
    expect((await exportOf(ann, 'both@erased.example')).body).toMatchObject({ contacts: [], suppressions: [] })
    expect(await addressesIn(other, 'contacts')).toEqual(['both@erased.example'])
    expect(await addressesIn(other, 'suppressions')).toEqual(['both@erased.example'])
  })

  describe('finds the address', () => {
    const SPELLINGS = [
      ['upper case', 'case@erased.example', 'CASE@ERASED.EXAMPLE'],
      ['a name in front', 'named@erased.example', 'Ann Lee <named@erased.example>'],
      ['mailto: and spaces', 'linked@erased.example', '  mailto:linked@erased.example '],
      ['invisible characters', 'hidden@erased.example', 'hid\u200bden\u2060@erased.example'],
      ['decomposed letters', 'jos\u00e9@erased.example', 'jose\u0301@erased.example'],
      ['upper-case letters beyond ASCII', '\u00e9lodie@erased.example', '\u00c9LODIE@erased.example'],
      ['lower case, stored in upper case', '\u00c5SA@erased.example', '\u00e5sa@erased.example'],
    ] as const
    const ALL = SPELLINGS.map(([, stored]) => stored)
    let who: TestPerson
    beforeAll(async () => {
      who = await world.signUp({ unlimited: true })
      for (const stored of ALL) {
        await add(who, stored)
        await suppress(who, stored)
      }
    })

    it.each(SPELLINGS)('written with %s', async (_, stored, written) => {
      const before = await addressesIn(who, 'contacts')
      expect((await exportOf(who, written)).body.contacts).toHaveLength(1)
      expect(await erase(who, written)).toMatchObject({ contacts: 1, staysSuppressed: true })
      const left = await addressesIn(who, 'contacts')
      expect(left).toHaveLength(before.length - 1)
      expect(left).not.toContain(stored)
    })

    itInFull('in every spelling after an import too', async () => {
      for (const [, , written] of SPELLINGS) await erase(who, written)
      expect(await addressesIn(who, 'contacts')).toEqual([])
      await importAll(who, { S: [HEADER, ...ALL.map((stored) => ['A', 'B', stored, 'C'])] })
      expect(await addressesIn(who, 'suppressions')).toEqual(
        ALL.map(() => expect.not.stringContaining('erased.invalid')),
      )
    })
  })

  describe('does not find other people', () => {
    let who: TestPerson
    beforeAll(async () => {
      who = await world.signUp({ unlimited: true })
      await add(who, 'ann@erased.example')
      await importAll(who, { S: [HEADER, ['Ann', 'B', 'ann@erased.example and more', 'Paris']] })
    })

    const PATTERNS = ['%@erased.example', '_in@erased.example', '*@erased.example', 'n@erased.example']
    it.each(firstOf([...PATTERNS, 'ann@erased.exampl'], 2))('by the pattern %s', async (email) => {
      const { body } = await exportOf(who, email)
      expect(body.contacts ?? []).toEqual([])
      expect(body.rejectedRows ?? []).toEqual([])
      await tryErase(who, email)
      expect(await addressesIn(who, 'contacts')).toEqual(['ann@erased.example'])
      expect((await exportOf(who, 'ann@erased.example')).body.rejectedRows).toHaveLength(1)
    })
  })

  itInFull('finds rejected rows however the address is written in them', async () => {
    const who = await world.signUp({ unlimited: true })
    const rows = ['ZO\u00cb@erased.example, please', 'zoe\u0308@erased.example or', 'z\u200bo\u00eb@erased.example;x']
    await importAll(who, { S: [HEADER, ...rows.map((text) => ['Z', 'B', text, 'Paris'])] })
    expect((await exportOf(who, 'zo\u00eb@erased.example')).body.rejectedRows).toHaveLength(rows.length)
    await erase(who, 'zo\u00eb@erased.example')
    expect(await sql(who, 'select rejected_rows as rows from contact_imports where tenant_id = :tenantId')).toEqual([
      { rows: [] },
    ])
  })

  itInFull.each([
    ['an object', { $ne: null }],
    ['a list', ['a@erased.example']],
    ['a number', 1],
    ['nothing', null],
    ['2 MB', `${'a'.repeat(2_000_000)}@x.example`],
  ])('is refused with %s instead of an address', async (_, email) => {
    const { status } = await exportOf(ann, email)
    expect([400, 413]).toContain(status)
    const { errors } = await tryErase(ann, email)
    expect(['BAD_INPUT', 'TOO_LARGE']).toContain(errors?.[0].extensions.code)
  })

  it('cannot make the product send to an erased person who had unsubscribed', async () => {
    const who = await world.signUp({ unlimited: true })
    await add(who, 'left@erased.example')
    await suppress(who, 'left@erased.example')
    await erase(who, 'left@erased.example')
    const [hashed] = await addressesIn(who, 'suppressions')
    for (const email of [hashed, ERASED.email]) {
      expect((await tryErase(who, email)).errors?.[0].extensions.code).toBe('BAD_INPUT')
    }
    await add(who, 'left@erased.example')
    expect(await addressesIn(who, 'suppressions')).toEqual(['left@erased.example'])
  })
})

describe('erasing a person', () => {
  it('by two admins at once erases them once', async () => {
    const who = await world.signUp({ unlimited: true })
    await launched(who, [await add(who, 'twice@erased.example')], tomorrow())
    await suppress(who, 'other@erased.example')
    const answers = await Promise.all([1, 2, 3].map(() => erase(who, 'twice@erased.example')))
    expect(answers.map(({ contacts }) => contacts).toSorted()).toEqual([0, 0, 1])
    expect(answers.map(({ cancelled }) => cancelled).toSorted()).toEqual([0, 0, 1])
  })

  it('while the person is added again still keeps their unsubscribe', async () => {
    const who = await world.signUp({ unlimited: true })
    await suppress(who, 'back@erased.example')
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let locked = () => {}
    const isLocked = new Promise<void>((resolve) => (locked = resolve))
    const lock = world.app.database.inTenant(who.tenantId, async (em) => {
      await em.execute('select 1 from suppressions where tenant_id = :tenantId for update', { tenantId: who.tenantId })
      locked()
      await held
    })
    await isLocked
    const erased = erase(who, 'back@erased.example')
    const isWaiting = (count: number) =>
      eventually(`${count} wait`, async () => (await waitingForLocks(world.databaseUrl)) >= count)
    await isWaiting(1)
    const added = add(who, 'back@erased.example')
    await Promise.race([added, isWaiting(2)])
    release()
    await Promise.all([lock, erased, added])
    const contacts = await addressesIn(who, 'contacts')
    // Whoever comes first: a contact that is there is known as unsubscribed.
    if (contacts.length > 0) expect(await addressesIn(who, 'suppressions')).toEqual(contacts)
    else expect(await addressesIn(who, 'suppressions')).toEqual([expect.stringContaining('erased.invalid')])
  })

  itInFull('while emails are sent, then importing the person again, sends no email twice', async () => {
    const who = await world.signUp({ unlimited: true })
    const ids = [await add(who, 'first@erased.example'), await add(who, 'second@erased.example')]
    const id = await launched(who, ids)
    const mailbox = `box-${who.userId}@sandbox.test`
    await untilCampaign(who, id, 'the first email is sent', ({ sentCount }) => sentCount === 1)
    const waiting = (await fetchCampaign(who, id)).logs.find(({ status }) => status === 'pending')
    expect(await erase(who, waiting?.contactEmail ?? '')).toMatchObject({ emails: 1, cancelled: 1 })
    await importAll(who, { S: [HEADER, ['A', 'B', waiting?.contactEmail, 'C']] })
    await configureSending(who, { enableThrottling: false })
    for (const emailLogIds of [null, [waiting?.id]]) {
      await who.graphql(
        'mutation ($id: ID!, $ids: [ID!]) { sendToFailed(input: { id: $id, emailLogIds: $ids }) { campaign { id } errors { code field message } } }',
        {
          id,
          ids: emailLogIds,
        },
      )
    }
    const after = await untilCampaign(who, id, 'nothing is pending', ({ pendingCount }) => pendingCount === 0)
    expect(after).toMatchObject({ sentCount: 1, failedCount: 1 })
    expect(JSON.stringify(await world.accepted(mailbox))).not.toContain(waiting?.contactEmail)
  })

  it('is refused while their email is being sent, and leaves everything as it was', async () => {
    const who = await world.signUp({ unlimited: true })
    await launched(who, [await add(who, 'under@erased.example')], tomorrow())
    await sql(who, `update email_logs set status = 'sending' where tenant_id = :tenantId`)
    expect((await tryErase(who, 'under@erased.example')).errors?.[0].extensions.code).toBe('CONFLICT')
    expect(await addressesIn(who, 'contacts')).toEqual(['under@erased.example'])
  })

  it('leaves them out of a draft and of a campaign that starts later', async () => {
    const who = await world.signUp({ unlimited: true })
    const ids = [await add(who, 'stays@erased.example'), await add(who, 'goes@erased.example')]
    const id = await launched(who, ids, tomorrow())
    await erase(who, 'goes@erased.example')
    const { logs } = await fetchCampaign(who, id)
    expect(logs.map(({ status, contactEmail }) => `${status} ${contactEmail}`).toSorted()).toEqual([
      `failed ${ERASED.email}`,
      'pending stays@erased.example',
    ])
  })

  it('is recorded without the address', async () => {
    const who = await world.signUp({ unlimited: true })
    await add(who, 'unnamed@erased.example')
    await erase(who, 'unnamed@erased.example')
    await exportOf(who, 'unnamed@erased.example')
    const rows = await sql(
      who,
      `select a::text from audit_events a where tenant_id = :tenantId and action like 'person_%'`,
    )
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain('unnamed')
  })
})

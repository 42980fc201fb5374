import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERASED } from '#domain/personal-data.ts'
import { addContacts, fetchCampaign, untilCampaign } from '#tests/support/campaigns.ts'
import { HEADER, importAll } from '#tests/support/imports.ts'
import { firstOf, itInFull } from '#tests/support/full-run-only.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'Ada@personal.example' }
const sql = <T = object>(who: TestPerson, statement: string, values: object = {}) =>
  world.app.database.inTenant(who.tenantId, (em) => em.execute<T[]>(statement, { tenantId: who.tenantId, ...values }))
const ERASE = `mutation ($input: ErasePersonInput!) { erasePerson(input: $input) { contacts emails cancelled staysSuppressed errors { code field message } } }`
const tryErase = (who: TestPerson, email = ADA.email) => who.graphql(ERASE, { input: { email } })
async function erase(who: TestPerson, email = ADA.email) {
  const { data, errors } = await tryErase(who, email)
  expect(errors).toBeUndefined()
  return data.erasePerson
}
async function exported(who: TestPerson, email = ADA.email) {
  const { status, body } = await who.rest('POST', '/api/people/export', { email })
  expect(status).toBe(200)
  return body
}
const addAda = async (who: TestPerson): Promise<string> => {
  const { data, errors } = await who.graphql(
    'mutation ($input: CreateContactInput!) { createContact(input: $input) { contact { id } errors { code field message } } }',
    { input: ADA },
  )
  expect(errors).toBeUndefined()
  return data.createContact.id
}
const suppressAda = (who: TestPerson, reason = 'unsubscribed') =>
  who.graphql(
    `mutation ($input: AddSuppressionsInput!) { addSuppressions(input: $input) { added errors { code field message } } }`,
    {
      input: { emails: [ADA.email], reason, note: 'Ada Lovelace rang' },
    },
  )
const refusalOf = async (asked: ReturnType<TestPerson['graphql']>) => (await asked).errors?.[0]

/** Ada in every place that names recipients: sent, failed and pending emails, labels, imports, lists. */
async function fill(who: TestPerson): Promise<string> {
  const selectedContacts = [await addAda(who), ...(await addContacts(world, who, 2, 'other.example'))]
  const created = await who.graphql(
    'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { id } errors { code field message } } }',
    { input: { name: 'News', subject: 'Hello', content: 'Text', selectedContacts } },
  )
  const { id } = created.data.createCampaign
  await world.connect(who, 'google')
  const scheduledAt = new Date(Date.now() + 7 * 86_400_000).toISOString()
  const { errors } = await who.graphql(
    'mutation ($id: ID!, $scheduledAt: DateTime) { sendCampaign(input: { id: $id, scheduledAt: $scheduledAt }) { campaign { id } errors { code field message } } }',
    { id, scheduledAt },
  )
  expect(errors).toBeUndefined()
  await sql(
    who,
    `update contacts set fields = '{"Title": "Countess Lovelace"}' where tenant_id = :tenantId and email_key = lower(:email)`,
    ADA,
  )
  await who.graphql(
    'mutation { addTags(input: { filter: {search: "Ada"}, tags: ["Lovelace family"] }) { contactCount errors { code field message } } }',
  )
  await importAll(who, { S: [HEADER, ['Ada', 'Lovelace', 'Ada@personal.example and more', 'Paris']] })
  return id
}
const ofAda = `tenant_id = :tenantId and email_key = 'ada@personal.example'`
/** Rows of the workspace, except the activity log, that mention Ada. */
async function mentions(who: TestPerson): Promise<string[]> {
  const tables = await sql<{ name: string }>(
    who,
    `select c.table_name as name from information_schema.columns c
     where c.table_schema = 'public' and c.column_name = 'tenant_id' and c.table_name <> 'audit_events' order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await sql<{ row: string }>(
      who,
      `select row_to_json(t)::text as row from ${name} t where t.tenant_id = :tenantId and row_to_json(t)::text ~* 'lovelace|ada@'`,
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

describe('erasing a person', () => {
  it('leaves no trace of them in any table, and every count as it was', async () => {
    const who = await world.signUp({ unlimited: true })
    const id = await fill(who)
    await suppressAda(who, 'complained')
    await sql(
      who,
      `update email_logs set status = 'failed', error = 'NON_DELIVERY_ADDRESS: no such user ada@personal.example (Ada Lovelace)',
         attempted_at = now(), sent_at = now(), bounced_at = now() where ${ofAda}`,
    )
    // The worker writes its forecast some time after the launch.
    const before = await untilCampaign(who, id, 'a forecast', ({ finishesAt }) => finishesAt !== null)
    expect(await mentions(who)).toEqual(
      expect.arrayContaining(['contact_imports', 'contact_tags', 'contacts', 'email_logs', 'suppressions']),
    )
    expect(await erase(who, 'ADA@personal.example')).toEqual({
      contacts: 1,
      emails: 1,
      cancelled: 0,
      staysSuppressed: true,
    })
    expect(await mentions(who)).toEqual([])
    const after = await fetchCampaign(who, id)
    expect({ ...after, logs: null }).toEqual({ ...before, logs: null })
    expect(
      await sql(
        who,
        `select contact_name, failure_code, error from email_logs where tenant_id = :tenantId and email_key = :erased`,
        { erased: ERASED.email },
      ),
    ).toEqual([
      {
        contact_name: ERASED.name,
        failure_code: 'NON_DELIVERY_ADDRESS',
        error: 'NON_DELIVERY_ADDRESS: The details were erased with the person.',
      },
    ])
    expect(await erase(who)).toEqual({ contacts: 0, emails: 0, cancelled: 0, staysSuppressed: true })
  })

  it('keeps the fact that an email was left out by the limit of emails per person and week', async () => {
    const who = await world.signUp({ unlimited: true })
    await fill(who)
    await sql(
      who,
      `update email_logs set status = 'failed', error = 'WEEKLY_CEILING: 1 in seven days', failed_at = now() where ${ofAda}`,
    )
    await erase(who)
    expect(
      await sql(who, `select error from email_logs where tenant_id = :tenantId and email_key = :erased`, {
        erased: ERASED.email,
      }),
    ).toEqual([{ error: 'WEEKLY_CEILING: 1 in seven days' }])
  })

  itInFull('cancels emails that wait to be sent, and never sends them again', async () => {
    const who = await world.signUp({ unlimited: true })
    const id = await fill(who)
    expect(await erase(who)).toMatchObject({ emails: 1, cancelled: 1, staysSuppressed: false })
    expect(await fetchCampaign(who, id)).toMatchObject({ failedCount: 1, pendingCount: 2 })
    const { data } = await who.graphql('query ($id: ID!) { campaign(id: $id) { repeatableCount } }', { id })
    expect(data.campaign.repeatableCount).toBe(0)
    const { logs } = await fetchCampaign(who, id)
    const node = logs.find(({ status }) => status === 'failed')
    expect(node?.error).toBe('CANCELLED: the recipient was erased.')
    const again = await who.graphql(
      'mutation ($id: ID!, $ids: [ID!]) { sendToFailed(input: { id: $id, emailLogIds: $ids }) { campaign { id } errors { code field message } } }',
      { id, ids: [node?.id] },
    )
    expect(again.errors?.[0]?.extensions.code).toBe('BAD_INPUT')
  })

  itInFull('is refused while an email to them is being sent, or if a user has the address', async () => {
    const who = await world.signUp({ unlimited: true })
    await fill(who)
    await sql(who, `update email_logs set status = 'sending' where ${ofAda}`)
    expect((await refusalOf(tryErase(who)))?.message).toContain('is being sent right now')
    expect(await mentions(who)).toContain('contacts')
    const [user] = await sql<{ email: string }>(who, 'select email from users where tenant_id = :tenantId')
    expect((await refusalOf(tryErase(who, user?.email)))?.message).toContain('Delete the user first')
    expect((await refusalOf(tryErase(who, 'nonsense')))?.extensions.code).toBe('BAD_INPUT')
  })

  const WAYS_BACK: [string, (who: TestPerson) => Promise<unknown>][] = [
    ['added by hand', addAda],
    ['imported', (who) => importAll(who, { S: [HEADER, ['A', 'L', 'ada@personal.example', 'X']] })],
  ]
  it.each(firstOf(WAYS_BACK, 1))('sends nothing to an unsubscribed person who is %s later', async (_, comeBack) => {
    const [who, other] = [await world.signUp({ unlimited: true }), await world.signUp({ unlimited: true })]
    await addAda(who)
    await suppressAda(who)
    await sql(who, `insert into tracking_exclusions values (:tenantId, 'ada@personal.example', true, now())`)
    await erase(who)
    const [entry] = await sql<{ email: string }>(who, 'select email from suppressions where tenant_id = :tenantId')
    expect(entry?.email).toMatch(/^erased-[0-9a-f]{32}@erased\.invalid$/)
    await comeBack(who)
    await addAda(other)
    expect(await sql(who, 'select email_key, reason from suppressions where tenant_id = :tenantId')).toEqual([
      { email_key: 'ada@personal.example', reason: 'unsubscribed' },
    ])
    expect(
      await sql(who, 'select email_key, by_recipient from tracking_exclusions where tenant_id = :tenantId'),
    ).toEqual([{ email_key: 'ada@personal.example', by_recipient: true }])
    expect(await sql(other, 'select 1 from suppressions where tenant_id = :tenantId')).toEqual([])
  })

  itInFull('changes no other workspace and no other person', async () => {
    const [who, other] = [await world.signUp({ unlimited: true }), await world.signUp({ unlimited: true })]
    await fill(who)
    await fill(other)
    const before = await mentions(other)
    await erase(who)
    expect(await mentions(other)).toEqual(before)
    expect(await sql(who, 'select 1 from contacts where tenant_id = :tenantId')).toHaveLength(2)
  })
})

describe('exporting the data of a person', () => {
  it("contains the contact, tags, emails, suppressions and rejected rows of that person, and nobody else's", async () => {
    const who = await world.signUp({ unlimited: true })
    await fill(who)
    await suppressAda(who)
    const file = await exported(who, 'ada@PERSONAL.example')
    expect(file).toMatchObject({
      contacts: [{ email: ADA.email, fields: { Title: 'Countess Lovelace' }, labels: ['Lovelace family'] }],
      emails: [{ contact_email: ADA.email, subject: expect.any(String), events: [] }],
      suppressions: [{ email: ADA.email, note: 'Ada Lovelace rang' }],
      rejectedRows: [{ values: expect.arrayContaining([['First Name', 'Ada']]) }],
    })
    expect(JSON.stringify(file)).not.toContain('other.example')
    expect((await exported(who, 'nobody@personal.example')).contacts).toEqual([])
    expect((await exported(who, ERASED.email)).emails).toEqual([])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidOf } from '#schema/object-ids.ts'
import { createKey } from '#tests/support/api-key.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { person as callerWith } from '#tests/support/person.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const PROBLEMS = `query ($id: ID!, $mailboxIds: [ID!], $scheduledAt: DateTime) {
  campaignProblems(id: $id, mailboxIds: $mailboxIds, scheduledAt: $scheduledAt) {
  code severity message count contacts { firstName email } finishesAt } }`

const problems = async (person: TestPerson, id: string, mailboxIds?: string[], scheduledAt?: string) => {
  const { data, errors } = await person.graphql(PROBLEMS, { id, mailboxIds, scheduledAt })
  if (errors) throw new Error(JSON.stringify(errors[0]))
  return (
    data.campaignProblems as {
      code: string
      severity: string
      message: string
      count: number | null
      contacts: { firstName: string; email: string }[]
      finishesAt: string | null
    }[]
  ).filter(({ code }) => code !== 'PIXEL_COST')
}

const sql = (statement: string, values: unknown[]) => world.app.database.asSystem((em) => em.execute(statement, values))

/** A person with a mailbox and these contacts, and a draft to all of them. */
async function draftTo(
  contacts: { firstName?: string; lastName?: string; serialNumber?: number; fields?: object }[],
  input: object,
  connect: { vendor?: 'microsoft' | 'google'; scopes?: string[] } | null = {},
) {
  const person = await world.signUp({ unlimited: true })
  if (connect) await world.connect(person, connect.vendor, undefined, connect.scopes)
  await sql(
    `insert into contacts (tenant_id, id, first_name, last_name, email, serial_number, fields)
     select ?, gen_random_uuid(), coalesce(c.first, ''), coalesce(c.last, ''), 'c' || c.at || '-' || ? || '@example.com', c.number, coalesce(c.fields, '{}')
     from jsonb_to_recordset(?::jsonb) as c (at int, first text, last text, number int, fields jsonb) returning 1`,
    [
      person.tenantId,
      person.tenantId,
      JSON.stringify(
        contacts.map(({ firstName, lastName, serialNumber, fields }, at) => ({
          ...{ at, first: firstName, last: lastName, number: serialNumber, fields },
        })),
      ),
    ],
  )
  const { data, errors } = await person.graphql(
    'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { id } errors { code field message } } }',
    {
      input: {
        name: 'News',
        subject: 'News',
        content: 'Hello.',
        ...(contacts.length > 0 && { audience: { all: true } }),
        ...input,
      },
    },
  )
  if (errors) throw new Error(JSON.stringify(errors[0]))
  return { person, id: data.createCampaign.id as string }
}

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ firstName: `F${index}`, lastName: 'L' }))

describe('the problems that the launch check finds in a draft', () => {
  it('include the effect of the tracking pixel on a short text, but not in a long text, with a picture, or without the pixel', async () => {
    const costs = async (input: object) => {
      const { person, id } = await draftTo(people(1), input)
      const { data } = await person.graphql(PROBLEMS, { id })
      return data.campaignProblems.flatMap(({ code, severity, message }: any) =>
        code === 'PIXEL_COST' ? [[severity, /up to ([\d.]+) of the 5 points/.exec(message)?.[1]]] : [],
      )
    }
    expect(await costs({ content: 'Hello.' })).toEqual([['warning', '2']])
    expect(await costs({ content: 'Hello, all of you. '.repeat(40) })).toEqual([['warning', '2.8']])
    expect(await costs({ content: 'Hello.', trackOpens: false })).toEqual([])
    expect(await costs({ content: 'Hello, all of you. '.repeat(200) })).toEqual([])
    expect(await costs({ content: '<img src="https://pictures.company.com/a.png" alt="A">' })).toEqual([])
  })

  it('are an empty list if nothing is wrong, even without an unsubscribe link', async () => {
    const { person, id } = await draftTo(people(3), { content: 'Dear {firstName} {lastName} at {email},' })
    expect(await problems(person, id)).toEqual([])
  })

  it('include merge tags without a value for some recipients, with a count and the first ten, unless there is a fallback', async () => {
    const contacts = [
      ...Array.from({ length: 12 }, () => ({ firstName: ' ', lastName: 'L', fields: { 'Company Name': '' } })),
      { firstName: 'Ada', lastName: 'L', fields: { 'Company Name': 'Engines' } },
    ]
    const { person, id } = await draftTo(contacts, {
      subject: '{first_name}, news',
      content: 'For {companyname|your company}: {lastName} {fullName}',
    })
    const found = await problems(person, id)
    expect(found).toMatchObject([{ code: 'EMPTY_TAG', severity: 'warning', count: 12 }])
    expect(found[0]?.message).toContain('12 recipients have no value for {first_name}')
    expect(found[0]?.contacts).toHaveLength(10)
    expect(found[0]?.contacts.every(({ firstName }) => firstName.trim() === '')).toBe(true)

    const other = await draftTo(contacts, { content: '{Company Name}' })
    expect(await problems(other.person, other.id)).toMatchObject([{ code: 'EMPTY_TAG', count: 12 }])
  })

  it('include first names that consist of a title only', async () => {
    const firstNames = ['Dr.', ' Prof. Dr. h.c. ', 'Mrs', 'Dr. Ada', 'Jean-Luc', 'Maria de Lourdes', 'D.']
    const contacts = firstNames.map((firstName) => ({ firstName, lastName: 'L' }))
    const { person, id } = await draftTo(contacts, { content: 'Hello {firstName}' })
    const [found] = await problems(person, id)
    const names = found?.contacts.map(({ firstName }) => firstName).toSorted()
    expect([found?.code, found?.count, names]).toEqual(['EMPTY_TAG', 3, [' Prof. Dr. h.c. ', 'Dr.', 'Mrs']])
  })

  it('include a missing serial number, whether it is built in or a custom field', async () => {
    const numbered = [
      { firstName: 'A', lastName: 'L', serialNumber: 7 },
      { firstName: 'B', lastName: 'L', fields: { 'Serial number': 'B-7' } },
      { firstName: 'C', lastName: 'L' },
    ]
    const { person, id } = await draftTo(numbered, { content: 'No. {serialNumber} or {S.No}' })
    expect(await problems(person, id)).toMatchObject([
      { code: 'EMPTY_TAG', count: 1, contacts: [{ firstName: 'C' }] },
      { code: 'EMPTY_TAG', count: 1, contacts: [{ firstName: 'C' }] },
    ])
  })

  it('include values that a format cannot write, in every text, and quote them only to users who may read contacts', async () => {
    const dues = ['2026-07-01', 'asap', '01.07.2026', '', 'asap', '1 July 2026', 'asap']
    const contacts = dues.map((due, at) => ({
      ...{ firstName: `F${at}`, lastName: 'L' },
      fields: { 'Due date': due, Sum: at === 0 ? 'a lot' : '1.180,00 €' },
    }))
    const { person, id } = await draftTo(contacts, {
      ...{ isAbTest: true, abVariantType: 'subject', abVariantB: 'Pay {Sum|currency:EUR}' },
      content: '{due_date|date:long|soon} {Due Date|date:short|soon} {Due Date|upper|soon}',
      followUps: [{ content: 'By {lastName|time} and {Due Date|date:full|now}' }],
    })
    const found = async (who: Pick<TestPerson, 'graphql'>) => {
      const { data } = await who.graphql(
        'query ($id: ID!) { campaignProblems(id: $id) { code severity count message } }',
        { id },
      )
      return data.campaignProblems.filter(({ code }: { code: string }) => code === 'FORMAT_VALUE')
    }
    const warned = (count: number, message: string) => ({ code: 'FORMAT_VALUE', severity: 'warning', count, message })
    const rest = 'It is sent as it is. Choose another format, or correct the'
    expect(await found(person)).toEqual([
      warned(
        1,
        `One recipient has a value for {Sum|currency:EUR} that is not clearly an amount in EUR, “a lot”. ${rest} value.`,
      ),
      warned(
        3,
        `3 recipients have a value for {due_date|date:long} that is not clearly a date, such as “asap”. ${rest} values.`,
      ),
      warned(
        7,
        `Follow-up 1: 7 recipients have a value for {lastName|time} that is not clearly a time, such as “L”. ${rest} values.`,
      ),
      warned(
        3,
        `Follow-up 1: 3 recipients have a value for {Due Date|date:full} that is not clearly a date, such as “asap”. ${rest} values.`,
      ),
    ])
    const named = (await problems(person, id)).find(({ message }) => message.startsWith('3 recipients'))
    expect(named?.contacts.map(({ firstName }) => firstName).toSorted()).toEqual(['F1', 'F4', 'F6'])
    const token = await createKey(person, ['campaigns:read'])
    const key = callerWith(world.url, token, person.tenantId, person.userId)
    expect((await found(key))[1]).toEqual(
      warned(3, `3 recipients have a value for {due_date|date:long} that is not clearly a date. ${rest} values.`),
    )
  })

  it('include a date format applied to the email address', async () => {
    const { person, id } = await draftTo(people(2), { content: 'Due {email|date:long}' })
    expect(await problems(person, id)).toMatchObject([{ code: 'FORMAT_VALUE', count: 2 }])
  })

  it('include merge tags that have no value for anyone, more severe without a fallback', async () => {
    const { person, id } = await draftTo(people(2), { subject: '{frist_name}', content: 'In {Town|your town}.' })
    expect((await problems(person, id)).map(({ severity, code, message }) => [severity, code, message])).toEqual([
      ['error', 'UNKNOWN_TAG', expect.stringContaining('{frist_name}: it would stay empty')],
      ['warning', 'UNKNOWN_TAG', expect.stringContaining('{Town}: every recipient would see its fallback')],
    ])
  })

  it('include errors in the second subject of an A/B test, and a missing second subject', async () => {
    const test = { isAbTest: true, abVariantType: 'subject' }
    const { person, id } = await draftTo(people(2), { ...test, abVariantB: '{nickname}' })
    expect(await problems(person, id)).toMatchObject([{ code: 'UNKNOWN_TAG', severity: 'error' }])
    const none = await draftTo(people(2), test)
    expect(await problems(none.person, none.id)).toMatchObject([{ code: 'NO_SUBJECT_B', severity: 'error' }])
    const doubled = await draftTo(people(1), { isAbTest: true, abVariantB: 'News for {{firstName}}' })
    expect(await problems(doubled.person, doubled.id)).toMatchObject([{ code: 'DOUBLE_BRACES', severity: 'error' }])
  })

  it('include a subject that is too long, also the second subject of an A/B test', async () => {
    const long = 'n'.repeat(79)
    const test = { isAbTest: true, abVariantType: 'subject', abVariantB: long }
    const { person, id } = await draftTo(people(1), { ...test, subject: long })
    expect((await problems(person, id)).map(({ code, message }) => [code, message])).toEqual([
      ['LONG_SUBJECT', expect.stringContaining('The subject has 79 characters')],
      ['LONG_SUBJECT', expect.stringContaining('Subject B has 79 characters')],
    ])
  })

  it('include missing and suppressed recipients', async () => {
    const empty = await draftTo([], { subject: 'For {Company}' })
    expect(await problems(empty.person, empty.id)).toMatchObject([{ code: 'NO_RECIPIENTS', severity: 'error' }])
    const { person, id } = await draftTo(people(3), {})
    const suppress = (numbers: number[]) =>
      person.graphql(
        'mutation ($emails: [String!]!) { addSuppressions(input: { emails: $emails }) { added errors { code field message } } }',
        {
          emails: numbers.map((at) => `C${at}-${person.tenantId}@EXAMPLE.com`),
        },
      )
    await suppress([1])
    const [found] = await problems(person, id)
    expect(found).toMatchObject({ code: 'SUPPRESSED', severity: 'warning', count: 1, contacts: [{ firstName: 'F1' }] })
    await suppress([0, 2])
    expect(await problems(person, id)).toMatchObject([{ code: 'SUPPRESSED', severity: 'error', count: 3 }])
  })

  it('include a mailbox that is not connected or must be reconnected', async () => {
    const { person, id } = await draftTo(people(1), {}, null)
    expect(await problems(person, id)).toMatchObject([{ code: 'NO_MAILBOX', severity: 'error' }])
    await world.connect(person)
    await sql(`update mailboxes set status = 'error' where tenant_id = ?`, [person.tenantId])
    expect(await problems(person, id)).toMatchObject([{ code: 'MAILBOX_EXPIRED', severity: 'error' }])
  })

  it('include a file that is too large for a mailbox that may only send', async () => {
    const attachments = [{ name: 'a.bin', contentBytes: 'eA==' }]
    const { person, id } = await draftTo(people(1), { attachments }, { scopes: ['Mail.Send', 'User.Read'] })
    // Not uploaded: the size is stored beside the content.
    await sql(`update attachments set size = 4194304 where tenant_id = ?`, [person.tenantId])
    expect(await problems(person, id)).toMatchObject([{ code: 'TOO_LARGE', severity: 'error' }])
  })

  itInFull('include files that a mailbox does not accept', async () => {
    const file = (megabytes: number) => ({
      attachments: [{ name: 'a.bin', contentBytes: Buffer.alloc(megabytes * 1_048_576).toString('base64') }],
    })
    const small = await draftTo(people(1), file(4), { vendor: 'microsoft', scopes: ['Mail.Send', 'User.Read'] })
    const [found] = await problems(small.person, small.id)
    expect(found).toMatchObject({ code: 'TOO_LARGE', severity: 'error' })
    expect(found?.message).toContain('Allow safe sending under Settings → Connected Emails')
    const fine = await draftTo(people(1), file(4), { vendor: 'microsoft' })
    expect(await problems(fine.person, fine.id)).toEqual([])
    const attachments = [...file(24).attachments, ...file(5).attachments]
    const large = await draftTo(people(1), { attachments }, { vendor: 'google' })
    expect(await problems(large.person, large.id)).toMatchObject([{ code: 'TOO_LARGE', severity: 'error' }])
  })

  it('include more recipients than can be sent to in a day, after counting test emails, with the last day of sending', async () => {
    const { person, id } = await draftTo(people(5), {})
    await sql('update email_settings set daily_limit = 5 where tenant_id = ?', [person.tenantId])
    expect(await problems(person, id)).toEqual([])
    const { data } = await person.graphql(
      'mutation { sendTestMail(input: { subject: "S", content: "C" }) { testMail { sent } errors { code field message } } }',
    )
    expect(data.sendTestMail.sent).toBe(true)
    const [found, ...others] = await problems(person, id)
    expect(others).toEqual([])
    expect(found).toMatchObject({ code: 'DAILY_LIMIT', severity: 'warning', count: 5 })
    expect(found?.message).toContain('but only 4 emails can be sent in the next 24 hours')
    const hours = (Date.parse(found?.finishesAt ?? '') - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23)
    expect(hours).toBeLessThan(25)

    await world.connect(person)
    const { mailboxes: connected } = (await person.graphql('{ mailboxes { id } }')).data
    const mailboxes = connected.map((mailbox: { id: string }) => mailbox.id)
    expect(mailboxes).toHaveLength(2)
    expect(await problems(person, id, mailboxes)).toEqual([])
  })

  it('include sending hours that begin after the campaign starts', async () => {
    const { person, id } = await draftTo(people(2), {})
    const sendWindow = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', timeZone: 'Europe/Lisbon' }
    await person.graphql(
      'mutation ($input: UpdateEmailSettingsInput!) { updateEmailSettings(input: $input) { emailSettings { dailyLimit } errors { code field message } } }',
      { input: { sendWindow } },
    )
    const [found, ...others] = await problems(person, id, undefined, '2031-05-03T10:00:00Z')
    expect(others).toEqual([])
    expect(found).toMatchObject({ code: 'OUTSIDE_WINDOW', severity: 'warning', count: null })
    expect(found?.message).toMatch(
      /^This is outside your workspace’s sending hours. Nothing is sent before Monday,? 5 May .*09:00 \(Europe\/Lisbon\)\.$/,
    )
    expect(await problems(person, id, undefined, '2031-05-05T08:30:00Z')).toEqual([])
  })

  it('include more recipients than the provider allows per day, unless a stand-in replaces it', async () => {
    const { person, id } = await draftTo(people(3), {})
    const { ceilings } = world.app
    expect(await problems(person, id)).toEqual([])
    world.app.ceilings = () => [{ count: 2, seconds: 86_400 }]
    const [found] = await problems(person, id).finally(() => (world.app.ceilings = ceilings))
    expect(found?.message).toContain('but only 2 emails can be sent in the next 24 hours')
  })

  it('count the emails of the day before the scheduled time, not those sent earlier', async () => {
    const { person, id } = await draftTo(people(6), {})
    await sql('update email_settings set daily_limit = 5 where tenant_id = ?', [person.tenantId])
    await person.graphql(
      'mutation { sendTestMail(input: { subject: "S", content: "C" }) { testMail { sent } errors { code field message } } }',
    )
    const start = Date.now() + 48 * 3_600_000
    const [found] = await problems(person, id, undefined, new Date(start).toISOString())
    expect(found?.message).toContain('but only 5 emails can be sent in its first 24 hours')
    const hours = (Date.parse(found?.finishesAt ?? '') - start) / 3_600_000
    expect(hours).toBeGreaterThan(23)
    expect(hours).toBeLessThan(25)
    const past = await problems(person, id, undefined, new Date(0).toISOString())
    expect(past[0]?.message).toContain('but only 4 emails can be sent in the next 24 hours')
  })

  it('include an expired trial, in the words of the launch error', async () => {
    const { person, id } = await draftTo(people(2), {})
    const endsIn = (span: string) =>
      sql('update tenants set trial_ends_at = now() + ?::interval where id = ?', [span, person.tenantId])
    await endsIn('1 day')
    expect(await problems(person, id)).toEqual([])
    await endsIn('-1 day')
    const found = await problems(person, id)
    expect(found).toMatchObject([{ code: 'TRIAL_ENDED', severity: 'error', count: null }])
    const refused = await person.rest('POST', `/api/campaigns/${id}/send`)
    expect([refused.body.code, refused.body.message]).toEqual(['LIMIT_REACHED', found[0]?.message])
  })

  it('include features that the campaign uses but the plan disables, in the words of the launch error', async () => {
    const file = { name: 'a.txt', contentBytes: 'aGVsbG8=' }
    const { person, id } = await draftTo(people(2), {
      isAbTest: true,
      abVariantType: 'subject',
      abVariantB: 'Other news',
      attachments: [file],
      htmlTemplate: { elements: [] },
    })
    const features = (flags: object) =>
      sql('update tenants set features = ?::jsonb where id = ?', [JSON.stringify(flags), person.tenantId])
    expect(await problems(person, id)).toEqual([])
    for (const flag of ['htmlBuilder', 'abTesting', 'attachments']) {
      await features({ [flag]: false })
      const found = await problems(person, id)
      expect(found).toMatchObject([{ code: 'FEATURE_OFF', severity: 'error', count: null }])
      const refused = await person.rest('POST', `/api/campaigns/${id}/send`)
      expect([refused.body.code, refused.body.message]).toEqual(['FEATURE_OFF', found[0]?.message])
    }
    await features({ htmlBuilder: false, abTesting: false, attachments: false, tracking: false, warmup: false })
    expect((await problems(person, id)).map(({ code }) => code)).toEqual(Array(3).fill('FEATURE_OFF'))
    const plain = await draftTo(people(1), {})
    await sql('update tenants set features = (select features from tenants where id = ?) where id = ?', [
      person.tenantId,
      plain.person.tenantId,
    ])
    expect(await problems(plain.person, plain.id)).toEqual([])
  })

  it('include an A/B test that cannot be decided because opens are not tracked', async () => {
    const test = { isAbTest: true, abVariantType: 'subject', abVariantB: 'Other news' }
    const found = async ({ person, id }: Awaited<ReturnType<typeof draftTo>>) =>
      (await problems(person, id)).map(({ code, severity, message }) => [code, severity, message])
    const row = (advice: string) => ['UNTRACKED_TEST', 'warning', expect.stringContaining(advice)]
    const off = (person: TestPerson, ...flags: string[]) =>
      sql('update tenants set features = ?::jsonb where id = ?', [
        JSON.stringify(Object.fromEntries(flags.map((flag) => [flag, false]))),
        person.tenantId,
      ])
    expect(await found(await draftTo(people(2), { trackOpens: false }))).toEqual([])
    const untracked = await draftTo(people(2), { ...test, trackOpens: false })
    expect(await found(untracked)).toEqual([row('Turn on “Track opens”')])

    const tracked = await draftTo(people(2), { ...test, trackClicks: false })
    expect(await found(tracked)).toEqual([])
    await off(tracked.person, 'tracking')
    expect(await found(tracked)).toEqual([row('Open and click tracking is turned off for your workspace')])
    await off(tracked.person, 'tracking', 'abTesting')
    expect((await found(tracked)).map(([code]) => code)).toEqual(['FEATURE_OFF'])
  })

  it('list errors before warnings, and are empty once the campaign has been launched', async () => {
    const { person, id } = await draftTo([{ lastName: 'L' }], {
      subject: '{firstName}',
      content: '<a href="mailto:nobody">x</a>',
    })
    expect((await problems(person, id)).map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      'error BROKEN_LINK',
      'warning EMPTY_TAG',
    ])
    await sql('update campaigns set content = ? where id = ?', ['<p>x</p>', uuidOf('Campaign', id)])
    await person.rest('POST', `/api/campaigns/${id}/send`)
    expect(await problems(person, id)).toEqual([])
  })

  it("do not reveal another workspace's campaign, mailboxes or contacts", async () => {
    const { person: owner, id } = await draftTo([{ lastName: 'Secret' }], { subject: '{firstName}' })
    const [mailbox] = (await owner.rest('GET', '/api/settings/connected-emails')).body
    const stranger = await draftTo(people(1), {})
    const foreign = await stranger.person.graphql(PROBLEMS, { id })
    expect(foreign.errors?.[0].extensions.code).toBe('NOT_FOUND')
    const others = await stranger.person.graphql(PROBLEMS, { id: stranger.id, mailboxIds: [mailbox.id] })
    expect(others.errors?.[0].extensions.code).toBe('NOT_FOUND')
  })
})

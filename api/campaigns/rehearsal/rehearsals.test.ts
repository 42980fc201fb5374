import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTasks } from '#api/tasks/task-runner.ts'
import { taskKinds } from '#api/background-task-kinds.ts'
import { uuidOf } from '#schema/object-ids.ts'
import { configureSending, draftCampaign } from '#tests/support/campaigns.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { mutate } from '#tests/support/mutate.ts'
import { codesOf, contact, rehearsalOf, rehearsed, start } from '#tests/support/rehearsal-requests.ts'
import { deliveriesOf, makeWebhook } from '#tests/support/webhooks.ts'
import { createWorld, eventually, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
/** Without workers until a test starts one. */
let idle: World
beforeAll(async () => {
  world = await createWorld()
  idle = await createWorld({ send: false })
})
afterAll(() => Promise.all([world.close(), idle.close()]))

async function draft(person: TestPerson, selectedContacts: string[], input: object = {}): Promise<string> {
  return draftCampaign(world, person, 0, { selectedContacts, ...input })
}

describe("a rehearsal of a campaign at recipients' local times", () => {
  it('reports when the first and the last email leave and why each zone is used, and gets out of date if all are sent at one time', async () => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person)
    await makeWebhook(person, { events: ['rehearsal_finished'] })
    const dayAhead = Math.ceil(Date.now() / 86_400_000 + 1) * 86_400_000
    const at = (hours: number) => new Date(dayAhead + hours * 3_600_000).toISOString()
    const id = await draft(person, [
      await contact(person, 'Aki', 'Abe', 'aki@example.com', { City: 'Tokyo' }),
      await contact(person, 'Ann', 'Lee', 'ann@example.com', { 'Time zone': 'America/Phoenix' }),
      await contact(person, 'Sue', 'Off', 'sue@example.com', { City: 'Tokyo' }),
      await contact(person, 'Una', 'Ray', 'una@example.com'),
    ])
    await mutate(person, 'addSuppressions', { emails: ['sue@example.com'] }, '')
    const launch = { scheduledAt: at(9.5), localTimeZone: 'UTC' }
    const { report, changed } = await rehearsed(person, id, launch)
    expect(changed).toEqual([])
    const told = { campaignId: uuidOf('Campaign', id), recipients: 4, emails: 3, findings: report.findings.length }
    expect((await deliveriesOf(world, person)).map(({ data }) => data)).toEqual([told])
    expect(report).toMatchObject({ emails: 3, startsAt: at(0.5), localTimeZone: 'UTC' })
    expect(report.finishesAt >= at(16.5)).toBe(true)
    expect(report.limits).toMatchObject([{ reason: 'LOCAL_TIME' }])
    const wave = (timeZone: string | null, time: string) => ({ timeZone, recipients: 1, at: time, leavesAt: time })
    expect(report.waves).toEqual([wave('Asia/Tokyo', at(0.5)), wave(null, at(9.5)), wave('America/Phoenix', at(16.5))])
    const compare = `query ($id: ID!, $at: DateTime, $zone: String) { campaign(id: $id) {
      rehearsal { changed(scheduledAt: $at, localTimeZone: $zone) } } }`
    const compared = async (zone: string | null) =>
      (await person.graphql(compare, { id, at: at(9.5), zone })).data.campaign.rehearsal.changed
    expect([await compared('UTC'), await compared(null)]).toEqual([[], ['schedule']])
  })

  it('refuses a time zone that does not exist', async () => {
    const person = await world.signUp({ unlimited: true })
    const id = await draftCampaign(world, person, 1)
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
    const { errors } = await start(person, { id, scheduledAt, localTimeZone: 'Nowhere' })
    expect(errors?.[0].extensions.code).toBe('BAD_INPUT')
  })
})

describe('the report of a rehearsal', () => {
  it('lists doubtful recipients, missing values and the end of sending, with exact counts and examples', async () => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person)
    await configureSending(person, { dailyLimit: 5, enableThrottling: false })
    const ids = [
      await contact(person, 'Ann', 'Lee', 'ann.lee@gmail.com', { City: 'Ulm' }),
      await contact(person, 'Ann', 'Lee', 'annlee+news@googlemail.com', { City: 'Ulm' }),
      await contact(person, 'Bob', 'Ray', 'bob@example.com', { City: 'Ulm' }),
      await contact(person, 'Bob', 'Ray', 'b.ray@example.com'),
      await contact(person, 'Zoe', 'Kim', 'zoe@gmial.com'),
      await contact(person, 'Front', 'Desk', 'info@example.com', { City: 'Ulm' }),
      await contact(person, 'Max', 'Ort', 'max@firm.exampel', { City: 'Ulm' }),
      await contact(person, 'Sue', 'Poe', 'sue@example.com'),
    ]
    await mutate(person, 'addSuppressions', { emails: ['sue@example.com'] }, '')
    const id = await draft(person, ids, { content: 'Dear {firstName|friend}, news from {City}.' })
    const { report, status, error, changed } = await rehearsed(person, id)
    expect({ status, error, changed }).toEqual({ status: 'done', error: null, changed: [] })
    expect(codesOf(report)).toEqual({
      SUPPRESSED: 1,
      SAME_MAILBOX: 1,
      SAME_PERSON: 1,
      MISSPELLED: 1,
      UNKNOWN_DOMAIN: 1,
      ROLE_ADDRESS: 1,
      'GAP {City}': 2,
    })
    expect(report).toMatchObject({ recipients: 8, emails: 7, clippedCount: 0 })
    expect(report.largestBytes).toBeGreaterThan(500)
    expect(report.limits).toEqual([
      { reason: 'DAILY_LIMIT', message: 'The daily limit is 5 emails in 24 hours for each mailbox.' },
    ])
    expect(Date.parse(report.finishesAt) - Date.parse(report.startsAt)).toBeGreaterThan(23 * 3_600_000)
    const example = (code: string) =>
      report.findings.find((finding: { code: string }) => finding.code === code).examples
    expect(example('SAME_MAILBOX')).toMatchObject([
      { contact: { email: 'annlee+news@googlemail.com' }, other: { email: 'ann.lee@gmail.com' } },
    ])
    expect(example('MISSPELLED')).toMatchObject([{ contact: { email: 'zoe@gmial.com' }, meantDomain: 'gmail.com' }])
  })

  itInFull('names at most ten recipients of each problem, and counts them all', async () => {
    const person = await world.signUp({ unlimited: true })
    const id = await draftCampaign(world, person, 640, { content: 'For {Title}' })
    const { report } = await rehearsed(person, id)
    expect(codesOf(report)).toEqual({ 'GAP {Title}': 640 })
    expect(report.findings[0].examples).toHaveLength(10)
    expect(report).toMatchObject({ recipients: 640, emails: 640, startsAt: null, finishesAt: null, limits: [] })
  })

  it("counts recipients whose values do not fit a merge tag's format, also in follow-ups", async () => {
    const person = await world.signUp({ unlimited: true })
    const ids = [
      await contact(person, 'Ann', 'Lee', 'ann@example.com', { Due: 'asap', Sum: '12,50' }),
      await contact(person, 'Bob', 'Ray', 'bob@example.com', { Due: '2026-07-01', Sum: 'n/a' }),
    ]
    const id = await draft(person, ids, { content: '{Due|date:long}', followUps: [{ content: '{Sum|currency:EUR}' }] })
    expect((await rehearsed(person, id)).report.findings).toMatchObject([
      {
        ...{ code: 'FORMAT_VALUE', section: 'content', count: 1, tag: '{Due|date:long}' },
        message: 'One recipient has a value for {Due|date:long} that does not fit the format. It is sent as it is.',
        examples: [{ contact: { email: 'ann@example.com' } }],
      },
      {
        code: 'FORMAT_VALUE',
        count: 1,
        tag: '{Sum|currency:EUR}',
        examples: [{ contact: { email: 'bob@example.com' } }],
      },
    ])
  })

  it('counts recipients whose file other recipients get too', async () => {
    const person = await world.signUp({ unlimited: true })
    const ids = [
      await contact(person, 'Ann', 'Lee', 'ann@example.com', { File: 'a.pdf' }),
      await contact(person, 'Bob', 'Ray', 'bob@example.com', { File: 'a.pdf' }),
      await contact(person, 'Zoe', 'Kim', 'zoe@example.com', { File: 'b.pdf' }),
    ]
    const id = await draft(person, ids, { filePattern: '{File}' })
    const files = ['a.pdf', 'b.pdf'].map((name) => ({ name, contentBytes: 'eA==' }))
    expect((await mutate(person, 'addRecipientFiles', { campaignId: id, files })).errors).toBeUndefined()
    expect((await rehearsed(person, id)).report.findings).toMatchObject([
      {
        code: 'FILE_SHARED',
        section: 'files',
        count: 2,
        message: '2 recipients would get a file that another recipient gets too.',
        examples: [{ contact: { email: 'ann@example.com' } }, { contact: { email: 'bob@example.com' } }],
      },
    ])
  })

  it('names recipients who recently got an email, with its campaign and its sender', async () => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person)
    const met = await contact(person, 'Ann', 'Lee', 'ann@example.com')
    const first = await draft(person, [met], { name: 'Spring' })
    await mutate(person, 'sendCampaign', { id: first }, '{ id }')
    await eventually('the first email', async () => {
      const { data } = await person.graphql('query ($id: ID!) { campaign(id: $id) { sentCount } }', { id: first })
      return data.campaign.sentCount === 1
    })
    const second = await draft(person, [met, await contact(person, 'Bob', 'Ray', 'bob@example.com')])
    const { report } = await rehearsed(person, second)
    expect(report.findings).toMatchObject([
      {
        code: 'RECENTLY_EMAILED',
        section: 'recent',
        count: 1,
        message: 'One recipient already got an email from your workspace in the last 7 days.',
        examples: [{ contact: { email: 'ann@example.com' }, campaign: { name: 'Spring' }, sentAt: expect.any(String) }],
      },
    ])
    expect(report.findings[0].examples[0].sentBy).not.toBeNull()
    await configureSending(person, { collisionDays: 0 })
    expect((await rehearsed(person, second)).report.findings).toEqual([])
  })

  it('names recipients who are out of office when the campaign starts, and until when', async () => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person)
    await configureSending(person, { collisionDays: 0 })
    const [ann, bob] = [
      await contact(person, 'Ann', 'Lee', 'ann@example.com'),
      await contact(person, 'Bob', 'Ray', 'bob@example.com'),
    ]
    const before = await draft(person, [ann, bob])
    const day = (ahead: number) => new Date(Math.floor(Date.now() / 86_400_000 + ahead) * 86_400_000)
    for (const [who, email, until] of [
      [ann, 'ann@example.com', day(5)],
      [bob, 'bob@example.com', day(-1)],
    ] as const) {
      await world.app.database.inTenant(person.tenantId, (em) =>
        em.execute(
          `insert into email_logs (tenant_id, id, campaign_id, contact_id, contact_name, contact_email, merge_values, status, sent_at, created_at, away_until, away_dated)
           values (:tenantId, gen_random_uuid(), :before, :contactId, 'A', :email, '{}', 'sent', now(), now(), :until, true)`,
          {
            ...{ tenantId: person.tenantId, email, until },
            before: uuidOf('Campaign', before),
            contactId: uuidOf('Contact', who),
          },
        ),
      )
    }
    const id = await draft(person, [ann, bob])
    const { report } = await rehearsed(person, id)
    expect(report).toMatchObject({ emails: 2, findings: [{ code: 'AWAY', section: 'people', count: 1 }] })
    expect(report.findings[0].message).toMatch(/^One recipient is out of office/)
    expect(report.findings[0].examples).toMatchObject([
      { contact: { email: 'ann@example.com' }, awayUntil: day(5).toISOString(), awayDateGiven: true },
    ])
    expect((await rehearsed(person, id, { scheduledAt: day(6).toISOString() })).report.findings).toEqual([])
  })

  it('counts emails over 102 KB, which email programs clip, and emails that cannot be created', async () => {
    const person = await world.signUp({ unlimited: true })
    const long = await contact(person, 'Ann', 'Lee', 'ann@example.com', { Text: 'word '.repeat(200) })
    const short = await contact(person, 'Bob', 'Ray', 'bob@example.com', { Text: 'word' })
    const id = await draft(person, [long, short], { content: '{Text} '.repeat(150) })
    const { report } = await rehearsed(person, id)
    expect(codesOf(report)).toEqual({ CLIPPED: 1 })
    expect(report).toMatchObject({ clippedCount: 1, largestContact: { email: 'ann@example.com' } })
    expect(report.largestBytes).toBeGreaterThan(300_000)
    const longer = await mutate(person, 'updateCampaign', { id, content: '{Text} '.repeat(3_000) }, '{ id }')
    expect(longer.errors ?? null).toBeNull()
    const { report: after } = await rehearsed(person, id)
    expect(codesOf(after)).toEqual({ NOT_RENDERED: 1 })
    expect(after).toMatchObject({ emails: 1, findings: [{ examples: [{ reason: expect.stringContaining('limit') }] }] })
  })
})

describe('a rehearsal of a campaign with follow-ups', () => {
  it('creates the follow-ups too, and is out of date when one of them changes', async () => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person)
    const ann = await contact(person, 'Ann', 'Lee', 'ann@example.com', { Text: 'word '.repeat(200) })
    const id = await draft(person, [ann], { followUps: [{ content: 'Again: {Title}' }] })
    expect(codesOf((await rehearsed(person, id)).report)).toEqual({ 'GAP {Title}': 1 })
    const long = [{ content: '{Text} '.repeat(3_000) }]
    expect((await mutate(person, 'updateCampaign', { id, followUps: long }, '{ id }')).errors ?? null).toBeNull()
    expect((await rehearsalOf(person, id)).changed).toContain('content')
    const { report } = await rehearsed(person, id)
    expect(codesOf(report)).toEqual({ FOLLOW_UP_NOT_RENDERED: 1 })
    expect(report.findings[0].examples[0].reason).toMatch(/^Follow-up 1: .*limit/)
    // The first email is sent all the same.
    expect(report.emails).toBe(report.recipients)
  })

  it('names as largest the email that is largest with its files, though another has more text', async () => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person)
    const ann = await contact(person, 'Ann', 'Lee', 'ann@example.com')
    const attachments = [{ name: 'terms.txt', contentBytes: Buffer.alloc(200_000, 'a').toString('base64') }]
    const id = await draft(person, [ann], {
      attachments,
      followUps: [{ content: 'Longer than the first email.'.repeat(9) }],
    })
    const { report } = await rehearsed(person, id)
    expect(report.largestBytes).toBeGreaterThan(200_000)
  })

  it('reports when each follow-up can leave, for the first and for the last recipient', async () => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person)
    await configureSending(person, { dailyLimit: 1, sendWindow: null })
    const ids = [
      await contact(person, 'Ann', 'Lee', 'ann@example.com'),
      await contact(person, 'Una', 'Ray', 'una@example.com'),
    ]
    const followUps = [2, 1].map((waitDays) => ({ waitDays, timeOfDay: '09:30', timeZone: 'UTC', content: 'Again.' }))
    const id = await draft(person, ids, { followUps })
    // A Monday: the first email leaves at noon, the second one a day later.
    const monday = Math.ceil(Date.now() / 604_800_000 + 1) * 604_800_000 + 4 * 86_400_000
    const at = (hours: number) => new Date(monday + hours * 3_600_000).toISOString()
    const { report } = await rehearsed(person, id, { scheduledAt: at(12) })
    expect(report.followUps).toEqual([
      { step: 2, firstAt: at(2 * 24 + 9.5), lastAt: at(3 * 24 + 9.5) },
      { step: 3, firstAt: at(3 * 24 + 9.5), lastAt: at(4 * 24 + 9.5) },
    ])
  })
})

describe('a rehearsal report that is out of date', () => {
  it('names what changed since: in a draft until now, in a launched campaign until the launch', async () => {
    const person = await idle.signUp({ unlimited: true })
    await idle.connect(person)
    const id = await draftCampaign(idle, person, 2, { content: 'Dear {firstName|friend}' })
    const worker = await startTasks(idle.app, taskKinds)
    await rehearsed(person, id)
    const changed = async (args = '') => {
      const { data, errors } = await person.graphql(
        `query ($id: ID!) { campaign(id: $id) { rehearsal { changed${args} } } }`,
        { id },
      )
      expect(errors).toBeUndefined()
      return data.campaign.rehearsal.changed
    }
    expect(await changed()).toEqual([])
    expect(await changed(`(scheduledAt: "2099-01-01T00:00:00Z")`)).toEqual(['schedule'])
    await mutate(person, 'updateCampaign', { id, fromName: 'Ann' }, '{ id }')
    expect(await changed()).toEqual(['sender'])
    await mutate(person, 'updateCampaign', { id, fromName: null, subject: 'Other' }, '{ id }')
    expect(await changed()).toEqual(['content'])
    await mutate(person, 'updateCampaign', { id, subject: 'Hello' }, '{ id }')
    expect(await changed()).toEqual([])
    const { data } = await person.graphql('{ contacts(first: 1) { edges { node { id } } } }')
    const contactId = data.contacts.edges[0].node.id
    await mutate(person, 'updateContact', { id: contactId, firstName: 'New' }, '{ id }')
    expect(await changed()).toEqual(['audience'])
    await mutate(person, 'sendCampaign', { id }, '{ id }')
    await mutate(person, 'updateContact', { id: contactId, firstName: 'Newer' }, '{ id }')
    expect(await changed()).toEqual(['audience'])
    expect((await rehearsalOf(person, id)).report.recipients).toBe(2)
    expect((await start(person, { id })).errors?.[0]?.extensions?.code).toBe('CONFLICT')
    await worker.stop()
  })
})

describe('a rehearsal that is running', () => {
  const taskOf = async (person: TestPerson, id: string) =>
    (await person.graphql('query ($id: ID!) { task(id: $id) { status kind } }', { id })).data.task

  it('is replaced when a second one is started', async () => {
    const person = await idle.signUp({ unlimited: true })
    const id = await draftCampaign(idle, person, 2)
    const first = (await start(person, { id })).data.rehearseCampaign.rehearsal.taskId
    const second = (await start(person, { id })).data.rehearseCampaign.rehearsal.taskId
    const worker = await startTasks(idle.app, taskKinds)
    await eventually('both ends', async () => {
      const states = [await taskOf(person, first), await taskOf(person, second)]
      return states.every(({ status }) => status !== 'running')
    })
    expect((await taskOf(person, first)).status).toBe('cancelled')
    expect((await taskOf(person, second)).status).toBe('done')
    expect((await rehearsalOf(person, id)).taskId).toBe(second)
    await worker.stop()
  })

  it('is cancelled when the draft is deleted', async () => {
    const person = await idle.signUp({ unlimited: true })
    const id = await draftCampaign(idle, person, 2)
    const task = (await start(person, { id })).data.rehearseCampaign.rehearsal.taskId
    await mutate(person, 'deleteCampaign', { id }, '{ id }')
    const worker = await startTasks(idle.app, taskKinds)
    await eventually('the end', async () => (await taskOf(person, task)).status === 'cancelled')
    await worker.stop()
  })

  it('is refused for a draft without recipients', async () => {
    const person = await idle.signUp({ unlimited: true })
    const id = await draftCampaign(idle, person, 0)
    expect((await start(person, { id })).errors?.[0]?.extensions?.code).toBe('BAD_INPUT')
  })
})

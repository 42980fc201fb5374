import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type TestPerson, type World } from '../testing/world.ts'
import { visit } from '../testing/tracked-mail.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const NOON = Date.parse('2026-03-02T12:00:00.000Z')
const minute = (minutes: number) => new Date(NOON + minutes * 60_000)

async function run(person: TestPerson, document: string, variables: object = {}) {
  const { data, errors } = await person.graphql(document, variables)
  expect(errors).toBeUndefined()
  return data
}
const sql = <Row>(statement: string, values: unknown[] = []) =>
  world.app.database.asSystem((em) => em.execute<Row[]>(statement, values))
const uuidOf = (id: string) => id.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** A workspace whose campaign went to these contacts; each mail with what became of it, in minutes from noon. */
type Fate = Partial<
  Record<'opened' | 'machine' | 'clicked' | 'bounced' | 'replied' | 'unsubscribed' | 'delivered', number>
> & { variant?: 'A' | 'B'; failed?: string; pending?: boolean }
async function campaignWith(fates: Record<string, Fate>, input: object = {}) {
  const person = await world.signUp({ unlimited: true })
  const contacts: Record<string, string> = {}
  for (const name of Object.keys(fates)) {
    const contact = { firstName: name, lastName: 'X', email: `${name}@example.com` }
    contacts[name] = (await person.rest('POST', '/api/contacts', contact)).body.id
  }
  const draft = { name: 'News', subject: 'One', content: 'x', selectedContacts: Object.values(contacts), ...input }
  const { id } = (await person.rest('POST', '/api/campaigns', draft)).body
  const logs: Record<string, string> = {}
  for (const [name, fate] of Object.entries(fates)) {
    const at = (what: keyof Fate) => (typeof fate[what] === 'number' ? minute(fate[what]) : null)
    const status = fate.pending ? 'pending' : fate.failed ? 'failed' : at('delivered') ? 'delivered' : 'sent'
    const [log] = await sql<{ id: string }>(
      `insert into email_logs (tenant_id, id, campaign_id, contact_id, contact_name, contact_email, merge_values, status, created_at,
         sent_at, delivered_at, opened_at, machine_opened_at, clicked_at, bounced_at, replied_at, unsubscribed_at, failed_at, error, variant)
       values (?, gen_random_uuid(), ?, ?, ?, ?, '{"firstName":"","lastName":"","fields":{}}', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning id`,
      [
        ...[person.tenantId, uuidOf(id), uuidOf(contacts[name] ?? ''), name, `${name}@example.com`, status, minute(-1)],
        ...[
          fate.pending ? null : minute(0),
          at('delivered'),
          at('opened'),
          at('machine'),
          at('clicked'),
          at('bounced'),
        ],
        ...[
          at('replied'),
          at('unsubscribed'),
          fate.failed ? minute(1) : null,
          fate.failed ?? null,
          fate.variant ?? null,
        ],
      ],
    )
    logs[name] = log?.id ?? ''
  }
  await sql(
    `update campaigns c set status = 'sent', started_at = ?, total_contacts = l.total, sent_count = l.sent, failed_count = l.failed,
       delivered_count = l.delivered, opened_count = l.opened, clicked_count = l.clicked, bounced_count = l.bounced, replied_count = l.replied,
       unsubscribed_count = l.unsubscribed
     from (select count(*) as total, count(*) filter (where status in ('sent', 'delivered')) as sent,
         count(*) filter (where status = 'failed') as failed, count(*) filter (where status = 'delivered') as delivered,
         count(opened_at) as opened, count(clicked_at) as clicked, count(bounced_at) as bounced, count(replied_at) as replied,
         count(unsubscribed_at) as unsubscribed
       from email_logs where campaign_id = ?) as l
     where c.id = ?`,
    [minute(0), uuidOf(id), uuidOf(id)],
  )
  return { person, id, contacts, logs }
}

describe('the timeline of a campaign', () => {
  const TIMELINE = `query ($id: ID!, $from: DateTime, $to: DateTime) { campaign(id: $id) { timeline(from: $from, to: $to) {
    bucketSeconds points { at sent opened machineOpened clicked } } } }`

  it('has each recipient once, without gaps, and adds up to the counters', async () => {
    const { person, id } = await campaignWith({
      ada: { opened: 0.5, clicked: 3 },
      bo: { opened: 2.2 },
      cy: { machine: 1.5 },
      di: { machine: 0.1, opened: 3.9 },
      ed: { failed: 'x', pending: true },
    })
    const { timeline } = (await run(person, TIMELINE, { id })).campaign
    expect(timeline).toEqual({
      bucketSeconds: 60,
      points: [
        { at: '2026-03-02T12:00:00.000Z', sent: 4, opened: 1, machineOpened: 0, clicked: 0 },
        { at: '2026-03-02T12:01:00.000Z', sent: 0, opened: 0, machineOpened: 1, clicked: 0 },
        { at: '2026-03-02T12:02:00.000Z', sent: 0, opened: 1, machineOpened: 0, clicked: 0 },
        { at: '2026-03-02T12:03:00.000Z', sent: 0, opened: 1, machineOpened: 0, clicked: 1 },
      ],
    })
  })

  it('takes stretches as long as its span asks for, and shows any span more closely', async () => {
    const { person, id } = await campaignWith({ ada: { opened: 5 }, bo: { opened: 3 * 24 * 60 } })
    const { timeline } = (await run(person, TIMELINE, { id })).campaign
    expect([timeline.bucketSeconds, timeline.points.length]).toEqual([10_800, 25])
    const close = await run(person, TIMELINE, { id, from: minute(0), to: minute(10) })
    expect(close.campaign.timeline.bucketSeconds).toBe(60)
    const opens = close.campaign.timeline.points.filter(({ opened }: { opened: number }) => opened > 0)
    expect(opens).toEqual([expect.objectContaining({ at: '2026-03-02T12:05:00.000Z', opened: 1 })])
    const backwards = await run(person, TIMELINE, { id, from: minute(10), to: minute(0) })
    expect(backwards.campaign.timeline.points).toHaveLength(1)
    const since = '0001-01-01T00:00:00.000Z'
    const early = await run(person, TIMELINE, { id, from: since, to: minute(10) })
    expect(early.campaign.timeline).toEqual(close.campaign.timeline)
    const ages = await run(person, TIMELINE, { id, from: since, to: '9999-12-31T23:59:59.999Z' })
    expect(ages.campaign.timeline.points.length).toBeLessThan(100)
    const late = await run(person, TIMELINE, { id, from: '9000-01-01T00:00:00Z' })
    expect(late.campaign.timeline.points).toHaveLength(1)
  })

  it('is not there before the first mail', async () => {
    const { person, id } = await campaignWith({ ada: { pending: true } })
    expect((await run(person, TIMELINE, { id })).campaign.timeline).toBeNull()
  })
})

describe('the links of a campaign', () => {
  it('tell people from machines, and people once', async () => {
    const { person, id, logs } = await campaignWith({ ada: {}, bo: {} })
    const urls = [
      'https://a.test/',
      'https://b.test/?e={email}',
      'https://c.test/',
      'https://d.test/',
      'https://e.test/',
    ]
    for (const [position, url] of urls.entries()) {
      await sql(`insert into tracked_links values (?, ?, gen_random_uuid(), ?, ?)`, [
        person.tenantId,
        uuidOf(id),
        position,
        url,
      ])
    }
    const tokens = world.app.links
    const click = (name: string, link: number, userAgent?: string) =>
      visit(world, `/t/c/${tokens.click({ tenantId: person.tenantId, logId: logs[name] ?? '' }, link)}`, {
        ...(userAgent !== undefined && { userAgent }),
      })
    await click('ada', 0)
    await click('ada', 0)
    await click('bo', 0)
    await click('bo', 1, 'curl/8')
    const { campaign } = await run(
      person,
      'query ($id: ID!) { campaign(id: $id) { clickedCount links { url people clicks machineClicks } } }',
      { id },
    )
    expect(campaign.links).toEqual([
      { url: urls[0], people: 2, clicks: 3, machineClicks: 0 },
      { url: urls[1], people: 0, clicks: 0, machineClicks: 1 },
      ...urls.slice(2).map((url) => ({ url, people: 0, clicks: 0, machineClicks: 0 })),
    ])
  })
})

describe('the life of a mail', () => {
  it('is told from the queue on, with what programs did marked', async () => {
    const { person, id, logs } = await campaignWith({
      ada: { delivered: 2, opened: 4 },
      bo: { failed: '550 no such user' },
    })
    const event = (kind: string, at: number, machine: boolean, detail: string | null) =>
      sql(
        `insert into email_events (tenant_id, id, campaign_id, log_id, kind, machine, detail, occurred_at) values (?, gen_random_uuid(), ?, ?, ?, ?, ?, ?)`,
        [person.tenantId, uuidOf(id), logs['ada'], kind, machine, detail, minute(at)],
      )
    await event('open', 2, true, 'PREFETCH')
    await event('open', 4, false, null)
    await event('reply', 6, false, null)
    await event('unsubscribe', 7, false, null)
    await event('unsubscribe', 8, false, 'SUBSCRIBED_AGAIN')
    await event('bounce', 9, false, '550')
    const { campaign } = await run(
      person,
      `query ($id: ID!) { campaign(id: $id) { emailLogs(first: 5) { edges { node { contactName events { kind at machine url detail } } } } } }`,
      { id },
    )
    const events = Object.fromEntries(
      campaign.emailLogs.edges.map(({ node }: { node: { contactName: string; events: { kind: string }[] } }) => [
        node.contactName,
        node.events,
      ]),
    )
    expect(
      events['ada'].map((each: { kind: string; machine: boolean; detail: string | null }) => [
        each.kind,
        each.machine,
        each.detail,
      ]),
    ).toEqual([
      ['queued', false, null],
      ['sent', false, null],
      ['delivered', false, null],
      ['opened', true, 'PREFETCH'],
      ['opened', false, null],
      ['replied', false, null],
      ['unsubscribed', false, null],
      ['subscribedAgain', false, null],
      ['bounced', false, '550'],
    ])
    expect(events['bo'].at(-1)).toEqual({
      kind: 'failed',
      at: minute(1).toISOString(),
      machine: false,
      url: null,
      detail: '550 no such user',
    })
  })
})

const FATES: Record<string, Fate> = {
  opened: { opened: 1 },
  clicked: { opened: 1, clicked: 2, delivered: 1 },
  machine: { machine: 1 },
  silent: {},
  bounced: { failed: '550', bounced: 3 },
  replied: { opened: 1, replied: 5 },
  left: { opened: 1, unsubscribed: 6 },
  waiting: { pending: true },
}
const OUTCOMES: [string, string[]][] = [
  ['sent', ['clicked', 'left', 'machine', 'opened', 'replied', 'silent']],
  ['failed', ['bounced']],
  ['opened', ['clicked', 'left', 'opened', 'replied']],
  ['notOpened', ['machine', 'silent']],
  ['clicked', ['clicked']],
  ['notClicked', ['left', 'machine', 'opened', 'replied', 'silent']],
  ['bounced', ['bounced']],
  ['replied', ['replied']],
  ['notReplied', ['clicked', 'left', 'machine', 'opened', 'silent']],
  ['unsubscribed', ['left']],
]

describe('recipients by what became of their mail', () => {
  it('are listed and counted, and are an audience for another campaign', async () => {
    const { person, id } = await campaignWith(FATES)
    for (const [outcome, names] of OUTCOMES) {
      const { campaign } = await run(
        person,
        `query ($id: ID!, $outcome: RecipientOutcome) { campaign(id: $id) { emailLogs(first: 50, filter: { outcome: $outcome }) {
           totalCount edges { node { contactName } } } } }`,
        { id, outcome },
      )
      const listed = campaign.emailLogs.edges.map(({ node }: { node: { contactName: string } }) => node.contactName)
      expect([outcome, listed.toSorted(), campaign.emailLogs.totalCount]).toEqual([outcome, names, names.length])

      const filter = { campaignOutcome: { campaignId: id, outcome } }
      const { contacts } = await run(
        person,
        'query ($filter: ContactFilter) { contacts(first: 50, filter: $filter) { edges { node { firstName } } } }',
        { filter },
      )
      const found = contacts.edges.map(({ node }: { node: { firstName: string } }) => node.firstName)
      expect([outcome, found.toSorted()]).toEqual([outcome, names])
      const { createCampaign } = await run(
        person,
        'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { totalContacts } }',
        { input: { name: 'Again', audience: { filter } } },
      )
      expect(createCampaign.totalContacts).toBe(names.length)
    }
    const both = await run(
      person,
      `query ($id: ID!) { campaign(id: $id) { emailLogs(first: 50, filter: { status: delivered, outcome: opened }) { totalCount } } }`,
      { id },
    )
    expect(both.campaign.emailLogs.totalCount).toBe(1)
  })

  it('are nobody where it is not known: of mails that were not tracked nobody can be said not to have opened', async () => {
    const { person, id } = await campaignWith({ silent: {} })
    for (const [column, outcome] of [
      ['opens_tracked', 'notOpened'],
      ['clicks_tracked', 'notClicked'],
    ]) {
      const query = `query ($id: ID!, $outcome: RecipientOutcome!) {
        contacts(filter: { campaignOutcome: { campaignId: $id, outcome: $outcome } }) { totalCount }
        campaign(id: $id) { emailLogs(filter: { outcome: $outcome }) { totalCount } } }`
      const counts = async () => {
        const { contacts, campaign } = await run(person, query, { id, outcome })
        return [contacts.totalCount, campaign.emailLogs.totalCount]
      }
      expect(await counts()).toEqual([1, 1])
      await sql(`update campaigns set ${column} = false where tenant_id = ?`, [person.tenantId])
      expect(await counts()).toEqual([0, 0])
    }
  })

  it('are kept as a segment, which has nobody once the campaign is gone; of another workspace they are not to be had', async () => {
    const { person, id } = await campaignWith({ opened: { opened: 1 }, silent: {} })
    const filter = { campaignOutcome: { campaignId: id, outcome: 'notOpened' } }
    const { createSegment } = await run(
      person,
      'mutation ($input: CreateSegmentInput!) { createSegment(input: $input) { id contactCount } }',
      { input: { name: 'Did not open', filter } },
    )
    expect(createSegment.contactCount).toBe(1)
    const { person: stranger } = await campaignWith({ silent: {} })
    const COUNT = 'query ($filter: ContactFilter) { contacts(filter: $filter) { totalCount } }'
    for (const theirs of [filter, { campaignOutcome: { campaignId: 'con_x', outcome: 'sent' } }]) {
      const { errors } = await stranger.graphql(COUNT, { filter: theirs })
      expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND')
    }
    expect((await person.rest('DELETE', `/api/campaigns/${id}`)).status).toBe(200)
    const { segments } = await run(person, '{ segments { contactCount } }')
    expect(segments).toEqual([{ contactCount: 0 }])
  })
})

describe('a test of two subjects', () => {
  const RESULTS = `query ($id: ID!) { campaign(id: $id) { abTestStatus abResults { winner text variants {
    name subject sent opened clicked openRate clickRate } } } }`
  const test = { isAbTest: true, abVariantB: 'Two' }

  it('has its figures side by side, and no winner among a few', async () => {
    const { person, id } = await campaignWith(
      {
        a1: { variant: 'A', opened: 1, clicked: 2 },
        a2: { variant: 'A', machine: 1 },
        b1: { variant: 'B' },
        b2: { variant: 'B', failed: 'x' },
        b3: { variant: 'B', pending: true },
      },
      test,
    )
    expect((await run(person, RESULTS, { id })).campaign).toEqual({
      abTestStatus: 'pending',
      abResults: {
        winner: null,
        text: 'Too few mails to tell: it takes 100 of each subject.',
        variants: [
          { name: 'A', subject: 'One', sent: 2, opened: 1, clicked: 1, openRate: 50, clickRate: 50 },
          { name: 'B', subject: 'Two', sent: 1, opened: 0, clicked: 0, openRate: 0, clickRate: 0 },
        ],
      },
    })
  })

  it('has no difference yet while mails are sent', async () => {
    const { person, id } = await campaignWith({ ada: { variant: 'A' }, bob: { variant: 'B' } }, test)
    await sql(`update campaigns set status = 'sending' where id = ?`, [uuidOf(id)])
    expect((await run(person, RESULTS, { id })).campaign.abResults.text).toBe(
      'No difference yet: it takes at least 100 mails of each subject.',
    )
  })

  it('tells no difference where opens were not tracked', async () => {
    const { person, id } = await campaignWith({ ada: { variant: 'A' } }, { ...test, trackOpens: false })
    const { abResults } = (await run(person, RESULTS, { id })).campaign
    expect([abResults.winner, abResults.text]).toEqual([
      null,
      'No difference can be told: opens of these mails are not tracked.',
    ])
  })

  it('is completed once a winner stands, in REST as well', async () => {
    const { person, id, logs } = await campaignWith({ ada: {} }, test)
    await sql(
      `insert into email_logs (tenant_id, id, campaign_id, contact_id, contact_name, contact_email, merge_values, status, sent_at, variant, opened_at)
       select tenant_id, gen_random_uuid(), campaign_id, gen_random_uuid(), '', 'x', merge_values, 'sent', sent_at,
         case when n % 2 = 0 then 'A' else 'B' end, case when n % 2 = 0 and n < 160 or n % 10 = 1 then sent_at end
       from email_logs cross join generate_series(1, 400) n where id = ?`,
      [logs['ada']],
    )
    const { campaign } = await run(person, RESULTS, { id })
    expect(campaign).toMatchObject({
      abTestStatus: 'completed',
      abResults: { winner: 'A', text: 'Subject A was opened more often: 39.5 % against 20.0 %.' },
    })
  })

  it('has no results where there is no test, or nothing was sent yet', async () => {
    const { person, id } = await campaignWith({ ada: {} })
    expect((await run(person, RESULTS, { id })).campaign).toEqual({ abTestStatus: null, abResults: null })
    const { body } = await person.rest('POST', '/api/campaigns', { name: 'T', ...test })
    expect((await run(person, RESULTS, { id: body.id })).campaign).toEqual({ abTestStatus: 'pending', abResults: null })
  })
})

describe('REST analytics', () => {
  it('carry opens, clicks and the test beside what they had', async () => {
    const { person, id } = await campaignWith(
      { ada: { variant: 'A', opened: 1, clicked: 2 }, bo: { variant: 'B' } },
      { isAbTest: true, abVariantB: 'Two' },
    )
    const { body } = await person.rest('GET', `/api/campaigns/${id}/analytics`)
    expect(body).toMatchObject({ openedCount: 1, clickedCount: 1, openRate: 50, clickRate: 50, unsubscribedCount: 0 })
    expect(body.abResults).toMatchObject({
      winner: null,
      variants: [
        { name: 'A', opened: 1 },
        { name: 'B', opened: 0 },
      ],
    })
    const ada = body.emailLogs.find((log: { contactName: string }) => log.contactName === 'ada')
    expect(ada).toMatchObject({ openedAt: minute(1).toISOString(), clickedAt: minute(2).toISOString() })
  })
})

describe('analytics', () => {
  it('are kept from other workspaces', async () => {
    const { id, logs, person } = await campaignWith({ ada: { opened: 1 } })
    const stranger = await world.signUp({ unlimited: true })
    const { campaign, node } = await run(
      stranger,
      `query ($id: ID!, $log: ID!) { campaign(id: $id) { links { url } timeline { bucketSeconds } } node(id: $log) { id } }`,
      { id, log: `log_${(logs['ada'] ?? '').replaceAll('-', '')}` },
    )
    expect([campaign, node]).toEqual([null, null])
    const { errors } = await world.anybody.graphql('query ($id: ID!) { campaign(id: $id) { links { url } } }', { id })
    expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED')
    expect(
      (await run(person, 'query ($id: ID!) { campaign(id: $id) { openedCount } }', { id })).campaign.openedCount,
    ).toBe(1)
  })
})

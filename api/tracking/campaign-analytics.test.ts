import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { campaignWith, minute, run, sqlOf, uuidOf } from '#tests/support/campaign-outcomes.ts'
import { visit } from '#tests/support/tracked-mail.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

describe('the timeline of a campaign', () => {
  const TIMELINE = `query ($id: ID!, $from: DateTime, $to: DateTime) { campaign(id: $id) { timeline(from: $from, to: $to) {
    bucketSeconds points { at sent opened machineOpened clicked } } } }`

  it('counts each recipient once, without gaps, and adds up to the counters', async () => {
    const { person, id } = await campaignWith(world, {
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

  it('uses intervals that fit its duration, and can show any part of it', async () => {
    const { person, id } = await campaignWith(world, { ada: { opened: 5 }, bo: { opened: 3 * 24 * 60 } })
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

  it('is null before the first email', async () => {
    const { person, id } = await campaignWith(world, { ada: { pending: true } })
    expect((await run(person, TIMELINE, { id })).campaign.timeline).toBeNull()
  })
})

describe('the clicks on the links of a campaign', () => {
  it('are counted separately for people and for programs, each person once', async () => {
    const { person, id, logs } = await campaignWith(world, { ada: {}, bo: {} })
    const urls = [
      'https://a.test/',
      'https://b.test/?e={email}',
      'https://c.test/',
      'https://d.test/',
      'https://e.test/',
    ]
    for (const [position, url] of urls.entries()) {
      await sqlOf(world)(`insert into tracked_links values (?, ?, gen_random_uuid(), ?, ?)`, [
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

describe('the history of an email', () => {
  it('starts when it is queued and marks the opens and clicks of programs', async () => {
    const { person, id, logs } = await campaignWith(world, {
      ada: { delivered: 2, opened: 4 },
      bo: { failed: '550 no such user' },
    })
    const event = (kind: string, at: number, machine: boolean, detail: string | null) =>
      sqlOf(world)(
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

describe('the REST analytics of a campaign', () => {
  it('adds opens, clicks and the A/B subject test to the existing fields', async () => {
    const { person, id } = await campaignWith(
      world,
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
    expect(ada).toMatchObject({ bouncedAt: null, repliedAt: null, unsubscribedAt: null })
  })
})

describe('the analytics of a campaign', () => {
  it('are hidden from other workspaces', async () => {
    const { id, logs, person } = await campaignWith(world, { ada: { opened: 1 } })
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

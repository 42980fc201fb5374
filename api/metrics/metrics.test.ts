import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DeliveryError } from '#api/sending/provider.ts'
import { draftCampaign, untilCampaign } from '#tests/support/campaigns.ts'
import { samplesIn, valueOf } from '#tests/support/scraped-metrics.ts'
import { createWorld, eventually, type World } from '#tests/support/world.ts'
import { METRICS } from './metrics.ts'
import { createScrape } from './metrics-scrape.ts'

const RECIPIENTS = 20

let world: World
/** logged failures of values that could not be read */
const failures: unknown[] = []
beforeAll(async () => {
  world = await createWorld({
    settleDelaysMs: [300, 600],
    log: ({ msg }) => void (/^The (metrics|events)/.test(String(msg)) && failures.push(msg)),
  })
})
afterAll(() => world.close())

/** The metrics now, not those of the last scrape. */
const scraped = () => createScrape(world.app)()

const over = ({ status }: { status: string }) => status === 'sent' || status === 'failed'

/** Sends a campaign through a new mailbox with faults. */
async function send(provider: 'microsoft' | 'google', count: number, faults: Parameters<World['fault']>[0][]) {
  const person = await world.signUp({ unlimited: true })
  const email = `metrics-${provider}-${count}@sandbox.test`
  await world.connect(person, provider, email)
  for (const fault of faults) await world.fault({ ...fault, email })
  const id = await draftCampaign(world, person, count)
  expect((await person.rest('POST', `/api/campaigns/${id}/send`)).status).toBe(200)
  await untilCampaign(person, id, 'the campaign is over', over)
  return person
}

describe('the metrics of a campaign', () => {
  it('count each email by outcome, provider and kind, and how often the provider throttled it', async () => {
    await send('google', RECIPIENTS, [{ kind: 'throttled', operation: 'sendDraft', retryAfter: 1 }])
    await send('microsoft', 2, [{ kind: 'badRecipient', operation: 'sendDraft' }])

    const text = await scraped()
    const value = (name: string, labels = {}) => valueOf(text, `mergewell_${name}`, labels)
    expect(value('emails_total', { provider: 'google', outcome: 'sent' })).toBe(RECIPIENTS)
    expect(value('emails_total', { provider: 'microsoft', outcome: 'sent' })).toBe(1)
    expect(value('emails_total', { provider: 'microsoft', outcome: 'failed', kind: 'bad-recipient' })).toBe(1)
    expect(value('emails_total', { outcome: 'uncertain' })).toBe(0)
    expect(value('emails_total')).toBe(RECIPIENTS + 2)
    expect(value('provider_throttles_total', { provider: 'google', kind: 'throttled' })).toBe(1)
    expect(value('provider_throttles_total', { provider: 'microsoft' })).toBe(0)
    expect(value('provider_calls_total', { provider: 'google', call: 'send_draft', result: 'ok' })).toBe(RECIPIENTS)
    expect(value('provider_calls_total', { provider: 'google', call: 'send_draft', result: 'throttled' })).toBe(1)
    expect(value('provider_call_duration_seconds_count', { call: 'send_draft' })).toBe(RECIPIENTS + 3)
    expect(value('http_requests_total', { route: '/api/campaigns/:id/send', status: '200' })).toBe(2)
    expect(value('graphql_operations_total', { operation: 'createCampaign', code: 'OK' })).toBe(2)
    expect([value('emails_pending'), value('emails_due'), value('oldest_due_email_age_seconds')]).toEqual([0, 0, 0])
    expect([value('database_up'), value('installation_held'), value('emails_in_flight')]).toEqual([1, 0, 0])
    expect(value('worker_heartbeat_age_seconds')).toBeLessThan(60)
    expect(failures).toEqual([])
  })

  it('show emails that are due but not sent, and how long their mailbox has waited', async () => {
    const idle = await createWorld({ send: false })
    const person = await idle.signUp({ unlimited: true })
    await idle.connect(person, 'google')
    const id = await draftCampaign(idle, person, 3)
    await person.rest('POST', `/api/campaigns/${id}/send`)
    const at = async (seconds: number, change = '') => {
      if (change) await idle.app.database.asSystem((em) => em.execute(change))
      const clock = () => new Date(idle.app.clock().getTime() + seconds * 1_000)
      const text = await createScrape({ ...idle.app, clock })()
      const value = (name: string, labels = {}) => valueOf(text, `mergewell_${name}`, labels)
      return {
        age: Math.floor((value('oldest_due_email_age_seconds') ?? -1) / 100) * 100,
        emails: ['pending', 'due', 'in_doubt', 'in_flight'].map((what) => value(`emails_${what}`)),
        waits: [value('throttled_mailboxes'), value('open_circuits')],
        held: value('installation_held'),
        searches: value('mailboxes_to_search'),
      }
    }
    const waiting = { age: 600, emails: [3, 3, 0, 0], waits: [0, 0], held: 0, searches: 0 }
    const resting = { ...waiting, age: 0, emails: [3, 0, 0, 0] }
    expect(await at(600)).toEqual(waiting)
    const later = `now() + interval '900 s'`
    expect(await at(600, `update campaign_mailboxes set wakes_at = ${later}`)).toEqual(resting)
    await idle.app.database.asSystem((em) => em.execute('update campaign_mailboxes set wakes_at = null'))
    expect(await at(600, `update mailboxes set throttled_until = ${later}`)).toEqual({ ...resting, waits: [1, 0] })
    expect(await at(1_250)).toEqual({ ...waiting, age: 300 })
    const open = `jsonb_build_object('until', extract(epoch from ${later})::bigint * 1000)`
    const opened = `update mailboxes set throttled_until = null, outage = ${open}`
    expect(await at(600, opened)).toEqual({ ...resting, waits: [0, 1] })
    const doubt = `update email_logs set status = 'failed', error = 'UNCERTAIN: x' where id = (select min(id::text)::uuid from email_logs)`
    expect((await at(600, doubt)).emails).toEqual([3, 0, 1, 0])
    await idle.app.database.asSystem(async (em) => {
      await em.execute(`insert into mailbox_searches (tenant_id, mailbox_id, since)
        select tenant_id, mailbox_id, now() from campaign_mailboxes`)
      await em.execute(`update campaigns set status = 'paused', paused_because = 'RESTORED'`)
    })
    expect(await at(600)).toEqual({ age: 0, emails: [0, 0, 1, 0], waits: [0, 0], held: 1, searches: 1 })
    await idle.close()
  })
})

it('the metrics endpoint shows how long the slowest task of a kind has made no progress', async () => {
  const { tenantId } = await world.signUp()
  await world.app.database.asSystem((em) =>
    em.execute(
      `insert into tasks (tenant_id, id, user_id, kind, status, input, created_at, touched_at)
       select :tenantId, gen_random_uuid(), gen_random_uuid(), 'importContacts', status, '{}', now(), now() - past * interval '1 s'
       from (values ('running', 0), ('running', 60), ('done', 9999)) as given (status, past) returning 1`,
      { tenantId },
    ),
  )
  const clock = () => new Date(world.app.clock().getTime() + 600_000)
  const text = await createScrape({ ...world.app, clock })()
  await world.app.database.asSystem((em) =>
    em.execute('delete from tasks where tenant_id = :tenantId returning 1', { tenantId }),
  )
  const age = (kind: string) => valueOf(text, 'mergewell_task_heartbeat_age_seconds', { kind })
  expect(age('importContacts')).toBeGreaterThanOrEqual(660)
  expect(age('importContacts')).toBeLessThan(6_000)
  expect(age('addTags')).toBe(0)
  expect(valueOf(text, 'mergewell_tasks_running', { kind: 'importContacts' })).toBe(2)
})

describe('a scrape of the metrics endpoint', () => {
  it('reads the database once in 10 seconds, however many clients ask', async () => {
    let now = 0
    let reads = 0
    const database = {
      ...world.app.database,
      asSystem: (work: never) => {
        reads += 1
        return world.app.database.asSystem(work)
      },
    } as World['app']['database']
    // Only the figures read this one; the probe for events has its own.
    const scrape = createScrape({ ...world.app, database }, () => now)
    const readsAfter = async (at: number) => {
      now = at
      await Promise.all([scrape(), scrape()])
      return eventually('the probe is sent', async () => reads % 2 === 0 && reads / 2)
    }
    expect([await readsAfter(0), await readsAfter(9_999), await readsAfter(10_000)]).toEqual([1, 1, 2])
  })

  it('measures how long an event takes to reach this process', async () => {
    const scrape = createScrape(world.app)
    const count = async () => valueOf(await world.app.metrics.text(), 'mergewell_event_lag_seconds_count') ?? 0
    const before = await count()
    await scrape()
    await eventually('the event arrives', async () => (await count()) > before)
  })

  it('still returns the metrics of the process when the database cannot be reached, and none of the installation', async () => {
    const away = () => Promise.reject(new Error('gone'))
    const text = await createScrape({ ...world.app, database: { ...world.app.database, asSystem: away } })()
    const names = new Set(samplesIn(text).map(({ name }) => name))
    expect(valueOf(text, 'mergewell_database_up')).toBe(0)
    for (const { name, scope } of Object.values(METRICS)) {
      if (scope === 'installation') expect(names).not.toContain(name)
    }
    expect(valueOf(text, 'mergewell_emails_total')).toBe(RECIPIENTS + 2)
    expect(names).toContain('nodejs_eventloop_lag_p99_seconds')
    expect(valueOf(await scraped(), 'mergewell_database_up')).toBe(1)
  })

  it('returns no names, addresses or ids', async () => {
    const text = await scraped()
    expect(text).not.toMatch(/@|[\da-f]{8}-[\da-f]{4}|Company|metrics-google/)
    expect(text.match(/^# TYPE (\S+)/gm)).toHaveLength(new Set(text.match(/^# TYPE (\S+)/gm)).size)
  })
})

it('the metrics endpoint labels requests only with names from the GraphQL schema', async () => {
  const person = await world.signUp()
  await person.graphql(
    'query mine { own: currentUser { id } again: currentUser { id } ...rest } fragment rest on Query { contactTags { name } }',
  )
  await person.graphql('query { nonsense }')
  await world.anybody.graphql('query { emailSettings { __typename } }')
  await fetch(`${world.url}/campaigns/of-a-client`, { method: 'PROPFIND' })
  const text = await scraped()
  const operations = samplesIn(text).filter(({ name }) => name === 'mergewell_graphql_operations_total')
  const of = (operation: string) => operations.filter(({ labels }) => labels['operation'] === operation)
  expect(of('contactTags')).toMatchObject([{ labels: { code: 'OK' }, value: 1 }])
  expect(of('currentUser')).toMatchObject([{ labels: { code: 'OK' }, value: 2 }])
  expect(of('emailSettings')).toMatchObject([{ labels: { code: 'UNAUTHENTICATED' }, value: 1 }])
  expect([...of('nonsense'), ...of('own'), ...of('mine')]).toEqual([])
  expect(text).not.toContain('of-a-client')
  expect(valueOf(text, 'mergewell_http_requests_total', { method: 'other', route: 'other', status: '404' })).toBe(1)
})

it('the metrics endpoint counts live subscriptions until they end', async () => {
  const person = await world.signUp()
  const stop = new AbortController()
  const subscription = await fetch(`${world.url}/graphql`, {
    method: 'POST',
    headers: { authorization: person.token, accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'subscription { campaignsChanged { __typename } }' }),
    signal: stop.signal,
  })
  expect(subscription.status).toBe(200)
  const open = async () => valueOf(await world.app.metrics.text(), 'mergewell_subscriptions')
  await eventually('it is counted', async () => (await open()) === 1)
  stop.abort()
  await eventually('it has ended', async () => (await open()) === 0)
})

it('the metrics endpoint counts renewals of sign-ins by their result', async () => {
  const { google } = world.app.vendors
  const mailbox = google?.openMailbox(JSON.stringify({ accessToken: '', refreshToken: 'x', expiresAt: 0 }), (renew) =>
    renew(JSON.stringify({ accessToken: '', refreshToken: 'x', expiresAt: 0 })).then(() => undefined),
  )
  await expect(mailbox?.sendDraft('x')).rejects.toBeInstanceOf(DeliveryError)
  const text = await scraped()
  expect(valueOf(text, 'mergewell_token_refreshes_total', { provider: 'google', result: 'sign-in-doubt' })).toBe(1)
  expect(valueOf(text, 'mergewell_provider_calls_total', { provider: 'google', result: 'sign-in-doubt' })).toBe(1)
})

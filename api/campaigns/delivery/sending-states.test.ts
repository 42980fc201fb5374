import { isDeepStrictEqual } from 'node:util'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { STATUS_REASONS } from '#domain/campaigns/campaigns.ts'
import { encodeId, uuidOf } from '#schema/object-ids.ts'
import { mutate } from '#tests/support/mutate.ts'
import { clockedWorld } from '#tests/support/clocked-world.ts'
import { configureSending, draftCampaign, fetchCampaign } from '#tests/support/campaigns.ts'
import { scriptedStore } from '#tests/support/scripted-campaign.ts'
import { rowsOf } from '#tests/support/sent-mail.ts'
import { eventually, type TestPerson } from '#tests/support/world.ts'
import { runSlice } from '#api/sending/sending-engine.ts'
import { DeliveryError } from '#api/sending/provider.ts'
import { createSendStore } from './database-send-store.ts'

const clocked = clockedWorld()
const at = (ms: number) => new Date(clocked.now + ms)
const MINUTE = 60_000

/** A workspace with mailboxes at Microsoft and campaigns that send from all of them. */
async function workspace({ mailboxes = 1, campaigns = 1, recipients = 2 } = {}) {
  const { world } = clocked
  const person = await world.signUp({ unlimited: true })
  for (let index = 0; index < mailboxes; index += 1) await world.connect(person)
  const sql = <T = unknown>(statement: string, ...values: unknown[]) => rowsOf<T>(world, person, statement, values)
  const keys = (await sql<{ id: string }>('select id from mailboxes order by id')).map(({ id }) => ({
    tenantId: person.tenantId,
    mailboxId: id,
  }))
  const [key] = keys
  if (!key) throw new Error('no mailbox')
  const ids: string[] = []
  for (let index = 0; index < campaigns; index += 1) {
    const id = await draftCampaign(world, person, recipients)
    const mailboxIds = keys.map(({ mailboxId }) => encodeId('Mailbox', mailboxId))
    await launch(person, { id, mailboxIds })
    ids.push(id)
  }
  const store = createSendStore(world.app, () => [])
  const look = (id = ids[0] ?? '') => fetchCampaign(person, id)
  return { person, key, keys, ids, sql, store, look }
}

async function launch(person: TestPerson, input: { id: string; mailboxIds?: string[] }) {
  expect((await mutate(person, 'sendCampaign', input)).errors).toBeUndefined()
}

const waits = async (person: TestPerson) => {
  const { data, errors } = await person.graphql('{ mailboxes { email wait { reason text until } } }')
  expect(errors).toBeUndefined()
  return data.mailboxes.map((mailbox: any) => mailbox.wait)
}

describe("campaigns that stopped because a mailbox's sign-in expired", () => {
  it('report it until the mailbox is connected again, and report at the very next read that the mailbox works', async () => {
    const { world } = clocked
    const person = await world.signUp({ unlimited: true })
    const email = `again-${person.tenantId}@sandbox.test`
    await world.connect(person, 'microsoft', email)
    const ids: string[] = []
    for (let index = 0; index < 3; index += 1) {
      const id = await draftCampaign(world, person, 2)
      await launch(person, { id })
      ids.push(id)
    }
    const [row] = await rowsOf<{ id: string }>(world, person, 'select id from mailboxes')
    await createSendStore(world.app, () => []).expire(
      { tenantId: person.tenantId, mailboxId: row?.id ?? '' },
      'EXPIRED_TOKEN: 401',
    )
    const texts = async () => {
      const { data } = await person.graphql('{ campaigns { edges { node { status statusReason statusText } } } }')
      return data.campaigns.edges.map(({ node }: any) => node)
    }
    const stopped = { status: 'paused', statusReason: 'RECONNECT', statusText: STATUS_REASONS.RECONNECT }
    expect(await texts()).toEqual(ids.map(() => stopped))
    expect(await waits(person)).toEqual([{ reason: 'RECONNECT', text: STATUS_REASONS.RECONNECT, until: null }])

    await world.connect(person, 'microsoft', email)
    const statusText = `Paused. ${email} works again: resume it to continue.`
    expect(await texts()).toEqual(ids.map(() => ({ status: 'paused', statusReason: 'MAILBOX_WORKS', statusText })))
    expect(await waits(person)).toEqual([null])
  })
})

describe('the reported reason why a campaign sends nothing', () => {
  it('is the mailbox to reconnect if only its uncertain emails are left, though another mailbox works', async () => {
    const { keys, store, sql, look } = await workspace({ mailboxes: 2, recipients: 1 })
    const [key] = keys
    if (!key) throw new Error('no mailbox')
    await sql(
      `update email_logs set status = 'sending', mailbox_id = ?, draft_id = 'd', attempted_at = ?, look_at = ?, protocol = 'draft'`,
      key.mailboxId,
      at(-MINUTE),
      at(-MINUTE),
    )
    expect(await look()).toMatchObject({ status: 'sending', statusReason: null })
    await store.expire(key, 'EXPIRED_TOKEN: 400')
    expect(await look()).toMatchObject({ status: 'sending', statusReason: 'RECONNECT' })
  })

  it('is the throttle that the provider asked for, with its end, until it ends', async () => {
    const { person, key, store, look } = await workspace()
    await store.throttle(key, 'throttledUntil', at(7 * MINUTE))
    const resumesAt = at(7 * MINUTE).toISOString()
    expect(await look()).toMatchObject({ status: 'sending', statusReason: 'THROTTLED', resumesAt })
    expect(await waits(person)).toEqual([{ reason: 'THROTTLED', text: STATUS_REASONS.THROTTLED, until: resumesAt }])
    clocked.now += 7 * MINUTE
    expect(await look()).toMatchObject({ status: 'sending', statusReason: null, resumesAt: null })
  })

  it('is the daily limit, until the oldest email is a day old', async () => {
    const { person, key, sql, look } = await workspace()
    await configureSending(person, { dailyLimit: 1, enableThrottling: false })
    await sql(
      'insert into earlier_departures (tenant_id, mailbox_id, attempted_at, is_certain) values (?, ?, ?, true)',
      key.tenantId,
      key.mailboxId,
      at(-60 * MINUTE),
    )
    expect(await look()).toMatchObject({ statusReason: 'DAILY_LIMIT', resumesAt: at(23 * 60 * MINUTE).toISOString() })
    await configureSending(person, { dailyLimit: 2 })
    expect(await look()).toMatchObject({ statusReason: null })
  })

  it('is the sending hours, until they begin', async () => {
    const { person, look } = await workspace()
    const tomorrow = (at(24 * 60 * MINUTE).getUTCDay() + 6) % 7
    const sendWindow = { days: [tomorrow + 1], from: '09:00', to: '17:00', timeZone: 'UTC' }
    await configureSending(person, { sendWindow, enableThrottling: false })
    const { statusReason, resumesAt } = await look()
    expect(statusReason).toBe('OUTSIDE_WINDOW')
    expect(resumesAt).toBe(
      `${at(24 * 60 * MINUTE)
        .toISOString()
        .slice(0, 10)}T09:00:00.000Z`,
    )
  })

  it("is the provider's outage, also one that another mailbox found", async () => {
    const { sql, look } = await workspace()
    const { world } = clocked
    const until = clocked.now + 3 * MINUTE
    const outage = JSON.stringify({ state: 'open', failures: 3, since: clocked.now, until, reason: '503' })
    const change = (value: string | null) =>
      world.app.database.asSystem((em) =>
        em.execute(`update provider_outages set outage = ?::jsonb where provider = 'microsoft'`, [value]),
      )
    await change(outage)
    try {
      const resumesAt = new Date(until).toISOString()
      expect(await look()).toMatchObject({ status: 'sending', statusReason: 'PROVIDER_DOWN', resumesAt })
    } finally {
      await change(null)
    }
    expect(await look()).toMatchObject({ statusReason: null })
    await sql(`update mailboxes set outage = ?::jsonb`, outage)
    expect(await look()).toMatchObject({ statusReason: 'PROVIDER_DOWN' })
  })

  it('is a full disk, for campaigns and mailboxes, until there is space', async () => {
    const { person, look } = await workspace()
    const { database } = clocked.world.app
    const { problem } = database
    database.problem = async () => 'The disk of the database is full.'
    try {
      expect(await look()).toMatchObject({ status: 'sending', statusReason: 'DISK_FULL', resumesAt: null })
      expect(await waits(person)).toEqual([{ reason: 'DISK_FULL', text: STATUS_REASONS.DISK_FULL, until: null }])
    } finally {
      database.problem = problem
    }
    expect(await look()).toMatchObject({ statusReason: null })
  })

  it('is absent while one of two mailboxes sends; each mailbox reports its own reason', async () => {
    const { person, ids, keys, store } = await workspace({ mailboxes: 2 })
    const [first, second] = keys
    if (!first || !second) throw new Error('two mailboxes')
    const look = async () => {
      const query = `query ($id: ID!) { campaign(id: $id) { status statusReason mailboxes { wait { reason } } } }`
      const { status, statusReason, mailboxes } = (await person.graphql(query, { id: ids[0] })).data.campaign
      return [status, statusReason, ...mailboxes.map(({ wait }: any) => wait?.reason ?? null)]
    }
    await store.expire(first, 'EXPIRED_TOKEN: 401')
    expect(await look()).toEqual(['sending', null, 'RECONNECT', null])
    await store.throttle(second, 'throttledUntil', at(MINUTE))
    expect(await look()).toEqual(['sending', 'THROTTLED', 'RECONNECT', 'THROTTLED'])
    clocked.now += MINUTE
    expect(await look()).toEqual(['sending', null, 'RECONNECT', null])
  })

  it('is RETRYING, until the next attempt at emails that the provider did not confirm', async () => {
    const { sql, look } = await workspace()
    await sql(`update email_logs set attempts = 1, retry_at = ?`, at(2 * MINUTE))
    expect(await look()).toMatchObject({ statusReason: 'RETRYING', resumesAt: at(2 * MINUTE).toISOString() })
    await sql(`update email_logs set retry_at = null where id = (select id from email_logs limit 1)`)
    expect(await look()).toMatchObject({ statusReason: null })
  })

  it('is computed at each read and never stored', async () => {
    const { key, store, sql } = await workspace()
    await store.throttle(key, 'throttledUntil', at(MINUTE))
    await expect(sql(`update campaigns set paused_because = 'THROTTLED'`)).rejects.toThrow(/campaigns_paused_because/)
  })
})

describe('subscribers to a campaign', () => {
  type Workspace = Awaited<ReturnType<typeof workspace>>
  const throttled = async ({ store, key }: Workspace) => {
    const send = () => Promise.reject(new DeliveryError('throttled', '429', { retryAfterMs: MINUTE }))
    const deps = {
      clock: clocked.world.app.clock,
      log: pino({ level: 'silent' }),
      signal: new AbortController().signal,
    }
    await runSlice({ ...deps, store: scriptedStore(store, { send }) }, key)
  }

  it.each<[string, (of: Workspace) => Promise<unknown>, string | null]>([
    ['its mailbox is throttled', throttled, 'THROTTLED'],
    [
      'sending crashes',
      ({ store, key }) => store.noteBreakdown(key, { reference: 'ab12', random: 1 }, at(0)),
      'INTERNAL_ERROR',
    ],
    ["a worker's clock is wrong", ({ store, key }) => store.noteWrongClock(key), 'CLOCK_WRONG'],
    ['its sign-in ends', ({ store, key }) => store.expire(key, 'EXPIRED_TOKEN: 401'), 'RECONNECT'],
    [
      'its mailbox is connected again',
      async ({ person, sql }) => {
        const [row] = await sql<{ email: string }>(`update mailboxes set status = 'error' returning email`)
        await clocked.world.connect(person, 'microsoft', row?.email)
      },
      null,
    ],
  ])('are notified when %s', async (_, happens, reason) => {
    const started = await workspace()
    const { person, ids, look } = started
    const heard: unknown[] = []
    const stop = clocked.world.app.events.listen(person.tenantId, (event) => heard.push(event))
    await happens(started)
    const event = { kind: 'campaign', tenantId: person.tenantId, id: uuidOf('Campaign', ids[0] ?? '') }
    await eventually('the event', async () => heard.some((one) => isDeepStrictEqual(one, event)))
    stop()
    expect((await look()).statusReason).toBe(reason)
  })
})

describe('a list of campaigns', () => {
  it('needs as many database statements for fifty campaigns as for five', async () => {
    const { person } = await workspace({ campaigns: 5, recipients: 1 })
    const { app } = clocked.world
    const count = async () => {
      const inTenant = app.database.inTenant
      let made = 0
      app.database.inTenant = (tenantId, work) =>
        inTenant(tenantId, (em) => {
          const { execute } = em
          em.execute = ((...args: Parameters<typeof execute>) => {
            made += 1
            return execute.apply(em, args)
          }) as typeof execute
          return work(em)
        })
      try {
        const { errors } = await person.graphql(
          '{ campaigns(first: 50) { edges { node { statusReason resumesAt } } } }',
        )
        expect(errors).toBeUndefined()
      } finally {
        app.database.inTenant = inTenant
      }
      return made
    }
    const few = await count()
    await clocked.world.app.database.inTenant(person.tenantId, (em) =>
      em.execute(
        `with added as (
           insert into campaigns (tenant_id, id, user_id, name, subject, content, use_html_builder, personalization, is_ab_test, status, created_at)
           select tenant_id, gen_random_uuid(), user_id, name, subject, content, false, personalization, false, 'sending', created_at
           from (select * from campaigns limit 1) as one, generate_series(1, 45) returning tenant_id, id)
         insert into campaign_mailboxes (tenant_id, campaign_id, mailbox_id, position)
         select added.tenant_id, added.id, a.id, 0 from added, mailboxes a where a.tenant_id = added.tenant_id returning 1`,
      ),
    )
    expect(await count()).toBe(few)
    expect(few).toBeLessThan(15)
  })
})

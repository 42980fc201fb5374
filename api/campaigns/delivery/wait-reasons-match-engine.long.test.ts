import fc from 'fast-check'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { uuidOf } from '#schema/object-ids.ts'
import { clockedWorld } from '#tests/support/clocked-world.ts'
import { configureSending, draftCampaign } from '#tests/support/campaigns.ts'
import { idleWorker } from '#tests/support/idle-worker.ts'
import { mailboxOf } from '#tests/support/returned-mail.ts'
import { scriptedStore } from '#tests/support/scripted-campaign.ts'
import { rowsOf } from '#tests/support/sent-mail.ts'
import type { Call } from '#api/platform/call-context.ts'
import { createSendStore } from './database-send-store.ts'
import { sendingStatesOf } from './sending-states.ts'

const clocked = clockedWorld()
const MINUTE = 60_000

/** Mostly `open`, so that every gate is tried alone and together with others. */
const mostly = <T>(open: T, closed: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(open) }, { weight: 1, arbitrary: closed })
/** Minutes from now; nothing between, because the engine sits through a wait of a second or two. */
const minutes = mostly<number | null>(
  null,
  fc.integer({ min: 1, max: 500 }).chain((n) => fc.constantFrom(n, -n)),
)

const FACTS = fc.record({
  isActive: mostly(true, fc.constant(false)),
  trialEnds: minutes,
  works: mostly(true, fc.constant(false)),
  isServed: mostly(true, fc.constant(false)),
  diskFull: mostly(false, fc.constant(true)),
  throttled: minutes,
  quota: minutes,
  outage: minutes,
  everyone: minutes,
  breakdown: minutes,
  scheduled: minutes,
  retry: minutes,
  /** days from today on which its workspace sends; null = always */
  sendingDay: mostly<number | null>(null, fc.constantFrom(0, 1, 3)),
  sentToday: mostly(0, fc.constantFrom(1, 2)),
})
type Facts = typeof FACTS extends fc.Arbitrary<infer T> ? T : never

it('a sending campaign shows a reason for not sending exactly when the sending engine would send none of its emails', async () => {
  const { world } = clocked
  const { app } = world
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  const key = await mailboxOf(world, person)
  const id = await draftCampaign(world, person, 1)
  await person.graphql(
    'mutation ($id: ID!) { sendCampaign(input: { id: $id }) { campaign { id } errors { code field message } } }',
    { id },
  )
  const sql = (statement: string, ...values: unknown[]) => rowsOf(world, person, statement, values)
  const asSystem = (statement: string, ...values: unknown[]) =>
    app.database.asSystem((em) => em.execute(statement, values))
  const { vendors } = app

  const breaker = (until: number | null) =>
    until &&
    JSON.stringify({
      state: 'open',
      failures: 1,
      since: clocked.now,
      until: clocked.now + until * MINUTE,
      reason: '503',
    })
  const at = (offset: number | null) => offset && new Date(clocked.now + offset * MINUTE)
  const today = (new Date(clocked.now).getUTCDay() + 6) % 7
  const arrange = async (facts: Facts) => {
    app.vendors = vendors
    await asSystem('update tenants set is_active = true, trial_ends_at = null where id = ?', person.tenantId)
    await configureSending(person, {
      dailyLimit: 2,
      enableThrottling: false,
      sendWindow:
        facts.sendingDay === null
          ? null
          : { days: [((today + facts.sendingDay) % 7) + 1], from: '00:00', to: '23:59', timeZone: 'UTC' },
    })
    await sql(
      `update campaigns set status = 'sending', paused_because = null, sent_count = 0, failed_count = 0, scheduled_at = ?`,
      at(facts.scheduled),
    )
    await sql(
      `update email_logs set status = 'pending', retry_at = ?, attempted_at = null, sent_at = null, draft_id = null, attempts = 0`,
      at(facts.retry),
    )
    await sql('delete from earlier_departures')
    for (let sent = 0; sent < facts.sentToday; sent += 1) {
      await sql(
        'insert into earlier_departures (tenant_id, mailbox_id, attempted_at, is_certain) values (?, ?, ?, true)',
        key.tenantId,
        key.mailboxId,
        new Date(clocked.now - 60 * MINUTE),
      )
    }
    await sql(
      'update mailboxes set status = ?, throttled_until = ?, quota_until = ?, outage = ?::jsonb, breakdown = ?::jsonb',
      facts.works ? 'connected' : 'error',
      at(facts.throttled),
      at(facts.quota),
      breaker(facts.outage),
      breaker(facts.breakdown),
    )
    await asSystem(
      `update provider_outages set outage = ?::jsonb where provider = 'microsoft'`,
      breaker(facts.everyone),
    )
    await asSystem(
      'update tenants set is_active = ?, trial_ends_at = ? where id = ?',
      facts.isActive,
      at(facts.trialEnds),
      person.tenantId,
    )
    if (!facts.isServed) app.vendors = {}
  }
  /** Returns what a worker sends of the campaign. */
  const sentBy = async ({ diskFull }: Facts) => {
    let sent = 0
    const store = scriptedStore(
      createSendStore(app, () => []),
      { send: async () => ((sent += 1), { messageId: null, internetMessageId: null }) },
    )
    const worker = await idleWorker({
      store,
      clock: app.clock,
      log: pino({ level: 'silent' }),
      databaseProblem: async () => (diskFull ? 'The disk is full.' : null),
    })
    await worker.run(key)
    await worker.stop()
    return sent
  }
  const told = async ({ diskFull }: Facts) => {
    const { problem } = app.database
    if (diskFull) app.database.problem = async () => 'The disk is full.'
    try {
      // Nobody can sign in to an inactive workspace, but its campaigns are watched until their sockets close.
      const viewer = { tenantId: person.tenantId, userId: person.userId }
      const states = await sendingStatesOf({ app, viewer } as Call, [uuidOf('Campaign', id)])
      return states.get(uuidOf('Campaign', id))?.wait?.reason ?? null
    } finally {
      app.database.problem = problem
    }
  }

  const seen = new Map<string | null, number>()
  try {
    await fc.assert(
      fc.asyncProperty(FACTS, async (facts) => {
        await arrange(facts)
        const reason = await told(facts)
        seen.set(reason, (seen.get(reason) ?? 0) + 1)
        expect([reason, await sentBy(facts)]).toEqual([reason, reason === null ? 1 : 0])
      }),
      { numRuns: 60, seed: 14 },
    )
  } finally {
    app.vendors = vendors
    await asSystem(`update provider_outages set outage = null`)
  }
  expect(seen.size, 'reasons seen').toBeGreaterThan(8)
})

import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidOf } from '#schema/object-ids.ts'
import { draftCampaign, fetchCampaign } from '#tests/support/campaigns.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { mutate } from '#tests/support/mutate.ts'
import { rowsOf } from '#tests/support/sent-mail.ts'
import { deliveriesOf, makeWebhook } from '#tests/support/webhooks.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { runSlice } from '#api/sending/sending-engine.ts'
import { createSendStore } from '../delivery/database-send-store.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const HOUR = 3_600_000
const RESULTS = `abTestStatus abResults { winner text waitingCount decidesAt variants { name sent opened }
  decision { winner reason metric at variants { name sent opened clicked replied } } }`

interface Rest {
  winner: string | null
  text: string
  waitingCount: number
  decidesAt: string | null
  decision: { winner: string; reason: string; at: string; variants: object[] } | null
}

/** A campaign to `recipients` people whose test of two subjects is decided four hours after its last email. */
async function campaign(recipients: number, input: object = {}) {
  let now = Date.now()
  world.app.clock = () => new Date(now)
  const person = await world.signUp({ unlimited: true })
  const email = `ab-${person.tenantId}@sandbox.test`
  await world.connect(person, 'microsoft', email)
  const rule = { abTestShare: 20, abWinnerMetric: 'OPENS', abWaitHours: 4 }
  const id = await draftCampaign(world, person, recipients, {
    ...{ subject: 'Subject A', isAbTest: true, abVariantType: 'SUBJECT', abVariantB: 'Subject B' },
    ...rule,
    ...input,
  })
  const [row] = await rowsOf<{ id: string }>(world, person, 'select id from mailboxes')
  const key = { tenantId: person.tenantId, mailboxId: row?.id ?? '' }
  const store = createSendStore(world.app, () => [])
  const slice = async () => {
    const deps = { clock: world.app.clock, log: pino({ level: 'silent' }), signal: new AbortController().signal }
    for (;;) {
      const again = await runSlice({ ...deps, store }, key)
      if (!again || again.getTime() > now) return again?.getTime() ?? null
    }
  }
  const results = async (): Promise<Rest> => {
    const query = `query ($id: ID!) { campaign(id: $id) { ${RESULTS} } }`
    return (await person.graphql(query, { id })).data.campaign.abResults
  }
  const sql = (text: string) => rowsOf<Record<string, never>>(world, person, text)
  return {
    ...{ person, id, key, store, slice, results, sql },
    pass: (hours: number) => (now += hours * HOUR),
    now: () => now,
    act: (name: string, more: object = {}) => mutate(person, name, { id, ...more }, '{ status }'),
    subjects: async () => {
      const sent = (await world.accepted(email)).map(({ subject }) => subject)
      return {
        A: sent.filter((each) => each === 'Subject A').length,
        B: sent.filter((each) => each === 'Subject B').length,
      }
    },
    /** Lets this number of people open the emails with this subject. */
    open: (variant: string, people: number) =>
      sql(`update email_logs set opened_at = sent_at where id in (select id from email_logs
        where tenant_id = '${person.tenantId}' and variant = '${variant}' and status = 'sent' order by id limit ${people}) returning id`),
  }
}

describe('an A/B test whose winner goes to the remaining recipients', () => {
  it('sends the test emails, waits, and sends the winner to the remaining recipients', async () => {
    const { act, slice, subjects, results, open, pass, now, person, id } = await campaign(60, { abTestShare: 80 })
    await makeWebhook(person, { events: ['winner_chosen'] })
    expect((await act('sendCampaign')).errors).toBeUndefined()
    const due = await slice()
    expect(await subjects()).toEqual({ A: 24, B: 24 })
    expect(due).toBe(now() + 4 * HOUR)
    expect(await results()).toMatchObject({
      text: 'The test is not decided yet.',
      waitingCount: 12,
      decision: null,
      decidesAt: new Date(due ?? 0).toISOString(),
    })
    const waits = await fetchCampaign(person, id)
    expect(waits).toMatchObject({ status: 'sending', statusReason: 'AB_TEST', pendingCount: 12, failedCount: 0 })
    expect(Date.parse(waits.resumesAt ?? '')).toBe(due)
    expect(Date.parse(waits.finishesAt ?? '')).toBeGreaterThanOrEqual(due ?? 0)

    await open('A', 6)
    await open('B', 12)
    pass(3.9)
    expect(await slice()).toBe(due)
    expect(await subjects()).toEqual({ A: 24, B: 24 })
    pass(0.1)
    expect(await slice()).toBeNull()
    expect(await subjects()).toEqual({ A: 24, B: 36 })
    expect(await fetchCampaign(person, id)).toMatchObject({ status: 'sent', sentCount: 60 })
    const after = await results()
    expect(after).toMatchObject({
      ...{ winner: 'B', waitingCount: 0, decidesAt: null },
      text: 'Subject B won: 50.0% opened, compared with 25.0%. The difference could be due to chance.',
      decision: { winner: 'B', reason: 'MORE', at: new Date(now()).toISOString() },
    })
    expect(after.decision?.variants).toEqual([
      { name: 'A', sent: 24, opened: 6, clicked: 0, replied: 0 },
      { name: 'B', sent: 24, opened: 12, clicked: 0, replied: 0 },
    ])
    const told = { campaignId: uuidOf('Campaign', id), winner: 'B', reason: 'MORE' }
    expect((await deliveriesOf(world, person)).map(({ data }) => data)).toEqual([told])
    const { data } = await person.graphql(`query ($id: ID!) { campaign(id: $id) { abTestStatus } }`, { id })
    expect(data.campaign.abTestStatus).toBe('completed')
  })

  itInFull('sends subject A if there are too few results to compare', async () => {
    const { act, slice, subjects, results, pass } = await campaign(10)
    await act('sendCampaign')
    await slice()
    pass(4)
    await slice()
    expect(await subjects()).toEqual({ A: 9, B: 1 })
    expect((await results()).decision).toMatchObject({ winner: 'A', reason: 'TOO_FEW' })
  })

  it('sends a subject that a person chooses at once, and only once', async () => {
    const { act, slice, subjects, results, person, id } = await campaign(10)
    await makeWebhook(person, { events: ['winner_chosen'] })
    await act('sendCampaign')
    await slice()
    expect((await act('chooseAbWinner', { winner: 'B' })).errors).toBeUndefined()
    const told = { campaignId: uuidOf('Campaign', id), winner: 'B', reason: 'CHOSEN' }
    expect((await deliveriesOf(world, person)).map(({ data }) => data)).toEqual([told])
    const again = (await act('chooseAbWinner', { winner: 'A' })).errors?.[0]
    expect(again).toMatchObject({ message: 'The test is decided already: the rest gets subject B.' })
    expect(again?.extensions.code).toBe('CONFLICT')
    await slice()
    expect(await subjects()).toEqual({ A: 1, B: 9 })
    expect((await results()).decision).toMatchObject({ winner: 'B', reason: 'CHOSEN' })
  })

  it('decides once when two workers try to decide at the same time', async () => {
    const { act, slice, store, key, pass, sql, person } = await campaign(10)
    await act('sendCampaign')
    await slice()
    pass(4)
    await Promise.all([1, 2, 3].map(() => store.finish(key, world.app.clock())))
    const acts = await sql(
      `select action from audit_events where tenant_id = '${person.tenantId}' and action = 'ab_winner_chosen'`,
    )
    expect(acts).toHaveLength(1)
  })

  itInFull('is not decided while it is paused, and is decided when it is resumed', async () => {
    const { act, slice, subjects, pass, results, id, person } = await campaign(10)
    await act('sendCampaign')
    await slice()
    await act('pauseCampaign')
    pass(24)
    await slice()
    expect((await results()).decision).toBeNull()
    expect(await subjects()).toEqual({ A: 1, B: 1 })
    expect((await act('resumeCampaign')).errors).toBeUndefined()
    await slice()
    expect(await fetchCampaign(person, id)).toMatchObject({ status: 'sent', sentCount: 10 })
  })

  itInFull(
    'sends nothing to the remaining recipients after it was cancelled, and waits again when these are sent to again',
    async () => {
      const { act, slice, subjects, pass, person, id, now } = await campaign(10)
      await act('sendCampaign')
      await slice()
      await act('cancelCampaign')
      pass(2)
      await slice()
      expect(await fetchCampaign(person, id)).toMatchObject({ status: 'sent', sentCount: 2, failedCount: 8 })
      expect((await act('chooseAbWinner', { winner: 'B' })).errors?.[0]?.extensions.code).toBe('CONFLICT')
      expect((await act('sendToFailed')).errors).toBeUndefined()
      expect(await slice()).toBe(now() + 2 * HOUR)
      expect(await subjects()).toEqual({ A: 1, B: 1 })
      pass(2)
      await slice()
      expect(await subjects()).toEqual({ A: 9, B: 1 })
    },
  )

  it('tests with the same people when a launch is undone and the campaign launched again', async () => {
    const { act, sql } = await campaign(30)
    const inTest = () => sql(`select contact_id, variant from email_logs where variant is not null order by contact_id`)
    await act('sendCampaign', { undoSeconds: 600 })
    await act('chooseAbWinner', { winner: 'B' })
    const before = await inTest()
    expect(before).toHaveLength(6)
    await act('cancelCampaign')
    await act('sendCampaign')
    expect(await inTest()).toEqual(before)
    const [row] = await sql('select ab_decision is null as undecided from campaigns')
    expect(row).toEqual({ undecided: true })
  })

  it.each([
    [{ trackOpens: false }, {}, 'Opens are not tracked for this campaign.'],
    [{ tracking: 'OFF', abWinnerMetric: 'CLICKS' }, {}, 'Clicks are not tracked for this campaign.'],
    [{ tracking: 'COUNTS' }, {}, 'Opens are only counted'],
    [{}, { scheduledAt: new Date(Date.now() + 24 * HOUR).toISOString(), localTimeZone: 'UTC' }, 'local time'],
  ])('is refused at the launch with %j %j', async (input, launch, message) => {
    const { act, person, id } = await campaign(10, input)
    const { errors } = await act('sendCampaign', launch)
    expect(errors?.[0]).toMatchObject({ message: expect.stringContaining(message), extensions: { code: 'BAD_INPUT' } })
    if (message.includes('local')) return
    const { data } = await person.graphql('query ($id: ID!) { campaignProblems(id: $id) { code severity message } }', {
      id,
    })
    expect(data.campaignProblems).toContainEqual({
      ...{ code: 'UNTRACKED_TEST', severity: 'error', message: errors?.[0].message },
    })
  })

  it.each([
    [{ abTestShare: 9 }, 'between 10 and 100 percent'],
    [{ abWaitHours: 169 }, '1 to 168 hours'],
  ])('is refused in a draft with %j', async (input, message) => {
    const { act } = await campaign(2)
    const { errors } = await act('updateCampaign', input)
    expect(errors?.[0]?.message).toContain(message)
  })

  it('is included in the forecast of the launch', async () => {
    const { person, id, now } = await campaign(10)
    const { data } = await person.graphql('query ($id: ID!) { launchForecast(id: $id) { finishesAt } }', { id })
    expect(Date.parse(data.launchForecast.finishesAt)).toBeGreaterThanOrEqual(now() + 4 * HOUR)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client } from 'pg'
import { v7 as newId } from 'uuid'
import { uuidOf } from '#schema/object-ids.ts'
import { addContacts, configureSending, draftCampaign, fetchCampaign } from '#tests/support/campaigns.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { mutate } from '#tests/support/mutate.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const DAY = 86_400_000

/** A workspace in which a person may get `weeklyCeiling` emails a week, with contacts. */
async function workspace(weeklyCeiling: number | null, contacts: number) {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  if (weeklyCeiling !== null) await configureSending(person, { weeklyCeiling })
  return { person, ids: await addContacts(world, person, contacts) }
}

const draft = (person: TestPerson, selectedContacts: string[]) =>
  draftCampaign(world, person, 0, { selectedContacts, name: 'Second' })

/** Records that a campaign sent an email to each of these contacts so many days ago. */
async function sent(person: TestPerson, contactIds: string[], daysAgo: number): Promise<void> {
  const campaignId = uuidOf('Campaign', await draft(person, contactIds))
  await world.app.database.inTenant(person.tenantId, async (em) => {
    for (const id of contactIds) {
      await em.execute(
        `insert into email_logs (tenant_id, id, campaign_id, contact_id, contact_name, contact_email, merge_values, status, sent_at, created_at)
         select tenant_id, ?, ?, id, first_name, email, '{}', 'sent', ?, now() from contacts where id = ? returning 1`,
        [newId(), campaignId, new Date(world.app.clock().getTime() - daysAgo * DAY), uuidOf('Contact', id)],
      )
    }
    await em.execute(`update campaigns set status = 'sent' where id = ? returning 1`, [campaignId])
  })
}

async function launch(person: TestPerson, id: string, more: object = {}) {
  const { data, errors } = await mutate(person, 'sendCampaign', { id, ...more }, '{ id }')
  return errors ? errors[0] : data.sendCampaign
}

async function outcomes(person: TestPerson, id: string): Promise<Record<string, number>> {
  const { logs } = await fetchCampaign(person, id)
  const counted: Record<string, number> = {}
  for (const { status, error } of logs) {
    const key = error ? `${status} ${error}` : status
    counted[key] = (counted[key] ?? 0) + 1
  }
  return counted
}

const LEFT_OUT = 'failed WEEKLY_CEILING: 2 in seven days'

describe('the limit of emails per person and week', () => {
  it('leaves out the recipients who would exceed it at a launch, with the reason, and the launch check reports them', async () => {
    const { person, ids } = await workspace(2, 4)
    await sent(person, ids.slice(0, 3), 1)
    await sent(person, ids.slice(0, 2), 6)
    await sent(person, ids, 8)
    const id = await draft(person, ids)
    const { data } = await person.graphql(
      'query ($id: ID!) { launchForecast(id: $id) { recipients overCeiling } campaignProblems(id: $id) { code message count contacts { id } } }',
      { id },
    )
    expect(data.launchForecast).toEqual({ recipients: 4, overCeiling: 2 })
    expect(data.campaignProblems).toContainEqual({
      code: 'OVER_CEILING',
      message:
        '2 recipients would get more than 2 emails in seven days from your workspace. They are left out unless an admin sends to them anyway.',
      count: 2,
      contacts: ids.slice(0, 2).map((contact) => ({ id: contact })),
    })
    await launch(person, id)
    expect(await outcomes(person, id)).toEqual({ pending: 2, [LEFT_OUT]: 2 })
    expect(await fetchCampaign(person, id)).toMatchObject({ failedCount: 2, pendingCount: 2, totalContacts: 4 })
    const activity = await person.graphql(
      '{ auditEvents(first: 1, filter: { action: CAMPAIGN_LAUNCHED }) { edges { node { changes { field to } } } } }',
    )
    expect(activity.data.auditEvents.edges[0].node.changes).toEqual([
      { field: 'recipients', to: '4' },
      { field: 'leftOut', to: '2' },
    ])
    const rates = async () =>
      (
        await person.graphql(
          'query ($id: ID!) { campaign(id: $id) { failedCount leftOutCount successRate } stats { successRate } }',
          { id },
        )
      ).data
    // Emails above the weekly ceiling count neither as failures nor in the rates.
    await world.app.database.inTenant(person.tenantId, (em) =>
      em.execute('update campaigns set sent_count = 2 where id = ? returning 1', [uuidOf('Campaign', id)]),
    )
    expect(await rates()).toEqual({
      campaign: { failedCount: 2, leftOutCount: 2, successRate: 100 },
      stats: { successRate: 100 },
    })
    await world.app.database.inTenant(person.tenantId, (em) =>
      em.execute('update campaigns set sent_count = 0 where id = ? returning 1', [uuidOf('Campaign', id)]),
    )
    const undone = await mutate(person, 'cancelCampaign', { id, onlyIfUnsent: true }, '{ status }')
    expect(undone.data.cancelCampaign.status).toBe('draft')
  })

  it('makes the forecast take no time for the recipients whom it leaves out', async () => {
    const { person, ids } = await workspace(1, 4)
    const id = await draft(person, ids)
    const forecast = async () => {
      const { data } = await person.graphql(
        'query ($id: ID!, $at: DateTime) { launchForecast(id: $id, scheduledAt: $at) { startsAt finishesAt } }',
        { id, at: new Date(world.app.clock().getTime() + DAY).toISOString() },
      )
      return Date.parse(data.launchForecast.finishesAt) - Date.parse(data.launchForecast.startsAt)
    }
    expect(await forecast()).toBeGreaterThan(0)
    await sent(person, ids, 1)
    expect(await forecast()).toBe(0)
  })

  it('counts emails that colleagues are about to send', async () => {
    const { person, ids } = await workspace(1, 2)
    const first = await draft(person, ids.slice(0, 1))
    await launch(person, first)
    const second = await draft(person, ids)
    await launch(person, second)
    expect(await outcomes(person, second)).toEqual({ pending: 1, 'failed WEEKLY_CEILING: 1 in seven days': 1 })
    // A campaign that starts in a month is no reason to leave anybody out now.
    const later = await draft(person, ids)
    await launch(person, later, { scheduledAt: new Date(world.app.clock().getTime() + 30 * DAY).toISOString() })
    expect(await outcomes(person, later)).toEqual({ pending: 2 })
  })

  it('counts emails that a campaign launched long ago has yet to send', async () => {
    const { person, ids } = await workspace(1, 2)
    const first = await draft(person, ids.slice(0, 1))
    await launch(person, first)
    await world.app.database.inTenant(person.tenantId, (em) =>
      em.execute(`update campaigns set scheduled_at = ? where id = ? returning 1`, [
        new Date(world.app.clock().getTime() - 8 * DAY),
        uuidOf('Campaign', first),
      ]),
    )
    const second = await draft(person, ids)
    await launch(person, second)
    expect(await outcomes(person, second)).toEqual({ pending: 1, 'failed WEEKLY_CEILING: 1 in seven days': 1 })
  })

  it('is not exceeded by two launches at once', async () => {
    const { person, ids } = await workspace(1, 5)
    const drafts = [await draft(person, ids), await draft(person, ids)]
    const answers = await Promise.all(drafts.map((id) => launch(person, id)))
    const pending = await Promise.all(drafts.map(async (id) => (await outcomes(person, id))['pending'] ?? 0))
    expect(pending.toSorted(), JSON.stringify(answers)).toEqual([0, 5])
  })

  it('can be exceeded by an admin on request, and by no other user', async () => {
    const { person, ids } = await workspace(1, 2)
    await sent(person, ids, 1)
    const id = await draft(person, ids)
    const colleague = await addColleague(world, person)
    expect(await launch(colleague, id, { exceedCeiling: true })).toMatchObject({ extensions: { code: 'FORBIDDEN' } })
    expect(await launch(person, id)).toMatchObject({ extensions: { code: 'BAD_INPUT' } })
    await launch(person, id, { exceedCeiling: true })
    expect(await outcomes(person, id)).toEqual({ pending: 2 })
    await mutate(person, 'pauseCampaign', { id }, '{ id }')
    await mutate(person, 'resumeCampaign', { id }, '{ id }')
    expect(await outcomes(person, id)).toEqual({ pending: 2 })
  })

  it('applies when failed emails are sent again', async () => {
    const { person, ids } = await workspace(1, 2)
    await sent(person, ids.slice(0, 1), 1)
    const id = await draft(person, ids)
    await launch(person, id)
    await mutate(person, 'sendToFailed', { id }, '{ id }')
    expect(await outcomes(person, id)).toEqual({ pending: 1, 'failed WEEKLY_CEILING: 1 in seven days': 1 })
    await configureSending(person, { weeklyCeiling: null })
    await mutate(person, 'sendToFailed', { id }, '{ id }')
    expect(await outcomes(person, id)).toEqual({ pending: 2 })
  })

  it('is off by default, and counts no emails of another workspace', async () => {
    const { person, ids } = await workspace(null, 1)
    await sent(person, ids, 1)
    const id = await draft(person, ids)
    await launch(person, id)
    expect(await outcomes(person, id)).toEqual({ pending: 1 })
  })

  it('cannot be set to a number out of range', async () => {
    const person = await world.signUp()
    const { errors } = await mutate(person, 'updateEmailSettings', { weeklyCeiling: 0 }, '{ weeklyCeiling }')
    expect(errors?.[0]).toMatchObject({ message: 'Emails per person and week must be at least 1' })
  })
})

it('the limit of emails per person and week finds recent emails by an index, however much the workspace sent', async () => {
  const { person, ids } = await workspace(2, 1)
  await sent(person, ids, 1)
  const client = new Client(world.databaseUrl)
  await client.connect()
  await client.query(
    `insert into email_logs (tenant_id, id, campaign_id, contact_id, contact_name, contact_email, merge_values, status, sent_at, created_at)
     select tenant_id, gen_random_uuid(), campaign_id, gen_random_uuid(), 'N', 'n' || n % 20 || '@example.com', '{}', 'sent', now() - n * interval '9 hours', now()
     from email_logs, generate_series(1, 2000) n where tenant_id = $1`,
    [person.tenantId],
  )
  await client.query('analyze email_logs')
  await client.end()
  const plan = await world.app.database.inTenant(person.tenantId, (em) =>
    em.execute<{ 'QUERY PLAN': string }[]>(
      `explain select count(*) from email_logs got where got.tenant_id = '${person.tenantId}'
         and got.email_key = 'n7@example.com' and got.sent_at > now() - interval '7 days'`,
    ),
  )
  const text = plan.map((row) => row['QUERY PLAN']).join('\n')
  expect(text).toContain('email_logs_received')
  expect(text).toMatch(/Index Cond: .*email_key.*sent_at/)
})

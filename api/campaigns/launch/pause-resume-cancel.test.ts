import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidOf } from '#schema/object-ids.ts'
import { pausesIn } from '#tests/support/acts.ts'
import {
  CAMPAIGN_FIELDS,
  configureSending as configure,
  draftCampaign,
  fetchCampaign as look,
  untilCampaign as until,
  type TestCampaign,
} from '#tests/support/campaigns.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { mutate } from '#tests/support/mutate.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/**
 * A workspace whose mailboxes may send four emails an hour, with a campaign to `count` people; returns the campaign's
 * id.
 */
async function workspace(count: number, settings: object = { emailsPerInterval: 1_000, enableThrottling: false }) {
  const person = await world.signUp({ unlimited: true })
  await world.connect(person)
  await configure(person, settings)
  return { person, id: await draft(person, count) }
}

const draft = (person: TestPerson, count: number, input: object = {}) => draftCampaign(world, person, count, input)

const run = async (person: TestPerson, name: string, id: string, more: object = {}) => {
  const { data, errors } = await mutate(person, name, { id, ...more }, `{ ${CAMPAIGN_FIELDS} }`)
  return errors ? { code: errors[0].extensions.code, message: errors[0].message } : data[name]
}
describe('a scheduled campaign', () => {
  it('waits for its time with a forecast, and becomes a draft again if cancelled before', async () => {
    const { person, id } = await workspace(2)
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
    expect(await run(person, 'sendCampaign', id, { scheduledAt })).toMatchObject({
      status: 'sending',
      statusReason: 'SCHEDULED',
      resumesAt: scheduledAt,
      scheduledAt,
      pendingCount: 2,
    })
    const forecast = await until(person, id, 'a forecast', ({ finishesAt }) => finishesAt !== null)
    expect((forecast.finishesAt ?? '') >= scheduledAt).toBe(true)
    expect(await run(person, 'cancelCampaign', id)).toMatchObject({
      status: 'draft',
      statusReason: null,
      scheduledAt: null,
      sentCount: 0,
      totalContacts: 2,
    })
    expect((await look(person, id)).logs).toEqual([])
  })

  it('is sent at its scheduled time', async () => {
    const { person, id } = await workspace(2)
    const scheduledAt = new Date(Date.now() + 1_500).toISOString()
    await run(person, 'sendCampaign', id, { scheduledAt })
    await until(person, id, 'it is sent', ({ status, sentCount }) => status === 'sent' && sentCount === 2)
    const { data } = await person.graphql(
      'query ($id: ID!) { campaign(id: $id) { emailLogs(first: 2) { edges { node { sentAt } } } } }',
      { id },
    )
    const moments: string[] = data.campaign.emailLogs.edges.map(({ node }: { node: { sentAt: string } }) => node.sentAt)
    expect(moments.map((sentAt) => sentAt >= scheduledAt)).toEqual([true, true])
  })

  itInFull('is refused more than a year ahead, and starts immediately for a past time', async () => {
    const { person, id } = await workspace(1)
    expect(await run(person, 'sendCampaign', id, { scheduledAt: '2099-01-01T00:00:00Z' })).toMatchObject({
      code: 'BAD_INPUT',
    })
    await run(person, 'sendCampaign', id, { scheduledAt: '2020-01-01T00:00:00Z' })
    await until(person, id, 'it is sent', ({ status }) => status === 'sent')
  })
})

/** Returns whether a campaign waits for this reason after this number of emails. */
const isWaiting = (reason: string, sent: number) => (campaign: TestCampaign) =>
  campaign.statusReason === reason && campaign.sentCount === sent

describe('a campaign that is waiting to send', () => {
  it('reports which limit delays it, until when, and when it will finish', async () => {
    const { person, id } = await workspace(3, { dailyLimit: 2, enableThrottling: false })
    const launched = Date.now()
    await run(person, 'sendCampaign', id)
    await until(person, id, 'the daily limit', isWaiting('DAILY_LIMIT', 2))
    const waiting = await until(person, id, 'a forecast', ({ finishesAt }) => finishesAt !== null)
    expect(waiting).toMatchObject({ status: 'sending', pendingCount: 1 })
    const inADay = Date.now() + 86_400_000
    for (const moment of [waiting.resumesAt, waiting.finishesAt]) {
      expect(Date.parse(moment ?? '')).toBeGreaterThan(launched + 86_400_000 - 60_000)
      expect(Date.parse(moment ?? '')).toBeLessThan(inADay + 60_000)
    }
  })

  it('continues immediately when the settings that delayed it change', async () => {
    const { person, id } = await workspace(2, { dailyLimit: 1, enableThrottling: false })
    await run(person, 'sendCampaign', id)
    await until(person, id, 'the daily limit', ({ statusReason }) => statusReason === 'DAILY_LIMIT')
    await configure(person, { dailyLimit: 10 })
    await until(person, id, 'it is sent', ({ status, sentCount }) => status === 'sent' && sentCount === 2)
  })

  it('waits outside its sending hours and reports when they begin', async () => {
    const today = ((new Date().getUTCDay() + 6) % 7) + 1
    const sendWindow = { days: [((today + 2) % 7) + 1], from: '09:00', to: '17:00', timeZone: 'UTC' }
    const { person, id } = await workspace(1, { sendWindow, enableThrottling: false })
    await run(person, 'sendCampaign', id)
    const closed = await until(person, id, 'the window', ({ statusReason }) => statusReason === 'OUTSIDE_WINDOW')
    expect(closed).toMatchObject({ status: 'sending', sentCount: 0 })
    expect(new Date(closed.resumesAt ?? 0).getUTCHours()).toBe(9)
    await configure(person, { sendWindow: null })
    await until(person, id, 'it is sent', ({ status }) => status === 'sent')
  })

  it('spaces its emails and reports the wait between them', async () => {
    const { person, id } = await workspace(2, { emailsPerInterval: 1, intervalSeconds: 3_600, enableThrottling: true })
    await run(person, 'sendCampaign', id)
    const waiting = await until(person, id, 'a wait', isWaiting('BETWEEN_INTERVALS', 1))
    expect(waiting.pendingCount).toBe(1)
  })
})

describe('a person who launched a campaign', () => {
  it('pauses, resumes and cancels it; pending emails are marked as not sent', async () => {
    const { person, id } = await workspace(5, { dailyLimit: 2, enableThrottling: false })
    await run(person, 'sendCampaign', id)
    await until(person, id, 'two are sent', ({ sentCount }) => sentCount === 2)
    expect(await run(person, 'pauseCampaign', id)).toMatchObject({ status: 'paused', statusReason: 'PAUSED' })
    expect(await run(person, 'pauseCampaign', id)).toMatchObject({ code: 'CONFLICT' })
    await configure(person, { dailyLimit: 3 })
    const resumed = await run(person, 'resumeCampaign', id)
    expect(resumed).toMatchObject({ status: 'sending' })
    // The third email may have left by now, and the limit holds back the others.
    expect([null, 'DAILY_LIMIT']).toContain(resumed.statusReason)
    await until(person, id, 'a third is sent', ({ sentCount }) => sentCount === 3)
    expect(await run(person, 'cancelCampaign', id)).toMatchObject({
      status: 'sent',
      sentCount: 3,
      failedCount: 2,
      pendingCount: 0,
    })
    const { logs } = await look(person, id)
    const dropped = logs.filter((log: any) => log.error?.startsWith('CANCELLED'))
    expect(dropped).toHaveLength(2)
    expect(await run(person, 'cancelCampaign', id)).toMatchObject({ code: 'CONFLICT' })

    await configure(person, { dailyLimit: 10 })
    expect(await run(person, 'sendToFailed', id)).toMatchObject({ status: 'sending', failedCount: 0, pendingCount: 2 })
    await until(person, id, 'all are sent', ({ status, sentCount }) => status === 'sent' && sentCount === 5)
  })

  it('sends failed emails again to current addresses, but uncertain or suppressed ones only if named', async () => {
    const { person, id } = await workspace(4)
    const { tenantId } = person
    await run(person, 'sendCampaign', id)
    await until(person, id, 'it is sent', ({ status }) => status === 'sent')
    const logs = (await look(person, id)).logs
    const errors = ['400 invalid email', 'UNCERTAIN: the connection broke', 'SUPPRESSED: manual']
    const campaignRow = await world.app.database.inTenant(tenantId, async (em) => {
      for (const [index, error] of errors.entries()) {
        await em.execute(`update email_logs set status = 'failed', sent_at = null, error = ? where contact_email = ?`, [
          error,
          logs[index]?.contactEmail,
        ])
      }
      await em.execute(`update contacts set email = 'mended@example.com' where email = ?`, [logs[0]?.contactEmail])
      return em.execute(`update campaigns set sent_count = 1, failed_count = 3 where tenant_id = ? returning id`, [
        tenantId,
      ])
    })
    expect(campaignRow).toHaveLength(1)
    const repeatable = async () => {
      const { data } = await person.graphql('query ($id: ID!) { campaign(id: $id) { repeatableCount } }', { id })
      return data.campaign.repeatableCount
    }
    expect(await repeatable()).toBe(1)
    expect(await run(person, 'sendToFailed', id)).toMatchObject({ status: 'sending', failedCount: 2 })
    expect(await repeatable()).toBe(0)
    await until(person, id, 'it is sent', ({ status, sentCount }) => status === 'sent' && sentCount === 2)
    const after = (await look(person, id)).logs
    expect(after.find((log: any) => log.id === logs[0]?.id)).toMatchObject({
      status: 'sent',
      contactEmail: 'mended@example.com',
    })
    expect(await run(person, 'sendToFailed', id)).toMatchObject({ code: 'BAD_INPUT' })
    expect(await run(person, 'sendToFailed', id, { emailLogIds: [logs[1]?.id] })).toMatchObject({ failedCount: 1 })
    await until(person, id, 'the named one is sent', ({ status, sentCount }) => status === 'sent' && sentCount === 3)
  })

  itInFull('uses up the plan each time they send an email again that bounced or may have been sent', async () => {
    const { person, id } = await workspace(3, { dailyLimit: 6, enableThrottling: false })
    await run(person, 'sendCampaign', id)
    await until(person, id, 'it is sent', ({ status }) => status === 'sent')
    const { logs } = await look(person, id)
    await world.app.database.inTenant(person.tenantId, async (em) => {
      const [uncertain, bounced, refused] = logs.map((log: any) => log.contactEmail)
      const fail = `update email_logs set status = 'failed', error = ?,`
      await em.execute(`${fail} sent_at = null where contact_email = ?`, ['UNCERTAIN: the connection broke', uncertain])
      await em.execute(`${fail} bounced_at = now() where contact_email = ?`, ['BOUNCED: no such mailbox', bounced])
      await em.execute(`${fail} sent_at = null where contact_email = ?`, ['400 invalid email', refused])
      await em.execute(`update campaigns set sent_count = 0, failed_count = 3, bounced_count = 1 where tenant_id = ?`, [
        person.tenantId,
      ])
    })
    await run(person, 'sendToFailed', id, { emailLogIds: logs.map((log: any) => log.id) })
    await until(person, id, 'all are sent again', ({ status, sentCount }) => status === 'sent' && sentCount === 3)
    const { data } = await person.graphql('{ mailboxes { dailySent } }')
    expect(data.mailboxes).toEqual([{ dailySent: 4 }])

    const next = await draft(person, 3)
    await run(person, 'sendCampaign', next)
    const held = await until(person, next, 'the limit is reached', isWaiting('DAILY_LIMIT', 1))
    expect(held.pendingCount).toBe(2)
  })

  itInFull('cannot lower the use of the plan by deleting the campaign', async () => {
    const { person, id } = await workspace(2, { dailyLimit: 3, enableThrottling: false })
    await run(person, 'sendCampaign', id)
    await until(person, id, 'it is sent', ({ status }) => status === 'sent')
    await person.graphql(
      'mutation ($id: ID!) { deleteCampaign(input: { id: $id }) { campaign { id } errors { code field message } } }',
      { id },
    )
    const { data } = await person.graphql('{ mailboxes { dailySent } }')
    expect(data.mailboxes).toEqual([{ dailySent: 2 }])

    const next = await draft(person, 2)
    await run(person, 'sendCampaign', next)
    const held = await until(person, next, 'the limit is reached', isWaiting('DAILY_LIMIT', 1))
    expect(held.pendingCount).toBe(1)
  })

  it('can delete it when its mailbox is gone', async () => {
    const { person, id } = await workspace(1)
    await run(person, 'sendCampaign', id)
    await until(person, id, 'it is sent', ({ status }) => status === 'sent')
    const { data } = await person.graphql('{ mailboxes { id } }')
    await person.graphql(
      'mutation ($id: ID!) { disconnectMailbox(input: { id: $id }) { mailbox { id } errors { code field message } } }',
      data.mailboxes[0],
    )
    const deleted = await person.graphql(
      'mutation ($id: ID!) { deleteCampaign(input: { id: $id }) { campaign { id } errors { code field message } } }',
      { id },
    )
    expect(deleted).toMatchObject({ data: { deleteCampaign: { id } } })
  })
})

describe('two mailboxes', () => {
  it('take turns in one campaign, each within its own limit, and the campaign continues when one fails', async () => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person, 'microsoft', 'turn-a@sandbox.test')
    await world.connect(person, 'google', 'turn-b@sandbox.test')
    await configure(person, { dailyLimit: 3, enableThrottling: false })
    const id = await draft(person, 8)
    const { data } = await person.graphql('{ mailboxes { id email } }')
    const mailboxIds = data.mailboxes.map((account: { id: string }) => account.id)
    await run(person, 'sendCampaign', id, { mailboxIds })
    const waiting = await until(person, id, 'both are at their limit', isWaiting('DAILY_LIMIT', 6))
    expect(waiting.pendingCount).toBe(2)

    await person.graphql(
      'mutation ($id: ID!) { disconnectMailbox(input: { id: $id }) { mailbox { id } errors { code field message } } }',
      { id: mailboxIds[0] },
    )
    expect(await look(person, id)).toMatchObject({ status: 'sending' })
    await configure(person, { dailyLimit: 10 })
    await until(person, id, 'all are sent', ({ status, sentCount }) => status === 'sent' && sentCount === 8)
  })

  it('of the same address, connected in two workspaces, share one daily limit', async () => {
    const first = await workspace(2, { dailyLimit: 2, enableThrottling: false })
    await world.connect(first.person, 'microsoft', 'shared@sandbox.test')
    await run(first.person, 'sendCampaign', first.id)
    await until(first.person, first.id, 'it is sent', ({ status }) => status === 'sent')

    const second = await workspace(1, { dailyLimit: 2, enableThrottling: false })
    await world.connect(second.person, 'microsoft', 'shared@sandbox.test')
    await run(second.person, 'sendCampaign', second.id)
    const waiting = await until(second.person, second.id, 'the limit', ({ statusReason }) => statusReason !== null)
    expect(waiting).toMatchObject({ statusReason: 'DAILY_LIMIT', sentCount: 0 })
  })
})

describe("the plan's limit of emails", () => {
  it('applies to the whole workspace, however many mailboxes it has', async () => {
    const person = await world.signUp({ tier: 'free' })
    await world.connect(person, 'microsoft')
    await world.connect(person, 'google')
    await configure(person, { dailyLimit: 100, enableThrottling: false })
    const id = await draft(person, 14)
    const { data } = await person.graphql('{ mailboxes { id } }')
    await run(person, 'sendCampaign', id, { mailboxIds: data.mailboxes.map((one: { id: string }) => one.id) })
    const waiting = await until(person, id, 'the plan', isWaiting('PLAN_LIMIT', 10))
    expect(waiting.pendingCount).toBe(4)
  })
})

describe('the check of the first emails of a large campaign', () => {
  const refuse = (email: string, count: number) => world.fault({ kind: 'badRecipient', email, count })

  it('pauses the campaign when too many of them are refused, until a person resumes it', async () => {
    const { person } = await workspace(0)
    await world.connect(person, 'google', 'canary@sandbox.test')
    const id = await draft(person, 60)
    await refuse('canary@sandbox.test', 10)
    await run(person, 'sendCampaign', id)
    const stopped = await until(person, id, 'it is stopped', ({ status }) => status === 'paused')
    expect(stopped.statusReason).toBe('CANARY')
    expect(stopped.pendingCount).toBeGreaterThan(0)
    expect(await pausesIn(world, person)).toEqual([
      { actor: 'product', target: uuidOf('Campaign', id), reason: 'CANARY' },
    ])
    await run(person, 'resumeCampaign', id)
    await until(person, id, 'it is through', ({ status, failedCount }) => status === 'sent' && failedCount === 10)
  })

  itInFull('does not happen for small campaigns, nor when it is turned off', async () => {
    const { person } = await workspace(0)
    await world.connect(person, 'google', 'small@sandbox.test')
    const small = await draft(person, 22)
    await refuse('small@sandbox.test', 20)
    await run(person, 'sendCampaign', small)
    await until(person, small, 'it is through', ({ status, failedCount }) => status === 'sent' && failedCount === 20)
    await configure(person, { canaryPercent: 0 })
    const large = await draft(person, 55)
    await refuse('small@sandbox.test', 50)
    await run(person, 'sendCampaign', large)
    await until(person, large, 'it is through', ({ status, failedCount }) => status === 'sent' && failedCount === 50)
  })
})

describe('an A/B test', () => {
  it("is split as requested and records each recipient's variant", async () => {
    const { person } = await workspace(0)
    await world.connect(person, 'microsoft', 'ab@sandbox.test')
    const id = await draft(person, 20, { isAbTest: true, abVariantB: 'Other', abSplitPercentage: 30 })
    await run(person, 'sendCampaign', id)
    await until(person, id, 'it is sent', ({ status }) => status === 'sent')
    const rows = await world.app.database.inTenant(person.tenantId, (em) =>
      em.execute<{ variant: string; count: number }[]>(
        `select variant, count(*)::int as count from email_logs group by variant order by variant`,
      ),
    )
    expect(rows).toEqual([
      { variant: 'A', count: 14 },
      { variant: 'B', count: 6 },
    ])
    const subjects = await world.acceptedSubjects('ab@sandbox.test')
    expect(subjects.filter((subject) => subject === 'Other')).toHaveLength(6)
    expect(subjects.filter((subject) => subject === 'Hello')).toHaveLength(14)
  })
})

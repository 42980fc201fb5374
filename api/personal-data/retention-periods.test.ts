import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERASED } from '#domain/personal-data.ts'
import { encodeId } from '#schema/object-ids.ts'
import { configureSending, draftCampaign, fetchCampaign, untilCampaign } from '#tests/support/campaigns.ts'
import { HEADER, importAll } from '#tests/support/imports.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { applyRetention } from './retention-periods.ts'

const DAY = 86_400_000
let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const sql = <T = object>(who: TestPerson, statement: string, values: object = {}) =>
  world.app.database.inTenant(who.tenantId, (em) => em.execute<T[]>(statement, { tenantId: who.tenantId, ...values }))
/** Applies the periods as if so many days had passed. */
const after = (days: number, options = {}) =>
  applyRetention({ ...world.app, clock: () => new Date(world.app.clock().getTime() + days * DAY) }, options)

/** A workspace with a finished campaign to five people, one of whom failed. */
async function sent(settings: object): Promise<{ who: TestPerson; id: string }> {
  const who = await world.signUp({ unlimited: true })
  await world.connect(who, 'google')
  const id = await draftCampaign(world, who, 5, { content: 'Dear {firstName}' })
  await who.graphql(
    `mutation { sendCampaign(input: { id: "${id}" }) { campaign { id } errors { code field message } } }`,
  )
  await untilCampaign(who, id, 'the campaign is sent', ({ status }) => status === 'sent')
  await sql(
    who,
    `update email_logs set status = 'failed', error = 'UNCERTAIN: x' where tenant_id = :tenantId
     and id = (select min(id::text)::uuid from email_logs where tenant_id = :tenantId)`,
  )
  await configureSending(who, settings)
  return { who, id }
}
/** The email as a recipient got it, or why it cannot be shown. */
async function shown(who: TestPerson, campaignId: string, position: number): Promise<string> {
  const [log] = await sql<{ id: string }>(
    who,
    'select contact_id as id from email_logs where tenant_id = :tenantId order by id limit 1 offset :position',
    { position },
  )
  const input = { campaignId, contactId: encodeId('Contact', log?.id ?? '') }
  const { data, errors } = await who.graphql('query ($input: MailInput!) { previewMail(input: $input) { html } }', {
    input,
  })
  return errors?.[0].extensions.code ?? data.previewMail.html
}
const kept = (who: TestPerson) =>
  sql<{ name: string; email: string; values: string }>(
    who,
    `select contact_name as name, contact_email as email, merge_values::text as values from email_logs
     where tenant_id = :tenantId order by id`,
  )

describe('the retention period that a workspace chooses', () => {
  it('keeps everything by default', async () => {
    const { who } = await sent({})
    const before = await kept(who)
    await after(5_000)
    expect(await kept(who)).toEqual(before)
  })

  it('deletes the values filled in for each person, so that the email cannot be shown any more, and keeps the rest', async () => {
    const { who, id } = await sent({ contentsKeptDays: 30 })
    expect(await after(29)).toBe(0)
    const before = await fetchCampaign(who, id)
    expect(await shown(who, id, 1)).toContain('Dear First')
    expect(await after(31, { batch: 2 })).toBe(4)
    expect(await after(31)).toBe(0)
    expect(await fetchCampaign(who, id)).toEqual(before)
    expect(await shown(who, id, 1)).toBe('GONE')
    // The failed one can still be sent.
    expect(await shown(who, id, 0)).toContain('Dear First')
    const rows = await kept(who)
    expect(rows.filter(({ values }) => values.includes('First'))).toHaveLength(1)
  })

  itInFull('deletes names and addresses, and keeps every count', async () => {
    const { who, id } = await sent({ recipientsKeptDays: 90 })
    await importAll(who, { S: [HEADER, ['Ada', 'L', 'no address', 'Paris']] })
    const before = await fetchCampaign(who, id)
    expect(await after(91)).toBe(4)
    const now = await fetchCampaign(who, id)
    expect({ ...now, logs: undefined }).toEqual({ ...before, logs: undefined })
    expect(now.logs.filter(({ contactEmail }) => contactEmail === ERASED.email)).toHaveLength(4)
    const [imported] = await sql(who, 'select rejected, rejected_rows from contact_imports where tenant_id = :tenantId')
    expect(imported).toEqual({ rejected: 1, rejected_rows: [] })
    // The contacts themselves are not affected.
    expect(
      await sql(who, `select 1 from contacts where tenant_id = :tenantId and email like 'c%@example.com'`),
    ).toHaveLength(5)
  })

  it('keeps emails about which somebody must still decide, and deletes their data once that is done', async () => {
    const { who, id } = await sent({ recipientsKeptDays: 30 })
    await after(31)
    const [uncertain] = (await fetchCampaign(who, id)).logs.filter(({ contactEmail }) => contactEmail !== ERASED.email)
    await sql(who, `update email_logs set error = 'PROVIDER: x' where tenant_id = :tenantId and status = 'failed'`)
    expect(uncertain).toBeDefined()
    expect(await after(31)).toBe(1)
  })

  it('is applied in steps that can be interrupted and continue next time', async () => {
    const { who } = await sent({ recipientsKeptDays: 30 })
    const erased = async () => (await kept(who)).filter(({ email }) => email === ERASED.email).length
    for (let calls = 0; (await erased()) < 4; calls += 1) {
      let looks = 0
      expect(await after(31, { batch: 1, stopped: () => (looks += 1) > 3 })).toBeLessThan(4)
      expect(calls).toBeLessThan(4)
    }
  })

  itInFull('is applied to the other workspaces when one fails, which the log names', async () => {
    const both = [await sent({ contentsKeptDays: 30 }), await sent({ contentsKeptDays: 30 })]
    // The periods are applied in the order of the ids.
    const broken = both.map(({ who }) => who.tenantId).toSorted()[0]
    const inTenant: typeof world.app.database.inTenant = (tenantId, work, ...rest) => {
      if (tenantId === broken) throw new Error('Broken')
      return world.app.database.inTenant(tenantId, work, ...rest)
    }
    const lines: object[] = []
    const log = { ...world.app.log, warn: (line: object) => lines.push(line) } as unknown as typeof world.app.log
    const clock = () => new Date(world.app.clock().getTime() + 31 * DAY)
    const app = { ...world.app, log, clock, database: { ...world.app.database, inTenant } }
    expect(await applyRetention(app)).toBe(4)
    expect(lines).toEqual([{ error: 'Error: Broken', tenantId: broken }])
    expect(await after(31)).toBe(4)
  })

  itInFull('causes one entry per run in the activity log, with counts and without names', async () => {
    const { who } = await sent({ contentsKeptDays: 30, recipientsKeptDays: 90 })
    await importAll(who, { S: [HEADER, ['Ada', 'L', 'no address', 'Paris']] })
    const entries = async () => {
      const { data } = await who.graphql(
        `{ auditEvents(first: 9, filter: { action: RETENTION_APPLIED }) {
           edges { node { actor actorName targetLabel changes { field from to } } } } }`,
      )
      return data.auditEvents.edges.map(({ node }: { node: object }) => node)
    }
    const entry = (changes: object) => ({
      actor: 'product',
      actorName: '',
      targetLabel: null,
      changes: Object.entries(changes).map(([field, to]) => ({ field, from: null, to })),
    })
    // The first run is interrupted after one batch; the workspaces of other tests take no part in it.
    await world.app.database.asSystem((em) =>
      em.execute(
        'update email_settings set contents_kept_days = null, recipients_kept_days = null where tenant_id <> :tenantId',
        { tenantId: who.tenantId },
      ),
    )
    let looks = 0
    await after(31, { batch: 1, stopped: () => (looks += 1) > 1 })
    expect(await entries()).toEqual([entry({ contents: '1' })])
    await after(91)
    expect(await entries()).toEqual([entry({ contents: '3', recipients: '4', imports: '1' }), entry({ contents: '1' })])
    await after(91)
    expect(await entries()).toHaveLength(2)
  })

  it('is refused if out of range, and a change of it is recorded in the activity log', async () => {
    const who = await world.signUp()
    const set = (days: number | null) =>
      who.graphql(
        'mutation ($input: UpdateEmailSettingsInput!) { updateEmailSettings(input: $input) { emailSettings { recipientsKeptDays } errors { code field message } } }',
        {
          input: { recipientsKeptDays: days },
        },
      )
    expect((await set(7)).errors?.[0].message).toContain('30, 90, 365, 730')
    expect((await set(365)).data.updateEmailSettings).toEqual({ recipientsKeptDays: 365 })
    const { data } = await who.graphql('{ auditEvents(first: 1) { edges { node { changes { field from to } } } } }')
    expect(data.auditEvents.edges[0].node.changes).toEqual([{ field: 'recipientsKeptDays', from: null, to: '365' }])
    expect((await set(null)).data.updateEmailSettings).toEqual({ recipientsKeptDays: null })
  })
})

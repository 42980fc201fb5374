import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { v7 as newId } from 'uuid'
import { tierDefaults } from '#domain/tenants/plans.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'
import { openDatabase, type Database } from '#api/platform/database/database.ts'
import { openTenant } from '#api/tenants/open-tenant.ts'
import { INSTALLATION } from './audit-event.ts'
import { record } from './activity-log-writer.ts'
import { forgetOldEvents } from './activity-log-retention.ts'

const DAY = 86_400_000
const now = Date.now()
let database: Database
let drop: () => Promise<void>
beforeAll(async () => {
  const created = await createTestDatabase()
  drop = created.drop
  database = await openDatabase(created.url)
})
afterAll(async () => {
  await database.close()
  await drop()
})

/** Adds an entry of so many days ago. */
const add = (tenantId: string | null, days: number) =>
  database.asSystem((em) =>
    record({ app: { clock: () => new Date(now - days * DAY) }, address: '', userAgent: '' }, em, {
      action: 'sign_in_failed',
      tenantId,
      by: 'nobody',
    }),
  )
const ages = async (tenantId: string) => {
  const rows = await database.asSystem((em) =>
    em.execute<{ at: string }[]>('select at from audit_events where tenant_id = :tenantId order by at', { tenantId }),
  )
  return rows.map(({ at }) => Math.round((now - new Date(at).getTime()) / DAY))
}
const forget = (days: number, batch?: number) => forgetOldEvents({ database, clock: () => new Date(now) }, days, batch)
const forgetWorkspace = (scope: string | null, workspace: string) => {
  const statement = (em: Parameters<Parameters<Database['asSystem']>[0]>[0]) =>
    em.execute<[{ count: number }]>('select forget_audit_of_workspace(:workspace, 100) as count', { workspace })
  return scope === null ? database.asSystem(statement) : database.inTenant(scope, statement)
}
const workspace = () =>
  database.asSystem((em) =>
    openTenant(em, {
      name: 'Kept',
      domain: '',
      tier: 'pro',
      limits: tierDefaults('enterprise'),
      now: new Date(now),
    }),
  )

describe('the retention of the activity log', () => {
  it('deletes entries that are older than its period, in batches, and keeps the rest', async () => {
    const tenantId = newId()
    for (const days of [1, 99, 101, 102, 500]) await add(tenantId, days)
    await add(null, 500)
    expect(await forget(100, 2)).toBe(4)
    expect([await ages(tenantId), await ages(INSTALLATION)]).toEqual([[99, 1], []])
    expect(await forget(100)).toBe(0)
  })

  it('keeps all entries of the last 30 days, whoever asks for a deletion', async () => {
    await add(null, 29.6)
    await expect(forget(29)).rejects.toThrow('kept for at least 30 days')
    expect(await ages(INSTALLATION)).toEqual([30])
  })

  it('deletes the log of a workspace only when the workspace is deleted', async () => {
    const tenantId = await workspace()
    await add(tenantId, 1)
    for (const kept of [tenantId, INSTALLATION]) {
      await expect(forgetWorkspace(null, kept)).rejects.toThrow('as long as the workspace')
    }
    expect(await ages(tenantId)).toEqual([1])
    await database.asSystem((em) => em.execute('delete from tenants where id = :tenantId', { tenantId }))
    expect(await forgetWorkspace(null, tenantId)).toEqual([{ count: 1 }])
    expect(await ages(tenantId)).toEqual([])
  })

  it('deletes nothing in a transaction that is limited to one workspace', async () => {
    const tenantId = await workspace()
    await add(tenantId, 500)
    await expect(forgetWorkspace(tenantId, newId())).rejects.toThrow('Only the installation')
    const own = database.inTenant(tenantId, (em) =>
      em.execute(`select forget_audit_events(:tenantId, '2020-01-01', 100)`, { tenantId }),
    )
    await expect(own).rejects.toThrow('Only the installation')
    expect(await ages(tenantId)).toEqual([500])
  })

  it.each([
    'delete from audit_events',
    `with on_now as (select set_config('app.audit_retention', 'on', true)) delete from audit_events using on_now`,
    'alter table audit_events disable trigger audit_events_append_only',
    `create or replace function refuse_audit_change() returns trigger language sql as 'select null'`,
  ])('denies the server’s database role every other way to delete entries: %s', async (statement) => {
    await add(null, 1)
    const before = await ages(INSTALLATION)
    await expect(database.asSystem((em) => em.execute(statement))).rejects.toThrow(/permission denied|must be owner/)
    expect(await ages(INSTALLATION)).toEqual(before)
  })
})

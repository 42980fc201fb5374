import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DELETION_GRACE_DAYS } from '#domain/tenants/tenants.ts'
import { encodeId } from '#schema/object-ids.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { graphqlAs } from '#tests/support/person.ts'
import { configureSending, draftCampaign, isWaiting, untilCampaign } from '#tests/support/campaigns.ts'
import { HEADER, importAll } from '#tests/support/imports.ts'
import { signInSuperAdmin } from '#tests/support/super-admin.ts'
import { systemEmail } from '#tests/support/system-emails.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { INSTALLATION } from '#api/audit/audit-event.ts'
import { deleteDue } from './delete-due-workspaces.ts'
import { deleteRows } from './delete-workspace-rows.ts'

const DAY = 86_400_000
let world: World
beforeAll(async () => {
  world = await createWorld({ systemEmails: true })
})
afterAll(() => world.close())

const ASK = `mutation ($name: String!) { scheduleWorkspaceDeletion(input: { name: $name }) { tenant { name deletionAt } errors { code field message } } }`
const CANCEL = 'mutation { cancelWorkspaceDeletion { tenant { deletionAt } errors { code field message } } }'
const system = <T>(statement: string, values: object = {}) =>
  world.app.database.asSystem((em) => em.execute<T[]>(statement, { ...values }))
const nameOf = async (who: TestPerson): Promise<string> => (await who.graphql('{ tenant { name } }')).data.tenant.name
const schedule = async (who: TestPerson) => who.graphql(ASK, { name: await nameOf(who) })
const refusal = async (asked: ReturnType<TestPerson['graphql']>) => (await asked).errors?.[0]
const makeDue = (who: TestPerson) =>
  system('update tenants set deletion_at = :at where id = :tenantId', {
    tenantId: who.tenantId,
    at: new Date(Date.now() - 1_000),
  })

/** Returns how many rows each table has of a workspace; tables without any are left out. */
async function rowsOf({ tenantId }: TestPerson): Promise<Record<string, number>> {
  const tables = await system<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id'`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await system<{ count: number }>(
      `select count(*)::int as count from ${name} where tenant_id = :tenantId`,
      { tenantId },
    )
    if (row && row.count > 0) counts[name] = row.count
  }
  return counts
}

/** A workspace with rows in many tables, and a campaign whose worker waits an hour before its next email. */
async function inUse(): Promise<TestPerson> {
  const who = await world.signUp({ unlimited: true })
  await world.connect(who, 'google')
  await importAll(who, { S: [HEADER, ['Ada', 'Lovelace', 'ada@gone.example', 'Paris'], ['B', 'C', 'nonsense', 'D']] })
  await who.graphql(
    'mutation { addTags(input: { filter: {search: "Ada"}, tags: ["Family"] }) { contactCount errors { code field message } } }',
  )
  await who.graphql(
    'mutation { addSuppressions(input: { emails: ["x@gone.example"], reason: MANUAL }) { added errors { code field message } } }',
  )
  await configureSending(who, { emailsPerInterval: 1, intervalSeconds: 3_600, enableThrottling: true })
  const id = await draftCampaign(world, who, 7)
  await who.graphql(
    `mutation { sendCampaign(input: { id: "${id}" }) { campaign { id } errors { code field message } } }`,
  )
  await untilCampaign(who, id, 'its worker waits', isWaiting)
  return who
}

describe('deleting a workspace', () => {
  itInFull('stops sending at once, tells every admin, and happens in 30 days', async () => {
    const who = await inUse()
    const name = await nameOf(who)
    const { email } = (await who.rest('GET', '/api/user')).body
    const { deletionAt } = (await schedule(who)).data.scheduleWorkspaceDeletion
    expect(Math.round((Date.parse(deletionAt) - Date.now()) / DAY)).toBe(DELETION_GRACE_DAYS)
    const letter = await systemEmail(world.sandboxUrl, email, `${name} will be deleted on`)
    expect(letter.links).toEqual([`${world.app.publicUrl}/settings?tab=data`])
    const { data } = await who.graphql('{ campaigns(first: 9) { nodes: edges { node { id status statusReason } } } }')
    expect(data.campaigns.nodes[0].node).toMatchObject({ status: 'paused', statusReason: 'TO_BE_DELETED' })
    expect(
      await refusal(
        who.graphql(
          `mutation { resumeCampaign(input: { id: "${data.campaigns.nodes[0].node.id}" }) { campaign { id } errors { code field message } } }`,
        ),
      ),
    ).toMatchObject({
      message: expect.stringContaining('so nothing is sent from it'),
      extensions: { code: 'CONFLICT' },
    })
    expect((await schedule(who)).data.scheduleWorkspaceDeletion.deletionAt).toBe(deletionAt)
    expect(await deleteDue(world.app)).toBe(0)
  })

  it('requires its exact name', async () => {
    const who = await world.signUp()
    const name = await nameOf(who)
    expect(await refusal(who.graphql(ASK, { name: `${name}x` }))).toMatchObject({
      message: `Enter the name of the workspace exactly: ${name}`,
      extensions: { code: 'BAD_INPUT' },
    })
    expect((await who.graphql('{ tenant { deletionAt } }')).data.tenant.deletionAt).toBeNull()
  })

  it('can be cancelled for 30 days: campaigns can be resumed, and every admin is notified', async () => {
    const who = await inUse()
    await schedule(who)
    expect((await who.graphql(CANCEL)).data.cancelWorkspaceDeletion.deletionAt).toBeNull()
    const { email } = (await who.rest('GET', '/api/user')).body
    await systemEmail(world.sandboxUrl, email, `${await nameOf(who)} will not be deleted`)
    const { data } = await who.graphql('{ campaigns(first: 9) { nodes: edges { node { id statusReason } } } }')
    expect(data.campaigns.nodes[0].node.statusReason).toBe('PAUSED')
    const { id } = data.campaigns.nodes[0].node
    expect(
      (
        await who.graphql(
          `mutation { resumeCampaign(input: { id: "${id}" }) { campaign { status } errors { code field message } } }`,
        )
      ).errors,
    ).toBeUndefined()
  })

  it('deletes every row of it and no row of others, and keeps one line in the activity log of the installation', async () => {
    const [who, neighbor] = [await inUse(), await inUse()]
    const name = await nameOf(who)
    const before = await rowsOf(neighbor)
    expect(Object.keys(before).length).toBeGreaterThan(12)
    await schedule(who)
    await makeDue(who)
    expect(await deleteDue(world.app)).toBe(1)
    expect(await rowsOf(who)).toEqual({})
    expect(await rowsOf(neighbor)).toEqual(before)
    expect(await system('select from tenants where id = :tenantId', who)).toEqual([])
    const [line] = await system<object>(
      `select actor, target_label from audit_events where tenant_id = :installation and action = 'workspace_deleted'
       and target_id = :tenantId`,
      { installation: INSTALLATION, tenantId: who.tenantId },
    )
    expect(line).toEqual({ actor: 'product', target_label: name })
    expect((await who.rest('GET', '/api/contacts')).status).toBe(401)
    expect(await deleteDue(world.app)).toBe(0)
  })

  itInFull('continues where it was interrupted, in batches, and cannot be stopped once it has begun', async () => {
    const who = await inUse()
    await schedule(who)
    await makeDue(who)
    expect((await refusal(who.graphql(CANCEL)))?.message).toContain('can no longer be stopped')
    let looks = 0
    const stopped = () => ++looks > 6
    expect(await deleteRows(world.app, who.tenantId, { batch: 2, stopped })).toBe(false)
    expect(Object.keys(await rowsOf(who)).length).toBeGreaterThan(5)
    expect(await deleteRows(world.app, who.tenantId, { batch: 2 })).toBe(true)
    expect(Object.keys(await rowsOf(who))).toEqual(['audit_events'])
    expect(await deleteDue(world.app)).toBe(1)
    expect(await rowsOf(who)).toEqual({})
  })

  it('continues with the next one when one fails, and names that one in the log', async () => {
    const both = [await world.signUp(), await world.signUp()]
    for (const who of both) {
      await schedule(who)
      await makeDue(who)
    }
    // Whichever comes first fails.
    let broken = ''
    const inTenant: typeof world.app.database.inTenant = (tenantId, work, ...rest) => {
      broken ||= tenantId
      if (tenantId === broken) throw new Error('Broken')
      return world.app.database.inTenant(tenantId, work, ...rest)
    }
    const lines: object[] = []
    const log = { ...world.app.log, warn: (line: object) => lines.push(line) } as unknown as typeof world.app.log
    const app = { ...world.app, log, database: { ...world.app.database, inTenant } }
    expect(await deleteDue(app)).toBe(1)
    expect(lines).toEqual([{ error: 'Error: Broken', tenantId: broken }])
    expect(await deleteDue(world.app)).toBe(1)
  })

  it('is shown to the super admin, who cannot reactivate a workspace that is being deleted', async () => {
    const who = await world.signUp()
    const { headers } = await signInSuperAdmin(world)
    const id = encodeId('Tenant', who.tenantId)
    const ask = (query: string) => graphqlAs(world.url, headers, query, { id })
    const { deletionAt } = (await schedule(who)).data.scheduleWorkspaceDeletion
    const list = await ask('query ($id: ID!) { tenants(filter: { ids: [$id] }) { edges { node { deletionAt } } } }')
    expect(list.data.tenants.edges).toEqual([{ node: { deletionAt } }])
    await makeDue(who)
    const opened = await ask(
      'mutation ($id: ID!) { updateTenant(input: { id: $id, isActive: true }) { tenant { id } errors { code field message } } }',
    )
    expect(opened.errors?.[0].extensions.code).toBe('CONFLICT')
  })
})

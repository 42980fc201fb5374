import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DELETION_GRACE_DAYS } from '#domain/tenants/tenants.ts'
import { encodeId } from '#schema/object-ids.ts'
import { configureSending, draftCampaign, isWaiting, untilCampaign } from '#tests/support/campaigns.ts'
import { askAs, signInSuperAdmin, SUPER_ADMIN } from '#tests/support/super-admin.ts'
import { systemEmail } from '#tests/support/system-emails.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { INSTALLATION } from '#api/audit/audit-event.ts'
import { deleteDue } from './delete-due-workspaces.ts'

const DAY = 86_400_000
const OPERATOR = 'The person who runs this installation'
let world: World
let headers: Record<string, string>
beforeAll(async () => {
  world = await createWorld({ systemEmails: true })
  headers = (await signInSuperAdmin(world)).headers
})
afterAll(() => world.close())

const SCHEDULE =
  'mutation ($id: ID!, $name: String!) { scheduleTenantDeletion(input: { id: $id, name: $name }) { tenant { id deletionAt } errors { code field message } } }'
const CANCEL =
  'mutation ($id: ID!) { cancelTenantDeletion(input: { id: $id }) { tenant { deletionAt } errors { code field message } } }'
const ask = async (query: string, variables: object) =>
  (await askAs(headers, 'POST', `${world.url}/graphql`, { query, variables })).body
const idOf = ({ tenantId }: TestPerson) => encodeId('Tenant', tenantId)
const about = async (who: TestPerson): Promise<{ name: string; email: string }> => {
  const { data } = await who.graphql('{ tenant { name } currentUser { email } }')
  return { name: data.tenant.name, email: data.currentUser.email }
}
const refusalOf = async (asked: ReturnType<typeof ask>) => (await asked).errors?.[0].extensions.code
const system = <T>(statement: string, values: object) =>
  world.app.database.asSystem((em) => em.execute<T[]>(statement, { ...values }))
/** The entries of a workspace's and of the installation's log about its deletion, oldest first. */
const entries = ({ tenantId }: TestPerson, log: string) =>
  system<{ action: string; actor: string; actorName: string }>(
    `select action, actor, actor_name as "actorName" from audit_events where tenant_id = :log and target_id = :tenantId
       and action like 'workspace_deletion%' order by id`,
    { tenantId, log },
  )

describe('a super admin', () => {
  it('schedules the deletion of a workspace: it stops sending, and its admins are told who did it', async () => {
    const who = await world.signUp({ unlimited: true })
    const { name, email } = await about(who)
    await world.connect(who)
    await configureSending(who, { emailsPerInterval: 1, intervalSeconds: 3_600, enableThrottling: true })
    const campaign = await draftCampaign(world, who, 3)
    await who.graphql(
      `mutation { sendCampaign(input: { id: "${campaign}" }) { campaign { id } errors { code field message } } }`,
    )
    await untilCampaign(who, campaign, 'its worker waits', isWaiting)
    const { data } = await ask(SCHEDULE, { id: idOf(who), name })
    const { deletionAt } = data.scheduleTenantDeletion
    expect(Math.round((Date.parse(deletionAt) - Date.now()) / DAY)).toBe(DELETION_GRACE_DAYS)
    const letter = await systemEmail(world.sandboxUrl, email, `${name} will be deleted on`)
    expect(letter.text).toContain(`${OPERATOR} asked to delete the workspace ${name}`)
    expect(letter.links).toEqual([`${world.app.publicUrl}/settings?tab=data`])
    const after = await who.graphql('query ($id: ID!) { campaign(id: $id) { status statusReason } }', { id: campaign })
    expect(after.data.campaign).toEqual({ status: 'paused', statusReason: 'TO_BE_DELETED' })
    const again = await ask(SCHEDULE, { id: idOf(who), name })
    expect(again.data.scheduleTenantDeletion.deletionAt).toBe(deletionAt)
    await system(`update tenants set deletion_at = now() - interval '1 second' where id = :tenantId`, {
      tenantId: who.tenantId,
    })
    expect(await deleteDue(world.app)).toBe(1)
    expect(await refusalOf(ask(SCHEDULE, { id: idOf(who), name }))).toBe('NOT_FOUND')
  })

  it('cancels the deletion of a workspace, and both acts are in the activity logs of the workspace and the installation', async () => {
    const who = await world.signUp()
    const { name, email } = await about(who)
    await ask(SCHEDULE, { id: idOf(who), name })
    expect((await ask(CANCEL, { id: idOf(who) })).data.cancelTenantDeletion.deletionAt).toBeNull()
    const letter = await systemEmail(world.sandboxUrl, email, `${name} will not be deleted`)
    expect(letter.text).toContain(`${OPERATOR} cancelled the deletion`)
    const acts = ['workspace_deletion_scheduled', 'workspace_deletion_cancelled'].map((action) => ({
      action,
      actor: 'superAdmin',
      actorName: SUPER_ADMIN.username,
    }))
    expect(await entries(who, who.tenantId)).toEqual(acts)
    expect(await entries(who, INSTALLATION)).toEqual(acts)
  })

  it('can cancel a deletion that an admin scheduled, and an admin one that the super admin scheduled', async () => {
    const who = await world.signUp()
    const { name } = await about(who)
    await who.graphql(
      'mutation ($name: String!) { scheduleWorkspaceDeletion(input: { name: $name }) { tenant { id } errors { code field message } } }',
      {
        name,
      },
    )
    expect((await ask(CANCEL, { id: idOf(who) })).data.cancelTenantDeletion.deletionAt).toBeNull()
    await ask(SCHEDULE, { id: idOf(who), name })
    const { data } = await who.graphql(
      'mutation { cancelWorkspaceDeletion { tenant { deletionAt } errors { code field message } } }',
    )
    expect(data.cancelWorkspaceDeletion.deletionAt).toBeNull()
  })

  it('must type the exact name of the workspace to delete it', async () => {
    const who = await world.signUp()
    const { name } = await about(who)
    expect(await refusalOf(ask(SCHEDULE, { id: idOf(who), name: `${name}x` }))).toBe('BAD_INPUT')
    expect((await who.graphql('{ tenant { deletionAt } }')).data.tenant.deletionAt).toBeNull()
  })

  it('cannot stop a deletion that has begun', async () => {
    const who = await world.signUp()
    const { name } = await about(who)
    await ask(SCHEDULE, { id: idOf(who), name })
    await system('update tenants set deletion_at = now() where id = :tenantId', { tenantId: who.tenantId })
    expect(await refusalOf(ask(CANCEL, { id: idOf(who) }))).toBe('CONFLICT')
  })

  it('is the one whom admins of a suspended workspace must ask, because they cannot sign in', async () => {
    const who = await world.signUp()
    const { name, email } = await about(who)
    await ask(
      'mutation ($id: ID!) { updateTenant(input: { id: $id, isActive: false }) { tenant { id } errors { code field message } } }',
      { id: idOf(who) },
    )
    await ask(SCHEDULE, { id: idOf(who), name })
    const letter = await systemEmail(world.sandboxUrl, email, `${name} will be deleted on`)
    expect(letter.links).toEqual([])
    expect(letter.text).toContain('To keep it, ask the person who runs this installation.')
  })
})

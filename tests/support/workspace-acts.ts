import type { AuditAction } from '#domain/audit.ts'
import { applyRetention } from '#api/personal-data/retention-periods.ts'
import { deleteDue } from '#api/super-admins/deletion/delete-due-workspaces.ts'
import { actsIn, type ActCase } from './acts.ts'
import { HEADER, importAll } from './imports.ts'
import { signInSuperAdmin, SUPER_ADMIN, tenantIdOf } from './super-admin.ts'
import type { TestPerson, World } from './world.ts'

/**
 * Returns one API call for every audited action on a whole workspace and by super admins, for tests that perform them
 * all.
 */
export function workspaceActs(world: () => World) {
  const { run, onId, sql, serviceAccount, askSuperAdmin, scheduleDeletion } = actsIn(world)
  const requestUpgrade = async (who: TestPerson) => {
    await world().app.database.asSystem((em) =>
      em.execute("update tenants set subscription_tier = 'free' where id = :tenantId", { tenantId: who.tenantId }),
    )
    await run(
      who,
      'mutation { requestUpgrade(input: { requestedTier: PRO }) { tenant { id } errors { code field message } } }',
    )
  }

  return {
    service_account_created: { act: serviceAccount, says: { targetLabel: 'Shop' } },
    service_account_deleted: {
      act: async (who) => onId(who, 'deleteServiceAccount', await serviceAccount(who)),
      says: { targetLabel: 'Shop' },
    },
    workspace_created: {
      act: async () => {
        const name = `Made ${Date.now()}`
        const document =
          'mutation ($input: CreateTenantInput!) { createTenant(input: $input) { tenant { id } errors { code field message } } }'
        await askSuperAdmin(document, {
          input: { slug: name.toLowerCase().replace(' ', '-'), name, domain: 'made.example' },
        })
        const [row] = await world().app.database.asSystem((em) =>
          em.execute<[{ id: string }]>('select id from tenants where name = :name', { name }),
        )
        return row.id
      },
      where: (id) => id as string,
      says: { actor: 'superAdmin', actorName: SUPER_ADMIN.username },
    },
    workspace_changed: {
      act: async (who) =>
        askSuperAdmin(
          'mutation ($id: ID!) { updateTenant(input: { id: $id, isActive: false }) { tenant { id } errors { code field message } } }',
          {
            id: await tenantIdOf(who),
          },
        ),
      says: { actor: 'superAdmin', changes: [{ field: 'isActive', from: 'true', to: 'false' }] },
    },
    workspace_deletion_scheduled: {
      act: scheduleDeletion,
      says: { actor: 'person' },
    },
    workspace_deletion_cancelled: {
      act: async (who) => {
        await scheduleDeletion(who)
        await run(who, 'mutation { cancelWorkspaceDeletion { tenant { id } errors { code field message } } }')
      },
      says: { actor: 'person' },
    },
    workspace_deleted: {
      act: async (who) => {
        await scheduleDeletion(who)
        await world().app.database.asSystem((em) =>
          em.execute("update tenants set deletion_at = now() - interval '1 day' where id = :tenantId", {
            tenantId: who.tenantId,
          }),
        )
        await deleteDue(world().app)
      },
      where: 'installation',
      says: { actor: 'product' },
    },
    retention_applied: {
      act: async (who) => {
        await importAll(who, { S: [HEADER, ['Ada', 'L', 'no address', 'Paris']] })
        await sql(who, 'update email_settings set recipients_kept_days = 30 where tenant_id = :tenantId')
        await applyRetention({ ...world().app, clock: () => new Date(Date.now() + 31 * 86_400_000) })
      },
      says: { actor: 'product', targetLabel: null, changes: [{ field: 'imports', from: null, to: '1' }] },
    },
    plan_confirmed: {
      act: async (who) => {
        const id = await tenantIdOf(who)
        await world().app.database.asSystem((em) =>
          em.execute('update tenants set plan_confirmed = false where id = :tenantId', { tenantId: who.tenantId }),
        )
        await askSuperAdmin(
          'mutation ($id: ID!) { confirmPlan(input: { id: $id }) { tenant { id } errors { code field message } } }',
          { id },
        )
      },
      says: { actor: 'superAdmin' },
    },
    upgrade_requested: {
      act: requestUpgrade,
      says: { actor: 'person', changes: [{ field: 'subscriptionTier', from: 'free', to: 'pro' }] },
    },
    upgrade_declined: {
      act: async (who) => {
        await requestUpgrade(who)
        await askSuperAdmin(
          'mutation ($id: ID!) { declineUpgrade(input: { id: $id }) { tenant { id } errors { code field message } } }',
          { id: await tenantIdOf(who) },
        )
      },
      says: { actor: 'superAdmin' },
    },
    super_admin_saved: {
      act: () => signInSuperAdmin(world()),
      where: 'installation',
      says: { actor: 'command', targetLabel: SUPER_ADMIN.username },
    },
  } satisfies Partial<Record<AuditAction, ActCase>>
}

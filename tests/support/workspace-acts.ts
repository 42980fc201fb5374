import { expect } from 'vitest'
import type { AuditAction } from '#domain/audit.ts'
import { deleteDue } from '#api/tenants/deletion/delete-due.ts'
import { actsIn, type ActCase } from './acts.ts'
import { askAs, signInSuperAdmin, SUPER_ADMIN, tenantIdOf } from './super-admin.ts'
import type { TestPerson, World } from './world.ts'

/** An act for every action on a whole workspace, and of super admins. */
export function workspaceActs(world: () => World) {
  const { run } = actsIn(world)

  async function askSuperAdmin(query: string, variables: object = {}) {
    const { headers } = await signInSuperAdmin(world())
    const { body } = await askAs(headers, 'POST', `${world().url}/graphql`, { query, variables })
    expect(body.errors).toBeUndefined()
    return body.data
  }

  async function scheduleDeletion(who: TestPerson): Promise<void> {
    const { name } = await run(who, '{ tenant { name } }')
    await run(who, 'mutation ($name: String!) { scheduleWorkspaceDeletion(input: { name: $name }) { id } }', { name })
  }

  return {
    workspace_created: {
      act: async () => {
        const name = `Made ${Date.now()}`
        const document = 'mutation ($input: CreateTenantInput!) { createTenant(input: $input) { id } }'
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
        askSuperAdmin('mutation ($id: ID!) { updateTenant(id: $id, input: { isActive: false }) { id } }', {
          id: await tenantIdOf(who),
        }),
      says: { actor: 'superAdmin', changes: [{ field: 'isActive', from: 'true', to: 'false' }] },
    },
    workspace_deletion_scheduled: {
      act: scheduleDeletion,
      says: { actor: 'person' },
    },
    workspace_deletion_cancelled: {
      act: async (who) => {
        await scheduleDeletion(who)
        await run(who, 'mutation { cancelWorkspaceDeletion { id } }')
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
    plan_confirmed: {
      act: async (who) => {
        const id = await tenantIdOf(who)
        await world().app.database.asSystem((em) =>
          em.execute('update tenants set plan_confirmed = false where id = :tenantId', { tenantId: who.tenantId }),
        )
        await askSuperAdmin('mutation ($id: ID!) { confirmPlan(id: $id) { id } }', { id })
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

import { API_SCOPES, type ApiScope } from '#domain/accounts/api-keys.ts'
import { createKey } from './api-key.ts'
import { addColleague } from './colleague.ts'
import { signInSuperAdmin } from './super-admin.ts'
import type { TestPerson, World } from './world.ts'

/** Sets up a caller without the right to an operation; resolves with its headers and the error code it gets. */
export type Caller = (world: World, admin: TestPerson) => Promise<Record<string, string>>

const READS = API_SCOPES.filter((scope) => scope.endsWith(':read'))

const withToken = ({ token }: { token: string }) => ({ authorization: token })

/** Moves the last sign-in of all users of a workspace back by some minutes. */
export const signedInMinutesAgo = (world: World, { tenantId }: TestPerson, minutes: number) =>
  world.app.database.inTenant(tenantId, (em) =>
    em.execute('update sessions set authenticated_at = :at where tenant_id = :tenantId', {
      tenantId,
      at: new Date(world.app.clock().getTime() - minutes * 60_000),
    }),
  )

const keyOf = async (admin: TestPerson, scopes: readonly ApiScope[]): Promise<Record<string, string>> => ({
  authorization: await createKey(admin, scopes),
})

/** Callers who may not do what is for admins with a recent sign-in; each with the headers of their requests. */
export const UNENTITLED: Record<string, Caller> = {
  nobody: async () => ({}),
  'somebody with a made-up token': async () => ({ authorization: 'x'.repeat(43) }),
  'a member': async (world, admin) => withToken(await addColleague(world, admin)),
  'an admin’s API key with every scope': (_, admin) => keyOf(admin, API_SCOPES),
  'an admin’s API key that can only read': (_, admin) => keyOf(admin, READS),
  'an admin who was made a member': async (world, admin) => {
    const former = await addColleague(world, admin, { role: 'admin' })
    await admin.graphql(
      'mutation ($id: ID!) { updateUser(input: { id: $id, role: USER }) { user { id } errors { code field message } } }',
      { id: former.id },
    )
    return withToken(former)
  },
  'a deactivated admin': async (world, admin) => {
    const former = await addColleague(world, admin, { role: 'admin' })
    const query =
      'mutation ($id: ID!) { updateUser(input: { id: $id, isActive: false }) { user { id } errors { code field message } } }'
    await admin.graphql(query, { id: former.id })
    return withToken(former)
  },
  'an admin who signed out': async (world, admin) => {
    const gone = await addColleague(world, admin, { role: 'admin' })
    await gone.graphql('mutation { logout { done errors { code field message } } }')
    return withToken(gone)
  },
  'a super admin': async (world) => (await signInSuperAdmin(world)).headers,
}

/** Callers without permission, with an admin whose sign-in is too old. */
export const UNENTITLED_OR_STALE: Record<string, Caller> = {
  ...UNENTITLED,
  'an admin who signed in 16 minutes ago': async (world, admin) => {
    const colleague = await addColleague(world, admin, { role: 'admin' })
    await signedInMinutesAgo(world, admin, 16)
    return withToken(colleague)
  },
}

import { saveSuperAdmin } from '#api/tenants/super-admins.ts'
import type { TestPerson, World } from './world.ts'

/** Who runs the installation of a test. */
export const SUPER_ADMIN = { username: 'boss', name: 'Boss', password: 'a boss password' }

/** Creates the super admin and signs them in: their id, and what a browser sends for them from our own pages. */
export async function signInSuperAdmin(world: World): Promise<{ id: string; headers: Record<string, string> }> {
  await saveSuperAdmin(world.app.database, SUPER_ADMIN)
  const { username, password } = SUPER_ADMIN
  const response = await fetch(`${world.url}/api/supadmin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { id: (await response.json()).superAdmin.id, headers: { cookie, origin: world.url } }
}

/** The workspace of a person, as the super admin calls it. */
export async function tenantIdOf(person: TestPerson): Promise<string> {
  return (await person.graphql('{ tenant { id } }')).data.tenant.id
}

/** Asks our server as whoever `headers` belong to. */
export async function askAs(headers: Record<string, string>, method: string, address: string, body?: unknown) {
  const response = await fetch(address, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

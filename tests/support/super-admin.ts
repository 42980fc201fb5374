import { saveSuperAdmin } from '#api/super-admins/super-admins.ts'
import { graphqlAs } from './person.ts'
import type { TestPerson, World } from './world.ts'

/** The super admin of a test. */
export const SUPER_ADMIN = { username: 'boss', name: 'Boss', password: 'a boss password' }

/** Creates the super admin and signs them in; returns their id and the headers a browser sends from our pages. */
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

/** A person's workspace id, as the super admin sees it. */
export async function tenantIdOf(person: TestPerson): Promise<string> {
  return (await person.graphql('{ tenant { id } }')).data.tenant.id
}

/** Calls the test's server with these `headers`; a GraphQL request is answered in plain values (plain-api-values.ts). */
export async function askAs(
  headers: Record<string, string>,
  method: string,
  address: string,
  body?: unknown,
): ReturnType<TestPerson['rest']> {
  if (address.endsWith('/graphql')) {
    const { query, variables } = body as { query: string; variables?: object }
    return { status: 200, body: await graphqlAs(new URL(address).origin, headers, query, variables) }
  }
  const response = await fetch(address, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditAction } from '#domain/audit.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { graphqlAs } from '#tests/support/person.ts'
import { signInSuperAdmin, tenantIdOf } from '#tests/support/super-admin.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'
import { ACTED } from './activity-log-writer.ts'

let world: World
let admin: TestPerson
const logLines: Record<string, unknown>[] = []
beforeAll(async () => {
  world = await createWorld({ send: false, log: (line) => logLines.push(line) })
  admin = await world.signUp({ unlimited: true })
})
afterAll(() => world.close())

const password = 'correct horse battery'
interface Entry {
  action: AuditAction
  actor: string
  actorName: string
  targetLabel: string | null
  address: string
  changes: { field: string; from: string | null; to: string | null }[]
}
const FIELDS = 'action actor actorName targetLabel address changes { field from to }'
async function entries(person: TestPerson, filter: object = {}): Promise<Entry[]> {
  const { data, errors } = await person.graphql(
    `query ($filter: AuditFilter) { auditEvents(first: 100, filter: $filter) { edges { node { ${FIELDS} } } } }`,
    { filter },
  )
  if (errors) throw new Error(JSON.stringify(errors))
  return data.auditEvents.edges.map(({ node }: { node: Entry }) => node)
}
async function run(person: TestPerson, document: string, variables: object = {}) {
  const { data, errors } = await person.graphql(document, variables)
  if (errors) throw new Error(JSON.stringify(errors))
  return Object.values(data)[0] as any
}
const newestOf = async (action: AuditAction) => (await entries(admin, { action }))[0]

describe('the activity log', () => {
  beforeAll(async () => {
    const input = { name: 'Lee', email: 'lee@audit.example', password }
    await run(
      admin,
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } errors { code field message } } }',
      { input },
    )
    await run(
      admin,
      'mutation { createApiKey(input: { name: "CRM", scopes: [CONTACTS_READ] }) { token errors { code field message } } }',
    )
    await run(
      admin,
      'mutation { updateEmailSettings(input: { dailyLimit: 77 }) { emailSettings { dailyLimit } errors { code field message } } }',
    )
  })

  it('names the API key that acted, and contains no secret', async () => {
    const { token } = await run(
      admin,
      'mutation { createApiKey(input: { name: "Robot", scopes: [CONTACTS_WRITE] }) { token errors { code field message } } }',
    )
    const { errors } = await graphqlAs(
      world.url,
      { authorization: token },
      'mutation { deleteContacts(input: { filter: { search: "nobody at all" } }) { contactCount errors { code field message } } }',
    )
    expect(errors).toBeUndefined()
    expect(await newestOf('contacts_deleted')).toMatchObject({
      actor: 'apiKey',
      actorName: expect.stringMatching(/^Robot \(/),
    })
    expect(JSON.stringify(await entries(admin))).not.toContain(token)
  })

  it('records a wrong password in the workspace of the account, but never a username that does not exist', async () => {
    const boss = await signInSuperAdmin(world)
    await world.anybody.rest('POST', '/api/login', { username: 'lee@audit.example', password: 'wrong one' })
    await world.anybody.rest('POST', '/api/login', { username: 'my secret by mistake', password: 'x' })
    expect(await newestOf('sign_in_failed')).toMatchObject({ actor: 'nobody', actorName: '' })
    const query = `{ installationAuditEvents(first: 50) { edges { node { ${FIELDS} } } } }`
    const text = JSON.stringify(await graphqlAs(world.url, boss.headers, query))
    expect(text).toContain('sign_in_failed')
    expect(text).not.toContain('my secret')
  })

  it('keeps no entry of an act that was rolled back; nor does the process log', async () => {
    const demote = async (id: string) =>
      admin.graphql(
        'mutation ($id: ID!) { updateUser(input: { id: $id, role: USER }) { user { id } errors { code field message } } }',
        { id },
      )
    const logged = () => logLines.filter(({ msg, action }) => msg === ACTED && action === 'user_updated')
    // Recorded first, then refused: a workspace keeps an admin.
    const { errors } = await demote((await run(admin, '{ currentUser { id } }')).id)
    expect(errors?.[0].extensions.code).toBe('CONFLICT')
    expect([await entries(admin, { action: 'user_updated' }), logged()]).toEqual([[], []])
    await demote((await addColleague(world, admin, { role: 'admin' })).id)
    expect([await entries(admin, { action: 'user_updated' }), logged()]).toMatchObject([{ length: 1 }, { length: 1 }])
  })

  it('shows a change by a super admin both to the workspace and to the installation', async () => {
    const boss = await signInSuperAdmin(world)
    const id = await tenantIdOf(admin)
    const query =
      'mutation ($id: ID!) { updateTenant(input: { id: $id, maxUsers: 55 }) { tenant { id } errors { code field message } } }'
    await graphqlAs(world.url, boss.headers, query, { id })
    expect(await newestOf('workspace_changed')).toMatchObject({
      actor: 'superAdmin',
      actorName: 'boss',
      changes: [{ field: 'maxUsers', to: '55' }],
    })
    const asked = `query ($filter: InstallationAuditFilter) { installationAuditEvents(filter: $filter) { totalCount edges { node { ${FIELDS} } } } }`
    const all = await graphqlAs(world.url, boss.headers, asked)
    expect(all.data.installationAuditEvents.edges[0].node.action).toBe('workspace_changed')
    const one = await graphqlAs(world.url, boss.headers, asked, {
      filter: { tenantId: id, action: 'settings_changed' },
    })
    expect(one.data.installationAuditEvents.totalCount).toBe(1)
  })

  it('is filtered by name and time, and exported without cells that a spreadsheet would read as formulas', async () => {
    expect(await entries(admin, { search: 'crm' })).toMatchObject([{ action: 'api_key_created' }])
    expect(await entries(admin, { from: '2999-01-01T00:00:00Z' })).toEqual([])
    await run(
      admin,
      'mutation { createApiKey(input: { name: "=1+1", scopes: [CONTACTS_READ] }) { token errors { code field message } } }',
    )
    const response = await fetch(`${world.url}/api/activity/export?action=api_key_created`, {
      headers: { authorization: admin.token },
    })
    const lines = (await response.text()).trim().split('\r\n')
    expect(lines[0]).toContain('Who')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toContain(`'=1+1`)
    expect(await newestOf('activity_exported')).toBeDefined()
  })

  it.each([
    ['action=api_key_created&search=crm', 1],
    ['search=CRM&from=2999-01-01T00:00:00Z', 0],
    ['search=CRM&to=2000-01-01T00:00:00Z', 0],
  ])('is exported with only the entries that match %s', async (query, count) => {
    const headers = { authorization: admin.token }
    const response = await fetch(`${world.url}/api/activity/export?${query}`, { headers })
    expect(response.headers.get('x-total-count')).toBe(String(count))
    expect((await response.text()).trim().split('\r\n')).toHaveLength(1 + count)
  })

  it('of the installation and of one workspace can be exported by a super admin only', async () => {
    const { headers } = await signInSuperAdmin(world)
    const path = `${world.url}/api/supadmin/activity/export?action=settings_changed`
    const lines = async (address: string) => (await (await fetch(address, { headers })).text()).trim().split('\r\n')
    expect(await lines(path)).toHaveLength(1)
    const [, entry] = await lines(`${path}&tenantId=${await tenantIdOf(admin)}`)
    expect(entry).toContain('dailyLimit')
    expect((await fetch(path, { headers: { authorization: admin.token } })).status).toBe(403)
    expect((await fetch(path)).status).toBe(401)
  })

  it('does not show a workspace the IP address of a super admin', async () => {
    const [hidden] = await entries(admin, { action: 'workspace_changed' })
    expect(hidden).toMatchObject({ actor: 'superAdmin', address: '' })
    const headers = { authorization: admin.token }
    const file = await fetch(`${world.url}/api/activity/export?action=workspace_changed`, { headers })
    expect(await file.text()).not.toContain('127.0.0.1')
  })

  it('cannot be changed or emptied, even by the database role that owns the table', async () => {
    const { length } = await entries(admin)
    const attempts = ['update audit_events set actor_name = null', 'delete from audit_events', 'truncate audit_events']
    for (const statement of attempts) {
      await expect(world.app.database.asSystem((em) => em.execute(statement))).rejects.toThrow(/permission denied/)
    }
    const owner = new Client({ connectionString: world.databaseUrl })
    await owner.connect()
    try {
      for (const statement of attempts) await expect(owner.query(statement)).rejects.toThrow('cannot be changed')
    } finally {
      await owner.end()
    }
    expect((await entries(admin)).length).toBe(length)
  })
})

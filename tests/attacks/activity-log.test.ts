import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeId } from '#schema/object-ids.ts'
import { INSTALLATION } from '#api/audit/audit-event.ts'
import { UNENTITLED } from '../support/unentitled-callers.ts'
import { itInFull } from '../support/full-run-only.ts'
import { askAs, signInSuperAdmin, tenantIdOf } from '../support/super-admin.ts'
import { createWorld, type TestPerson, type World } from '../support/world.ts'

/** People who read, flood, falsify or delete the activity log. */

let world: World
let ann: TestPerson
let bob: TestPerson
const lines: Record<string, unknown>[] = []
beforeAll(async () => {
  world = await createWorld({ send: false, log: (line) => lines.push(line) })
  ann = await world.signUp({ unlimited: true })
  bob = await world.signUp({ unlimited: true })
  await key(bob, 'Secret of Bob')
})
afterAll(() => world.close())

async function key(who: TestPerson, name: string): Promise<string> {
  const document =
    'mutation ($name: String!) { createApiKey(input: { name: $name, scopes: [CONTACTS_READ] }) { token errors { code field message } } }'
  const { data, errors } = await who.graphql(document, { name })
  expect(errors).toBeUndefined()
  return data.createApiKey.token
}
const LOG = `query ($filter: AuditFilter, $first: Int, $after: String) {
  auditEvents(filter: $filter, first: $first, after: $after) {
    totalCount edges { cursor node { id action actorName targetLabel address userAgent } } } }`
const WHOLE = `query ($filter: InstallationAuditFilter) { installationAuditEvents(filter: $filter) { totalCount edges { node { targetLabel } } } }`
const ask = (headers: Record<string, string>, query: string, variables: object = {}) =>
  askAs(headers, 'POST', `${world.url}/graphql`, { query, variables })
const exported = (who: TestPerson, query: string) =>
  fetch(`${world.url}/api/activity/export?${query}`, { headers: { authorization: who.token } })
const labelsOf = async (who: TestPerson, filter: object): Promise<string[]> =>
  (await who.graphql(LOG, { filter })).data.auditEvents.edges.map(
    ({ node }: { node: { targetLabel: string } }) => node.targetLabel,
  )

/**
 * Callers who may not read the activity log; a key with the scope activity:read may, see
 * api/accounts/api-key-owner-changes.test.ts.
 */
const STRANGERS = Object.entries(UNENTITLED).filter(([name]) => !name.includes('API key'))

describe.each(STRANGERS)('the caller "%s"', (name, signIn) => {
  it('cannot read the activity log of a workspace', async () => {
    const headers = await signIn(world, ann)
    const { body } = await ask(headers, LOG)
    expect(body.errors[0].extensions.code).toMatch(/^(UNAUTHENTICATED|FORBIDDEN)$/)
  })

  it('cannot export the activity log of a workspace', async () => {
    const { status, body } = await askAs(await signIn(world, ann), 'GET', `${world.url}/api/activity/export`)
    expect([status, body.code]).toEqual([expect.toBeOneOf([401, 403]), expect.any(String)])
  })

  it.skipIf(name === 'a super admin')('cannot read or export the activity log of the installation', async () => {
    const headers = await signIn(world, ann)
    expect((await ask(headers, WHOLE)).body.errors[0].extensions.code).toMatch(/^(UNAUTHENTICATED|FORBIDDEN)$/)
    const answer = await fetch(`${world.url}/api/supadmin/activity/export`, { headers })
    expect([401, 403]).toContain(answer.status)
  })
})

describe('an admin who reads the activity log of their workspace', () => {
  it('cannot read the log of the installation, or of another workspace through it', async () => {
    for (const filter of [null, { tenantId: await tenantIdOf(bob) }, { tenantId: await tenantIdOf(ann) }]) {
      expect((await ann.graphql(WHOLE, { filter })).errors?.[0].extensions.code).toMatch(/FORBIDDEN|UNAUTHENTICATED/)
    }
    const path = `/api/supadmin/activity/export?tenantId=${await tenantIdOf(bob)}`
    expect((await ann.rest('GET', path)).status).toBe(403)
  })

  it.each(['tenantId=X', 'tenant_id=X', 'filter[tenantId]=X', 'action[]=sign_in', 'search[$ne]=1'])(
    'cannot export another workspace’s log with ?%s',
    async (query) => {
      const answer = await exported(ann, query.replace('X', await tenantIdOf(bob)))
      const text = await answer.text()
      expect([answer.status, text]).toEqual([400, expect.not.stringContaining('Secret of Bob')])
    },
  )

  it('cannot filter it by another workspace', async () => {
    const { errors } = await ann.graphql(LOG, { filter: { tenantId: await tenantIdOf(bob) } })
    expect(errors?.[0].message).toContain('tenantId')
  })

  it('cannot continue reading at an entry of another workspace', async () => {
    const { data } = await bob.graphql(LOG, { first: 1 })
    const [{ cursor }] = data.auditEvents.edges
    const answer = await ann.graphql(LOG, { first: 50, after: cursor })
    expect(JSON.stringify(answer)).not.toContain('Secret of Bob')
  })

  it('cannot look up an entry of another workspace by its id', async () => {
    const { data } = await bob.graphql(LOG, { first: 1 })
    const [{ node }] = data.auditEvents.edges
    const answer = await ann.graphql('query ($id: ID!) { node(id: $id) { id } }', { id: node.id })
    expect(answer.data?.node ?? null).toBeNull()
  })

  it.each(['%', '_', '\\', "' or 1=1 --", 'Secret of Bob', '*'])(
    'finds no entries of others by searching for %s',
    async (search) => {
      await key(ann, 'Only mine')
      expect(await labelsOf(ann, { search })).toEqual([])
      expect(await (await exported(ann, `search=${encodeURIComponent(search)}`)).text()).not.toContain('Secret')
    },
  )

  it.each([
    ['from the year 1 to the year 9999', { from: '0001-01-01T00:00:00Z', to: '9999-12-31T23:59:59Z' }],
    ['that ends before it begins', { from: '2999-01-01T00:00:00Z', to: '1999-01-01T00:00:00Z' }],
    ['beyond what PostgreSQL can store', { from: '-271821-04-20T00:00:00Z', to: '+275760-09-13T00:00:00Z' }],
    ['of an impossible day', { from: '2026-02-31T00:00:00Z' }],
    ['of no date', { from: 'yesterday' }],
  ])('gets an answer or a refusal for a date range %s, never a failure', async (_, filter) => {
    const { errors } = await ann.graphql(LOG, { filter })
    expect(errors?.[0].extensions?.code ?? 'ok').toMatch(/^(ok|BAD_INPUT|BAD_USER_INPUT|GRAPHQL_VALIDATION_FAILED)$/)
    const answer = await exported(ann, new URLSearchParams(filter).toString())
    expect([200, 400]).toContain(answer.status)
    await answer.text()
  })

  it.each([501, 1_000_000, 2 ** 31 - 1, -1])('cannot ask for a page of %s', async (first) => {
    const { data, errors } = await ann.graphql(LOG, { first })
    if (errors) expect(errors[0].extensions.code).toMatch(/BAD_INPUT|TOO/)
    else expect(data.auditEvents.edges.length).toBeLessThanOrEqual(500)
  })

  itInFull('cannot search it for a megabyte of text', async () => {
    const { errors } = await ann.graphql(LOG, { filter: { search: 'x%'.repeat(500_000) } })
    expect(errors?.[0].extensions.code ?? 'ok').toMatch(/^(ok|BAD_INPUT|TOO_LARGE)$/)
  })
})

describe('text that an attacker chose, in the activity log,', () => {
  const HOSTILE = `<img src=x onerror=alert(1)>"; drop table audit_events; -- =cmd|' /C calc'!A0`

  it.each([
    ['a line break', 'Nice\r\n2026-01-01,Ann,person,user_deleted'],
    ['NUL', 'Nice\0name'],
    ['a lone surrogate', 'Nice\ud800name'],
    ['terminal codes', 'Nice\u001b[2Jname'],
    ['HTML and SQL', HOSTILE],
  ])('with %s stays in its own entry', async (_, name) => {
    const document =
      'mutation ($name: String!) { createApiKey(input: { name: $name, scopes: [CONTACTS_READ] }) { token errors { code field message } } }'
    const { errors } = await ann.graphql(document, { name })
    if (errors) return expect(errors[0].extensions.code).toBe('BAD_INPUT')
    const before = await countOf(ann)
    const text = await (await exported(ann, '')).text()
    // Neither line breaks nor quotes in a cell may begin a row; the export itself is the entry more.
    expect(rowsIn(text)).toHaveLength(before + 2)
    expect(rowsIn(text).every((cells) => cells.length === 8)).toBe(true)
  })

  it('in a user agent is shortened, is no formula, and forges no line of the process log', async () => {
    const agent = `=HYPERLINK("http://evil.example")${'\u00e9'.repeat(5_000)}`
    const { port } = new URL(world.url)
    const body = JSON.stringify({
      query:
        'mutation { createApiKey(input: { name: "Agent", scopes: [CONTACTS_READ] }) { token errors { code field message } } }',
    })
    const headers = { authorization: ann.token, 'content-type': 'application/json', 'user-agent': agent }
    const before = lines.length
    await new Promise<void>((resolve, reject) => {
      request({ port, host: '127.0.0.1', path: '/graphql', method: 'POST', headers }, (response) => {
        response.resume().on('end', resolve)
      })
        .on('error', reject)
        .end(body)
    })
    const [node] = (await ann.graphql(LOG, { filter: { search: 'Agent' } })).data.auditEvents.edges
    expect(node.node.userAgent.length).toBeLessThanOrEqual(200)
    expect(JSON.stringify(lines.slice(before))).not.toContain('HYPERLINK')
    const cells = rowsIn(await (await exported(ann, 'search=Agent')).text()).flat()
    expect(cells.filter((cell) => /^[=+@]/.test(cell))).toEqual([])
  })

  it('in X-Forwarded-For does not become the IP address of an entry', async () => {
    const headers = { authorization: ann.token, 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.7' }
    await ask(
      headers,
      'mutation { createApiKey(input: { name: "Forwarded", scopes: [CONTACTS_READ] }) { token errors { code field message } } }',
    )
    const [edge] = (await ann.graphql(LOG, { filter: { search: 'Forwarded' } })).data.auditEvents.edges
    expect(edge.node.address).toContain('127.0.0.1')
  })

  it('as a username that failed to sign in is never shown to a workspace', async () => {
    await world.anybody.rest('POST', '/api/login', { username: HOSTILE, password: HOSTILE })
    const { headers } = await signInSuperAdmin(world)
    expect(JSON.stringify((await ask(headers, WHOLE)).body)).not.toContain('onerror')
    expect(await (await exported(ann, '')).text()).not.toContain('sign_in_failed,onerror')
  })

  const countOf = async (who: TestPerson) => (await who.graphql(LOG)).data.auditEvents.totalCount as number
  /** The rows of a CSV file (RFC 4180), with its header. */
  function rowsIn(text: string): string[][] {
    const rows: string[][] = [[]]
    for (const [, cell = '', end] of text.replace('\ufeff', '').matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g)) {
      rows.at(-1)?.push(cell.replace(/^"|"$/g, '').replaceAll('""', '"'))
      if (end === '\r\n') rows.push([])
    }
    return rows.slice(0, -1)
  }
})

/** SQL as the product’s role, as somebody who can inject it would run it. */
describe('SQL with the product’s database role', () => {
  const CHANGES = [
    `update audit_events set actor_name = 'Somebody else'`,
    'delete from audit_events',
    'truncate audit_events',
    'truncate audit_events cascade',
    'alter table audit_events disable trigger audit_events_append_only',
    'alter table audit_events disable trigger all',
    'alter table audit_events disable row level security',
    'alter table audit_events rename to old_events',
    'drop trigger audit_events_append_only on audit_events',
    'drop table audit_events',
    'drop policy tenant_scope on audit_events',
    'create rule hide as on insert to audit_events do instead nothing',
    'create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin return null; end $$',
    `set session_replication_role = 'replica'`,
    `select set_config('app.audit_retention', 'on', true); delete from audit_events`,
    'select 1 from audit_events for update',
    `insert into audit_events select * from audit_events on conflict (tenant_id, id) do update set actor_name = 'x'`,
    `merge into audit_events e using (select 1) as one on true when matched then delete`,
    `select forget_audit_events(tenant_id, now() - interval '29 days', 1000000) from audit_events`,
    `select forget_audit_of_workspace('${INSTALLATION}', 1000000)`,
    'select forget_audit_of_workspace(tenant_id, 1000000) from audit_events',
    'create temp table tenants (id uuid); select forget_audit_of_workspace(tenant_id, 1000000) from audit_events',
    'lock table audit_events in access exclusive mode',
    'create trigger quiet before insert on audit_events for each row execute function refuse_audit_change()',
  ]
  const total = async () => {
    const [row] = await world.app.database.asSystem((em) =>
      em.execute<[{ count: number }]>('select count(*)::int as count from audit_events'),
    )
    return row.count
  }

  it.each(CHANGES)('cannot change or hide entries of the activity log in a workspace: %s', async (statement) => {
    const before = await total()
    await expect(world.app.database.inTenant(ann.tenantId, (em) => em.execute(statement))).rejects.toThrow()
    expect(await total()).toBe(before)
  })

  it.each(CHANGES)('cannot change or hide entries of the activity log across workspaces: %s', async (statement) => {
    const before = await total()
    await expect(world.app.database.asSystem((em) => em.execute(statement))).rejects.toThrow()
    expect(await total()).toBe(before)
  })

  it('cannot forge an entry in the activity log of another workspace or of the installation', async () => {
    for (const tenantId of [bob.tenantId, INSTALLATION]) {
      const forged = world.app.database.inTenant(ann.tenantId, (em) =>
        em.execute(
          `insert into audit_events (tenant_id, id, at, actor, actor_name, address, user_agent, action)
           values (:tenantId, gen_random_uuid(), now(), 'superAdmin', 'boss', '', '', 'workspace_changed')`,
          { tenantId },
        ),
      )
      await expect(forged).rejects.toThrow('row-level security')
    }
  })

  it('sees no activity log entry of another workspace', async () => {
    const rows = await world.app.database.inTenant(ann.tenantId, (em) =>
      em.execute('select 1 from audit_events where tenant_id <> :tenantId', { tenantId: ann.tenantId }),
    )
    expect(rows).toEqual([])
  })
})

it('the activity log of an invented workspace id is answered to a super admin as empty or refused, never with a failure', async () => {
  const { headers } = await signInSuperAdmin(world)
  for (const tenantId of [
    encodeId('Tenant', '00000000-0000-4000-8000-000000000000'),
    'nonsense',
    encodeId('User', ann.userId),
  ]) {
    const { body } = await ask(headers, WHOLE, { filter: { tenantId } })
    if (body.errors) expect(body.errors[0].extensions.code).toMatch(/NOT_FOUND|BAD_INPUT/)
    else expect(body.data.installationAuditEvents.totalCount).toBe(0)
  }
})

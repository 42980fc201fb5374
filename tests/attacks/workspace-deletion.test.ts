import { describe, expect, it } from 'vitest'
import { DELETION_GRACE_DAYS } from '#domain/tenants/tenants.ts'
import { encodeId } from '#schema/object-ids.ts'
import { deleteDue } from '#api/super-admins/deletion/delete-due-workspaces.ts'
import { UNENTITLED_OR_STALE } from '../support/unentitled-callers.ts'
import { draftCampaign, fetchCampaign } from '../support/campaigns.ts'
import { clockedWorld, codeOf, SIGN_UP_PASSWORD as password } from '../support/clocked-world.ts'
import { describeInFull, firstOf, itInFull } from '../support/full-run-only.ts'
import { askAs, signInSuperAdmin, tenantIdOf } from '../support/super-admin.ts'
import type { TestPerson } from '../support/world.ts'

/** People who delete a workspace that is not theirs to delete, keep it alive, or go on using one that is deleted. */

const at = clockedWorld()
const DAY = 86_400_000

const ASK =
  'mutation ($name: String!) { scheduleWorkspaceDeletion(input: { name: $name }) { tenant { deletionAt } errors { code field message } } }'
const CANCEL = 'mutation { cancelWorkspaceDeletion { tenant { deletionAt } errors { code field message } } }'
const nameOf = async (who: TestPerson): Promise<string> => (await who.graphql('{ tenant { name } }')).data.tenant.name
const schedule = async (who: TestPerson) => who.graphql(ASK, { name: await nameOf(who) })
const sql = <T>({ tenantId }: TestPerson, statement: string) =>
  at.world.app.database.asSystem((em) => em.execute<T[]>(statement, { tenantId }))
const deletionOf = async (who: TestPerson): Promise<string | null | undefined> =>
  (await sql<{ at: string | null }>(who, 'select deletion_at as at from tenants where id = :tenantId'))[0]?.at
const countOf = async (who: TestPerson, action: string) =>
  (await sql(who, `select 1 from audit_events where tenant_id = :tenantId and action = '${action}'`)).length
const ask = (headers: Record<string, string>, query: string, variables: object = {}) =>
  askAs(headers, 'POST', `${at.world.url}/graphql`, { query, variables })

/** Signs in again with a password, as the clock has moved. */
async function signedIn(who: TestPerson, username: string): Promise<Record<string, string>> {
  const { body } = await at.world.anybody.rest('POST', '/api/login', { username, password })
  expect(body.sessionToken, `${who.userId} signs in`).toBeTypeOf('string')
  return { authorization: body.sessionToken }
}
const usernameOf = async (who: TestPerson) => (await who.rest('GET', '/api/user')).body.username as string

describeInFull.each(Object.entries(UNENTITLED_OR_STALE))('the caller "%s"', (_, signIn) => {
  it('cannot schedule the deletion of a workspace', async () => {
    const admin = await at.world.signUp({ unlimited: true })
    const name = await nameOf(admin)
    const { body } = await ask(await signIn(at.world, admin), ASK, { name })
    expect(codeOf(body)).toMatch(/^(UNAUTHENTICATED|FORBIDDEN|REAUTHENTICATE)$/)
    expect(await deletionOf(admin)).toBeNull()
  })

  it('cannot cancel the deletion of a workspace', async () => {
    const admin = await at.world.signUp({ unlimited: true })
    await schedule(admin)
    const before = await deletionOf(admin)
    const { body } = await ask(await signIn(at.world, admin), CANCEL)
    expect(codeOf(body)).toMatch(/^(UNAUTHENTICATED|FORBIDDEN|REAUTHENTICATE)$/)
    expect(await deletionOf(admin)).toEqual(before)
    expect(await countOf(admin, 'workspace_deletion_cancelled')).toBe(0)
  })
})

describe('an admin who misuses the deletion of a workspace', () => {
  itInFull('cannot schedule or cancel the deletion of another workspace', async () => {
    const [ann, bob] = [await at.world.signUp(), await at.world.signUp()]
    expect(codeOf(await ann.graphql(ASK, { name: await nameOf(bob) }))).toBe('BAD_INPUT')
    await schedule(bob)
    expect((await ann.graphql(CANCEL)).data.cancelWorkspaceDeletion.deletionAt).toBeNull()
    expect(await deletionOf(ann)).toBeNull()
    expect(await deletionOf(bob)).not.toBeNull()
  })

  const NAMES: [string, (name: string) => unknown][] = [
    ['lower case', (name: string) => name.toLowerCase()],
    ['a wildcard', () => '%'],
    ['nothing', () => ''],
    ['a list', (name: string) => [name, name]],
    ['an object', (name: string) => ({ name })],
    ['a line break', (name: string) => `${name}\nX`],
  ]
  it.each(firstOf(NAMES, 2))('cannot confirm with %s instead of the name', async (_, change) => {
    const ann = await at.world.signUp()
    const answer = await ann.graphql(ASK, { name: change(await nameOf(ann)) })
    expect(codeOf(answer)).toMatch(/^(BAD_INPUT|GRAPHQL_VALIDATION_FAILED|BAD_USER_INPUT)$/)
    expect(await deletionOf(ann)).toBeNull()
  })

  it('cannot change the date by scheduling again, to later or at once', async () => {
    const ann = await at.world.signUp()
    await Promise.all([schedule(ann), schedule(ann), schedule(ann)])
    const first = await deletionOf(ann)
    expect(Math.round((Date.parse(first ?? '') - at.now) / DAY)).toBe(DELETION_GRACE_DAYS)
    at.now += 5 * 60_000
    await schedule(ann)
    expect(await deletionOf(ann)).toEqual(first)
    expect(await countOf(ann, 'workspace_deletion_scheduled')).toBe(1)
  })

  it('cannot leave it half cancelled by scheduling and cancelling at once', async () => {
    const ann = await at.world.signUp()
    await schedule(ann)
    const answers = await Promise.all([ann.graphql(CANCEL), schedule(ann), ann.graphql(CANCEL)])
    expect(answers.map(codeOf)).toEqual(['ok', 'ok', 'ok'])
    const [scheduled, cancelled] = [
      await countOf(ann, 'workspace_deletion_scheduled'),
      await countOf(ann, 'workspace_deletion_cancelled'),
    ]
    expect(scheduled - cancelled).toBe((await deletionOf(ann)) === null ? 0 : 1)
  })

  it.each([
    ['cancel', CANCEL],
    ['schedule', ASK],
  ])('cannot %s it once the 30 days are over, before the rows are deleted', async (_, document) => {
    const ann = await at.world.signUp()
    const [name, username] = [await nameOf(ann), await usernameOf(ann)]
    await schedule(ann)
    const before = await deletionOf(ann)
    at.now += DELETION_GRACE_DAYS * DAY + 60_000
    await ask(await signedIn(ann, username), document, { name })
    expect(await deletionOf(ann)).toEqual(before)
  })

  itInFull('cannot have the super admin reactivate it once the 30 days are over', async () => {
    const ann = await at.world.signUp()
    const id = await tenantIdOf(ann)
    await schedule(ann)
    await sql(
      ann,
      `update tenants set deletion_at = now() - interval '1 minute', is_active = false where id = :tenantId`,
    )
    const { headers } = await signInSuperAdmin(at.world)
    const query =
      'mutation ($id: ID!) { updateTenant(input: { id: $id, isActive: true }) { tenant { id } errors { code field message } } }'
    expect(codeOf((await ask(headers, query, { id })).body)).toBe('CONFLICT')
  })
})

describe('a workspace that will be deleted', () => {
  async function leaving() {
    const ann = await at.world.signUp({ unlimited: true })
    await at.world.connect(ann, 'google')
    const draft = await draftCampaign(at.world, ann, 2)
    const { data } = await ann.graphql(
      'mutation { createApiKey(input: { name: "K", scopes: [CONTACTS_WRITE, CAMPAIGNS_WRITE, CAMPAIGNS_SEND, TEMPLATES_WRITE, SETTINGS_READ, SUPPRESSIONS_READ, MAILBOXES_WRITE] }) { token errors { code field message } } }',
    )
    const key = { authorization: data.createApiKey.token as string }
    const username = await usernameOf(ann)
    await schedule(ann)
    return { ann, draft, key, username }
  }

  it('can be signed in to, read and exported until then', async () => {
    const { ann, key, username } = await leaving()
    at.now += 29 * DAY
    const headers = await signedIn(ann, username)
    expect((await askAs(headers, 'GET', `${at.world.url}/api/contacts`)).status).toBe(200)
    expect((await askAs(key, 'GET', `${at.world.url}/api/contacts`)).status).toBe(200)
    const archive = await fetch(`${at.world.url}/api/workspace/export`, { method: 'POST', headers })
    expect([archive.status, archive.headers.get('content-type')]).toEqual([200, 'application/zip'])
    await archive.arrayBuffer()
  })

  const SEND: Record<string, (draft: string) => [string, object]> = {
    'a campaign': (id) => [
      'mutation ($id: ID!) { sendCampaign(input: { id: $id }) { campaign { id } errors { code field message } } }',
      { id },
    ],
    'a campaign that starts after its end': (id) => [
      'mutation ($id: ID!, $at: DateTime) { sendCampaign(input: { id: $id, scheduledAt: $at }) { campaign { id } errors { code field message } } }',
      { id, at: new Date(Date.now() + 31 * DAY).toISOString() },
    ],
  }
  it.each(firstOf(Object.entries(SEND), 1))(
    'sends nothing: not %s, neither by its admin nor by an API key',
    async (_, document) => {
      const { ann, draft, key } = await leaving()
      const [query, variables] = document(draft)
      for (const headers of [{ authorization: ann.token }, key]) {
        const { body } = await ask(headers, query, variables)
        expect(codeOf(body)).not.toBe('ok')
      }
      const { status } = await askAs(key, 'POST', `${at.world.url}/api/campaigns/${draft}/send`, {})
      expect(status).toBeGreaterThanOrEqual(400)
      expect((await fetchCampaign(ann, draft)).status).toBe('draft')
    },
  )

  it('launches no campaign that was scheduled before, and resumes none', async () => {
    const ann = await at.world.signUp({ unlimited: true })
    await at.world.connect(ann, 'google')
    const id = await draftCampaign(at.world, ann, 2)
    const scheduledAt = new Date(at.now + DAY).toISOString()
    await ann.graphql(
      'mutation ($id: ID!, $at: DateTime) { sendCampaign(input: { id: $id, scheduledAt: $at }) { campaign { id } errors { code field message } } }',
      {
        id,
        at: scheduledAt,
      },
    )
    await schedule(ann)
    expect((await fetchCampaign(ann, id)).status).not.toBe('sending')
    expect(
      codeOf(
        await ann.graphql(
          'mutation ($id: ID!) { resumeCampaign(input: { id: $id }) { campaign { id } errors { code field message } } }',
          { id },
        ),
      ),
    ).not.toBe('ok')
    const left = await sql(
      ann,
      `select 1 from email_logs where tenant_id = :tenantId and status in ('sending', 'sent')`,
    )
    expect(left).toEqual([])
  })
})

describe('a workspace that was deleted', () => {
  /** Deletes a workspace that is due, and none that other tests left due. */
  async function deleteAlone(ann: TestPerson): Promise<void> {
    at.now += DELETION_GRACE_DAYS * DAY + 60_000
    await sql(ann, 'update tenants set deletion_at = null where id <> :tenantId returning 1')
    expect(await deleteDue(at.world.app)).toBe(1)
  }

  async function deleted() {
    const ann = await at.world.signUp({ unlimited: true })
    const draft = await draftCampaign(at.world, ann, 1)
    const { data } = await ann.graphql(
      'mutation { createApiKey(input: { name: "K", scopes: [CONTACTS_WRITE, CAMPAIGNS_WRITE, CAMPAIGNS_SEND, TEMPLATES_WRITE, SETTINGS_READ, SUPPRESSIONS_READ, MAILBOXES_WRITE] }) { token errors { code field message } } }',
    )
    const [username, name] = [await usernameOf(ann), await nameOf(ann)]
    await schedule(ann)
    await deleteAlone(ann)
    return { ann, draft, key: data.createApiKey.token as string, username, name }
  }

  itInFull('lets nobody in: not with a session, an API key or the password', async () => {
    const { ann, key, username } = await deleted()
    for (const token of [ann.token, key]) {
      for (const path of ['/api/contacts', '/api/user', '/api/activity/export']) {
        expect((await askAs({ authorization: token }, 'GET', at.world.url + path)).status).toBe(401)
      }
    }
    const known = await at.world.anybody.rest('POST', '/api/login', { username, password })
    const unknown = await at.world.anybody.rest('POST', '/api/login', { username: 'never-was', password })
    expect([known.status, known.body.message]).toEqual([unknown.status, unknown.body.message])
  })

  itInFull('is not found by the super admin, and cannot be reactivated, changed or read', async () => {
    const { ann } = await deleted()
    const { headers } = await signInSuperAdmin(at.world)
    const id = encodeId('Tenant', ann.tenantId)
    const query =
      'mutation ($id: ID!) { updateTenant(input: { id: $id, isActive: true }) { tenant { id } errors { code field message } } }'
    expect(codeOf((await ask(headers, query, { id })).body)).toBe('NOT_FOUND')
    expect(await sql(ann, 'select 1 from audit_events where tenant_id = :tenantId')).toEqual([])
  })

  it('answers links in its emails with a page, never with an error, and stores nothing', async () => {
    const ann = await at.world.signUp({ unlimited: true })
    const logId = '01900000-0000-7000-8000-000000000001'
    const token = at.world.app.links.unsubscribe({ tenantId: ann.tenantId, logId }, 'a@gone.example')
    await schedule(ann)
    await deleteAlone(ann)
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(`${at.world.url}/u/${token}`, { method })
      expect(answer.status).toBeLessThan(500)
      expect(await answer.text()).not.toContain('Company')
    }
    expect(await sql(ann, 'select 1 from suppressions where tenant_id = :tenantId')).toEqual([])
  })

  it('leaves its name and its usernames to others, who find none of its data', async () => {
    const { username, name } = await deleted()
    const again = await at.world.anybody.rest('POST', '/api/register', {
      companyName: name,
      fullName: 'New',
      email: `${username}@example.com`,
      username,
      password,
      confirmPassword: password,
      selectedTier: 'plus',
    })
    expect(again.status).toBe(201)
    const headers = await signedIn({ userId: 'new' } as TestPerson, username)
    const { body } = await ask(
      headers,
      '{ contacts { totalCount } campaigns { totalCount } users { totalCount } apiKeys { id } }',
    )
    expect(body.data).toMatchObject({
      contacts: { totalCount: 0 },
      campaigns: { totalCount: 0 },
      users: { totalCount: 1 },
      apiKeys: [],
    })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeId } from '#schema/object-ids.ts'
import { acceptConsent } from '#sandbox/consent-decisions.ts'
import { mutationDocument } from '#tests/support/mutate.ts'
import { graphqlAs } from '#tests/support/person.ts'
import { askAs, signInSuperAdmin, tenantIdOf } from '#tests/support/super-admin.ts'
import { createWorld, eventually, type World } from '#tests/support/world.ts'

let world: World
let superAdmin: Record<string, string>
beforeAll(async () => {
  world = await createWorld({ send: false })
  superAdmin = (await signInSuperAdmin(world)).headers
})
afterAll(() => world.close())

const ask = (method: string, path: string, body?: unknown) => askAs(superAdmin, method, world.url + path, body)

describe('an inactive workspace', () => {
  it('immediately loses its sessions, sign-in and running campaigns', async () => {
    const person = await world.signUp({ unlimited: true })
    const id = await tenantIdOf(person)
    await world.connect(person)
    const contact = (
      await person.rest('POST', '/api/contacts', { firstName: 'A', lastName: 'B', email: 'a@b.example' })
    ).body
    const { body: campaign } = await person.rest('POST', '/api/campaigns', {
      name: 'N',
      subject: 'S',
      content: 'C',
      selectedContacts: [contact.id],
    })
    await person.rest('POST', `/api/campaigns/${campaign.id}/send`)
    const heard: unknown[] = []
    const stop = world.app.events.listen(person.tenantId, (event) => heard.push(event))

    const key =
      'mutation { createApiKey(input: { name: "k", scopes: [CONTACTS_READ] }) { token errors { code field message } } }'
    const program = { authorization: (await person.graphql(key)).data.createApiKey.token as string }
    const asProgram = async () => (await fetch(`${world.url}/api/contacts?limit=1`, { headers: program })).status
    expect(await asProgram()).toBe(200)

    const [known] = (await ask('GET', `/api/supadmin/tenants/${id}/users`)).body
    expect((await ask('PUT', `/api/supadmin/tenants/${id}`, { isActive: false })).body.isActive).toBe(false)
    expect(await person.rest('GET', '/api/contacts')).toMatchObject({ status: 403, body: { code: 'TENANT_INACTIVE' } })
    expect((await person.graphql('{ currentUser { id } }')).data.currentUser).toBeNull()
    expect(await asProgram()).toBe(401)
    const signIn = (password: string) =>
      world.anybody.rest('POST', '/api/login', { username: known.username, password })
    expect((await signIn('wrong password')).body.code).toBe('UNAUTHENTICATED')
    expect(await signIn('correct horse battery')).toMatchObject({ status: 403, body: { code: 'TENANT_INACTIVE' } })
    const [row] = await world.app.database.asSystem((em) =>
      em.execute('select status, paused_because from campaigns where tenant_id = ?', [person.tenantId]),
    )
    expect(row).toEqual({ status: 'paused', paused_because: 'TENANT_INACTIVE' })
    await eventually('sockets hear of it', async () => heard.length >= 2)
    stop()
    expect(heard).toContainEqual({ kind: 'session', tenantId: person.tenantId, userId: null, sessionId: null })

    await ask('PUT', `/api/supadmin/tenants/${id}`, { isActive: true })
    expect((await person.rest('GET', '/api/contacts')).status).toBe(401)
    const again = await signIn('correct horse battery')
    expect(again.status).toBe(200)
    const resumed = await graphqlAs(
      world.url,
      { authorization: again.body.sessionToken },
      mutationDocument('resumeCampaign', '{ status statusReason }'),
      { input: { id: campaign.id } },
    )
    expect(resumed.data.resumeCampaign).toEqual({ status: 'sending', statusReason: null })
  })
})

describe('a sign-in through a provider', () => {
  /** Signs in at the provider like a browser; returns the final location. */
  async function signIn(email: string, query = ''): Promise<{ location: string; session: boolean }> {
    const away = await fetch(`${world.url}/auth/google${query}`, { redirect: 'manual' })
    const headers = { cookie: away.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
    const back = await acceptConsent(away.headers.get('location') ?? '', email)
    const home = await fetch(back, { redirect: 'manual', headers })
    const session = home.headers.getSetCookie().some((set) => set.startsWith('mergewell_session='))
    return { location: decodeURIComponent(home.headers.get('location') ?? ''), session }
  }

  it('is refused to everybody of an inactive workspace, and to an inactive user of any', async () => {
    const email = `vendor-${process.pid}@sandbox.test`
    expect(await signIn(email, '?action=register')).toEqual({ location: '/?auth=registration_success', session: true })
    expect(await signIn(email)).toEqual({ location: '/?auth=login_success', session: true })
    const [{ tenantId }] = await world.app.database.asSystem((em) =>
      em.execute<[{ tenantId: string }]>('select tenant_id as "tenantId" from users where email = ?', [email]),
    )
    const tenant = `/api/supadmin/tenants/${encodeId('Tenant', tenantId)}`
    await ask('PUT', tenant, { isActive: false })
    const refused = await signIn(email)
    expect(refused.location).toMatch(/^\/\?auth=error&message=This_workspace_is_not_active/)
    expect(refused.session).toBe(false)
    await ask('PUT', tenant, { isActive: true })
    await world.app.database.asSystem((em) =>
      em.execute('update users set is_active = false where tenant_id = ?', [tenantId]),
    )
    expect((await signIn(email)).location).toMatch(/This_account_is_not_active/)
  })
})

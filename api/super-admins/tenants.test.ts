import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draftCampaign } from '#tests/support/campaigns.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { askAs, signInSuperAdmin, SUPER_ADMIN, tenantIdOf } from '#tests/support/super-admin.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { saveSuperAdmin } from './super-admins.ts'

let world: World
let superAdmin: Record<string, string>
beforeAll(async () => {
  world = await createWorld({ send: false })
  superAdmin = (await signInSuperAdmin(world)).headers
})
afterAll(() => world.close())

const ask = (method: string, path: string, body?: unknown) => askAs(superAdmin, method, world.url + path, body)
const signInAs = (password: string) =>
  askAs({}, 'POST', `${world.url}/api/supadmin/login`, { username: SUPER_ADMIN.username, password })

let count = 0
const tenantInput = (change: object = {}) => ({
  slug: `acme-${(count += 1)}`,
  name: 'Acme',
  domain: 'acme.example',
  ...change,
})
const userInput = (change: object = {}) => ({
  username: `kim${(count += 1)}`,
  password: 'a good password',
  email: `kim${count}@acme.example`,
  name: 'Kim',
  role: 'admin',
  ...change,
})

describe('the super admin', () => {
  it('signs in separately from workspace users', async () => {
    const { username, name, password } = SUPER_ADMIN
    expect((await signInAs(password)).body).toEqual({ superAdmin: { id: expect.any(String), name, username } })
    expect((await signInAs('wrong password')).status).toBe(401)
    expect((await world.anybody.rest('POST', '/api/login', { username, password })).status).toBe(401)
  })

  it('is only the person who signed in as super admin', async () => {
    expect(await ask('GET', '/api/supadmin/me')).toMatchObject({ status: 200, body: { name: 'Boss' } })
    expect((await world.anybody.rest('GET', '/api/supadmin/me')).status).toBe(401)
    const person = await world.signUp()
    expect((await person.rest('GET', '/api/supadmin/me')).status).toBe(401)
  })

  it('is named in the error that everyone else gets', async () => {
    const [person, query] = [await world.signUp(), '{ tenants { totalCount } }']
    expect((await world.anybody.graphql(query)).errors?.[0].message).toBe('You are not signed in as a super admin.')
    expect((await person.graphql(query)).errors?.[0].message).toBe(
      'Only a super admin of this installation can do this. Sign in as super admin first.',
    )
  })

  it('alone may manage workspaces: 401 without a sign-in, 403 for an admin of a workspace', async () => {
    const person = await world.signUp()
    const id = await tenantIdOf(person)
    for (const [method, path, body] of [
      ['GET', '/api/supadmin/tenants', undefined],
      ['POST', '/api/supadmin/tenants', tenantInput()],
      ['PUT', `/api/supadmin/tenants/${id}`, { features: { tracking: false } }],
      ['GET', `/api/supadmin/tenants/${id}/users`, undefined],
      ['POST', `/api/supadmin/tenants/${id}/users`, userInput()],
    ] as const) {
      expect((await world.anybody.rest(method, path, body)).status, path).toBe(401)
      expect((await person.rest(method, path, body)).status, path).toBe(403)
    }
  })

  it('loses earlier sessions when given a new password, in any spelling of the name', async () => {
    const save = (username: string, password: string) =>
      saveSuperAdmin(world.app.database, { username, name: username, password })
    const signIn = async (password: string) => {
      const body = JSON.stringify({ username: 'Chief', password })
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${world.url}/api/supadmin/login`, { method: 'POST', headers, body })
      return { status: response.status, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
    }
    const me = async (cookie: string) => askAs({ cookie }, 'GET', `${world.url}/api/supadmin/me`)
    await save('chief', 'a chief password')
    const { cookie } = await signIn('a chief password')
    expect((await me(cookie)).status).toBe(200)
    await save(' CHIEF', 'another password')
    expect((await me(cookie)).status).toBe(401)
    expect((await signIn('a chief password')).status).toBe(401)
    expect(await me((await signIn('another password')).cookie)).toMatchObject({ body: { username: 'chief' } })
    expect((await ask('GET', '/api/supadmin/me')).status).toBe(200)
    await expect(save('  ', 'another password')).rejects.toMatchObject({ code: 'BAD_INPUT' })
  })

  it('changes nothing by cookie alone, from pages of other websites', async () => {
    const post = (headers: Record<string, string>) =>
      fetch(`${world.url}/api/supadmin/tenants`, {
        method: 'POST',
        headers: { cookie: superAdmin['cookie'] ?? '', 'content-type': 'application/json', ...headers },
        body: JSON.stringify(tenantInput()),
      })
    expect((await post({})).status).toBe(401)
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await post({ origin: world.url })).status).toBe(201)
  })
})

describe("the super admin's search", () => {
  const find = async (list: string, fields: string, args: string) => {
    const { body } = await ask('POST', '/graphql', {
      query: `{ ${list}(${args}) { totalCount edges { node { ${fields} } } } }`,
    })
    const { totalCount, edges } = body.data[list]
    expect(totalCount).toBe(edges.length)
    return edges.map((edge: { node: object }) => Object.values(edge.node)[0])
  }

  it('for workspaces matches a part of name, slug or domain, the plan, the active flag, and the id', async () => {
    const one = tenantInput({ name: 'Find 50%_off', domain: 'one.find.example', subscriptionTier: 'pro' })
    const two = tenantInput({ name: 'Find two', domain: 'two.find.example' })
    await ask('POST', '/api/supadmin/tenants', one)
    const { body: second } = await ask('POST', '/api/supadmin/tenants', two)
    await ask('PUT', `/api/supadmin/tenants/${second.id}`, { isActive: false })
    const among = (filter: string) => find('tenants', 'slug', `filter: { ${filter} }`)
    expect(await among('search: "fIND"')).toEqual([one.slug, two.slug])
    expect(await among('search: "50%_OFF"')).toEqual([one.slug])
    expect(await among('search: "50_%OFF"')).toEqual([])
    expect(await among('search: "TWO.find"')).toEqual([two.slug])
    expect(await among(`search: "${two.slug.toUpperCase()}"`)).toEqual([two.slug])
    expect(await among('search: "find", subscriptionTier: PRO')).toEqual([one.slug])
    expect(await among('search: "find", isActive: true')).toEqual([one.slug])
    expect(await among('search: "find", isActive: false')).toEqual([two.slug])
    const unknown = 'ten_00000000000000000000000000000000'
    expect(await among(`ids: ["${second.id}", "${unknown}", "nonsense"]`)).toEqual([two.slug])
    expect(await among('ids: []')).toEqual([])
  })

  it('for users of a workspace matches a part of name, email or username, the role and the active flag', async () => {
    const admin = await world.signUp({ unlimited: true })
    const id = await tenantIdOf(admin)
    const people = [
      { name: 'Ann Find', username: 'xa-user', email: 'ann@find.example', role: 'user' },
      { name: 'Bob Find', username: 'xb-user', email: 'bob@find.example', role: 'admin' },
    ].map((person) => userInput({ ...person, username: `${person.username}-${count}` }))
    for (const person of people) await ask('POST', `/api/supadmin/tenants/${id}/users`, person)
    const off = await admin.graphql('{ users(filter: { search: "bob find" }) { edges { node { id } } } }')
    await admin.graphql(
      'mutation ($id: ID!) { updateUser(input: { id: $id, isActive: false }) { user { id } errors { code field message } } }',
      {
        id: off.data.users.edges[0].node.id,
      },
    )
    const own = async (args: string) => {
      const { data } = await admin.graphql(`{ users(${args}) { totalCount edges { node { name } } } }`)
      expect(data.users.totalCount).toBe(data.users.edges.length)
      return data.users.edges.map((edge: { node: { name: string } }) => edge.node.name)
    }
    for (const among of [own, (args: string) => find('tenantUsers', 'name', `tenantId: "${id}", ${args}`)]) {
      expect(await among('filter: { search: "FIND" }')).toEqual(['Ann Find', 'Bob Find'])
      expect(await among('filter: { search: "ANN@find" }')).toEqual(['Ann Find'])
      expect(await among('filter: { search: "xb-" }')).toEqual(['Bob Find'])
      expect(await among('filter: { search: "find", role: ADMIN }')).toEqual(['Bob Find'])
      expect(await among('filter: { search: "find", isActive: true }')).toEqual(['Ann Find'])
    }
  })

  it('reaches every workspace and user over REST, however many', async () => {
    const slug = tenantInput({}).slug
    await world.app.database.asSystem((em) =>
      em.execute(
        `insert into tenants (id, slug, name, domain, subscription_tier, max_users, max_contacts, max_campaigns, features, created_at)
         select gen_random_uuid(), ? || n, 'Many', '', 'basic', 1, 1, 1, '{}', now() from generate_series(1, 501) as n returning 1`,
        [`${slug}-`],
      ),
    )
    const { body } = await ask('GET', '/api/supadmin/tenants')
    expect(body.filter((tenant: { slug: string }) => tenant.slug.startsWith(`${slug}-`))).toHaveLength(501)
    const admin = await world.signUp()
    await world.app.database.asSystem((em) =>
      em.execute(
        `insert into users (tenant_id, id, username, email, name, role, is_active, created_at)
         select ?, gen_random_uuid(), ? || n, ? || n, 'N', 'user', true, now() from generate_series(1, 501) as n returning 1`,
        [admin.tenantId, `${slug}-u`, `${slug}-e`],
      ),
    )
    expect((await admin.rest('GET', '/api/users')).body).toHaveLength(502)
    expect((await ask('GET', `/api/supadmin/tenants/${await tenantIdOf(admin)}/users`)).body).toHaveLength(502)
  })
})

describe('a form of the super admin', () => {
  it('that is empty reports every missing field', async () => {
    const person = await world.signUp()
    const user = await ask('POST', `/api/supadmin/tenants/${await tenantIdOf(person)}/users`, {})
    expect(user.status).toBe(400)
    expect(Object.keys(user.body.fields).toSorted()).toEqual(['email', 'name', 'password', 'role', 'username'])
    const tenant = await ask('POST', '/api/supadmin/tenants', { subscriptionTier: 'gold', maxUsers: -1 })
    expect(tenant.status).toBe(400)
    expect(Object.keys(tenant.body.fields).toSorted()).toEqual([
      'domain',
      'maxUsers',
      'name',
      'slug',
      'subscriptionTier',
    ])
  })
})

describe('creating a workspace as super admin', () => {
  it('uses the defaults of the plan, and the basic plan if none is given', async () => {
    const { status, body } = await ask('POST', '/api/supadmin/tenants', tenantInput())
    expect(status).toBe(201)
    expect(body).toMatchObject({
      message: 'Tenant created successfully',
      subscriptionTier: 'basic',
      maxUsers: 5,
      maxContacts: 1_000,
      maxCampaigns: 10,
      isActive: true,
      trialEndsAt: null,
      features: {
        htmlBuilder: true,
        abTesting: true,
        attachments: true,
        tracking: true,
        apiAccess: true,
        warmup: true,
      },
    })
    for (const [tier, ...limits] of [
      ['free', 2, 100, 2],
      ['pro', 25, 10_000, 100],
      ['enterprise', 999_999, 999_999, 999_999],
    ] as const) {
      const made = (await ask('POST', '/api/supadmin/tenants', tenantInput({ subscriptionTier: tier }))).body
      expect([made.maxUsers, made.maxContacts, made.maxCampaigns]).toEqual(limits)
    }
  })

  it('stores the given numbers, and lists the workspace', async () => {
    const input = tenantInput({ subscriptionTier: 'pro', maxUsers: 3, maxContacts: 4, maxCampaigns: 5 })
    const { body } = await ask('POST', '/api/supadmin/tenants', input)
    expect(body).toMatchObject(input)
    const all = (await ask('GET', '/api/supadmin/tenants')).body
    expect(all.find((one: { id: string }) => one.id === body.id)).toMatchObject(input)
  })

  it('reports every missing or invalid field', async () => {
    const { status, body } = await ask('POST', '/api/supadmin/tenants', { slug: 'Not A Slug', maxUsers: 0 })
    expect([status, body.code]).toEqual([400, 'BAD_INPUT'])
    expect(body.fields).toMatchObject({
      slug: 'Slug may contain only letters, digits and single hyphens',
      name: 'Name is required',
      domain: 'Domain is required',
      maxUsers: expect.stringContaining('whole number'),
    })
    const wrong = await ask('POST', '/api/supadmin/tenants', tenantInput({ subscriptionTier: 'gold', maxUsers: 'x' }))
    expect(wrong.body.fields).toEqual({
      subscriptionTier: 'subscriptionTier must be one of basic, enterprise, free, pro',
      maxUsers: 'maxUsers must be a whole number',
    })
  })

  it('rejects a taken slug, and lets one of ten simultaneous requests win', async () => {
    const input = tenantInput()
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('POST', '/api/supadmin/tenants', input)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(9)
    expect(refused[0]?.body).toMatchObject({ code: 'CONFLICT', fields: { slug: expect.any(String) } })
  })
})

describe('the users of a workspace, for the super admin,', () => {
  it('are added and listed by the super admin, and can sign in', async () => {
    const { body: tenant } = await ask('POST', '/api/supadmin/tenants', tenantInput())
    const input = userInput()
    const { password, ...known } = input
    const made = await ask('POST', `/api/supadmin/tenants/${tenant.id}/users`, input)
    expect(made).toMatchObject({
      status: 201,
      body: { ...known, isActive: true, message: 'User created successfully' },
    })
    const { body } = await ask('GET', `/api/supadmin/tenants/${tenant.id}/users`)
    expect(body).toEqual([{ ...known, id: made.body.id, isActive: true, createdAt: expect.any(String) }])
    expect(JSON.stringify(body)).not.toContain('argon2')
    const signedIn = await world.anybody.rest('POST', '/api/login', { username: input.username, password })
    expect(signedIn).toMatchObject({ status: 200, body: { id: made.body.id } })
  })

  it('cannot be added without every field', async () => {
    const { body: tenant } = await ask('POST', '/api/supadmin/tenants', tenantInput())
    const path = `/api/supadmin/tenants/${tenant.id}/users`
    const { status, body } = await ask('POST', path, { role: 'user' })
    expect(status).toBe(400)
    expect(Object.keys(body.fields).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'email',
      'name',
      'password',
      'username',
    ])
    expect((await ask('POST', path, userInput({ role: undefined }))).body.fields).toEqual({ role: 'role is required' })
  })

  it("are limited in number by the workspace's limit, and need unused usernames", async () => {
    const { body: tenant } = await ask('POST', '/api/supadmin/tenants', tenantInput({ maxUsers: 1 }))
    const path = `/api/supadmin/tenants/${tenant.id}/users`
    const input = userInput()
    expect((await ask('POST', path, input)).status).toBe(201)
    expect((await ask('POST', path, userInput({ username: input.username }))).body).toMatchObject({ code: 'CONFLICT' })
    const { status, body } = await ask('POST', path, userInput())
    expect([status, body.code]).toEqual([403, 'LIMIT_REACHED'])
    expect(body.message).toContain('allows 1 users; you have 1')
  })

  it('of an unknown workspace are not found', async () => {
    const nowhere = '/api/supadmin/tenants/ten_00000000000070008000000000000000'
    expect((await ask('GET', `${nowhere}/users`)).status).toBe(404)
    expect((await ask('POST', `${nowhere}/users`, userInput())).status).toBe(404)
    expect((await ask('PUT', nowhere, { features: {} })).status).toBe(404)
    expect((await ask('PUT', '/api/supadmin/tenants/17', { features: {} })).status).toBe(404)
  })
})

describe('updating a workspace as super admin', () => {
  it('sets the given features and keeps the others; its users see them', async () => {
    const person = await world.signUp()
    const id = await tenantIdOf(person)
    const first = await ask('PUT', `/api/supadmin/tenants/${id}`, { features: { tracking: false, warmup: false } })
    expect(first).toMatchObject({ status: 200, body: { message: 'Features updated successfully' } })
    await ask('PUT', `/api/supadmin/tenants/${id}`, { features: { warmup: true } })
    const { data } = await person.graphql('{ tenant { features { tracking warmup apiAccess } } }')
    expect(data.tenant.features).toEqual({ tracking: false, warmup: true, apiAccess: true })
    const unknown = await ask('PUT', `/api/supadmin/tenants/${id}`, { features: { teleport: true, tracking: 'no' } })
    expect(unknown.status).toBe(400)
    expect(unknown.body.fields).toEqual({
      'features.teleport': 'features.teleport is unknown',
      'features.tracking': 'features.tracking must be true or false',
    })
  })

  it("to another plan applies that plan's limits, unless limits are given, and ends the trial", async () => {
    const person = await world.signUp({ tier: 'free' })
    const path = `/api/supadmin/tenants/${await tenantIdOf(person)}`
    expect((await ask('PUT', path, { name: 'Renamed' })).body).toMatchObject({
      name: 'Renamed',
      maxContacts: 100,
      trialEndsAt: expect.any(String),
      message: 'Tenant updated successfully',
    })
    expect((await ask('PUT', path, { subscriptionTier: 'pro', maxContacts: 7 })).body).toMatchObject({
      subscriptionTier: 'pro',
      maxUsers: 25,
      maxContacts: 7,
      maxCampaigns: 100,
      trialEndsAt: null,
    })
  })

  it('to a higher plan keeps limits that were raised before', async () => {
    const person = await world.signUp({ tier: 'free' })
    const path = `/api/supadmin/tenants/${await tenantIdOf(person)}`
    expect((await ask('PUT', path, { maxUsers: 40, maxCampaigns: 500 })).status).toBe(200)
    const raised = { maxUsers: 40, maxContacts: 10_000, maxCampaigns: 500 }
    expect((await ask('PUT', path, { subscriptionTier: 'pro' })).body).toMatchObject(raised)
    expect((await ask('PUT', path, { subscriptionTier: 'basic' })).body).toMatchObject({ maxUsers: 5 })
  })

  itInFull('to another plan or warm-up wakes waiting campaigns, and no other change does', async () => {
    const person = await world.signUp({ unlimited: true })
    await world.connect(person)
    const id = await draftCampaign(world, person, 1)
    expect((await person.rest('POST', `/api/campaigns/${id}/send`)).status).toBe(200)
    const path = `/api/supadmin/tenants/${await tenantIdOf(person)}`
    const sql = (query: string) => world.app.database.asSystem((em) => em.execute(query, [person.tenantId]))
    const waitsAfter = async (change: object) => {
      await sql(`update campaign_mailboxes set wakes_at = '2099-01-01' where tenant_id = ?`)
      expect((await ask('PUT', path, change)).status).toBe(200)
      const [row] = await sql('select wakes_at is not null as waits from campaign_mailboxes where tenant_id = ?')
      return row?.waits
    }
    expect(await waitsAfter({ name: 'Renamed', features: { warmup: true, tracking: false } })).toBe(true)
    expect(await waitsAfter({ features: { warmup: false } })).toBe(false)
    expect(await waitsAfter({ features: { warmup: false } })).toBe(true)
    expect(await waitsAfter({ subscriptionTier: 'pro' })).toBe(false)
    expect(await waitsAfter({ subscriptionTier: 'pro' })).toBe(true)
  })
})

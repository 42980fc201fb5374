import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { ADMIN_SCOPES, API_SCOPES, allows, type ApiScope } from '#domain/accounts/api-keys.ts'
import { isInRanges } from '#api/platform/http/address-ranges.ts'
import { createKey } from '#tests/support/api-key.ts'
import { draftCampaign, untilCampaign } from '#tests/support/campaigns.ts'
import { addColleague } from '#tests/support/colleague.ts'
import { person } from '#tests/support/person.ts'
import { createWorld, type TestPerson, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Runs a mutation that must succeed; returns its payload, or its only noun. */
async function made(who: TestPerson, name: string, input: object, selection: string) {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`
  const { data, errors } = await who.graphql(
    `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} errors { code field message } } }`,
    { input },
  )
  expect(errors).toBeUndefined()
  return data[name]
}

/** A program with a key of `admin`. */
const program = async (admin: TestPerson, scopes: readonly ApiScope[], more: object = {}): Promise<TestPerson> =>
  person(world.url, await createKey(admin, scopes, { name: 'CRM', ...more }), admin.tenantId, '')
const codeOf = ({ errors }: { errors?: { extensions: { code: string } }[] }) => errors?.[0]?.extensions.code ?? 'ok'

describe('the scopes of an API key', () => {
  it.each<[ApiScope[], ApiScope, boolean]>([
    [['contacts:read'], 'contacts:read', true],
    [['contacts:write'], 'contacts:read', true],
    [['campaigns:send'], 'campaigns:read', true],
    [['campaigns:send'], 'campaigns:write', false],
    [['campaigns:write'], 'campaigns:send', false],
    [['contacts:read'], 'contacts:write', false],
    [['contacts:write'], 'campaigns:read', false],
    [[], 'contacts:read', false],
  ])('%j include %s: %s', (scopes, asked, expected) => {
    expect(allows(scopes, asked)).toBe(expected)
  })

  it('for campaigns do not give access to contacts that a campaign refers to', async () => {
    const admin = await world.signUp({ unlimited: true })
    await world.connect(admin)
    const id = await draftCampaign(world, admin, 1)
    const [contact] = (await admin.graphql('{ contacts { nodes { id } } }')).data.contacts.nodes
    await made(admin, 'sendCampaign', { id }, 'campaign { id }')
    const reader = await program(admin, ['campaigns:read'])
    const query = `query ($id: ID!) { campaign(id: $id) { name mailbox { email } emailLogs { nodes { contactEmail contact { email } } } } }`
    const { data, errors } = await reader.graphql(query, { id })
    expect(data.campaign.emailLogs.nodes).toEqual([{ contactEmail: expect.any(String), contact: null }])
    expect(data.campaign.mailbox.email).toBeTruthy()
    expect(errors?.map(({ message }) => message)).toEqual([
      'This API key cannot do this: it needs the scope contacts:read. Its scopes are: campaigns:read. An admin can create another key.',
    ])
    expect(codeOf(await reader.graphql('query ($id: ID!) { node(id: $id) { id } }', { id: contact.id }))).toBe(
      'FORBIDDEN',
    )
    const both = await reader.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: [contact.id, id] })
    expect([both.data.nodes, codeOf(both)]).toEqual([[null, { id }], 'FORBIDDEN'])
    const may = await program(admin, ['campaigns:read', 'contacts:read'])
    expect(codeOf(await may.graphql(query, { id }))).toBe('ok')
  })

  it('for admins are lost when the owner of the key is no longer an admin', async () => {
    const boss = await world.signUp({ unlimited: true })
    const admin = await addColleague(world, boss, { role: 'admin' })
    const key = await program(admin, API_SCOPES)
    const add = () =>
      key.graphql(
        'mutation { addSuppressions(input: { emails: ["a@b.example"] }) { added known errors { code field message } } }',
      )
    expect(codeOf(await add())).toBe('ok')
    const scopes = [...ADMIN_SCOPES]
    expect(scopes).toContain('suppressions:write')
    await made(boss, 'updateUser', { id: admin.id, role: 'USER' }, 'user { id }')
    expect(codeOf(await add())).toBe('FORBIDDEN')
    for (const field of ['webhooks { id }', 'auditEvents { totalCount }']) {
      expect(codeOf(await key.graphql(`{ ${field} }`))).toBe('FORBIDDEN')
    }
    expect(codeOf(await key.graphql('{ suppressions { totalCount } contacts { totalCount } }'))).toBe('ok')
    await made(boss, 'updateUser', { id: admin.id, isActive: false }, 'user { id }')
    expect(codeOf(await key.graphql('{ contacts { totalCount } }'))).toBe('UNAUTHENTICATED')
  })

  it('let programs do what admins do: suppress addresses, change settings, create webhooks, read the activity log', async () => {
    const admin = await world.signUp({ unlimited: true })
    const key = await program(admin, [
      'suppressions:write',
      'settings:write',
      'webhooks:write',
      'activity:read',
      'campaigns:read',
    ])
    expect(await made(key, 'updateEmailSettings', { dailyLimit: 77 }, 'emailSettings { dailyLimit }')).toMatchObject({
      dailyLimit: 77,
    })
    const input = { url: 'https://hooks.example.com/x', events: ['EMAIL_SENT'] }
    const { webhook } = await made(key, 'createWebhook', input, 'webhook { id } secret')
    expect((await key.graphql('{ webhooks { id } }')).data.webhooks).toEqual([{ id: webhook.id }])
    const change = `mutation ($events: [WebhookEvent!]) { updateWebhook(input: { id: "${webhook.id}", events: $events }) {
      webhook { id } errors { code field message } } }`
    expect(codeOf(await key.graphql(change, { events: ['CAMPAIGN_STARTED'] }))).toBe('ok')
    expect(codeOf(await key.graphql(change, { events: ['CAMPAIGN_STARTED', 'CONTACT_CHANGED'] }))).toBe('FORBIDDEN')
    const file = await fetch(`${world.url}/api/activity/export`, { headers: { authorization: key.token } })
    expect([file.status, await file.text()]).toEqual([200, expect.stringContaining('CRM (')])
  })
})

describe('the list of IP addresses from which an API key may be used', () => {
  it.each<[string, string[], boolean]>([
    ['203.0.113.7', ['203.0.113.7'], true],
    ['203.0.113.8', ['203.0.113.7'], false],
    ['203.0.113.200', ['203.0.113.0/24'], true],
    ['::ffff:203.0.113.200', ['203.0.113.0/24'], true],
    ['203.0.114.1', ['203.0.113.0/24', '2001:db8::/32'], false],
    ['2001:db8:1::1', ['203.0.113.0/24', '2001:db8::/32'], true],
    ['2001:db9::1', ['2001:db8::/32'], false],
    ['not an address', ['0.0.0.0/0'], false],
    ['', ['0.0.0.0/0', '::/0'], false],
    ['198.51.100.1', [], false],
  ])('contains %s when it is %j: %s', (address, ranges, expected) => {
    expect(isInRanges(address, ranges)).toBe(expected)
  })

  it('refuses a request and a socket from any other address', async () => {
    const admin = await world.signUp({ unlimited: true })
    const here = await program(admin, ['contacts:read'], { allowedAddresses: ['127.0.0.0/8', '::1'] })
    expect((await here.rest('GET', '/api/contacts')).status).toBe(200)
    const away = await program(admin, ['contacts:read'], { allowedAddresses: ['203.0.113.0/24', '2001:db8::/32'] })
    const message = expect.stringMatching(/^This API key cannot be used from (127\.0\.0\.1|::\S*)\./)
    const { status, body } = await away.rest('GET', '/api/contacts')
    expect([status, body]).toMatchObject([403, { message }])
    const answer = await away.graphql('{ contacts { totalCount } }')
    expect(answer.errors).toMatchObject([{ message, extensions: { code: 'FORBIDDEN' } }])
    const closed = new Promise<{ code: number }>((resolve) => {
      const client = createClient({
        url: `${world.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { Authorization: away.token },
        retryAttempts: 0,
        lazy: false,
        onNonLazyError: () => {},
      })
      client.on('closed', (event) => resolve(event as { code: number }))
    })
    expect((await closed).code).toBe(4403)
    const { lastUsedAt } = (await admin.graphql('{ apiKeys { lastUsedAt } }')).data.apiKeys[1]
    expect(lastUsedAt).toBeNull()
  })

  it.each(['203.0.113', '300.1.1.1', 'example.com', '10.0.0.0/33', '::/129', ''])(
    'cannot contain the malformed entry "%s"',
    async (range) => {
      const admin = await world.signUp()
      const input = { name: 'K', scopes: ['CONTACTS_READ'], allowedAddresses: ['10.0.0.1', range] }
      const answer = await admin.graphql(
        'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { token errors { code field message } } }',
        { input },
      )
      expect(answer.errors).toMatchObject([
        { message: expect.stringContaining('203.0.113.7 or 2001:db8::/32'), extensions: { code: 'BAD_INPUT' } },
      ])
    },
  )
})

describe('a service account', () => {
  const SCOPES: ApiScope[] = [
    'mailboxes:read',
    'contacts:write',
    'campaigns:write',
    'campaigns:send',
    'suppressions:write',
  ]
  async function account(admin: TestPerson, name = 'Till') {
    const { id } = await made(admin, 'createServiceAccount', { name }, 'serviceAccount { id }')
    return { id, key: await program(admin, SCOPES, { serviceAccountId: id }) }
  }

  it('keeps its access when the admin who created it leaves the workspace', async () => {
    const boss = await world.signUp({ unlimited: true })
    const admin = await addColleague(world, boss, { role: 'admin' })
    const { key } = await account(person(world.url, admin.token, boss.tenantId, ''))
    await made(boss, 'deleteUser', { id: admin.id }, 'user { id }')
    expect(codeOf(await key.graphql('{ contacts { totalCount } }'))).toBe('ok')
    expect(
      codeOf(
        await key.graphql(
          'mutation { addSuppressions(input: { emails: ["a@b.example"] }) { added known errors { code field message } } }',
        ),
      ),
    ).toBe('ok')
    const { data } = await boss.graphql(
      '{ apiKeys { user { id } serviceAccount { name } } auditEvents(first: 1) { nodes { actor actorName } } }',
    )
    expect(data.apiKeys).toEqual([{ user: null, serviceAccount: { name: 'Till' } }])
    expect(data.auditEvents.nodes).toEqual([{ actor: 'apiKey', actorName: 'CRM (Till)' }])
  })

  it('prepares, previews, tests and sends only from mailboxes that are shared with everybody', async () => {
    const admin = await world.signUp({ unlimited: true })
    await world.connect(admin)
    const { key } = await account(admin)
    expect((await key.graphql('{ currentUser { id } mailboxes { id isDefault } }')).data).toEqual({
      currentUser: null,
      mailboxes: [],
    })
    const id = await draftCampaign(world, key, 2)
    const preview = await key.graphql(
      'query ($id: ID!) { previewMail(input: { campaignId: $id }) { from { address } subject } }',
      { id },
    )
    expect(preview.data.previewMail).toEqual({ from: null, subject: 'Hello' })
    const [mailbox] = (await admin.graphql('{ mailboxes { id email } }')).data.mailboxes
    const send = `mutation ($id: ID!, $from: [ID!]) { sendCampaign(input: { id: $id, mailboxIds: $from }) {
      campaign { status } errors { code field message } } }`
    const from = [mailbox.id]
    expect(codeOf(await key.graphql(send, { id, from }))).toBe('FORBIDDEN')
    await made(admin, 'shareMailbox', { id: mailbox.id, everybody: true, userIds: [] }, 'mailbox { id }')
    expect((await key.graphql('{ mailboxes { isDefault } }')).data.mailboxes).toEqual([{ isDefault: true }])
    const { campaignProblems } = (await key.graphql('query ($id: ID!) { campaignProblems(id: $id) { code } }', { id }))
      .data
    expect(campaignProblems).not.toContainEqual({ code: 'NO_MAILBOX' })
    const test = await made(key, 'sendTestMail', { campaignId: id }, 'testMail { email failure { code } }')
    expect(test).toMatchObject({ email: mailbox.email, failure: null })
    expect(codeOf(await key.graphql(send, { id }))).toBe('ok')
    await untilCampaign(key, id, 'it is sent', ({ status }) => status === 'sent')
  })

  it('is deleted with its API keys, but what it created stays', async () => {
    const admin = await world.signUp({ unlimited: true })
    const { id, key } = await account(admin)
    const contact = await made(
      key,
      'createContact',
      { firstName: 'A', lastName: 'B', email: 'a@b.example' },
      'contact { id }',
    )
    await made(admin, 'deleteServiceAccount', { id }, 'serviceAccount { name }')
    expect((await key.rest('GET', '/api/contacts')).status).toBe(401)
    const { data } = await admin.graphql('{ serviceAccounts { id } apiKeys { id } contacts { nodes { id } } }')
    expect(data).toEqual({ serviceAccounts: [], apiKeys: [], contacts: { nodes: [{ id: contact.id }] } })
  })

  it('can ask its own API key for its scopes, but not another key', async () => {
    const admin = await world.signUp({ unlimited: true })
    const { key } = await account(admin)
    const query = '{ currentApiKey { name scopes allowedAddresses expiresAt serviceAccount { name } } }'
    expect((await key.graphql(query)).data.currentApiKey).toEqual({
      name: 'CRM',
      scopes: [...API_SCOPES].filter((scope) => SCOPES.includes(scope)),
      allowedAddresses: [],
      expiresAt: expect.any(String),
      serviceAccount: { name: 'Till' },
    })
    const [other] = (await admin.graphql('{ apiKeys { id serviceAccount { id } } }')).data.apiKeys
    const stranger = await program(admin, ['contacts:read'])
    for (const id of [other.id, other.serviceAccount.id]) {
      expect(codeOf(await stranger.graphql('query ($id: ID!) { node(id: $id) { id } }', { id }))).toBe('FORBIDDEN')
    }
    expect((await admin.graphql('{ currentApiKey { name } }')).data.currentApiKey).toBeNull()
  })

  it('needs a unique name, and can have API keys only in its own workspace', async () => {
    const admin = await world.signUp({ unlimited: true })
    const { id } = await account(admin)
    const create =
      'mutation ($name: String!) { createServiceAccount(input: { name: $name }) { serviceAccount { id } errors { code field message } } }'
    expect(codeOf(await admin.graphql(create, { name: 'TILL' }))).toBe('CONFLICT')
    const other = await world.signUp({ unlimited: true })
    expect(codeOf(await other.graphql(create, { name: 'Till' }))).toBe('ok')
    const theft = await other.graphql(
      'mutation ($id: ID!) { createApiKey(input: { name: "K", scopes: [CONTACTS_READ], serviceAccountId: $id }) { token errors { code field message } } }',
      { id },
    )
    expect(codeOf(theft)).toBe('NOT_FOUND')
  })
})

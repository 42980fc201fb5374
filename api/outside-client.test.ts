import sharp from 'sharp'
import * as XLSX from 'xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { acceptConsent } from './sandbox/consent.ts'
import { saveSuperAdmin } from './tenants/super-admins.ts'
import { openOutsideClient, type OutsideClient, type Who } from './testing/outside-client.ts'
import { SPEC_CALLS } from './testing/spec-calls.ts'
import { createWorld, type World } from './testing/world.ts'

/**
 * An integrator's walk over all that is offered: every row of REST and every root field of GraphQL, called as documented, with its answer
 * held against the documents. A new row or field makes the last step fail until the walk has a step for it.
 */
let world: World
let client: OutsideClient
const boss = { username: 'boss', password: 'a boss password' }
beforeAll(async () => {
  world = await createWorld()
  await saveSuperAdmin(world.app.database, { ...boss, name: 'Boss' })
  client = await openOutsideClient(world.url)
})
afterAll(() => world.close())

/** ms; a walk takes seconds, and longer on a machine that is busy with other tests */
const PATIENCE = 120_000
const NOBODY: Who = {}
const password = 'a good password'
const bearer = (token: string): Who => ({ authorization: `Bearer ${token}` })
const contact = (name: string) => ({ firstName: name, lastName: 'Outside', email: `${name}@outside.example` })
const person = (name: string) => ({ name, email: `${name}@people.example`, username: name, password })
const tenantInput = (slug: string) => ({ slug, name: 'Acme', domain: 'acme.example' })
const registration = (username: string) => ({
  companyName: 'Outside',
  companyDomain: 'outside.example',
  fullName: 'Out Side',
  email: `${username}@outside.example`,
  username,
  password,
  confirmPassword: password,
  selectedTier: 'pro',
  registrationMethod: 'manual',
})

function form(field: string, content: Uint8Array, name: string, type: string): FormData {
  const data = new FormData()
  data.append(field, new Blob([new Uint8Array(content)], { type }), name)
  return data
}
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
function workbook(rows: unknown[][]): FormData {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), 'Contacts')
  return form('file', XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }), 'contacts.xlsx', XLSX_TYPE)
}
const rowsOf = (file: Buffer) => {
  const book = XLSX.read(file)
  return XLSX.utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })
}
const picture = () =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()

/** Walks a redirect to a vendor and back as a browser; answers where it ends. */
async function walkRedirect(row: string, who: Who, query = ''): Promise<string> {
  const { location, cookies } = await client.rest(row, who, { query })
  const back = await acceptConsent(location, `${row.split('/').at(-1)}-${query.length}@outside.test`)
  const cookie = cookies.map((set: string) => set.split(';')[0]).join('; ')
  const home = await fetch(back, { redirect: 'manual', headers: { ...who, cookie } })
  return home.headers.get('location') ?? ''
}

it(
  'walks every row of REST and finds nothing that is not as documented',
  async () => {
    const { rest } = client
    await rest('POST /api/register', NOBODY, { body: registration('rester') })
    const signedIn = await rest('POST /api/login', NOBODY, { body: { username: 'rester', password } })
    const me = { authorization: signedIn.sessionToken }
    expect((await rest('GET /api/user', me)).id).toBe(signedIn.id)
    expect((await rest('GET /api/user/profile', me)).companyName).toBe('Outside')
    await rest('POST /api/users', me, { body: { ...person('kim'), role: 'user' } })
    expect(await rest('GET /api/users', me)).toHaveLength(2)
    const passwords = {
      currentPassword: password,
      newPassword: 'a better password',
      confirmPassword: 'a better password',
    }
    await rest('POST /api/user/change-password', me, { body: passwords })

    expect(await walkRedirect('GET /auth/microsoft', me)).toBe('/?auth=microsoft_connected')
    expect(await walkRedirect('GET /auth/google', me)).toBe('/?auth=google_connected')
    expect(await walkRedirect('GET /auth/google', NOBODY, 'action=register&tier=plus')).toBe(
      '/?auth=registration_success',
    )
    expect(await rest('GET /api/settings/connected-emails', me)).toHaveLength(2)
    expect((await rest('GET /api/user', me)).microsoftConnected).toBe(true)

    expect(rowsOf(await rest('GET /api/contacts/template', me))).toEqual([['S.No', 'First Name', 'Last Name', 'Email']])
    const uploaded = await rest('POST /api/contacts/upload', me, {
      body: workbook([
        ['First Name', 'Last Name', 'Email', 'Company'],
        ['Ada', 'Lovelace', 'ada@outside.example', 'Acme'],
        ['No', 'Address', 'none', ''],
      ]),
    })
    const rejected = await rest('GET /api/contacts/imports/{id}/rejected', me, { id: uploaded.importId })
    expect(rowsOf(rejected).flat()).toContain('none')
    const { id } = await rest('POST /api/contacts', me, { body: { ...contact('grace'), serialNumber: 7 } })
    expect((await rest('GET /api/contacts', me)).map((one: { id: string }) => one.id)).toContain(id)
    expect((await rest('GET /api/contacts/export', me, { query: 'format=csv&search=grace' })).toString()).toContain(
      'Outside',
    )

    const named = await rest('POST /api/contacts/export', me, { body: { format: 'xlsx', ids: [id] } })
    expect(rowsOf(named)).toHaveLength(2)

    const image = await rest('POST /api/upload/image', me, {
      body: form('image', await picture(), 'a.png', 'image/png'),
    })
    expect((await fetch(image.url)).headers.get('content-type')).toBe('image/png')
    const template = await rest('POST /api/templates', me, { body: { name: 'T', subject: 'S', content: 'C' } })
    const htmlTemplate = {
      subject: 'S',
      elements: [{ id: 'a1', type: 'text', content: 'Hi', styles: {} }],
      globalStyles: {},
    }
    const built = await rest('PUT /api/templates/{id}', me, { id: template.id, body: { htmlTemplate } })
    expect(built.content).toContain('Hi</p>')
    expect(await rest('GET /api/templates', me)).toHaveLength(1)
    await rest('DELETE /api/templates/{id}', me, { id: template.id })

    await rest('POST /api/settings/email', me, { body: { emailsPerInterval: 20, enableThrottling: false } })
    expect((await rest('GET /api/settings/email', me)).emailsPerInterval).toBe(20)
    const others = (await rest('GET /api/contacts', me)).map((one: { id: string }) => one.id)
    await client.graphql('addSuppressions', { input: { emails: ['ada@outside.example'] } }, me)
    const draft = await rest('POST /api/campaigns', me, {
      body: {
        name: 'News',
        subject: 'Hello {firstName}',
        content: 'Dear {fullName}',
        htmlTemplate: null,
        useHtmlBuilder: false,
        personalization: 'both',
        selectedContacts: [id, ...others],
        attachments: [{ name: 'a.txt', contentBytes: 'aGVsbG8=', contentType: 'text/plain' }],
        isAbTest: false,
        abVariantType: 'subject',
        abVariantB: '',
        abSplitPercentage: 50,
      },
    })
    await rest('PUT /api/campaigns/{id}', me, { id: draft.id, body: { name: 'Better news' } })
    await rest('POST /api/campaigns/{id}/send', me, { id: draft.id })
    await client.watch('campaignProgress', { id: draft.id }, me, 'sse', ({ status }) => status === 'sent')
    const analytics = await rest('GET /api/campaigns/{id}/analytics', me, { id: draft.id })
    expect(analytics).toMatchObject({ campaignName: 'Better news', sentCount: 1, attachmentCount: 1 })
    expect(analytics.failedEmails).toMatchObject([{ contactEmail: 'ada@outside.example', error: 'SUPPRESSED: manual' }])
    const recipients = await rest('GET /api/campaigns/{id}/recipients/export', me, {
      id: draft.id,
      query: 'outcome=failed',
    })
    expect(recipients.toString()).toContain('ada@outside.example')
    expect(await rest('GET /api/campaigns', me)).toHaveLength(1)
    await rest('DELETE /api/campaigns/{id}', me, { id: draft.id })
    await rest('DELETE /api/contacts/{id}', me, { id })
    expect((await rest('GET /api/stats', me)).totalContacts).toBe(1)
    await rest('POST /api/logout', me)

    const response = await fetch(`${world.url}/api/supadmin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(boss),
    })
    const root = { cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '', origin: world.url }
    expect((await rest('POST /api/supadmin/login', NOBODY, { body: boss })).superAdmin.name).toBe('Boss')
    expect((await rest('GET /api/supadmin/me', root)).name).toBe('Boss')
    const tenant = await rest('POST /api/supadmin/tenants', root, { body: tenantInput('rest') })
    await rest('PUT /api/supadmin/tenants/{id}', root, { id: tenant.id, body: { features: { tracking: false } } })
    const listed = await rest('GET /api/supadmin/tenants', root)
    expect(listed.find((one: { id: string }) => one.id === tenant.id).features.tracking).toBe(false)
    await rest('POST /api/supadmin/tenants/{id}/users', root, {
      id: tenant.id,
      body: { ...person('tina'), role: 'admin' },
    })
    expect(await rest('GET /api/supadmin/tenants/{id}/users', root, { id: tenant.id })).toHaveLength(1)
    await rest('POST /api/supadmin/logout', root)
    expect(SPEC_CALLS.filter((row) => client.unknown().includes(row))).toEqual([])
  },
  PATIENCE,
)

it(
  'walks every root field of GraphQL and finds nothing that is not as documented',
  async () => {
    const { graphql, watch } = client
    expect(await graphql('currentUser', {}, NOBODY)).toBeNull()
    expect((await graphql('server', {}, NOBODY)).sandbox).toBe(true)
    await graphql('register', { input: registration('grapher') }, NOBODY)
    const { sessionToken } = await graphql('login', { input: { username: 'grapher', password } }, NOBODY)
    const me = bearer(sessionToken)
    const self = await graphql('currentUser', {}, me)
    const nodes = [self]
    const input = { currentPassword: password, newPassword: 'a better password', confirmPassword: 'a better password' }
    expect(await graphql('changePassword', { input }, me)).toBe(true)
    await graphql('login', { input: { username: 'grapher', password: 'a better password' } }, NOBODY)
    const sessions = await graphql('sessions', {}, me)
    await graphql('endSession', { id: sessions.find((one: { current: boolean }) => !one.current).id }, me)
    const colleague = await graphql('createUser', { input: { ...person('lee'), role: 'user' } }, me)
    await graphql('updateUser', { id: colleague.id, input: { name: 'Lee L.', role: 'admin', isActive: false } }, me)
    expect((await graphql('users', { orderBy: { field: 'name', direction: 'ascending' } }, me)).totalCount).toBe(2)
    await graphql('deleteUser', { id: colleague.id }, me)
    expect((await graphql('tenant', {}, me)).subscriptionTier).toBe('pro')

    const key = { name: 'CRM', scopes: ['read', 'write', 'send'], expiresAt: '2099-01-01T00:00:00.000Z' }
    const made = await graphql('createApiKey', { input: key }, me)
    const program = bearer(made.token)
    nodes.push(made.apiKey)
    expect(await graphql('apiKeys', {}, me)).toHaveLength(1)

    const ada = await graphql('createContact', { input: { ...contact('ada'), serialNumber: 1 } }, program)
    const grace = await graphql('createContact', { input: contact('grace') }, program)
    const alan = await graphql('createContact', { input: contact('alan') }, program)
    nodes.push(ada)
    const fields = [{ name: 'City', value: 'London' }]
    await graphql('updateContact', { id: ada.id, input: { firstName: 'Augusta', serialNumber: null, fields } }, program)
    expect(await graphql('addTags', { tags: ['VIP', 'press'], ids: [ada.id, grace.id] }, program)).toBe(2)
    expect(await graphql('removeTags', { tags: ['press'], filter: { search: 'grace' } }, program)).toBe(1)
    expect(await graphql('contactTags', {}, program)).toHaveLength(2)
    expect(await graphql('contactFields', {}, program)).toEqual([{ name: 'City', contactCount: 1 }])
    const filter = { tags: ['vip'], withoutTags: ['press'], fields: [{ name: 'City', isEmpty: true }] }
    const segment = await graphql('createSegment', { input: { name: 'VIPs', filter } }, program)
    nodes.push(segment)
    await graphql('updateSegment', { id: segment.id, input: { name: 'Very', filter: { tags: ['VIP'] } } }, program)
    expect(await graphql('segments', {}, program)).toMatchObject([{ name: 'Very', contactCount: 2 }])
    const asked = {
      first: 1,
      filter: { segmentId: segment.id, search: 'a', suppressed: false },
      orderBy: { field: 'email', direction: 'ascending' },
    }
    const page = await graphql('contacts', asked, program)
    expect(page).toMatchObject({ totalCount: 2, pageInfo: { hasNextPage: true, hasPreviousPage: false } })
    const next = await graphql('contacts', { ...asked, after: page.pageInfo.endCursor }, program)
    expect([page.edges[0].node.id, next.edges[0].node.id]).toEqual([ada.id, grace.id])
    const back = await graphql('contacts', { ...asked, first: null, last: 1, before: next.edges[0].cursor }, program)
    expect(back.edges[0].node.id).toBe(ada.id)
    expect((await graphql('contact', { id: ada.id }, program)).fields).toEqual(fields)
    expect(await graphql('contact', { id: 'nonsense' }, program)).toBeNull()

    await graphql('addSuppressions', { input: { emails: [alan.email], reason: 'complained', note: 'by phone' } }, me)
    const list = await graphql('suppressions', { first: 5, filter: { search: 'alan', reason: 'complained' } }, program)
    expect(list.edges[0].node.note).toBe('by phone')

    const template = await graphql(
      'createTemplate',
      { input: { name: 'T', subject: 'S', content: '<p>C</p>' } },
      program,
    )
    nodes.push(template)
    const elements = [{ id: 'a1', type: 'text', content: 'Hello {firstName}', styles: { fontSize: '16px' } }]
    const htmlTemplate = { subject: 'S', elements, globalStyles: { maxWidth: '600px' } }
    await graphql('updateTemplate', { id: template.id, input: { name: 'U', htmlTemplate } }, program)
    expect((await graphql('templates', { filter: { search: 'u' } }, program)).edges).toMatchObject([
      { node: { name: 'U', preview: 'Hello {firstName}' } },
    ])
    const block = await graphql('createSavedBlock', { input: { name: 'Greeting', elements } }, program)
    nodes.push(block)
    expect(await graphql('savedBlocks', {}, program)).toMatchObject([{ elements }])
    const values = { firstName: 'Zoe', fields: { City: 'Paris' } }
    expect((await graphql('renderMail', { input: { htmlTemplate, values } }, program)).html).toContain('Hello Zoe')
    const mail = { htmlTemplate, contactId: ada.id, useHtmlBuilder: true, subject: 'To {City}' }
    expect(await graphql('renderMail', { input: mail }, program)).toMatchObject({ subject: 'To London', warnings: [] })
    const contentBytes = (await picture()).toString('base64')
    const image = await graphql('uploadImage', { input: { contentBytes } }, program)
    nodes.push(image)
    const images = await graphql('images', { first: 5, orderBy: { field: 'size', direction: 'descending' } }, program)
    expect(images.edges[0].node.url).toBe(image.url)

    const { tenantId, userId } = await idsOf('grapher')
    await world.connect({ ...world.anybody, tenantId, userId }, 'microsoft', 'one@outside.test')
    const [mailbox] = await graphql('mailAccounts', {}, program)
    nodes.push(mailbox)
    await graphql(
      'updateEmailSettings',
      { input: { emailsPerInterval: 1, intervalSeconds: 3_600, dailyLimit: 500 } },
      me,
    )
    expect((await graphql('emailSettings', {}, program)).intervalSeconds).toBe(3_600)
    const draft = await graphql(
      'createCampaign',
      {
        input: {
          name: 'News',
          subject: 'Hello {firstName}',
          content: `<p>Dear {fullName|friend}</p><img src="${image.url}">`,
          audience: { segmentId: segment.id },
          selectedContacts: [alan.id],
          attachments: [{ name: 'a.txt', contentBytes: 'aGVsbG8=', contentType: 'text/plain' }],
        },
      },
      program,
    )
    expect(draft).toMatchObject({ status: 'draft', totalContacts: 3 })
    nodes.push(draft)
    await graphql('updateCampaign', { id: draft.id, input: { subject: 'Hello again' } }, program)
    const copy = await graphql('duplicateCampaign', { id: draft.id }, program)
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    await graphql('sendCampaign', { id: copy.id, scheduledAt: tomorrow }, program)
    await graphql('pauseCampaign', { id: copy.id }, program)
    await graphql('resumeCampaign', { id: copy.id }, program)
    expect((await graphql('cancelCampaign', { id: copy.id }, program)).pendingCount).toBe(0)
    await graphql('deleteCampaign', { id: copy.id }, program)
    await graphql('updateEmailSettings', { input: { enableThrottling: false, warmupMode: false } }, me)
    const changes = watch('campaignsChanged', {}, program, 'sse', ({ campaigns }) =>
      campaigns.some((one: { status: string }) => one.status !== 'draft'),
    )
    await graphql('sendCampaign', { id: draft.id, mailAccountId: mailbox.id }, program)
    expect((await changes)[0].removed).toEqual([])
    const steps = await watch(
      'campaignProgress',
      { id: draft.id },
      program,
      'socket',
      ({ status }) => status === 'sent',
    )
    const counts = steps.map(({ sentCount }) => sentCount)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(steps.at(-1)).toMatchObject({ sentCount: 2, failedCount: 1, pendingCount: 0 })
    expect(await graphql('removeSuppressions', { ids: [list.edges[0].node.id] }, me)).toBe(1)
    const unsent = await run(
      `query ($id: ID!) { campaign(id: $id) { emailLogs(filter: { status: failed }) {
    edges { node { id error } } } } }`,
      { id: draft.id },
      program,
    )
    const [left] = unsent.campaign.emailLogs.edges
    expect(left.node.error).toBe('SUPPRESSED: complained')
    await graphql('sendToFailed', { id: draft.id, emailLogIds: [left.node.id] }, program)
    await watch('campaignProgress', { id: draft.id }, program, 'socket', ({ sentCount }) => sentCount === 3)
    const sent = await graphql('campaign', { id: draft.id }, program)
    nodes.push(sent.emailLogs.edges[0].node)
    const campaigns = {
      first: 5,
      filter: { status: 'sent', search: 'news' },
      orderBy: { field: 'name', direction: 'descending' },
    }
    expect((await graphql('campaigns', campaigns, program)).totalCount).toBe(1)
    expect((await graphql('stats', {}, program)).campaignsSent).toBe(1)

    const { importId } = await uploadAs(me)
    for (const id of [...nodes.map((node) => node.id), importId])
      expect((await graphql('node', { id }, me)).id).toBe(id)
    expect(await graphql('nodes', { ids: [ada.id, 'nonsense'] }, program)).toMatchObject([{ id: ada.id }, null])

    await graphql('deleteImage', { id: image.id, evenIfUsed: true }, program)
    await graphql('deleteTemplate', { id: template.id }, program)
    await graphql('deleteSavedBlock', { id: block.id }, program)
    await graphql('deleteSegment', { id: segment.id }, program)
    await graphql('deleteContact', { id: ada.id }, program)
    expect(await graphql('deleteContacts', { ids: [alan.id] }, program)).toBe(1)
    const search = '@outside.example'
    const cancelled = await whileContactsAreHeld(tenantId, async () => {
      const task = await graphql('bulkDeleteContacts', { filter: { search } }, program)
      await graphql('cancelTask', { id: task.id }, program)
      return task
    })
    await watch('taskProgress', { id: cancelled.id }, program, 'sse', ({ status }) => status === 'cancelled')
    const task = await graphql('bulkDeleteContacts', { filter: { search } }, program)
    const ended = await watch('taskProgress', { id: task.id }, program, 'socket', ({ status }) => status === 'done')
    expect(ended.at(-1)).toMatchObject({ done: 1, total: 1 })
    expect((await graphql('task', { id: task.id }, program)).message).toBe('1 contact deleted.')
    expect((await graphql('tasks', { first: 1 }, program)).totalCount).toBe(2)
    expect((await graphql('node', { id: task.id }, program)).kind).toBe('deleteContacts')
    await graphql('disconnectMailAccount', { id: mailbox.id }, me)
    await graphql('revokeApiKey', { id: made.apiKey.id }, me)
    expect(await graphql('logout', {}, me)).toBe(true)
  },
  PATIENCE,
)

it(
  'walks what the super admin has',
  async () => {
    const { graphql } = client
    expect((await graphql('superAdminLogin', { input: boss }, NOBODY)).name).toBe('Boss')
    const root = await superAdmin()
    expect((await graphql('superAdmin', {}, root)).username).toBe('boss')
    const limits = { subscriptionTier: 'free', maxUsers: 3, maxContacts: 4, maxCampaigns: 5 }
    const tenant = await graphql('createTenant', { input: { ...tenantInput('graph'), ...limits } }, root)
    await graphql('updateTenant', { id: tenant.id, input: { features: { warmup: false }, isActive: false } }, root)
    expect((await graphql('tenants', { filter: { ids: [tenant.id] } }, root)).edges[0].node.id).toBe(tenant.id)
    await graphql('createTenantUser', { tenantId: tenant.id, input: { ...person('tom'), role: 'user' } }, root)
    expect((await graphql('tenantUsers', { tenantId: tenant.id }, root)).totalCount).toBe(1)
    expect(await graphql('superAdminLogout', {}, root)).toBe(true)
  },
  PATIENCE,
)

it(
  'walks an import from the file to its undoing',
  async () => {
    const { graphql, rest, watch } = client
    const me = await signUp('importer')
    const rows = [
      ['First Name', 'Last Name', 'Email'],
      ['Ada', 'L', 'ada@import.example'],
    ]
    const kept = await rest('POST /api/contacts/imports', me, { body: workbook(rows) })
    expect((await graphql('importPreview', { id: kept.id }, me)).fileName).toBe('contacts.xlsx')
    const file = workbook([...rows, ['Bob', 'M', 'bob@import.example']]).get('file') as File
    const contentBytes = Buffer.from(await file.arrayBuffer()).toString('base64')
    const preview = await graphql('uploadContacts', { input: { fileName: 'people.xlsx', contentBytes } }, me)
    expect([preview.added.count, preview.problem]).toEqual([2, null])
    const task = await graphql('commitImport', { id: preview.id, choice: { tags: ['New'] } }, me)
    const done = ({ status }: { status: string }) => status === 'done'
    expect((await watch('taskProgress', { id: task.id }, me, 'sse', done)).at(-1).kind).toBe('importContacts')
    const { edges } = await graphql('contactImports', { first: 5 }, me)
    expect(edges[0].node).toMatchObject({ fileName: 'people.xlsx', added: 2, undone: null })
    const undoing = await graphql('undoImport', { id: edges[0].node.id }, me)
    await watch('taskProgress', { id: undoing.id }, me, 'socket', done)
    expect((await graphql('contacts', {}, me)).totalCount).toBe(0)
  },
  PATIENCE,
)

it(
  'walks what shows a mail before it leaves',
  async () => {
    const { graphql } = client
    const me = await signUp('looker')
    await world.connect({ ...world.anybody, ...(await idsOf('looker')) }, 'google', 'look@outside.test')
    const { id: contactId } = await graphql('createContact', { input: contact('zoe') }, me)
    const input = { name: 'N', subject: 'Hi {firstName}', content: 'Dear {fullName}', selectedContacts: [contactId] }
    const { id: campaignId } = await graphql('createCampaign', { input }, me)
    expect((await graphql('previewMail', { input: { campaignId, contactId } }, me)).subject).toBe('Hi zoe')
    expect(Array.isArray(await graphql('campaignProblems', { id: campaignId }, me))).toBe(true)
    expect((await graphql('sendTestMail', { input: { campaignId } }, me)).sent).toBe(true)
  },
  PATIENCE,
)

it('knows every row and every root field there is', () => {
  expect(client.unknown(), 'give the walks above a step for these').toEqual([])
})

async function run(query: string, variables: object, who: Who) {
  const response = await fetch(`${world.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...who },
    body: JSON.stringify({ query, variables }),
  })
  return (await response.json()).data
}

/** Does `work` while nobody can delete a contact, so that a task that wants to is still running. */
async function whileContactsAreHeld<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
  return world.app.database.asSystem(async (em) => {
    await em.execute('select from contacts where tenant_id = ? for update', [tenantId])
    return work()
  })
}

async function signUp(username: string): Promise<Who> {
  await client.graphql('register', { input: registration(username) }, NOBODY)
  const { sessionToken } = await client.graphql('login', { input: { username, password } }, NOBODY)
  return bearer(sessionToken)
}

async function superAdmin(): Promise<Who> {
  const response = await fetch(`${world.url}/api/supadmin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(boss),
  })
  return { cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '', origin: world.url }
}

async function uploadAs(who: Who) {
  const rows = [
    ['First Name', 'Last Name', 'Email'],
    ['A', 'B', 'imported@elsewhere.example'],
  ]
  return client.rest('POST /api/contacts/upload', who, { body: workbook(rows) })
}

async function idsOf(username: string): Promise<{ tenantId: string; userId: string }> {
  const [row] = await world.app.database.asSystem((em) =>
    em.execute<[{ tenantId: string; userId: string }]>(
      'select tenant_id as "tenantId", id as "userId" from users where username = ?',
      [username],
    ),
  )
  return row
}

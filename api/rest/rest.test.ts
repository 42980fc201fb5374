import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as XLSX from 'xlsx'
import { saveSuperAdmin } from '../tenants/super-admins.ts'
import { createWorld, type TestPerson, type World } from '../testing/world.ts'
import { filePaths } from './files.ts'
import { openApiPath } from './openapi.ts'
import { redirectPaths } from './redirects.ts'
import { documentRows } from './routes.ts'

/** Spec §7, as it stands there. */
const SPEC = `
GET /api/campaigns
POST /api/campaigns
POST /api/campaigns/{id}/send
GET /api/campaigns/{id}/analytics
GET /api/contacts
POST /api/contacts
DELETE /api/contacts/{id}
POST /api/contacts/upload
GET /api/contacts/template
GET /api/stats
GET /api/user
GET /api/user/profile
POST /api/login
POST /api/register
POST /api/logout
GET /api/users
POST /api/users
POST /api/user/change-password
GET /api/templates
POST /api/templates
DELETE /api/templates/{id}
GET /api/settings/email
POST /api/settings/email
GET /api/settings/connected-emails
POST /api/upload/image
GET /auth/microsoft
GET /auth/google
GET /api/supadmin/me
POST /api/supadmin/login
POST /api/supadmin/logout
GET /api/supadmin/tenants
POST /api/supadmin/tenants
PUT /api/supadmin/tenants/{id}
GET /api/supadmin/tenants/{id}/users
POST /api/supadmin/tenants/{id}/users`
  .trim()
  .split('\n')

const rows = [
  ...documentRows.map(({ method, path }) => `${method} ${openApiPath(path)}`),
  ...filePaths.map(({ method, path }) => `${method} ${openApiPath(path)}`),
  ...redirectPaths.map((path) => `GET ${path}`),
]

interface Operation {
  summary?: string
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}
interface OpenApi {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

let world: World
let document: OpenApi
beforeAll(async () => {
  world = await createWorld({ send: false })
  document = (await world.anybody.rest('GET', '/api/openapi.json')).body
})
afterAll(() => world.close())

describe('the REST facade', () => {
  it('has every call of the spec exactly once', () => {
    expect(SPEC.filter((call) => rows.filter((row) => row === call).length !== 1)).toEqual([])
    expect(rows.filter((row, index) => rows.indexOf(row) !== index)).toEqual([])
  })

  it('answers 401 to nobody on every row that is not open', async () => {
    for (const row of documentRows.filter(({ open }) => !open)) {
      const path = row.path.replace(':id', 'cmp_00000000000070008000000000000000')
      const answer = await world.anybody.rest(row.method, path, row.method === 'GET' ? undefined : { name: 5 })
      expect([row.path, answer.status, answer.body.code]).toEqual([row.path, 401, 'UNAUTHENTICATED'])
    }
  })

  it('answers 404 for what is not yours as for what never existed', async () => {
    const [owner, stranger] = [await world.signUp(), await world.signUp()]
    const contact = (await owner.rest('POST', '/api/contacts', { firstName: 'A', lastName: 'B', email: 'a@b.example' }))
      .body
    const campaign = (await owner.rest('POST', '/api/campaigns', { name: 'N' })).body
    const template = (await owner.rest('POST', '/api/templates', { name: 'N', subject: 'S', content: 'C' })).body
    for (const [method, path, id] of [
      ['DELETE', '/api/contacts/:id', contact.id],
      ['PUT', '/api/campaigns/:id', campaign.id],
      ['DELETE', '/api/campaigns/:id', campaign.id],
      ['POST', '/api/campaigns/:id/send', campaign.id],
      ['GET', '/api/campaigns/:id/analytics', campaign.id],
      ['DELETE', '/api/templates/:id', template.id],
    ] as const) {
      const ask = (what: string) => stranger.rest(method, path.replace(':id', what), method === 'PUT' ? {} : undefined)
      const theirs = await ask(id)
      const never = await ask(`${id.slice(0, 4)}${'0'.repeat(32)}`)
      expect([path, theirs.status]).toEqual([path, 404])
      expect(theirs).toEqual(never)
      expect((await ask('1')).status).toBe(404)
    }
  })

  it('answers 403 to a person for what is an admin’s', async () => {
    const admin = await world.signUp()
    const login = { username: `plain${process.pid}@b.example`, password: 'a good password' }
    await admin.rest('POST', '/api/users', { name: 'P', email: login.username, password: login.password })
    const { sessionToken } = (await world.anybody.rest('POST', '/api/login', login)).body
    for (const [method, path] of [
      ['GET', '/api/users'],
      ['POST', '/api/users'],
      ['POST', '/api/settings/email'],
      ['GET', '/api/supadmin/tenants'],
    ] as const) {
      const response = await fetch(world.url + path, {
        method,
        headers: { authorization: sessionToken, 'content-type': 'application/json' },
        ...(method === 'POST' && { body: '{}' }),
      })
      expect([path, response.status, (await response.json()).code]).toEqual([path, 403, 'FORBIDDEN'])
    }
  })

  it('names every value that is of the wrong type', async () => {
    const person = await world.signUp()
    const { status, body } = await person.rest('POST', '/api/campaigns', {
      name: 5,
      useHtmlBuilder: 'yes',
      selectedContacts: 'all',
      attachments: [{ name: 'a.txt', contentBytes: 7 }, 'b.txt'],
      abSplitPercentage: 1.5,
    })
    expect([status, body.code]).toEqual([400, 'BAD_INPUT'])
    expect(body.fields).toEqual({
      name: 'name must be a text',
      useHtmlBuilder: 'useHtmlBuilder must be true or false',
      selectedContacts: 'selectedContacts must be a list',
      'attachments.0.contentBytes': 'attachments.0.contentBytes must be a text',
      'attachments.1': 'attachments.1 must be an object',
      abSplitPercentage: 'abSplitPercentage must be a whole number',
    })
  })

  it('refuses a body that is not JSON with 415, one that is broken with 400, one that is too large with 413', async () => {
    const person = await world.signUp()
    const post = async (body: string, type: string) => {
      const headers = { authorization: person.token, 'content-type': type }
      const response = await fetch(`${world.url}/api/templates`, { method: 'POST', headers, body })
      return [response.status, (await response.json()).code]
    }
    const good = JSON.stringify({ name: 'N', subject: 'S', content: 'C' })
    expect(await post(good, 'application/json; charset=utf-8')).toEqual([201, undefined])
    expect(await post(good, 'text/plain')).toEqual([415, 'UNSUPPORTED_TYPE'])
    expect(await post('name=N', 'application/x-www-form-urlencoded')).toEqual([415, 'UNSUPPORTED_TYPE'])
    expect(await post('{"name":', 'application/json')).toEqual([400, 'BAD_INPUT'])
    expect(await post('[]', 'application/json')).toEqual([400, 'BAD_INPUT'])
    expect(await post(`{"name":"${'x'.repeat(46 * 1_048_576)}"}`, 'application/json')).toEqual([413, 'TOO_LARGE'])
  })
})

describe('the OpenAPI document', () => {
  it('describes every row, and no other', () => {
    expect(document.openapi).toBe('3.1.0')
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const sorted = (list: string[]) => list.toSorted((a, b) => a.localeCompare(b))
    expect(sorted(described)).toEqual(sorted(rows))
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
    expect(operations.filter(({ summary }) => !summary)).toEqual([])
  })

  it('is what the rows answer', async () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true })
    ajv.addFormat('date-time', (value) => new Date(value).toISOString() === value)
    ajv.addFormat('binary', true)
    const local = (part: unknown) => JSON.parse(JSON.stringify(part).replaceAll('#/components/schemas/', ''))
    for (const [name, schema] of Object.entries(document.components.schemas)) ajv.addSchema(local(schema), name)
    const seen = new Set<string>()

    /** Makes a call and holds the answer against the document. */
    const call = async (who: { headers: Record<string, string> }, row: string, id = '', body?: unknown) => {
      const [method = '', path = ''] = row.split(' ')
      const multipart = body instanceof FormData
      const response = await fetch(world.url + path.replace('{id}', id), {
        method,
        headers: { ...who.headers, ...(!multipart && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: multipart ? body : JSON.stringify(body) }),
      })
      const answer = await response.json()
      const operation = document.paths[path]?.[method.toLowerCase()]
      const schema = operation?.responses[String(response.status)]?.content?.['application/json']?.schema
      expect(schema, `${row} ${response.status} ${JSON.stringify(answer)}`).toBeDefined()
      const validate = ajv.compile(local(schema))
      expect([row, validate(answer) ? [] : validate.errors]).toEqual([row, []])
      seen.add(row)
      return answer
    }

    const person = await world.signUp()
    await world.connect(person)
    const me = { headers: { authorization: person.token } }
    const nobody = { headers: {} }
    const credentials = { username: `walk${process.pid}`, password: 'a good password' }
    await call(nobody, 'POST /api/register', '', {
      ...credentials,
      companyName: 'Walk',
      fullName: 'W',
      email: 'walk@walk.example',
      confirmPassword: credentials.password,
    })
    const { sessionToken } = await call(nobody, 'POST /api/login', '', credentials)
    const walker = { headers: { authorization: sessionToken } }
    await call(walker, 'POST /api/user/change-password', '', {
      currentPassword: credentials.password,
      newPassword: 'a better password',
      confirmPassword: 'a better password',
    })
    await call(walker, 'POST /api/logout')
    await call(me, 'GET /api/user')
    await call(me, 'GET /api/user/profile')
    await call(me, 'POST /api/users', '', {
      name: 'Kim',
      email: 'kim@walk.example',
      password: 'a good password',
      role: 'user',
    })
    await call(me, 'GET /api/users')

    const contact = await call(me, 'POST /api/contacts', '', {
      firstName: 'A',
      lastName: 'B',
      email: 'a@walk.example',
      serialNumber: '7',
    })
    await call(me, 'POST /api/contacts/upload', '', spreadsheet())
    expect(await call(me, 'GET /api/contacts')).toHaveLength(2)

    const campaign = await call(me, 'POST /api/campaigns', '', {
      name: 'N',
      subject: 'S',
      content: 'C',
      htmlTemplate: { elements: [] },
      personalization: 'both',
      selectedContacts: [contact.id],
      attachments: [{ name: 'a.txt', contentBytes: 'aGVsbG8=', contentType: 'text/plain' }],
      isAbTest: true,
      abVariantType: 'subject',
      abVariantB: 'T',
      abSplitPercentage: 50,
      abTestStatus: 'pending',
    })
    await call(me, 'PUT /api/campaigns/{id}', campaign.id, { name: 'M' })
    await call(me, 'POST /api/campaigns/{id}/send', campaign.id)
    await fail(person)
    const analytics = await call(me, 'GET /api/campaigns/{id}/analytics', campaign.id)
    expect(analytics.failedEmails).toHaveLength(1)
    await call(me, 'GET /api/campaigns')
    const draft = await call(me, 'POST /api/campaigns', '', { name: 'D' })
    await call(me, 'DELETE /api/campaigns/{id}', draft.id)
    await call(me, 'DELETE /api/contacts/{id}', contact.id)
    const template = await call(me, 'POST /api/templates', '', { name: 'N', subject: 'S', content: 'C' })
    await call(me, 'GET /api/templates')
    await call(me, 'DELETE /api/templates/{id}', template.id)
    await call(me, 'GET /api/stats')
    await call(me, 'GET /api/settings/email')
    await call(me, 'POST /api/settings/email', '', { emailsPerInterval: 5 })
    expect(await call(me, 'GET /api/settings/connected-emails')).toHaveLength(1)

    const boss = await superAdmin()
    await call(nobody, 'POST /api/supadmin/login', '', boss.credentials)
    await call(boss, 'GET /api/supadmin/me')
    const tenant = await call(boss, 'POST /api/supadmin/tenants', '', { slug: 'walk', name: 'W', domain: 'w.example' })
    await call(boss, 'GET /api/supadmin/tenants')
    await call(boss, 'PUT /api/supadmin/tenants/{id}', tenant.id, { features: { tracking: false } })
    await call(boss, 'POST /api/supadmin/tenants/{id}/users', tenant.id, {
      username: 'walk-user',
      password: 'a good password',
      email: 'user@w.example',
      name: 'U',
      role: 'admin',
    })
    await call(boss, 'GET /api/supadmin/tenants/{id}/users', tenant.id)
    await call(boss, 'POST /api/supadmin/logout')

    const documents = documentRows.map(({ method, path }) => `${method} ${openApiPath(path)}`)
    expect(documents.filter((row) => !seen.has(row))).toEqual([])
  })
})

function spreadsheet(): FormData {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(
    book,
    XLSX.utils.aoa_to_sheet([
      ['First Name', 'Last Name', 'Email', 'Company'],
      ['C', 'D', 'c@walk.example', 'Acme'],
      ['E', 'F', 'no address', ''],
    ]),
  )
  const form = new FormData()
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  form.append('file', new Blob([XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })], { type }), 'contacts.xlsx')
  return form
}

/** Lets every mail of a workspace have failed, as the engine records it. */
async function fail(person: TestPerson): Promise<void> {
  await world.app.database.asSystem((em) =>
    em.execute(
      `update email_logs set status = 'failed', failed_at = now(), error = '403 Forbidden' where tenant_id = ?`,
      [person.tenantId],
    ),
  )
}

async function superAdmin() {
  const credentials = { username: 'boss', password: 'a boss password' }
  await saveSuperAdmin(world.app.database, { ...credentials, name: 'Boss' })
  const response = await fetch(`${world.url}/api/supadmin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { credentials, headers: { cookie, origin: world.url } }
}

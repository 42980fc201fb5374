import { afterAll, beforeAll, expect, it } from 'vitest'
import { acceptConsent } from '#api/sandbox/consent.ts'
import { keepNewTotp, newTotp } from '#api/accounts/second-factor/totp.ts'
import { openOutsideClient, type OutsideClient, type Who } from '../support/outside-client.ts'
import {
  contact,
  form,
  NOBODY,
  password,
  PATIENCE,
  person,
  picture,
  registration,
  rowsOf,
  tenantInput,
  workbook,
} from '../support/outside-inputs.ts'
import { FIXED_CALLS } from '../support/fixed-calls.ts'
import { person as testPerson } from '../support/person.ts'
import { appCode, setUpTotp } from '../support/second-factor.ts'
import { signInSuperAdmin, SUPER_ADMIN } from '../support/super-admin.ts'
import { createWorld, type World } from '../support/world.ts'

/**
 * An integrator's walk over every REST row. It calls each as documented and validates the answer against the docs. A
 * new row fails the last step until the walk covers it.
 */
let world: World
let client: OutsideClient
beforeAll(async () => {
  world = await createWorld()
  client = await openOutsideClient(world.url)
})
afterAll(() => world.close())

const boss = { username: SUPER_ADMIN.username, password: SUPER_ADMIN.password }

/** Follows a redirect to a vendor and back like a browser; returns the final location. */
async function walkRedirect(row: string, who: Who, query = ''): Promise<string> {
  const { location, cookies } = await client.rest(row, who, { query })
  const back = await acceptConsent(location, `${row.split('/').at(-1)}-${query.length}@outside.test`)
  const cookie = cookies.map((set: string) => set.split(';')[0]).join('; ')
  const home = await fetch(back, { redirect: 'manual', headers: { ...who, cookie } })
  return home.headers.get('location') ?? ''
}

it(
  'calls every REST row and gets what the docs say',
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
    const kept = await rest('POST /api/contacts/imports', me, {
      body: workbook([
        ['First Name', 'Last Name', 'Email'],
        ['Kept', 'Back', 'kept@outside.example'],
      ]),
    })
    expect(kept.fileName).toBe('contacts.xlsx')
    const { id } = await rest('POST /api/contacts', me, { body: { ...contact('grace'), serialNumber: 7 } })
    expect((await rest('GET /api/contacts', me)).map((one: { id: string }) => one.id)).toContain(id)
    await rest('PUT /api/contacts/{id}', me, { id, body: { serialNumber: 8 } })
    expect((await rest('GET /api/contacts/{id}', me, { id })).serialNumber).toBe(8)
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
    expect((await rest('GET /api/templates/{id}', me, { id: template.id })).name).toBe('T')
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
    expect((await rest('GET /api/campaigns/{id}', me, { id: draft.id })).name).toBe('Better news')
    await rest('POST /api/campaigns/{id}/send', me, { id: draft.id })
    await client.watch('campaignProgress', { id: draft.id }, me, 'sse', ({ status }) => status === 'SENT')
    const analytics = await rest('GET /api/campaigns/{id}/analytics', me, { id: draft.id })
    expect(analytics).toMatchObject({ campaignName: 'Better news', sentCount: 1, attachmentCount: 1 })
    expect(analytics.failedEmails).toMatchObject([{ contactEmail: 'ada@outside.example', error: 'SUPPRESSED: manual' }])
    expect((await rest('POST /api/workspace/export', me)).toString('latin1')).toContain('contacts.csv')
    const held = await rest('POST /api/people/export', me, { body: { email: 'ada@outside.example' } })
    expect(held.contacts).toHaveLength(1)
    await rest('GET /api/activity/export', me, {
      query: 'format=csv&action=sign_in&search=a&from=2020-01-01T00:00:00Z',
    })
    const recipients = await rest('GET /api/campaigns/{id}/recipients/export', me, {
      id: draft.id,
      query: 'outcome=failed',
    })
    expect(recipients.toString()).toContain('ada@outside.example')
    expect(await rest('GET /api/campaigns', me)).toHaveLength(1)
    await rest('DELETE /api/campaigns/{id}', me, { id: draft.id })
    await rest('DELETE /api/contacts/{id}', me, { id })
    expect((await rest('GET /api/stats', me)).totalContacts).toBe(1)
    const itself = testPerson(world.url, signedIn.sessionToken, '', '')
    const { codes } = await setUpTotp(itself, world.app.clock())
    const credentials = { username: 'rester', password: passwords.newPassword }
    const { challenge } = (await world.anybody.rest('POST', '/api/login', credentials)).body
    const second = await rest('POST /api/login/finish', NOBODY, { body: { challenge, code: codes[0] } })
    expect(second.username).toBe('rester')
    await rest('POST /api/logout', me)

    const root = (await signInSuperAdmin(world)).headers
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
    await rest('GET /api/supadmin/activity/export', root, { query: `format=csv&tenantId=${tenant.id}` })
    const code = await world.app.database.asSystem(async (em) => {
      const [row] = await em.execute<[{ id: string }]>('select id from super_admins limit 1')
      const itsOwner = { superAdminId: row.id }
      const { key: appKey } = newTotp('Boss')
      await keepNewTotp(em, world.app.secrets, itsOwner, appKey, new Date())
      await em.execute('update super_admin_totp_factors set confirmed_at = now()')
      return appCode(appKey, world.app.clock())
    })
    const asked = await world.anybody.rest('POST', '/api/supadmin/login', boss)
    const step = { challenge: asked.body.challenge, code }
    expect((await rest('POST /api/supadmin/login/finish', NOBODY, { body: step })).superAdmin.name).toBe('Boss')
    await rest('POST /api/supadmin/logout', root)
    expect(FIXED_CALLS.filter((row) => client.unknown().rows.includes(row))).toEqual([])
  },
  PATIENCE,
)

it('covers every row', () => {
  expect(client.unknown().rows, 'add a step above for these').toEqual([])
})

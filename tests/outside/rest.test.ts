import { afterAll, beforeAll, expect, it } from 'vitest'
import { acceptConsent } from '#sandbox/consent-decisions.ts'
import { sandboxSheet } from '#tests/support/sandbox-sheets.ts'
import { keepNewTotp, newTotp } from '#api/accounts/second-factor/totp.ts'
import { openOutsideClient, type OutsideClient, type Who } from '../support/outside-client.ts'
import {
  contact,
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
import { FIXED_CALLS } from '../support/fixed-rest-calls.ts'
import { person as testPerson } from '../support/person.ts'
import { arriveReply } from '../support/returned-mail.ts'
import { appCode, setUpTotp } from '../support/second-factor.ts'
import { signInSuperAdmin, SUPER_ADMIN } from '../support/super-admin.ts'
import { createWorld, type World } from '../support/world.ts'

/**
 * An integrator's walk over every REST row, with the client that is generated from the document, so that its types accept
 * what is sent. Each answer is validated against the document. A new row fails the last step until the walk covers it.
 */
let world: World
let client: OutsideClient
beforeAll(async () => {
  world = await createWorld({ mailHost: true })
  client = await openOutsideClient(world.url)
})
afterAll(() => world.close())

const boss = { username: SUPER_ADMIN.username, password: SUPER_ADMIN.password }

/** Follows a redirect to a vendor and back like a browser; returns the final location. */
async function walkRedirect(start: Promise<{ response: Response }>, name: string, who: Who): Promise<string> {
  const { headers } = (await start).response
  const back = await acceptConsent(headers.get('location') ?? '', `${name}@outside.test`)
  const cookie = headers.getSetCookie().map((set) => set.split(';')[0])
  const home = await fetch(back, { redirect: 'manual', headers: { ...who, cookie: cookie.join('; ') } })
  return home.headers.get('location') ?? ''
}

it(
  'the REST API answers every route as documented',
  async () => {
    const nobody = client.rest(NOBODY)
    await nobody.POST('/api/register', { body: registration('rester') })
    const { data: signedIn } = await nobody.POST('/api/login', { body: { username: 'rester', password } })
    const who = { authorization: signedIn.sessionToken }
    const me = client.rest(who)
    expect((await me.GET('/api/user')).data.id).toBe(signedIn.id)
    expect((await me.GET('/api/user/profile')).data.companyName).toBe('Outside')
    await me.POST('/api/users', { body: { ...person('kim'), role: 'user' } })
    expect((await me.GET('/api/users')).data).toHaveLength(2)
    const passwords = {
      currentPassword: password,
      newPassword: 'a better password',
      confirmPassword: 'a better password',
    }
    await me.POST('/api/user/change-password', { body: passwords })

    expect(await walkRedirect(me.GET('/auth/microsoft'), 'microsoft', who)).toBe('/?auth=microsoft_connected')
    expect(await walkRedirect(me.GET('/auth/google'), 'google', who)).toBe('/?auth=google_connected')
    const register = nobody.GET('/auth/google', { params: { query: { action: 'register', tier: 'plus' } } })
    expect(await walkRedirect(register, 'new', NOBODY)).toBe('/?auth=registration_success')
    const { data: connected } = await me.GET('/api/settings/connected-emails')
    expect(connected).toHaveLength(2)
    const sign = { params: { path: { id: connected[0]?.id ?? '' } }, body: { signature: 'Kind regards' } }
    expect((await me.PUT('/api/settings/connected-emails/{id}', sign)).data.signature).toBe('Kind regards')
    expect((await me.GET('/api/user')).data.microsoftConnected).toBe(true)

    const { data: empty } = await me.GET('/api/contacts/template')
    expect(await rowsOf(empty)).toEqual([['S.No', 'First Name', 'Last Name', 'Email']])
    const file = workbook([
      ['First Name', 'Last Name', 'Email', 'Company'],
      ['Ada', 'Lovelace', 'ada@outside.example', 'Acme'],
      ['No', 'Address', 'none', ''],
    ])
    const { data: uploaded } = await me.POST('/api/contacts/upload', { body: { file } })
    const { data: rejected } = await me.GET('/api/contacts/imports/{id}/rejected', {
      params: { path: { id: uploaded.importId } },
    })
    expect((await rowsOf(rejected)).flat()).toContain('none')
    const { data: kept } = await me.POST('/api/contacts/imports', { body: { file } })
    expect(kept.fileName).toBe('contacts.xlsx')
    const { data: grace } = await me.POST('/api/contacts', { body: { ...contact('grace'), serialNumber: 7 } })
    const { id } = grace
    const one = { params: { path: { id } } }
    expect((await me.GET('/api/contacts')).data.map((row) => row.id)).toContain(id)
    const { data: upserted } = await me.POST('/api/contacts/upsert', { body: { contacts: [contact('grace')] } })
    expect(upserted.results[0]).toMatchObject({ outcome: 'unchanged', contact: { id } })
    const { data: merge } = await me.POST('/api/merges', {
      body: {
        ...{ name: 'Orders', subject: '{count} orders', content: '{#rows}{Order} {/rows}' },
        rows: [
          { Email: contact('grace').email, Order: 1 },
          { Email: contact('grace').email, Order: 'B' },
        ],
      },
    })
    expect(merge).toMatchObject({
      refusal: null,
      campaign: { status: 'draft', sheet: { rowCount: 2, personCount: 1 } },
    })
    const [orders] = (await me.GET('/api/sheets')).data
    expect((await me.DELETE('/api/sheets/{id}', { params: { path: { id: orders?.id ?? '' } } })).data.name).toBe(
      'Orders',
    )
    await me.DELETE('/api/campaigns/{id}', { params: { path: { id: merge.campaign?.id ?? '' } } })
    const daily = await sandboxSheet(world.sandboxUrl, [
      ['Email', 'Order'],
      [contact('grace').email, 'A-1'],
    ])
    const { data: dailySheet } = await me.POST('/api/sheets', { body: { url: daily.csvUrl, name: 'Live' } })
    expect(dailySheet).toMatchObject({ rowCount: 1, source: { kind: 'csv', state: 'ok', keyColumn: 'Order' } })
    const read = await me.POST('/api/sheets/{id}/read', { params: { path: { id: dailySheet.id } } })
    expect(read.data.source?.problem).toBeNull()
    await me.DELETE('/api/sheets/{id}', { params: { path: { id: dailySheet.id } } })
    const { data: lines } = await me.POST('/api/contacts/bulk', {
      body: new Blob([JSON.stringify(contact('grace'))]),
      headers: { 'content-type': 'application/x-ndjson' },
    })
    expect(JSON.parse(await lines.text())).toEqual({ row: 1, outcome: 'unchanged', id })
    await me.PUT('/api/contacts/{id}', { ...one, body: { serialNumber: 8 } })
    expect((await me.GET('/api/contacts/{id}', one)).data.serialNumber).toBe(8)
    const { data: exported } = await me.GET('/api/contacts/export', {
      params: { query: { format: 'csv', search: 'grace' } },
      parseAs: 'text',
    })
    expect(exported).toContain('Outside')
    const { data: named } = await me.POST('/api/contacts/export', { body: { format: 'xlsx', ids: [id] } })
    expect(await rowsOf(named)).toHaveLength(2)

    const { data: image } = await me.POST('/api/upload/image', { body: { image: await picture() } })
    expect((await fetch(image.url)).headers.get('content-type')).toBe('image/png')
    const { data: template } = await me.POST('/api/templates', { body: { name: 'T', subject: 'S', content: 'C' } })
    const theTemplate = { params: { path: { id: template.id } } }
    const htmlTemplate = {
      subject: 'S',
      elements: [{ id: 'a1', type: 'text', content: 'Hi', styles: {} }],
      globalStyles: {},
    }
    expect((await me.GET('/api/templates/{id}', theTemplate)).data.name).toBe('T')
    const { data: built } = await me.PUT('/api/templates/{id}', { ...theTemplate, body: { htmlTemplate } })
    expect(built.content).toContain('Hi</p>')
    expect((await me.GET('/api/templates')).data).toHaveLength(1)
    await me.DELETE('/api/templates/{id}', theTemplate)

    await me.POST('/api/settings/email', { body: { emailsPerInterval: 20, enableThrottling: false } })
    const guards = { weeklyCeiling: 9, collisionDays: 3, undoSeconds: 0, sendWindow: null }
    await me.POST('/api/settings/email', { body: guards })
    expect((await me.GET('/api/settings/email')).data).toMatchObject({ emailsPerInterval: 20, ...guards })
    await me.PUT('/api/settings/link-domain', { body: { host: 'links.outside.example' } })
    expect((await me.POST('/api/settings/link-domain/check')).data?.works).toBe(false)
    expect((await me.GET('/api/settings/link-domain')).data?.host).toBe('links.outside.example')
    await me.DELETE('/api/settings/link-domain')
    expect((await me.GET('/api/settings/link-domain')).data).toBeNull()
    const others = (await me.GET('/api/contacts')).data.map((row) => row.id)
    const { data: extra } = await me.POST('/api/contacts', { body: contact('extra') })
    const { data: tested } = await me.POST('/api/campaigns', {
      body: {
        ...{ name: 'Test', subject: 'A', content: 'Hello', selectedContacts: [...others, extra.id] },
        ...{ isAbTest: true, abVariantB: 'B', abTestShare: 10, abWinnerMetric: 'replies', abWaitHours: 24 },
      },
    })
    const theTest = { params: { path: { id: tested.id } } }
    const scheduledAt = new Date(Date.now() + 86_400_000).toISOString()
    const { data: forecast } = await me.GET('/api/campaigns/{id}/forecast', {
      params: { ...theTest.params, query: { scheduledAt, localTimeZone: 'Europe/Berlin' } },
    })
    expect(forecast).toMatchObject({ recipients: tested.totalContacts, startsAt: scheduledAt, followUps: 0 })
    const { data: launched } = await me.POST('/api/campaigns/{id}/send', { ...theTest, body: { scheduledAt } })
    expect(launched.localTimeZone).toBeNull()
    await me.POST('/api/campaigns/{id}/ab-winner', { ...theTest, body: { winner: 'B' } })
    const { data: decided } = await me.GET('/api/campaigns/{id}/analytics', theTest)
    expect(decided.abResults).toMatchObject({ winner: 'B', decision: { reason: 'CHOSEN' } })
    expect((await me.POST('/api/campaigns/{id}/pause', theTest)).data.status).toBe('paused')
    expect((await me.POST('/api/campaigns/{id}/resume', theTest)).data.status).toBe('sending')
    const undo = { ...theTest, body: { onlyIfUnsent: true } }
    const { data: undone } = await me.POST('/api/campaigns/{id}/cancel', undo)
    expect(undone).toMatchObject({ status: 'draft', undoSecondsLeft: null })
    await me.DELETE('/api/campaigns/{id}', theTest)
    await me.DELETE('/api/contacts/{id}', { params: { path: { id: extra.id } } })
    await client.graphql('addSuppressions', { input: { emails: ['ada@outside.example'] } }, who)
    const { data: draft } = await me.POST('/api/campaigns', {
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
    const news = { params: { path: { id: draft.id } } }
    await me.PUT('/api/campaigns/{id}', { ...news, body: { name: 'Better news' } })
    expect((await me.GET('/api/campaigns/{id}', news)).data.name).toBe('Better news')
    const letter = new File(['For Ada'], 'Letter-Ada.txt', { type: 'text/plain' })
    const { data: files } = await me.POST('/api/campaigns/{id}/recipient-files', { ...news, body: { file: letter } })
    expect(files).toEqual({ added: ['Letter-Ada.txt'], fileCount: 1, bytes: 7 })
    const rule = { kind: 'monthly' as const, dayOfMonth: 1, timeOfDay: '09:30', timeZone: 'Europe/Berlin' }
    await me.PUT('/api/campaigns/{id}/repeat', { ...news, body: rule })
    expect((await me.GET('/api/campaigns/{id}/repeat', news)).data).toMatchObject({ isOn: true, kind: 'monthly' })
    const { data: nextRun } = await me.POST('/api/campaigns/{id}/repeat/preview', news)
    const { data: planned } = await me.POST('/api/campaigns/{id}/repeat/preview', { ...news, body: rule })
    expect(planned).toEqual({ ...nextRun, recipients: 1, unreadable: 0 })
    expect((await me.DELETE('/api/campaigns/{id}/repeat', news)).data).toMatchObject({ isOn: false, nextRunAt: null })
    expect((await me.GET('/api/campaigns/{id}/runs', news)).data).toEqual([])
    await me.POST('/api/campaigns/{id}/rehearsal', news)
    const { data: rehearsal } = await me.GET('/api/campaigns/{id}/rehearsal', news)
    expect(rehearsal.total).toBeGreaterThan(0)
    expect(rehearsal.report?.followUps ?? []).toEqual([])
    await me.POST('/api/users', { body: { ...person('second'), role: 'admin' } })
    await me.POST('/api/settings/email', { body: { launchApproval: true } })
    const { data: approval } = await me.POST('/api/campaigns/{id}/approval', { ...news, body: { note: 'Please' } })
    expect((await me.GET('/api/campaigns/{id}/approval', news)).data).toEqual(approval)
    const decision = { request: approval.request, decision: 'withdraw' } as const
    await me.POST('/api/campaigns/{id}/approval/decision', { ...news, body: decision })
    const { data: ending } = await me.POST('/api/settings/email', { body: { launchApproval: false } })
    expect(ending).toMatchObject({ launchApproval: true, approvalOff: { canConfirm: false } })
    await world.app.database.asSystem((em) =>
      em.execute('update email_settings set approval_off_at = now() where launch_approval returning 1'),
    )
    await me.POST('/api/campaigns/{id}/send', news)
    await client.watch('campaignProgress', { id: draft.id }, who, 'sse', ({ status }) => status === 'SENT')
    const { data: analytics } = await me.GET('/api/campaigns/{id}/analytics', news)
    expect(analytics).toMatchObject({ campaignName: 'Better news', sentCount: 1, attachmentCount: 1 })
    const { data: welcomes } = await me.GET('/api/welcomes', { params: { query: { days: '30' } } })
    expect(welcomes).toMatchObject([{ topic: null, complained: 0 }])
    expect(analytics.failedEmails).toMatchObject([{ contactEmail: 'ada@outside.example', error: 'SUPPRESSED: manual' }])
    const log = analytics.emailLogs.find(({ status }) => status !== 'failed')!
    expect(log).toMatchObject({ timeZone: null, waitsUntil: null, nextFollowUp: null, followUpEmails: [] })
    const stop = { ...news, body: { emailLogIds: [log.id] } }
    expect((await me.POST('/api/campaigns/{id}/stop-follow-ups', stop)).data).toEqual({ stopped: 0 })
    await arriveReply(world, log)
    const { data: email } = await me.GET('/api/email-logs/{id}', { params: { path: { id: log.id } } })
    expect(email.events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['queued', 'sent', 'replied']))
    expect(email).toMatchObject({ contactEmail: log.contactEmail, campaign: { name: 'Better news' } })
    const { data: replies } = await me.GET('/api/replies', {
      params: { query: { state: 'open', campaignId: draft.id } },
    })
    expect(replies).toMatchObject([{ fromEmail: log.contactEmail, campaign: { name: 'Better news' } }])
    const ids = replies.map((reply) => reply.id)
    const { data: mail } = await me.GET('/api/replies/{id}/mail', { params: { path: { id: ids[0] ?? '' } } })
    expect(mail).toMatchObject({ text: null, problem: 'sendOnly' })
    const answered = { params: { path: { id: ids[0] ?? '' } } }
    expect((await me.GET('/api/replies/{id}', answered)).data.conversation).toHaveLength(2)
    expect((await me.GET('/api/email-logs/{id}/mail', { params: { path: { id: log.id } } })).data.text).not.toBe('')
    await me.POST('/api/replies/{id}/answering', { ...answered, body: { isAnswering: true } })
    const { data: thrown } = await me.PUT('/api/replies/{id}/answer', { ...answered, body: { content: 'No' } })
    await me.DELETE('/api/answers/{id}', { params: { path: { id: thrown.id } } })
    const { data: answer } = await me.PUT('/api/replies/{id}/answer', { ...answered, body: { content: 'Gladly' } })
    const written = { params: { path: { id: answer.id } } }
    const { data: leaving } = await me.POST('/api/answers/{id}/send', { ...written, body: { undoSeconds: 600 } })
    expect(leaving).toMatchObject({ state: 'sending', subject: expect.stringMatching(/^Re: /) })
    expect((await me.POST('/api/answers/{id}/cancel', written)).data).toMatchObject({ state: 'draft' })
    const { data: finished } = await me.PUT('/api/replies', { body: { ids, done: true } })
    expect(finished).toMatchObject([{ doneBy: { id: signedIn.id } }])
    expect((await me.POST('/api/workspace/export', { parseAs: 'text' })).data).toContain('contacts.csv')
    const { data: held } = await me.POST('/api/people/export', { body: { email: 'ada@outside.example' } })
    expect(held.contacts).toHaveLength(1)
    await me.GET('/api/activity/export', {
      params: { query: { format: 'csv', action: 'sign_in', search: 'a', from: '2020-01-01T00:00:00Z' } },
      parseAs: 'text',
    })
    const { data: recipients } = await me.GET('/api/campaigns/{id}/recipients/export', {
      params: { ...news.params, query: { outcome: 'failed' } },
      parseAs: 'text',
    })
    expect(recipients).toContain('ada@outside.example')
    const { data: sheet } = await me.GET('/api/campaigns/{id}/sheet', {
      params: { ...news.params, query: { format: 'csv' } },
      parseAs: 'text',
    })
    expect(sheet).toContain('ada@outside.example')
    const { data: live } = await me.POST('/api/campaigns/{id}/sheet-link', news)
    expect(await (await fetch(live.url)).text()).toContain('ada@outside.example')
    expect((await me.GET('/api/campaigns/{id}/sheet-link', news)).data.createdAt).toBe(live.createdAt)
    const { data: links } = await me.GET('/api/sheet-links')
    const userId = links[0]?.user?.id ?? ''
    await me.DELETE('/api/campaigns/{id}/sheet-link', { params: { ...news.params, query: { userId } } })
    expect((await fetch(live.url)).status).toBe(404)
    expect((await me.POST('/api/sending/stop')).data.sendingStop.overdue).toBe(0)
    expect((await me.GET('/api/sending')).data.sendingStop).toMatchObject({ stoppedBy: expect.any(String), overdue: 0 })
    expect((await me.POST('/api/sending/resume', { body: {} })).data.paused).toEqual([])
    expect((await me.GET('/api/sending')).data.sendingStop).toBeNull()
    expect((await me.GET('/api/campaigns')).data).toHaveLength(1)
    await me.DELETE('/api/campaigns/{id}', news)
    await me.DELETE('/api/contacts/{id}', one)
    expect((await me.GET('/api/stats')).data.totalContacts).toBe(1)
    const owned = 'rester@mail-host.test'
    const { data: found } = await me.GET('/api/settings/mail-servers', { params: { query: { email: [owned] } } })
    const typed = { email: owned, password: 'sandbox', smtp: found.smtp!, imap: found.imap }
    const { data: other } = await me.POST('/api/settings/connected-emails', { body: typed })
    expect(other.mailbox?.email).toBe(owned)
    const testIt = { params: { path: { id: other.mailbox?.id ?? '' } } }
    expect((await me.POST('/api/settings/connected-emails/{id}/test', testIt)).data).toHaveLength(7)
    const application = { directory: 'outside.test', clientId: 'rest-app', clientSecret: 'hush' }
    await fetch(`${world.sandboxUrl}/sandbox/applications`, {
      method: 'POST',
      body: JSON.stringify({
        ...{ vendor: 'microsoft', ...application, scopes: ['Mail.Send'] },
        mailboxes: ['provided@outside.test'],
      }),
    })
    const provided = {
      microsoft: application,
      ...{ emails: ['provided@outside.test'], outside: 'grace@contoso.test' },
    }
    const { data: provision } = await me.POST('/api/settings/connected-emails/provide', { body: provided })
    expect(provision.proof).toContain('tried and refused')
    const itself = testPerson(world.url, signedIn.sessionToken, '', '')
    const { codes } = await setUpTotp(itself, world.app.clock())
    const credentials = { username: 'rester', password: passwords.newPassword }
    const { challenge } = (await world.anybody.rest('POST', '/api/login', credentials)).body
    const finish = { body: { challenge, code: codes[0] ?? '' } }
    expect((await nobody.POST('/api/login/finish', finish)).data.username).toBe('rester')
    await me.POST('/api/logout')

    const root = client.rest((await signInSuperAdmin(world)).headers)
    expect((await nobody.POST('/api/supadmin/login', { body: boss })).data.superAdmin.name).toBe('Boss')
    expect((await root.GET('/api/supadmin/me')).data.name).toBe('Boss')
    const { data: tenant } = await root.POST('/api/supadmin/tenants', { body: tenantInput('rest') })
    const theTenant = { params: { path: { id: tenant.id } } }
    await root.PUT('/api/supadmin/tenants/{id}', { ...theTenant, body: { features: { tracking: false } } })
    const { data: listed } = await root.GET('/api/supadmin/tenants')
    expect(listed.find((row) => row.id === tenant.id)?.features.tracking).toBe(false)
    await root.POST('/api/supadmin/tenants/{id}/users', { ...theTenant, body: { ...person('tina'), role: 'admin' } })
    expect((await root.GET('/api/supadmin/tenants/{id}/users', theTenant)).data).toHaveLength(1)
    await root.GET('/api/supadmin/activity/export', {
      params: { query: { format: 'csv', tenantId: tenant.id } },
      parseAs: 'text',
    })
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
    expect((await nobody.POST('/api/supadmin/login/finish', { body: step })).data.superAdmin.name).toBe('Boss')
    await root.POST('/api/supadmin/logout')
    expect(FIXED_CALLS.filter((row) => client.unknown().rows.includes(row))).toEqual([])
  },
  PATIENCE,
)

it('the test of the REST API from outside covers every route', () => {
  expect(client.unknown().rows, 'add a step above for these').toEqual([])
})

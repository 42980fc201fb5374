import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UNENTITLED_OR_STALE } from '../support/unentitled-callers.ts'
import { addColleague } from '../support/colleague.ts'
import { HEADER, importAll, run } from '../support/imports.ts'
import { describeInFull, itInFull } from '../support/full-run-only.ts'
import { askAs, signInSuperAdmin, tenantIdOf } from '../support/super-admin.ts'
import { createWorld, type TestPerson, type World } from '../support/world.ts'

/** People who want the export of a workspace, and data that attacks whoever opens it. */

let world: World
let ann: TestPerson
beforeAll(async () => {
  world = await createWorld()
  ann = await world.signUp({ unlimited: true })
})
afterAll(() => world.close())

const PATH = '/api/workspace/export'
const FORMULAS = [
  `=cmd|' /C calc'!A0`,
  '@SUM(1+1)*cmd',
  '+cmd|x',
  '-2+3+cmd|x',
  '\uff1dHYPERLINK("http://evil.example")',
]
const headersOf = ({ token }: { token: string }) => ({ authorization: token })
const asked = (headers: Record<string, string>, method = 'POST', path = PATH) =>
  fetch(world.url + path, { method, headers })
async function exported(who: TestPerson): Promise<Record<string, string>> {
  const answer = await asked(headersOf(who))
  expect(answer.status).toBe(200)
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}
const recorded = ({ tenantId }: TestPerson) =>
  world.app.database.inTenant(tenantId, (em) =>
    em.execute(`select 1 from audit_events where tenant_id = :tenantId and action = 'workspace_exported'`, {
      tenantId,
    }),
  )
/** The cells of a CSV file (RFC 4180). */
const cellsOf = (text: string): string[] =>
  [...text.replace('\ufeff', '').matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(?:,|\r\n)/g)].map(([, cell = '']) =>
    cell.replace(/^"|"$/g, '').replaceAll('""', '"'),
  )
/** Cells that a spreadsheet program would run. */
const formulasIn = (text: string) =>
  cellsOf(text).filter((cell) => /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(cell) && !/^[+-]\d[\d .,]*$/.test(cell))

describe.each(Object.entries(UNENTITLED_OR_STALE))('the caller "%s"', (_, signIn) => {
  it('cannot export the workspace, and nothing is recorded', async () => {
    const admin = await world.signUp({ unlimited: true })
    const answer = await asked(await signIn(world, admin))
    expect([401, 403]).toContain(answer.status)
    expect(answer.headers.get('content-type')).toContain('json')
    expect(await recorded(admin)).toEqual([])
  })
})

describe('an export of a workspace', () => {
  it.each([
    ['GET', PATH],
    ['HEAD', PATH],
    ['GET', '/workspace.zip'],
    ['GET', '/api/workspace/export/1'],
    ['GET', '/api/people/export?email=a@example.com'],
    ['GET', '/exports/workspace.zip'],
  ])('has no link that could be guessed or passed on: %s %s', async (method, path) => {
    const answer = await asked(headersOf(ann), method, path)
    expect(answer.headers.get('content-type') ?? '').not.toContain('zip')
    expect(await answer.text()).not.toContain('exportedAt')
  })

  it.each(['?token=', '?authorization=', '?sessionToken='])(
    'does not start with a token in the URL: %s',
    async (query) => {
      expect((await asked({}, 'POST', `${PATH}${query}${encodeURIComponent(ann.token)}`)).status).toBe(401)
    },
  )

  it.each(['https://evil.example', 'null', ''])(
    'does not start from another website, with the session cookie and origin “%s”',
    async (origin) => {
      const headers = { cookie: `mergewell_session=${ann.token}`, ...(origin && { origin }) }
      const before = (await recorded(ann)).length
      expect([401, 403]).toContain((await asked(headers)).status)
      expect((await recorded(ann)).length).toBe(before)
    },
  )

  it('is not cached by any browser or proxy', async () => {
    const answer = await asked(headersOf(ann))
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-disposition')).toEqual(
      expect.stringMatching(/^attachment; filename="?workspace.zip"?$/),
    )
    await answer.arrayBuffer()
  })

  itInFull('cannot be requested of another workspace by id', async () => {
    const other = await world.signUp({ unlimited: true })
    await importAll(other, { S: [HEADER, ['Eve', 'E', 'eve@elsewhere.example', 'Rome']] })
    const id = await tenantIdOf(other)
    const before = (await recorded(other)).length
    for (const query of [`?tenantId=${id}`, `?tenant=${other.tenantId}`, `?id=${id}`]) {
      expect((await asked(headersOf(ann), 'POST', `${PATH}${query}`)).status).toBe(400)
      const answer = await asked({ ...headersOf(ann), 'x-tenant-id': other.tenantId }, 'POST', PATH)
      const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
      expect(
        Object.values(files)
          .map((bytes) => strFromU8(bytes))
          .join(),
      ).not.toContain('elsewhere.example')
    }
    expect((await recorded(other)).length).toBe(before)
  })

  it('ends with the session: a colleague who was deactivated gets no second one', async () => {
    const colleague = await addColleague(world, ann, { role: 'admin' })
    const first = await asked(headersOf(colleague))
    await first.arrayBuffer()
    await run(
      ann,
      'mutation ($id: ID!) { updateUser(input: { id: $id, isActive: false }) { user { id } errors { code field message } } }',
      {
        id: colleague.id,
      },
    )
    expect([first.status, (await asked(headersOf(colleague))).status]).toEqual([200, 401])
  })

  it('does not show the IP address and browser of a super admin', async () => {
    const who = await world.signUp()
    const { headers } = await signInSuperAdmin(world)
    const query =
      'mutation ($id: ID!) { updateTenant(input: { id: $id, maxUsers: 55 }) { tenant { id } errors { code field message } } }'
    const variables = { id: await tenantIdOf(who) }
    await askAs({ ...headers, 'user-agent': 'Agent of the boss' }, 'POST', `${world.url}/graphql`, { query, variables })
    const log = (await exported(who))['audit_events.csv'] ?? ''
    const entry = log.split('\r\n').find((line) => line.includes('workspace_changed'))
    expect(entry).toContain('maxUsers')
    expect(entry).not.toMatch(/Agent of the boss|127\.0\.0\.1/)
  })
})

describe('the archive of an exported workspace', () => {
  const NAMES = [
    '../../../etc/cron.d/evil',
    String.raw`..\..\Windows\evil.exe`,
    '/etc/passwd',
    String.raw`C:\evil.exe`,
    'a.txt:stream',
    'evil\u202egpj.exe',
    '.',
    '..',
    'CON',
    'x'.repeat(200),
  ]

  itInFull('unpacks each attachment into its own folder, whatever its name', async () => {
    const who = await world.signUp({ unlimited: true })
    let accepted = 0
    for (const name of NAMES) {
      const attachments = [{ name, contentBytes: 'eA==', contentType: 'text/plain' }]
      const { status } = await who.rest('POST', '/api/campaigns', { name: 'C', attachments })
      expect([201, 400, 422], name).toContain(status)
      if (status === 201) accepted += 1
    }
    const paths = Object.keys(await exported(who)).filter((path) => path.startsWith('attachments/'))
    expect(accepted).toBeGreaterThan(0)
    expect(paths).toEqual(
      Array(accepted).fill(expect.stringMatching(/^attachments\/[0-9a-f-]{36}-[\p{L}\p{N}._-]{1,100}$/u)),
    )
  })

  it('contains no path outside of it, no path twice, and no executable bit', async () => {
    const who = await world.signUp({ unlimited: true })
    const attachments = ['a.txt', 'a.txt', '../a.txt'].map((name) => ({
      name,
      contentBytes: 'eA==',
      contentType: 'text/plain',
    }))
    await who.rest('POST', '/api/campaigns', { name: 'C', attachments })
    const bytes = Buffer.from(await (await asked(headersOf(who))).arrayBuffer())
    const paths = Object.keys(unzipSync(new Uint8Array(bytes)))
    expect(paths.filter((path) => /^[/\\]|^[a-z]:|\\|(^|\/)\.\.?(\/|$)/i.test(path))).toEqual([])
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length)
  })

  it('contains no cell that is a formula, whatever a campaign is called', async () => {
    const who = await world.signUp({ unlimited: true })
    const [name] = FORMULAS
    await run(
      who,
      'mutation ($name: String!) { createCampaign(input: { name: $name, subject: $name }) { campaign { id } errors { code field message } } }',
      { name },
    )
    const { 'campaigns.csv': campaigns = '' } = await exported(who)
    expect(campaigns).toContain(name)
    expect(formulasIn(campaigns)).toEqual([])
  })

  describeInFull('contains no cell that is a formula', () => {
    let who: TestPerson
    beforeAll(async () => {
      who = await world.signUp({ unlimited: true })
      await importAll(who, {
        S: [
          [...HEADER, ...FORMULAS],
          ...FORMULAS.flatMap((text, index) => [
            [text, text, `a${index}@formula.example`, text, ...FORMULAS.map(() => text)],
            [text, text, text, text, ...FORMULAS.map(() => text)],
          ]),
        ],
      })
    })

    it.each(FORMULAS.map((text, index) => [text, index] as const))('with %s as every name', async (text, index) => {
      await addColleague(world, who, { name: text })
      const graphql = [
        'mutation ($t: String!) { createApiKey(input: { name: $t, scopes: [CONTACTS_READ] }) { token errors { code field message } } }',
        'mutation ($t: String!) { createSegment(input: { name: $t, filter: { tags: [$t] } }) { segment { id } errors { code field message } } }',
        'mutation ($t: String!) { createTemplate(input: { name: $t, subject: $t, content: $t }) { template { id } errors { code field message } } }',
        'mutation ($t: String!) { createCampaign(input: { name: $t, subject: $t, content: $t }) { campaign { id } errors { code field message } } }',
        'mutation ($t: String!) { addTags(input: { all: true, tags: [$t] }) { contactCount errors { code field message } } }',
        `mutation ($t: String!) { addSuppressions(input: { emails: ["n${index}@formula.example"], note: $t }) { added errors { code field message } } }`,
        'mutation ($t: String!) { updateEmailSettings(input: { postalAddress: $t }) { emailSettings { dailyLimit } errors { code field message } } }',
      ]
      for (const document of graphql) await run(who, document, { t: text })
      const files = await exported(who)
      const found = Object.entries(files).flatMap(([name, file]) =>
        name.endsWith('.csv') ? formulasIn(file).map((cell) => `${name}: ${cell}`) : [],
      )
      expect(found).toEqual([])
      for (const path of ['/api/contacts/export', '/api/activity/export']) {
        expect(formulasIn(await (await asked(headersOf(who), 'GET', path)).text())).toEqual([])
      }
    })
  })
})

describe('the exported file about a person', () => {
  it('cannot be displayed as a page, and is not cached', async () => {
    const email = 'html@person.example'
    const input = { firstName: '<script>alert(1)</script>', lastName: 'B', email }
    await run(
      ann,
      'mutation ($input: CreateContactInput!) { createContact(input: $input) { contact { id } errors { code field message } } }',
      { input },
    )
    const answer = await fetch(`${world.url}/api/people/export`, {
      method: 'POST',
      headers: { ...headersOf(ann), 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(answer.headers.get('content-disposition')).toEqual(
      expect.stringMatching(/^attachment; filename="?personal-data.json"?$/),
    )
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(((await answer.json()) as { contacts: unknown[] }).contacts).toHaveLength(1)
  })

  it.each<object>([{ tenantId: 'x' }, { hashed: 'erased' }, { pattern: '.*' }, { constructor: {} }])(
    'accepts nothing but an email address as its parameter: %j',
    async (more) => {
      const { status } = await ann.rest('POST', '/api/people/export', { email: 'a@person.example', ...more })
      expect(status).toBe(400)
    },
  )

  it('does not show the IP address and browser of a super admin', async () => {
    const who = await world.signUp()
    const colleague = await addColleague(world, who)
    const { headers } = await signInSuperAdmin(world)
    const query =
      'mutation ($tenantId: ID!, $id: ID!) { resetTenantUserFactor(input: { tenantId: $tenantId, id: $id }) { tenantUser { id } errors { code field message } } }'
    const variables = { tenantId: await tenantIdOf(who), id: colleague.id }
    await askAs(headers, 'POST', `${world.url}/graphql`, { query, variables })
    await world.app.database.asSystem((em) =>
      em.execute(
        `insert into audit_events (tenant_id, id, at, actor, actor_name, address, user_agent, action, target_label)
         values (:tenantId, gen_random_uuid(), now(), 'superAdmin', 'boss', '198.51.100.7', 'Agent', 'factor_reset', :email)`,
        { tenantId: who.tenantId, email: colleague.email },
      ),
    )
    const { body } = await who.rest('POST', '/api/people/export', { email: colleague.email })
    expect(body.activity).not.toEqual([])
    expect(JSON.stringify(body)).not.toContain('198.51.100.7')
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptConsent, consentForOrganization, declineConsent, returnUnapproved } from '#sandbox/consent-decisions.ts'
import type { OutgoingMessage } from '#api/sending/provider.ts'
import { rowsOf } from '#tests/support/sent-mail.ts'
import { signInWalk } from '#tests/support/provider-sign-in-walk.ts'
import { createWorld, person, type TestPerson, type World } from '#tests/support/world.ts'
import { Mailbox } from './mailbox.ts'
import { openMailbox } from './open-mailbox.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ send: false })
})
afterAll(() => world.close())

const { leave, walk } = signInWalk(() => world.url)
const VENDORS = ['microsoft', 'google'] as const
type Vendor = (typeof VENDORS)[number]

const cookieOf = ({ token }: TestPerson) => ({ cookie: `mergewell_session=${token}` })
const SEEN = '{ mailboxes { id email level safeSending readsReplies awaitsConsent } }'
const mailboxOf = async (owner: TestPerson) => (await owner.graphql(SEEN)).data.mailboxes[0]

/** A person who has connected a mailbox as the product offers it. */
async function connected(vendor: Vendor, email: string) {
  const owner = await world.signUp()
  await walk(vendor, email, '', cookieOf(owner))
  const mailbox = await mailboxOf(owner)
  const upgrade = `?reading=1&mailbox=${encodeURIComponent(mailbox.id)}`
  return { owner, mailbox, upgrade, headers: cookieOf(owner) }
}

/** A person whose organization refused to move their mailbox up, and the page that told them. */
async function refusedUpgrade(vendor: Vendor, email: string) {
  const one = await connected(vendor, email)
  const { location } = await walk(vendor, email, one.upgrade, one.headers, returnUnapproved)
  return { ...one, location, page: await pageAt(location) }
}

async function pageAt(path: string) {
  const response = await fetch(new URL(path, world.url))
  const html = await response.text()
  const href = (label: string) => (new RegExp(`href="([^"]*)">${label}`).exec(html)?.[1] ?? '').replaceAll('&amp;', '&')
  return { status: response.status, html, link: href('Approve as an administrator'), mail: href('Open in your email') }
}

/** Sends an email from a mailbox whose access token has just expired, as a worker would. */
async function sendAfterExpiry(owner: TestPerson, email: string) {
  await world.fault({ kind: 'expired', operation: 'any', email })
  const box = await world.app.database.inTenant(owner.tenantId, async (em) =>
    openMailbox(world.app, await em.findOneOrFail(Mailbox, { tenantId: owner.tenantId })),
  )
  return box?.send({
    from: { name: 'Me', address: email },
    to: { name: '', address: 'to@example.com' },
    subject: 'Hello',
    html: '<p>Hello</p>',
    text: 'Hello',
    headers: [],
    attachments: [],
  } satisfies OutgoingMessage)
}

const FULL = { level: 'full', safeSending: true, readsReplies: true, awaitsConsent: false }
const SEND = { level: 'send', safeSending: false, readsReplies: false, awaitsConsent: false }
const LEAST = {
  microsoft: 'openid profile email offline_access User.Read Mail.Send',
  google: 'openid email profile https://www.googleapis.com/auth/gmail.send',
}

describe.each(VENDORS)('a mailbox at %s, with its permissions,', (vendor) => {
  it('can be connected with permission to send only, also when that opens a workspace', async () => {
    const { owner, headers } = await connected(vendor, `least@${vendor}.example`)
    expect(await mailboxOf(owner)).toMatchObject(SEND)
    const scopesOf = async (query: string, as = {}) => {
      const { page } = await leave(vendor, query, as)
      return new URL(page).searchParams.get('scope')?.split(' ').toSorted()
    }
    const least = LEAST[vendor].split(' ').toSorted()
    expect(await scopesOf('', headers)).toEqual(least)
    expect(await scopesOf('?action=register&reading=1')).toEqual(least)
    const { session } = await walk(vendor, `founder@${vendor}.example`, '?action=register')
    expect(await mailboxOf(person(world.url, session ?? '', '', ''))).toMatchObject(SEND)
  })

  it('can be allowed more (safe sending, bounces and replies) in a second step that names the mailbox and forces no consent', async () => {
    const email = `up-${vendor}@levels.example`
    const { owner, upgrade, headers } = await connected(vendor, email)
    const asked = new URL((await leave(vendor, upgrade, headers)).page).searchParams
    expect(asked.get('login_hint')).toBe(email)
    if (vendor === 'microsoft') expect(asked.get('prompt')).toBeNull()
    else expect(asked.get('include_granted_scopes')).toBe('true')
    expect((await walk(vendor, email, upgrade, headers)).location).toBe('/settings?tab=emails')
    expect(await mailboxOf(owner)).toMatchObject(FULL)
  })

  it('can be connected again by its own account only, which the provider is asked to propose', async () => {
    const email = `lost-${vendor}@levels.example`
    const { owner, mailbox, headers } = await connected(vendor, email)
    await world.app.database.inTenant(owner.tenantId, (em) =>
      em.nativeUpdate(Mailbox, { tenantId: owner.tenantId }, { status: 'error' }),
    )
    const again = `?mailbox=${encodeURIComponent(mailbox.id)}`
    expect(new URL((await leave(vendor, again, headers)).page).searchParams.get('login_hint')).toBe(email)
    const other = await walk(vendor, `not-lost-${vendor}@levels.example`, again, headers)
    expect(other.location).toContain('You_signed_in_with_a_different_account_from_this_mailbox')
    expect((await walk(vendor, email, again, headers)).location).toBe(`/?auth=${vendor}_connected`)
    expect((await owner.graphql('{ mailboxes { status } }')).data.mailboxes).toEqual([{ status: 'connected' }])
  })

  it('that lost its sign-in is connected again although fewer permissions are granted than before', async () => {
    const email = `less-${vendor}@levels.example`
    const { owner, mailbox, upgrade, headers } = await connected(vendor, email)
    await walk(vendor, email, upgrade, headers)
    await world.app.database.inTenant(owner.tenantId, (em) =>
      em.nativeUpdate(Mailbox, { tenantId: owner.tenantId }, { status: 'error' }),
    )
    const again = `?mailbox=${encodeURIComponent(mailbox.id)}`
    const less = await walk(vendor, email, again, headers, (page, own) =>
      acceptConsent(page, own, LEAST[vendor].split(' ')),
    )
    expect(less.location).toBe(`/?auth=${vendor}_connected`)
    expect((await owner.graphql('{ mailboxes { status } }')).data.mailboxes).toEqual([{ status: 'connected' }])
  })

  it('does not change when somebody returns from the provider with another account or with fewer permissions than requested', async () => {
    const { owner, upgrade, headers } = await connected(vendor, `mine-${vendor}@levels.example`)
    const before = await rowsOf(world, owner, 'select * from mailboxes')
    const other = await walk(vendor, `other-${vendor}@levels.example`, upgrade, headers)
    expect(other.location).toContain('You_signed_in_with_a_different_account_from_this_mailbox')
    const less = await walk(vendor, `mine-${vendor}@levels.example`, upgrade, headers, (page, email) =>
      acceptConsent(page, email, LEAST[vendor].split(' ')),
    )
    expect(less.location).toContain('The_permission_was_not_granted')
    expect(await rowsOf(world, owner, 'select * from mailboxes')).toEqual(before)
  })

  it('can be given more permissions by its owner only', async () => {
    const { owner, upgrade, headers } = await connected(vendor, `theirs-${vendor}@levels.example`)
    const refusal = 'Only_the_person_who_connected_this_mailbox'
    const stranger = cookieOf(await world.signUp())
    expect((await leave(vendor, upgrade, stranger)).location).toContain(refusal)
    const input = { name: 'Bo', email: `bo@${vendor}.example`, password: 'correct horse battery' }
    await owner.rest('POST', '/api/users', input)
    await rowsOf(world, owner, `update mailboxes set user_id = (select id from users where name = 'Bo')`)
    expect((await leave(vendor, upgrade, headers)).location).toContain(refusal)
  })

  it('keeps its permissions when it is connected again, whether it works or not', async () => {
    const email = `kept-${vendor}@levels.example`
    const { owner, upgrade, headers } = await connected(vendor, email)
    await walk(vendor, email, upgrade, headers)
    await walk(vendor, email, '', headers)
    expect(await mailboxOf(owner)).toMatchObject(FULL)
    const bare = (page: string) => acceptConsent(page.replace('include_granted_scopes=true', ''), email)
    await walk(vendor, email, '', headers, bare)
    expect(await mailboxOf(owner)).toMatchObject(FULL)
    await rowsOf(world, owner, `update mailboxes set status = 'error'`)
    await walk(vendor, email, '', headers)
    expect(await mailboxOf(owner)).toMatchObject(FULL)
  })

  it('continues to send when its organization refuses more permissions, and a page shows a letter to the administrator', async () => {
    const { owner, page } = await refusedUpgrade(vendor, `ann@${vendor}.locked.test`)
    expect(page.status).toBe(200)
    expect(page.html).toContain('Your organization must approve this')
    expect(page.html).toContain('You can send without it')
    expect(decodeURIComponent(page.mail)).toContain('Client ID of the app: test')
    expect(await mailboxOf(owner)).toMatchObject({ ...SEND, awaitsConsent: vendor === 'microsoft' })
    expect(await sendAfterExpiry(owner, `ann@${vendor}.locked.test`)).toBeDefined()
  })

  it('cannot be connected where the organization lets no user consent, and a page asks the administrator for the fewest permissions', async () => {
    const owner = await world.signUp()
    const { location } = await walk(vendor, 'bo@closed.locked.test', '', cookieOf(owner), returnUnapproved)
    const { html, link } = await pageAt(location)
    expect(html).toContain('Your organization must approve this')
    expect(html).not.toContain('You can send without it')
    expect(html).not.toContain('Mail.ReadWrite')
    if (vendor === 'microsoft') expect(link).not.toContain('ReadWrite')
    expect(await mailboxOf(owner)).toBeUndefined()
  })
})

describe("the consent of an organization's administrator", () => {
  it('is asked for with exactly the scopes that are needed, and returns to the product', async () => {
    const { page } = await refusedUpgrade('microsoft', 'scopes@scopes.locked.test')
    const link = new URL(page.link)
    expect(link.pathname).toBe('/organizations/v2.0/adminconsent')
    expect(Object.fromEntries(link.searchParams)).toEqual({
      client_id: 'test',
      redirect_uri: `${world.url}/auth/microsoft/callback`,
      scope:
        'openid profile email offline_access https://graph.microsoft.com/User.Read https://graph.microsoft.com/Mail.Send https://graph.microsoft.com/Mail.ReadWrite',
      state: expect.stringMatching(/^admin\./),
    })
    expect(decodeURIComponent(page.mail)).toContain(page.link)
  })

  it('gives more permissions to every mailbox of the organization at once, in every workspace, and to no other', async () => {
    const one = await refusedUpgrade('microsoft', 'one@acme.locked.test')
    const colleague = await refusedUpgrade('microsoft', 'two@acme.locked.test')
    const stranger = await refusedUpgrade('microsoft', 'three@other.locked.test')
    const back = await consentForOrganization(one.page.link, 'boss@acme.locked.test')
    const thanks = await pageAt(back.href)
    expect([thanks.status, thanks.html]).toEqual([200, expect.stringContaining('Thank you')])
    expect(await mailboxOf(one.owner)).toMatchObject(FULL)
    expect(await mailboxOf(colleague.owner)).toMatchObject(FULL)
    expect(await mailboxOf(stranger.owner)).toMatchObject({ ...SEND, awaitsConsent: true })
  })

  it('gives more permissions to the mailbox it was asked for, even if its organization is unknown', async () => {
    const { owner, page } = await refusedUpgrade('microsoft', 'old@old.locked.test')
    await rowsOf(world, owner, 'update mailboxes set directory = null')
    await pageAt((await consentForOrganization(page.link, 'boss@old.locked.test')).href)
    expect(await mailboxOf(owner)).toMatchObject(FULL)
  })

  it('that was given without the product is noticed at the daily renewal of tokens', async () => {
    const email = 'late@late.locked.test'
    const { owner } = await refusedUpgrade('microsoft', email)
    const state = async () => (await rowsOf(world, owner, 'select wanted_level, level_tried_at from mailboxes'))[0]
    await sendAfterExpiry(owner, email)
    expect(await state()).toMatchObject({ wanted_level: 'full' })
    const aDayAgo = () => rowsOf(world, owner, `update mailboxes set level_tried_at = now() - interval '25 hours'`)
    await aDayAgo()
    await sendAfterExpiry(owner, email)
    expect(await mailboxOf(owner)).toMatchObject({ ...SEND, awaitsConsent: true })

    const admin = await refusedUpgrade('microsoft', 'other@late.locked.test')
    await consentForOrganization(admin.page.link, 'boss@late.locked.test')
    await sendAfterExpiry(owner, email)
    expect(await mailboxOf(owner)).toMatchObject({ level: 'send' })
    await aDayAgo()
    await sendAfterExpiry(owner, email)
    expect(await mailboxOf(owner)).toMatchObject(FULL)
    expect(await world.accepted(email)).toHaveLength(4)
  })

  it('that arrives without a request gets a thank-you page and changes nothing; a forged request is refused', async () => {
    const { owner } = await refusedUpgrade('microsoft', 'forged@forged.locked.test')
    const [row] = await rowsOf(world, owner, 'select directory, level_tried_at from mailboxes')
    const back = `/auth/microsoft/callback?admin_consent=True&tenant=${String(row?.['directory'])}`
    expect(await pageAt(back)).toMatchObject({ status: 200, html: expect.stringContaining('Thank you') })
    const forged = await pageAt(`${back}&state=admin.AgAAAA`)
    expect(forged).toMatchObject({ status: 400, html: expect.stringContaining('This link does not work') })
    expect(await rowsOf(world, owner, 'select directory, level_tried_at from mailboxes')).toEqual([row])
  })

  it('that was denied is reported', async () => {
    const { page } = await refusedUpgrade('microsoft', 'no@no.locked.test')
    const { html } = await pageAt((await declineConsent(page.link)).href)
    expect(html).toContain('Nothing was approved')
  })
})

it.each([
  ['microsoft', 'AADSTS50105: not assigned', 'You are not assigned to Mergewell'],
  ['microsoft', 'AADSTS700016: Application not found', 'is not set up in your organization yet'],
  ['microsoft', 'AADSTS900941: Administrator consent is required', 'Letter to your administrator'],
  ['microsoft', 'AADSTS530004: AcceptCompliantDevice is not configured', 'You are a guest in this organization'],
  ['google', 'org_internal', 'is not allowed'],
] as const)('a refusal on the way back from %s is explained: %s', async (vendor, said, told) => {
  const owner = await world.signUp()
  const { location } = await walk(vendor, 'any@x.test', '', cookieOf(owner), async (page) => {
    const back = await declineConsent(page)
    back.searchParams.set('error', vendor === 'google' ? said : 'access_denied')
    back.searchParams.set('error_description', said)
    return back
  })
  expect((await pageAt(location)).html).toContain(told)
})

it('a refusal when the sign-in code is redeemed is explained as well', async () => {
  const owner = await world.signUp()
  await world.fault({ kind: 'forbidden', operation: 'token', email: 'token@google.example' })
  const { location } = await walk('google', 'token@google.example', '', cookieOf(owner))
  expect((await pageAt(location)).html).toContain('API controls')
})

it('the page that explains a refused sign-in shows no text from the URL', async () => {
  const response = await fetch(`${world.url}/auth/microsoft/refused?code=%3Cscript%3E`, { redirect: 'manual' })
  expect(response.headers.get('location')).toBe('/settings?tab=emails')
  const { html } = await pageAt('/auth/microsoft/refused?code=90094&ask=%3Cb%3E&state=%3Cb%3E')
  expect(html).not.toContain('%3Cb')
})

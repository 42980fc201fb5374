import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { acceptConsent } from '#sandbox/consent-decisions.ts'
import { addColleague } from '../support/colleague.ts'
import { redirectFollower } from '../support/identity-provider.ts'
import { mutate } from '../support/mutate.ts'
import { setUpTotp } from '../support/second-factor.ts'
import { createSsoWorld, SSO_ENDS, type SsoWorld } from '../support/single-sign-on.ts'
import { browserOf } from '../support/provider-sign-in-browser.ts'
import { person as signedInWith, type TestPerson, type World } from '../support/world.ts'

/**
 * A site that sends somebody's browser through a sign-in, so that they work in the account of another person without noticing
 * and write their contacts into it.
 */

let sso: SsoWorld
let world: World
let now = 0
beforeAll(async () => {
  sso = await createSsoWorld()
  ;({ world } = sso)
})
afterAll(() => sso.close())
beforeEach(() => {
  now = Date.now()
  world.app.clock = () => new Date(now)
})

const STARTS = ['/auth/microsoft', '/auth/google', '/auth/sso?email=ida%40company.example']
const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(world.url + path, { redirect: 'manual', headers })
const cookieOf = (who: TestPerson) => `mergewell_session=${who.token}`
const emailOf = async (token: string): Promise<string | undefined> =>
  (await signedInWith(world.url, token, '', '').graphql('{ currentUser { email } }')).data.currentUser?.email
/** The value of a cookie in an answer; "" if it is cleared, undefined if it stays. */
const cookieIn = (answer: Response, name: string) =>
  answer.headers
    .getSetCookie()
    .findLast((set) => set.startsWith(`${name}=`))
    ?.split(';')[0]
    ?.slice(name.length + 1)

describe('a sign-in that another website starts', () => {
  it.each(STARTS.flatMap((start) => ['cross-site', 'same-site'].map((site) => [start, site])))(
    "at %s (%s) shows the product's own page, whose button continues it",
    async (start, site) => {
      const answer = await open(start, { 'sec-fetch-site': site })
      expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
      expect(answer.headers.getSetCookie()).toEqual([])
      const page = await answer.text()
      expect(page).toMatch(/<title>Sign in with (Microsoft|Google|single sign-on)\?<\/title>/)
      expect(page).toContain('Another site sent you here.')
      const [, href = ''] = /class="button primary" href="([^"]+)"/.exec(page) ?? []
      expect(href).toBe(start)
      const next = await open(href, { 'sec-fetch-site': 'same-origin' })
      expect(next.status).toBe(302)
    },
  )

  it.each(STARTS)(
    "is distinguished at %s from one that the product's own page or the person starts, which needs no question",
    async (start) => {
      for (const site of ['same-origin', 'none']) {
        expect((await open(start, { 'sec-fetch-site': site })).status).toBe(302)
      }
    },
  )

  it('is also asked about when it would connect a mailbox', async () => {
    const who = await world.signUp()
    const headers = { 'sec-fetch-site': 'cross-site', cookie: cookieOf(who) }
    const page = await (await open('/auth/google?reading=1', headers)).text()
    expect(page).toContain('<title>Connect a Google mailbox?</title>')
    expect(page).toContain('href="/auth/google?reading=1"')
  })

  it("cannot put its own words or links into the product's page", async () => {
    const email = '"><script>alert(1)</script>&x=y'
    const answer = await open(`/auth/sso?email=${encodeURIComponent(email)}`, { 'sec-fetch-site': 'cross-site' })
    const page = await answer.text()
    expect(page).not.toContain('<script')
    expect(page).toContain('&lt;script&gt;')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})

/** Somebody whose session a browser holds, and somebody else who has a sign-in method at a provider. */
async function two() {
  const ann = await world.signUp()
  const boss = await world.signUp({ unlimited: true })
  const bea = await addColleague(world, boss)
  const account = `bea-${bea.userId}@sandbox.test`
  await browserOf(world, bea).walk('google', account, '?action=identity')
  /** Begins as nobody, and comes back while the browser holds a session. */
  const arrive = async (session: string, query = '') => {
    const away = await open(`/auth/google${query}`)
    const own = away.headers.getSetCookie().map((set) => set.split(';')[0])
    const back = await acceptConsent(away.headers.get('location') ?? '', account)
    return fetch(back, { redirect: 'manual', headers: { cookie: [session, ...own].join('; ') } })
  }
  return { ann, annEmail: (await emailOf(ann.token)) ?? '', bea, boss, arrive }
}
const answerSwitch = (cookie: string, origin: string | null = world.url) =>
  fetch(`${world.url}/auth/switch`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, ...(origin !== null && { origin }) },
  })

describe('a sign-in as another user in a browser where somebody is signed in', () => {
  it('replaces nothing at first, and asks', async () => {
    const { ann, annEmail, bea, arrive } = await two()
    const answer = await arrive(cookieOf(ann))
    expect(answer.headers.get('location')).toBe('/auth/switch')
    expect(cookieIn(answer, 'mergewell_session')).toBeUndefined()
    const cookie = `${cookieOf(ann)}; mergewell_switch=${cookieIn(answer, 'mergewell_switch')}`
    const asked = await open('/auth/switch', { cookie })
    const page = await asked.text()
    expect(page).toContain(annEmail)
    expect(page).toContain(bea.email)
    // Otherwise browsers would send the answer with "Origin: null".
    expect(asked.headers.get('referrer-policy')).toBe('same-origin')
    expect(await emailOf(ann.token)).toBe(annEmail)
  })

  it('replaces the session if the person agrees, once', async () => {
    const { ann, bea, arrive } = await two()
    const pending = `mergewell_switch=${cookieIn(await arrive(cookieOf(ann)), 'mergewell_switch')}`
    const cookie = `${cookieOf(ann)}; ${pending}`
    for (const origin of [null, 'https://evil.example', 'null']) {
      const answer = await answerSwitch(cookie, origin)
      expect(cookieIn(answer, 'mergewell_session')).toBeUndefined()
    }
    const answer = await answerSwitch(cookie)
    expect(answer.headers.get('location')).toBe('/?auth=login_success')
    const token = cookieIn(answer, 'mergewell_session') ?? ''
    expect([await emailOf(token), await emailOf(ann.token)]).toEqual([bea.email, undefined])
    for (const again of [cookie, pending, `mergewell_session=${token}; ${pending}`]) {
      const later = await answerSwitch(again)
      expect([later.headers.get('location'), cookieIn(later, 'mergewell_session')]).toEqual(['/', undefined])
    }
  })

  it('is forgotten after five minutes, and in another session', async () => {
    const { ann, arrive } = await two()
    const stranger = await world.signUp()
    const pending = `mergewell_switch=${cookieIn(await arrive(cookieOf(ann)), 'mergewell_switch')}`
    const forged = await answerSwitch(`${cookieOf(ann)}; mergewell_switch=${Buffer.alloc(200).toString('base64url')}`)
    expect(forged.headers.get('location')).toBe('/')
    expect((await answerSwitch(`${cookieOf(stranger)}; ${pending}`)).headers.get('location')).toBe('/')
    now += 5 * 60_000
    const late = await answerSwitch(`${cookieOf(ann)}; ${pending}`)
    expect([late.headers.get('location'), cookieIn(late, 'mergewell_session')]).toEqual(['/', undefined])
  })

  it('signs nobody out when the new user was deactivated meanwhile', async () => {
    const { ann, annEmail, bea, boss, arrive } = await two()
    const pending = `mergewell_switch=${cookieIn(await arrive(cookieOf(ann)), 'mergewell_switch')}`
    await mutate(boss, 'updateUser', { id: bea.id, isActive: false })
    const answer = await answerSwitch(`${cookieOf(ann)}; ${pending}`)
    expect(answer.headers.get('location')).toContain('auth=error')
    expect(await emailOf(ann.token)).toBe(annEmail)
  })

  it('still asks for the second factor of the new user', async () => {
    const { ann, bea, arrive } = await two()
    await setUpTotp(bea, world.app.clock())
    const pending = `mergewell_switch=${cookieIn(await arrive(cookieOf(ann)), 'mergewell_switch')}`
    const answer = await answerSwitch(`${cookieOf(ann)}; ${pending}`)
    expect(answer.headers.get('location')).toMatch(/^\/login#challenge=/)
    expect(cookieIn(answer, 'mergewell_session')).toBe('')
  })

  it('also asks at single sign-on', async () => {
    const { ann, annEmail } = await two()
    const workspace = await sso.open()
    await workspace.set()
    await workspace.claim()
    const email = `ida@${workspace.domain}`
    sso.idp.next(email, { email, email_verified: true, name: 'Ida' })
    const browser = redirectFollower()
    const host = new URL(world.url).host
    browser.put(host, 'mergewell_session', ann.token)
    await browser.until(sso.start(email), /\/auth\/switch/)
    expect(browser.cookie(host, 'mergewell_session')).toBe(ann.token)
    expect(await emailOf(ann.token)).toBe(annEmail)
    const answer = await answerSwitch(`${cookieOf(ann)}; mergewell_switch=${browser.cookie(host, 'mergewell_switch')}`)
    expect(await emailOf(cookieIn(answer, 'mergewell_session') ?? '')).toBe(email)
    const again = redirectFollower()
    again.put(host, 'mergewell_session', cookieIn(answer, 'mergewell_session') ?? '')
    sso.idp.next(email, { email, email_verified: true })
    expect(await again.until(sso.start(email), SSO_ENDS)).toContain('login_success')
  })

  it('creates no workspace for somebody who is signed in', async () => {
    const { ann, annEmail, arrive } = await two()
    const refused = await open('/auth/google?action=register', { cookie: cookieOf(ann) })
    expect(refused.headers.get('location')).toContain('You_are_already_signed_in')
    expect((await arrive(cookieOf(ann), '?action=register')).headers.get('location')).toBe('/auth/switch')
    const away = await open('/auth/google?action=register')
    const own = away.headers.getSetCookie().map((set) => set.split(';')[0])
    const back = await acceptConsent(away.headers.get('location') ?? '', `new-${ann.userId}@sandbox.test`)
    const answer = await fetch(back, { redirect: 'manual', headers: { cookie: [cookieOf(ann), ...own].join('; ') } })
    expect(answer.headers.get('location')).toContain('You_are_already_signed_in')
    expect(await emailOf(ann.token)).toBe(annEmail)
  })
})

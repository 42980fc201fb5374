import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptConsent } from '#sandbox/consent-decisions.ts'
import { redirectFollower } from '../support/identity-provider.ts'
import { createSsoWorld, SSO_ENDS, type SsoWorkspace, type SsoWorld } from '../support/single-sign-on.ts'
import { browserOf } from '../support/provider-sign-in-browser.ts'
import { person as signedInWith, type TestPerson, type World } from '../support/world.ts'

/**
 * Somebody at another person's open browser, who is still signed in at their provider, and who can edit addresses on the way
 * to it: that must not confirm that they are that person.
 */

const HOUR = 3_600_000
let sso: SsoWorld
let world: World
/** ms by which the sandbox's clock is ahead */
let later = 0
/** Starts a product for the tests of a describe. `conform`: the id_token says only who signed in. */
function useWorld(conform: boolean): void {
  beforeAll(async () => {
    sso = await createSsoWorld({ sandboxClock: () => Date.now() + later, conform })
    ;({ world } = sso)
  })
  afterAll(() => sso.close())
}

/** Makes all sign-ins old. */
const age = () =>
  world.app.database.asSystem((em) =>
    em.execute(`update sessions set authenticated_at = authenticated_at - interval '1 hour'`),
  )
/** Returns whether a person may do what needs a recent sign-in. */
async function isRecent(who: TestPerson): Promise<boolean> {
  const { errors } = await who.graphql('mutation { startTotp { key errors { code message } } }')
  return errors === undefined
}
const bySession = (token: string) => signedInWith(world.url, token, '', '')

describe.each(['microsoft', 'google'] as const)("confirming one's identity by a sign-in at %s", (vendor) => {
  useWorld(false)
  /** A person with this sign-in method, an hour after their last sign-in. */
  async function scene() {
    const who = await world.signUp()
    const email = `${vendor}-${who.userId}@sandbox.test`
    expect((await browserOf(world, who).walk(vendor, email, '?action=identity')).location).toContain('identity=added')
    await age()
    later += HOUR
    return { who, email }
  }

  /** Goes to the provider and back with a changed address. Returns where that ended, and the session then. */
  async function walk({ who, email }: { who: TestPerson; email: string }, change: (address: URL) => void) {
    const cookie = `mergewell_session=${who.token}`
    const away = await fetch(`${world.url}/auth/${vendor}?action=confirm`, { redirect: 'manual', headers: { cookie } })
    const page = new URL(away.headers.get('location') ?? '')
    change(page)
    const own = away.headers.getSetCookie().map((set) => set.split(';')[0])
    const back = await fetch(await acceptConsent(page, email), {
      redirect: 'manual',
      headers: { cookie: [cookie, ...own].join('; ') },
    })
    const renewed = back.headers.getSetCookie().find((set) => set.startsWith('mergewell_session='))
    const token = renewed?.split(';')[0]?.split('=')[1] ?? who.token
    return { location: back.headers.get('location') ?? '', recent: await isRecent(bySession(token)) }
  }

  it('asks the provider for a new sign-in and works with one', async () => {
    const found = await scene()
    expect(await isRecent(found.who)).toBe(false)
    const { location, recent } = await walk(found, (address) => {
      expect(address.searchParams.get('max_age')).toBe('0')
      if (vendor === 'microsoft') expect(address.searchParams.get('prompt')).toBe('login')
    })
    expect([location, recent]).toEqual(['/settings?tab=profile&identity=confirmed', true])
  })

  it('is refused if the provider says that the sign-in there is too old', async () => {
    const found = await scene()
    const { location, recent } = await walk(found, ({ searchParams }) => {
      searchParams.delete('prompt')
      searchParams.set('max_age', '1000000')
    })
    expect(location).toContain('Your_provider_did_not_say')
    expect(recent).toBe(false)
  })

  it(
    vendor === 'microsoft'
      ? 'is refused if the provider does not say when the sign-in was'
      : 'works if the provider does not say when the sign-in was, as Google may',
    async () => {
      const found = await scene()
      const { recent } = await walk(found, ({ searchParams }) => {
        for (const name of ['prompt', 'max_age', 'claims']) searchParams.delete(name)
      })
      expect(recent).toBe(vendor === 'google')
    },
  )

  it('is not asked for at an ordinary sign-in', async () => {
    const away = await fetch(`${world.url}/auth/${vendor}`, { redirect: 'manual' })
    const { searchParams } = new URL(away.headers.get('location') ?? '')
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['select_account', null])
  })
})

describe.each([
  ['in the id_token', false],
  ['in UserInfo, where a time of the sign-in proves nothing', true],
])("confirming one's identity by single sign-on, with claims %s", (_, conform) => {
  useWorld(conform)
  let workspace: SsoWorkspace
  /** A browser of a person who signed in by single sign-on; an hour later. */
  async function scene(signedInAt?: number) {
    workspace = await sso.open()
    await workspace.set()
    await workspace.claim()
    const email = `ida@${workspace.domain}`
    const claims = { email, email_verified: true, ...(conform && { auth_time: Math.floor(Date.now() / 1_000) }) }
    sso.idp.next(email, claims, signedInAt)
    const browser = redirectFollower()
    await browser.until(sso.start(email), SSO_ENDS)
    await age()
    const token = () => browser.cookie(new URL(world.url).host, 'mergewell_session') ?? ''
    /** Confirms with a changed address. */
    const confirm = async (change: (address: URL) => void, by?: number) => {
      sso.idp.next(email, claims, by)
      const address = new URL((await browser.step(sso.start(email, '&action=confirm'))) ?? '')
      change(address)
      const end = await browser.until(address.href, SSO_ENDS)
      return { end, recent: await isRecent(bySession(token())) }
    }
    return { confirm }
  }
  const anHourAgo = () => Math.floor((Date.now() - HOUR) / 1_000)

  it('asks the provider for a new sign-in and works with one', async () => {
    const { confirm } = await scene()
    const { end, recent } = await confirm(({ searchParams }) => {
      expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0'])
    })
    expect(end).toContain('identity=confirmed')
    expect(recent).toBe(true)
  })

  it('is refused if the person is still signed in there and removes prompt and max_age from the URL', async () => {
    const { confirm } = await scene()
    const { end, recent } = await confirm(({ searchParams }) => {
      for (const name of ['prompt', 'max_age']) searchParams.delete(name)
    })
    expect(end).toContain('Your_provider_did_not_say')
    expect(recent).toBe(false)
  })

  it('is refused if the provider says that the sign-in there is too old', async () => {
    const { confirm } = await scene(anHourAgo())
    const weakened = await confirm(({ searchParams }) => {
      searchParams.delete('prompt')
      searchParams.set('max_age', '1000000')
    })
    expect(weakened.end).toContain('Your_provider_did_not_say')
    const lied = await confirm(() => undefined, anHourAgo())
    expect(lied.end).toContain('Your_provider_did_not_say')
    expect(lied.recent).toBe(false)
  })

  it('is not asked for at an ordinary sign-in', async () => {
    await scene()
    const away = await fetch(sso.start(`ida@${workspace.domain}`), { redirect: 'manual' })
    const { searchParams } = new URL(away.headers.get('location') ?? '')
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual([null, null])
  })
})

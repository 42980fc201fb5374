import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addPasskeyTo, softwareAuthenticator, type SoftwareAuthenticator } from '#tests/support/passkey.ts'
import { redirectFollower } from '#tests/support/identity-provider.ts'
import { createSsoWorld, SSO_ENDS, type SsoWorld } from '#tests/support/single-sign-on.ts'
import { person as signedInWith, type TestPerson, type World } from '#tests/support/world.ts'

let sso: SsoWorld
let world: World
beforeAll(async () => {
  sso = await createSsoWorld()
  ;({ world } = sso)
})
afterAll(() => sso.close())
afterEach(() => {
  world.app.clock = () => new Date()
})
const passQuarter = () => {
  world.app.clock = () => new Date(Date.now() + 16 * 60_000)
}

/** Returns whether a recent sign-in is missing. */
const setUp = async (who: TestPerson) => {
  const { errors } = await who.graphql('mutation { startTotp { key errors { code field message } } }')
  return errors?.[0].extensions.code ?? 'ok'
}
const waysOf = async (who: TestPerson) => (await who.graphql('{ confirmationWays }')).data.confirmationWays

describe('somebody who signs in by single sign-on only', () => {
  /** Signs in in a browser of their own. */
  async function signedIn(name = 'ida') {
    const workspace = await sso.open()
    await workspace.set()
    await workspace.claim()
    const email = `${name}@${workspace.domain}`
    const subject = `${name}-${workspace.domain}`
    const browser = redirectFollower()
    sso.idp.next(subject, { email, email_verified: true })
    await browser.until(sso.start(email), SSO_ENDS)
    const me = () => {
      const token = browser.cookie(new URL(world.url).host, 'mergewell_session') ?? ''
      return signedInWith(world.url, token, '', '')
    }
    return { workspace, email, subject, browser, me }
  }

  it('confirms who they are at their identity provider, in the same session', async () => {
    const { email, browser, me } = await signedIn()
    expect(await waysOf(me())).toEqual(['singleSignOn'])
    passQuarter()
    expect(await setUp(me())).toBe('REAUTHENTICATE')
    const before = me().token
    const end = await browser.until(sso.start(email, '&action=confirm'), SSO_ENDS)
    expect(end).toContain('/settings?tab=profile&identity=confirmed')
    // A stolen cookie does not become recent with it.
    expect(me().token).not.toBe(before)
    expect(await setUp(me())).toBe('ok')
    expect((await me().graphql('{ sessions { id } }')).data.sessions).toHaveLength(1)
  })

  it('is refused when somebody else signs in at the identity provider, who does not take the session over', async () => {
    const { workspace, email, me } = await signedIn()
    passQuarter()
    const other = `eve@${workspace.domain}`
    sso.idp.next(`eve-${workspace.domain}`, { email: other, email_verified: true })
    // Another browser, because the provider remembers who signed in.
    const stolen = redirectFollower()
    stolen.put(new URL(world.url).host, 'mergewell_session', me().token)
    const end = await stolen.until(sso.start(email, '&action=confirm'), SSO_ENDS)
    expect(end).toContain('not_one_of_your_sign-in_methods')
    expect((await me().graphql('{ currentUser { email } }')).data.currentUser).toEqual({ email })
    expect(await setUp(me())).toBe('REAUTHENTICATE')
    const users = await workspace.run('{ users { edges { node { email } } } }', {}, workspace.admin)
    expect(JSON.stringify(users)).not.toContain(other)
  })

  it('cannot confirm who they are with a sign-in that another website started', async () => {
    const { email } = await signedIn()
    const response = await fetch(sso.start(email, '&action=confirm'), {
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(response.headers.get('location')).toContain('Another_site_sent_you_here')
  })
})

describe('a passkey', () => {
  const options = async (who: TestPerson) =>
    (await who.graphql('mutation { startPasskeyConfirmation { options errors { code field message } } }')).data
      .startPasskeyConfirmation
  const confirm = async (who: TestPerson, response: object) => {
    const document =
      'mutation ($input: ConfirmWithPasskeyInput!) { confirmWithPasskey(input: $input) { done errors { code field message } } }'
    const { errors } = await who.graphql(document, { input: { response } })
    return errors?.[0].extensions.code ?? 'ok'
  }

  it("confirms its owner's identity, once for each challenge", async () => {
    const who = await world.signUp()
    const { authenticator } = await addPasskeyTo(who, world)
    expect(await waysOf(who)).toEqual(['password', 'passkey'])
    passQuarter()
    expect(await setUp(who)).toBe('REAUTHENTICATE')
    const response = authenticator.get(await options(who))
    expect(await confirm(who, response)).toBe('ok')
    expect(await setUp(who)).toBe('ok')
    expect(await confirm(who, response)).toBe('BAD_INPUT')
  })

  interface Scene {
    who: TestPerson
    other: TestPerson
    own: SoftwareAuthenticator
    theirs: SoftwareAuthenticator
  }
  it.each<[string, (scene: Scene) => Promise<object>]>([
    ['of somebody else', async ({ who, theirs }) => theirs.get(await options(who))],
    [
      'that answers the challenge of a sign-in',
      async ({ own }) =>
        own.get(
          (await world.anybody.graphql('mutation { startPasskeyLogin { options errors { code field message } } }')).data
            .startPasskeyLogin,
        ),
    ],
    ['that answers the challenge of somebody else', async ({ other, own }) => own.get(await options(other))],
    ['that is unknown', async ({ who }) => softwareAuthenticator(world).get(await options(who))],
  ])("does not confirm its owner's identity if its answer is one %s", async (_, answer) => {
    const [who, other] = [await world.signUp(), await world.signUp()]
    const { authenticator: own } = await addPasskeyTo(who, world)
    const { authenticator: theirs } = await addPasskeyTo(other, world)
    passQuarter()
    expect(await confirm(who, await answer({ who, other, own, theirs }))).toBe('BAD_INPUT')
    expect(await setUp(who)).toBe('REAUTHENTICATE')
  })
})

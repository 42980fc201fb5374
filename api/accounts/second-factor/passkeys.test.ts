import { beforeEach, describe, expect, it } from 'vitest'
import { clockedWorld, codeOf, SIGN_UP_PASSWORD as password } from '#tests/support/clocked-world.ts'
import { itInFull } from '#tests/support/full-run-only.ts'
import { addPasskeyTo, softwareAuthenticator, type Lies } from '#tests/support/passkey.ts'
import { enrollingPerson, setUpTotp } from '#tests/support/second-factor.ts'
import type { TestPerson } from '#tests/support/world.ts'

const MINUTE = 60_000
const at = clockedWorld()
let person: TestPerson
beforeEach(async () => {
  person = await at.world.signUp()
})

const anybody = (query: string, variables: object = {}) => at.world.anybody.graphql(query, variables)
const options = async () =>
  (await anybody('mutation { startPasskeyLogin { options errors { code field message } } }')).data.startPasskeyLogin
const enter = (response: object, challenge?: string) =>
  anybody(
    'mutation ($input: LoginWithPasskeyInput!) { loginWithPasskey(input: $input) { sessionToken user { username } errors { code field message } } }',
    {
      input: { response, ...(challenge && { challenge }) },
    },
  )
const usernameOf = async ({ graphql }: TestPerson): Promise<string> =>
  (await graphql('{ currentUser { username } }')).data.currentUser.username
const login = async (who = person) =>
  at.world.anybody.rest('POST', '/api/login', { username: await usernameOf(who), password })
const add = (response: object, of = person) =>
  of.graphql(
    'mutation ($input: AddPasskeyInput!) { addPasskey(input: $input) { passkey { id } errors { code field message } } }',
    {
      input: { name: 'Key', response },
    },
  )
const factor = async () =>
  (await person.graphql('{ secondFactor { recoveryCodesLeft passkeys { id name lastUsedAt } } }')).data.secondFactor

describe('a passkey', () => {
  it('signs in without a password, and shows when it was last used', async () => {
    const { authenticator, recoveryCodes } = await addPasskeyTo(person, at.world)
    expect(recoveryCodes).toHaveLength(10)
    expect((await factor()).passkeys).toMatchObject([{ name: 'Laptop', lastUsedAt: null }])
    const { data } = await enter(authenticator.get(await options()))
    expect(data.loginWithPasskey.user.username).toBe(await usernameOf(person))
    const me = await fetch(`${at.world.url}/api/user`, {
      headers: { authorization: data.loginWithPasskey.sessionToken },
    })
    expect(me.status).toBe(200)
    expect((await factor()).passkeys[0].lastUsedAt).toBe(new Date(at.now).toISOString())
  })

  it('makes a sign-in with the password ask for a second step, which the passkey or a recovery code finishes', async () => {
    const { authenticator, recoveryCodes } = await addPasskeyTo(person, at.world)
    const { challenge, code } = (await login()).body
    expect(code).toBe('SECOND_FACTOR_REQUIRED')
    expect(codeOf(await enter(authenticator.get(await options()), challenge))).toBe('ok')
    expect(codeOf(await enter(authenticator.get(await options()), challenge))).toBe('UNAUTHENTICATED')
    const again = (await login()).body.challenge
    const finish = { challenge: again, code: recoveryCodes?.[0] }
    expect((await at.world.anybody.rest('POST', '/api/login/finish', finish)).status).toBe(200)
  })

  it('does not finish the second step of another person', async () => {
    const other = await at.world.signUp()
    await addPasskeyTo(other, at.world)
    const { authenticator } = await addPasskeyTo(person, at.world)
    const { challenge } = (await login(other)).body
    expect(codeOf(await enter(authenticator.get(await options()), challenge))).toBe('UNAUTHENTICATED')
  })

  it('satisfies a workspace that requires a second factor', async () => {
    const admin = await enrollingPerson(at.world)
    expect(codeOf(await admin.graphql('{ campaigns { totalCount } }'))).toBe('SECOND_FACTOR_MISSING')
    await addPasskeyTo(admin, at.world)
    expect(codeOf(await admin.graphql('{ campaigns { totalCount } }'))).toBe('ok')
  })

  it.each<[string, Lies]>([
    ['from another site', { origin: 'https://mergewel1.example' }],
    ['for another site', { rpId: 'mergewel1.example' }],
    ['without PIN or finger', { verified: false }],
    ['with an invented challenge', { challenge: Buffer.alloc(56, 7).toString('base64url') }],
    ['with a counter that went back', { counter: 1 }],
    ['with an answer meant for adding a passkey', { type: 'webauthn.create' }],
  ])('is refused %s', async (_, lies) => {
    const { authenticator } = await addPasskeyTo(person, at.world)
    authenticator.get(await options())
    expect(codeOf(await enter(authenticator.get(await options())))).toBe('ok')
    expect(codeOf(await enter(authenticator.get(await options(), lies)))).toBe('UNAUTHENTICATED')
  })

  it('is refused when its answer was sent before, or comes too late', async () => {
    const { authenticator } = await addPasskeyTo(person, at.world)
    const asked = await options()
    expect(codeOf(await enter(authenticator.get(asked)))).toBe('ok')
    expect(codeOf(await enter(authenticator.get(asked)))).toBe('UNAUTHENTICATED')
    const late = await options()
    at.now += 5 * MINUTE
    expect(codeOf(await enter(authenticator.get(late)))).toBe('UNAUTHENTICATED')
  })

  it('is refused with the signature of another passkey', async () => {
    const { id: own } = await addPasskeyTo(person, at.world)
    expect(own).toMatch(/^pky_/)
    const { authenticator } = await addPasskeyTo(person, at.world)
    const stranger = softwareAuthenticator(at.world)
    const asked = await options()
    const forged = { ...stranger.get(asked), id: authenticator.get(asked).id }
    expect(codeOf(await enter({ ...forged, rawId: forged.id }))).toBe('UNAUTHENTICATED')
    expect(codeOf(await enter(stranger.get(asked)))).toBe('UNAUTHENTICATED')
  })

  it('signs in nobody once it is removed, and takes the recovery codes along if it was the last factor', async () => {
    const { authenticator, id } = await addPasskeyTo(person, at.world)
    const removed = await person.graphql(
      'mutation ($id: ID!) { removePasskey(input: { id: $id }) { passkey { id } errors { code field message } } }',
      { id },
    )
    expect(removed.data.removePasskey.id).toBe(id)
    expect(await factor()).toEqual({ recoveryCodesLeft: 0, passkeys: [] })
    expect(codeOf(await enter(authenticator.get(await options())))).toBe('UNAUTHENTICATED')
    expect((await login()).status).toBe(200)
  })

  it('keeps existing recovery codes when added, and the authenticator app keeps them when it is removed', async () => {
    await setUpTotp(person, at.now)
    const { id, recoveryCodes } = await addPasskeyTo(person, at.world)
    expect(recoveryCodes).toBeNull()
    await person.graphql(
      'mutation ($id: ID!) { removePasskey(input: { id: $id }) { passkey { id } errors { code field message } } }',
      { id },
    )
    expect((await factor()).recoveryCodesLeft).toBe(10)
  })

  it('does not sign in a person who was deactivated', async () => {
    const { authenticator } = await addPasskeyTo(person, at.world)
    await at.world.app.database.asSystem((em) =>
      em.execute('update users set is_active = false where id = :userId', { userId: person.userId }),
    )
    expect(codeOf(await enter(authenticator.get(await options())))).toBe('UNAUTHENTICATED')
  })
})

describe('adding a passkey', () => {
  const started = async (of = person) =>
    (await of.graphql('mutation { startPasskey { options errors { code field message } } }')).data.startPasskey

  it('asks the browser for a passkey that stays on the device and verifies its user', async () => {
    expect(await started()).toMatchObject({
      rp: { name: 'Mergewell', id: 'localhost' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  })

  it.each<[string, Lies]>([
    ['from another site', { origin: 'https://mergewel1.example' }],
    ['for another site', { rpId: 'mergewel1.example' }],
    ['without PIN or finger', { verified: false }],
    ['with an invented challenge', { challenge: Buffer.alloc(56, 7).toString('base64url') }],
  ])('is refused if the answer is %s', async (_, lies) => {
    expect(codeOf(await add(softwareAuthenticator(at.world).create(await started(), lies)))).toBe('BAD_INPUT')
  })

  it('is refused with the challenge of another person or of a sign-in', async () => {
    const other = await at.world.signUp()
    const authenticator = softwareAuthenticator(at.world)
    expect(codeOf(await add(authenticator.create(await started(other))))).toBe('BAD_INPUT')
    expect(codeOf(await add(authenticator.create(await options())))).toBe('BAD_INPUT')
  })

  it('is refused the second time, also for another person', async () => {
    const other = await at.world.signUp()
    const authenticator = softwareAuthenticator(at.world)
    expect(codeOf(await add(authenticator.create(await started())))).toBe('ok')
    expect(codeOf(await add(authenticator.create(await started())))).toBe('CONFLICT')
    expect(codeOf(await add(authenticator.create(await started(other)), other))).toBe('CONFLICT')
  })

  it.each([[{}], [{ id: '' }], [{ id: 'x' }], [{ id: 'x', rawId: 'x', type: 'public-key', response: {} }], ['x'], [7]])(
    'reports an error when the answer is nonsense (%j)',
    async (response) => {
      expect(codeOf(await add(response as object))).toBe('BAD_INPUT')
      expect(codeOf(await enter(response as object))).toMatch(/^(BAD_INPUT|UNAUTHENTICATED)$/)
    },
  )

  itInFull('is refused beyond 20 passkeys', async () => {
    for (let count = 0; count < 20; count += 1) {
      expect(codeOf(await add(softwareAuthenticator(at.world).create(await started())))).toBe('ok')
    }
    expect(codeOf(await add(softwareAuthenticator(at.world).create(await started())))).toBe('LIMIT_REACHED')
  })
})

describe('the name of a passkey', () => {
  it('can be changed', async () => {
    const { id } = await addPasskeyTo(person, at.world)
    await person.graphql(
      'mutation ($id: ID!) { renamePasskey(input: { id: $id, name: " Blue key " }) { passkey { name } errors { code field message } } }',
      { id },
    )
    expect((await factor()).passkeys[0].name).toBe('Blue key')
  })
})

import { describe, expect, it } from 'vitest'
import { createLink } from '#api/accounts/links/account-links.ts'
import { User } from '#api/accounts/user.ts'
import { saveSuperAdmin } from '#api/super-admins/super-admins.ts'
import { clockedWorld, SIGN_UP_PASSWORD } from '../support/clocked-world.ts'
import { overtaken } from '../support/act-between-transactions.ts'
import { appCode, setUpTotp } from '../support/second-factor.ts'
import { askAs, SUPER_ADMIN } from '../support/super-admin.ts'
import type { TestPerson } from '../support/world.ts'

/** A thief who knows an old password and is signing in, or changing it, at the very moment when its owner resets it. */

const at = clockedWorld()
const passwordOf = (round: number) => `plum orbit lantern ${round}`

const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await fetch(at.world.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const { sessionToken, challenge } = (await answer.json()) as { sessionToken?: string; challenge?: string }
  return { status: answer.status, sessionToken, challenge, cookie: answer.headers.get('set-cookie') ?? '' }
}

/** Resets a person's password with an emailed link. */
async function reset({ tenantId, userId }: TestPerson, newPassword: string): Promise<void> {
  const link = await at.world.app.database.asSystem(async (em) => {
    const { email } = await em.findOneOrFail(User, { tenantId, id: userId })
    return createLink(at.world.app, em, { kind: 'password', tenantId, userId, email })
  })
  const { data } = await at.world.anybody.graphql(
    'mutation ($input: ResetPasswordInput!) { resetPassword(input: $input) { done errors { code field message } } }',
    { input: { token: link.split('#')[1], newPassword, confirmPassword: newPassword } },
  )
  expect(data.resetPassword).toBe(true)
}

async function isSignedIn(token: string | undefined): Promise<boolean> {
  const answer = await fetch(`${at.world.url}/api/user`, { headers: { authorization: token ?? 'none' } })
  return answer.status === 200
}

/**
 * Resets a person's password before each transaction of `attempt` in turn. `prepare` comes before that and knows the
 * password of the moment. Returns the number of turns.
 */
async function resetAtEachMoment<T>(
  person: TestPerson,
  prepare: (password: string) => Promise<T>,
  attempt: (prepared: T) => Promise<void>,
  check: (turn: number, password: string) => Promise<void>,
): Promise<number> {
  let password = SIGN_UP_PASSWORD
  for (let turn = 1; ; turn += 1) {
    const prepared = await prepare(password)
    const next = passwordOf(turn)
    const came = await overtaken(
      at.world,
      turn,
      () => reset(person, next),
      () => attempt(prepared),
    )
    if (!came) return turn - 1
    password = next
    await check(turn, password)
  }
}

const usernameOf = async (person: TestPerson): Promise<string> =>
  (await person.graphql('{ currentUser { username } }')).data.currentUser.username

describe('a password reset', () => {
  it('ends a sign-in with the old password that is in progress, at whichever moment', async () => {
    const person = await at.world.signUp()
    const username = await usernameOf(person)
    let token: string | undefined
    const moments = await resetAtEachMoment(
      person,
      async (password) => password,
      async (password) => void ({ sessionToken: token } = await post('/api/login', { username, password })),
      async (turn) => expect([turn, await isSignedIn(token)]).toEqual([turn, false]),
    )
    expect(moments).toBeGreaterThan(3)
  })

  it('ends the challenge of a second factor that is being opened or answered, at whichever moment', async () => {
    const person = await at.world.signUp()
    const username = await usernameOf(person)
    const { key } = await setUpTotp(person, at.now)
    const newCode = () => appCode(key, (at.now += 60_000))
    let challenge: string | undefined
    const opening = await resetAtEachMoment(
      person,
      async (password) => password,
      async (password) => void ({ challenge } = await post('/api/login', { username, password })),
      async (turn) => {
        const finished = await post('/api/login/finish', { challenge: challenge ?? 'none', code: newCode() })
        expect([turn, finished.status]).toEqual([turn, 401])
      },
    )
    expect(opening).toBeGreaterThan(3)
    const other = await at.world.signUp()
    const otherName = await usernameOf(other)
    const { key: otherKey } = await setUpTotp(other, at.now)
    let token: string | undefined
    const answering = await resetAtEachMoment(
      other,
      async (password) => (await post('/api/login', { username: otherName, password })).challenge,
      async (open) => {
        const code = appCode(otherKey, (at.now += 60_000))
        ;({ sessionToken: token } = await post('/api/login/finish', { challenge: open, code }))
      },
      async (turn) => expect([turn, await isSignedIn(token)]).toEqual([turn, false]),
    )
    expect(answering).toBeGreaterThan(2)
  })

  it('is not overwritten by a password change that a stolen session has in progress', async () => {
    const person = await at.world.signUp()
    const username = await usernameOf(person)
    const mine = 'thief in the night 77'
    await resetAtEachMoment(
      person,
      async (password) => ({ password, token: (await post('/api/login', { username, password })).sessionToken ?? '' }),
      async ({ password, token }) => {
        const input = { currentPassword: password, newPassword: mine, confirmPassword: mine }
        await post(
          '/graphql',
          {
            query: 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { done } }',
            variables: { input },
          },
          { authorization: token },
        )
      },
      async (turn, password) => {
        expect([turn, (await post('/api/login', { username, password })).status]).toEqual([turn, 200])
      },
    )
  })
})

it('a super admin’s new password ends a sign-in with the old one that is in progress, at whichever moment', async () => {
  const { database } = at.world.app
  for (let turn = 1; ; turn += 1) {
    await saveSuperAdmin(database, { ...SUPER_ADMIN, password: passwordOf(turn - 1) })
    let cookie = ''
    const came = await overtaken(
      at.world,
      turn,
      () => saveSuperAdmin(database, { ...SUPER_ADMIN, password: passwordOf(turn) }),
      async () => {
        const body = { username: SUPER_ADMIN.username, password: passwordOf(turn - 1) }
        ;({ cookie } = await post('/api/supadmin/login', body))
      },
    )
    if (!came) break
    const { body } = await askAs({ cookie, origin: at.world.url }, 'POST', `${at.world.url}/graphql`, {
      query: '{ superAdmin { id } }',
    })
    expect([turn, body.errors, body.data?.superAdmin]).toEqual([turn, undefined, null])
  }
})

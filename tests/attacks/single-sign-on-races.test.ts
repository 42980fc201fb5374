import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { encodeId } from '#schema/object-ids.ts'
import { signedInNow } from '../support/approval-off.ts'
import { SIGN_UP_PASSWORD } from '../support/clocked-world.ts'
import { itInFull } from '../support/full-run-only.ts'
import { overtaken } from '../support/act-between-transactions.ts'
import { appCode, setUpTotp } from '../support/second-factor.ts'
import { createSsoWorld, type SsoWorkspace, type SsoWorld } from '../support/single-sign-on.ts'
import { person, type TestPerson } from '../support/world.ts'

/** Somebody who is signing in at the very moment when an admin takes the account or the way of signing in away. */

let sso: SsoWorld
let workspace: SsoWorkspace
let now = 0
beforeAll(async () => {
  sso = await createSsoWorld()
  sso.world.app.clock = () => new Date(now)
})
afterAll(() => sso.close())
beforeEach(async () => {
  now = Date.now()
  workspace = await sso.open()
  await workspace.set()
  await workspace.claim()
})

const execute = <T extends object>(statement: string, values: object = {}) =>
  sso.world.app.database.asSystem((em) => em.execute<T[]>(statement, { ...values }))

/**
 * Returns what a person holds: sessions that single sign-on did or did not open, sign-ins that wait for a code, and
 * identities.
 */
async function holdingsOf(email: string): Promise<Record<'passwords' | 'sessions' | 'waiting' | 'identities', number>> {
  const of = (table: string, condition = 'true') =>
    `(select count(*)::int from ${table} t where t.tenant_id = u.tenant_id and t.user_id = u.id and ${condition})`
  const [row] = await execute<Awaited<ReturnType<typeof holdingsOf>>>(
    `select ${of('sessions', 'not by_single_sign_on')} as passwords, ${of('sessions')} as sessions,
       ${of('sign_in_challenges')} as waiting, ${of('sso_identities')} as identities from users u where email = :email`,
    { email },
  )
  if (!row) throw new Error(`${email} has no account`)
  return row
}

/** Acts before each transaction of a sign-in in turn, and checks what the person holds then. Returns the number of turns. */
async function actAtEachMoment(
  prepare: () => Promise<unknown>,
  act: () => Promise<unknown>,
  attempt: () => Promise<unknown>,
  check: (turn: number) => Promise<void>,
): Promise<number> {
  for (let turn = 1; ; turn += 1) {
    now += 31_000
    await execute('delete from sign_in_failures')
    await signedInNow(sso.world, workspace.admin)
    await prepare()
    const came = await overtaken(
      sso.world,
      turn,
      async () => void (await act()),
      async () => void (await attempt()),
    )
    if (!came) return turn - 1
    await check(turn)
  }
}

/** Signs somebody in for the first time, with a second factor if they are to have one. */
async function newPerson(hasFactor: boolean) {
  const email = `ida@${workspace.domain}`
  const signIn = () => workspace.signIn(email, `ida-${workspace.domain}`)
  const { token } = await signIn()
  const [row] = await execute<{ id: string; tenantId: string }>(
    'select id, tenant_id as "tenantId" from users where email = :email',
    { email },
  )
  const ida: TestPerson = person(sso.world.url, token, row?.tenantId ?? '', row?.id ?? '')
  const factor = hasFactor ? await setUpTotp(ida, now) : null
  return { email, ida, signIn, key: factor?.key ?? '' }
}

const setActive = (who: TestPerson, isActive: boolean) =>
  workspace.run(
    'mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { id } errors { code message } } }',
    { input: { id: encodeId('User', who.userId), isActive } },
  )

describe.each([
  ['with a second factor', true],
  ['without a second factor', false],
])('a single sign-on %s', (_, hasFactor) => {
  /** `npm test` tries the longer way of each. */
  const itOnce = hasFactor ? it : itInFull

  it('opens no session when the account is deactivated meanwhile, at whichever moment', async () => {
    const { email, ida, signIn } = await newPerson(hasFactor)
    const moments = await actAtEachMoment(
      () => setActive(ida, true),
      () => setActive(ida, false),
      signIn,
      async (turn) => expect([turn, await holdingsOf(email)]).toMatchObject([turn, { sessions: 0, waiting: 0 }]),
    )
    expect(moments).toBeGreaterThan(4)
  })

  itOnce('lets nobody in if single sign-on is turned off meanwhile, at whichever moment', async () => {
    const { email, signIn } = await newPerson(hasFactor)
    const moments = await actAtEachMoment(
      async () => {
        await workspace.set()
        await signIn()
      },
      () => workspace.run('mutation { removeSingleSignOn { singleSignOn { issuer } errors { code message } } }'),
      signIn,
      async (turn) => expect([turn, await holdingsOf(email)]).toMatchObject([turn, { waiting: 0, identities: 0 }]),
    )
    expect(moments).toBeGreaterThan(4)
  })

  itOnce(
    'is the only way to sign in when it becomes required while somebody signs in with a password, at whichever moment',
    async () => {
      const { email, ida, key } = await newPerson(hasFactor)
      await execute(
        `update users set password_hash = (select password_hash from users where id = :userId) where email = :email`,
        { userId: workspace.admin.userId, email },
      )
      const post = async (path: string, body: object) =>
        (await ida.rest('POST', path, body)).body as { challenge?: string; sessionToken?: string }
      const moments = await actAtEachMoment(
        () => workspace.set({ required: false }),
        () => workspace.set({ required: true }),
        async () => {
          const { challenge } = await post('/api/login', { username: email, password: SIGN_UP_PASSWORD })
          if (challenge) await post('/api/login/finish', { challenge, code: appCode(key, now) })
        },
        async (turn) => expect([turn, await holdingsOf(email)]).toMatchObject([turn, { passwords: 0 }]),
      )
      expect(moments).toBeGreaterThan(4)
    },
  )
})

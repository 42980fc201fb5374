import { isNonNullType, OperationTypeNode } from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { encodeId } from '#schema/object-ids.ts'
import { schema } from '#schema/index.ts'
import { firstOf } from '#tests/support/full-run-only.ts'
import { plainAnswer, type PlainAnswer } from '#tests/support/plain-api-values.ts'
import { clockedWorld, codeOf, SIGN_UP_PASSWORD as password } from '#tests/support/clocked-world.ts'
import { callRootField, leastValue, rootFieldsOf } from '#tests/support/root-fields.ts'
import { signInSuperAdmin, SUPER_ADMIN } from '#tests/support/super-admin.ts'
import { person as signedInWith, type TestPerson } from '#tests/support/world.ts'

const MINUTE = 60_000
const at = clockedWorld()

const makeKey = async (person: TestPerson) =>
  codeOf(
    await person.graphql(
      'mutation { createApiKey(input: { name: "x", scopes: [CONTACTS_READ] }) { token errors { code field message } } }',
    ),
  )
const confirm = async (person: TestPerson, secret: string) =>
  codeOf(
    await person.graphql(
      'mutation ($input: ConfirmPasswordInput!) { confirmPassword(input: $input) { done errors { code field message } } }',
      {
        input: { password: secret },
      },
    ),
  )

/** Operations that a session alone does not allow: every mutation that adds, promotes or opens something. */
const NEEDS_RECENT_SIGN_IN = {
  admin: [
    ...[
      'addPasskey',
      'addSsoDomain',
      ...['cancelWorkspaceDeletion', 'changeEmail'],
      'confirmTotp',
      'createApiKey',
      'createServiceAccount',
      'createUser',
      'createWebhook',
      'deleteServiceAccount',
      'deleteUser',
      'endUserSessions',
      'erasePerson',
      'inviteUser',
    ],
    ...['provideMailboxes', 'removePasskey', 'removeSingleSignOn', 'removeSsoDomain', 'removeTotp'],
    ...[
      'renewRecoveryCodes',
      'requireSecondFactor',
      'resendInvitation',
      'resetSecondFactor',
      'rotateWebhookSecret',
      'scheduleWorkspaceDeletion',
      'shareMailbox',
      'startPasskey',
      'startTotp',
      'updateSingleSignOn',
      ...['updateUser', 'updateWebhook'],
      'verifySsoDomain',
    ],
  ],
  'super admin': [
    ...[
      'cancelTenantDeletion',
      'confirmPlan',
      'createTenant',
      'createTenantUser',
      'declineUpgrade',
      'resetTenantUserFactor',
      'scheduleTenantDeletion',
      'superAdminConfirmTotp',
      'superAdminRenewRecoveryCodes',
    ],
    ...['superAdminStartTotp', 'updateTenant'],
  ],
}
const [someone, mailbox, workspace, webhook] = (['User', 'Mailbox', 'Tenant', 'Webhook'] as const).map((kind) =>
  encodeId(kind, '00000000-0000-7000-8000-000000000000'),
)
/** Ids of the right kind, because others are rejected before anything else is checked. */
const IDS: Record<string, object> = {
  updateUser: { id: someone },
  deleteUser: { id: someone },
  endUserSessions: { id: someone },
  resetSecondFactor: { id: someone },
  resendInvitation: { id: someone },
  deleteServiceAccount: { id: encodeId('ServiceAccount', '00000000-0000-7000-8000-000000000000') },
  removePasskey: { id: encodeId('Passkey', '00000000-0000-7000-8000-000000000000') },
  shareMailbox: { id: mailbox, userIds: [someone] },
  rotateWebhookSecret: { id: webhook },
  updateWebhook: { id: webhook, url: 'https://hooks.example/' },
  updateTenant: { id: workspace },
  confirmPlan: { id: workspace },
  declineUpgrade: { id: workspace },
  scheduleTenantDeletion: { id: workspace },
  cancelTenantDeletion: { id: workspace },
  createTenantUser: { tenantId: workspace },
  resetTenantUserFactor: { tenantId: workspace, id: someone },
}
/** Mutations that end the session of a test or open another one. */
const SIGNS_IN_OR_OUT =
  /^(login|finishLogin|startPasskeyLogin|loginWithPasskey|logout|register|endSession|superAdminLogin|superAdminFinishLogin|superAdminLogout)$/

describe('fifteen minutes after a sign-in, a sensitive act', () => {
  let boss: Record<string, string>
  beforeAll(async () => {
    boss = (await signInSuperAdmin(at.world)).headers
  })

  /** The mutations, or those of `names`, that answer REAUTHENTICATE when called with valid input. */
  async function refusedTo(headers: Record<string, string>, names?: readonly string[]): Promise<string[]> {
    const refused = []
    for (const operation of rootFieldsOf(schema)) {
      const { kind, field } = operation
      if (kind !== OperationTypeNode.MUTATION || SIGNS_IN_OR_OUT.test(field.name)) continue
      if (names && !names.includes(field.name)) continue
      const required = field.args.filter(({ type }) => isNonNullType(type))
      const input = Object.fromEntries(required.map(({ name, type }) => [name, leastValue(type, 'cmp_1')]))
      const variables = required.length > 0 ? { input: { ...(input['input'] as object), ...IDS[field.name] } } : {}
      const answer = await callRootField(at.world.url, operation, variables, headers)
      if (answer.includes('"REAUTHENTICATE"')) refused.push(field.name)
    }
    return refused.toSorted((a, b) => a.localeCompare(b))
  }

  it('of a super admin needs the password again', async () => {
    const acts = NEEDS_RECENT_SIGN_IN['super admin']
    at.now += 15 * MINUTE + 10_000
    expect(await refusedTo(boss, acts)).toEqual(acts)
  })

  it.each(firstOf(['admin', 'super admin'], 1))(
    'of the %s needs the password again if it is on the list, and only then',
    async (who) => {
      const admin = await at.world.signUp()
      const headers = who === 'admin' ? { authorization: admin.token } : boss
      expect(await refusedTo(headers)).toEqual([])
      at.now += 15 * MINUTE + 10_000
      expect(await refusedTo(headers)).toEqual(NEEDS_RECENT_SIGN_IN[who])
    },
  )
})

describe('a person whose sign-in is too old for a sensitive act', () => {
  it('confirms the password and continues, also with an API token', async () => {
    const person = await at.world.signUp()
    at.now += 14 * MINUTE
    expect(await makeKey(person)).toBe('ok')
    at.now += 2 * MINUTE
    expect(await makeKey(person)).toBe('REAUTHENTICATE')
    expect(await confirm(person, 'a wrong password')).toBe('BAD_INPUT')
    expect(await makeKey(person)).toBe('REAUTHENTICATE')
    expect(await confirm(person, password)).toBe('ok')
    expect(await makeKey(person)).toBe('ok')
    expect((await person.rest('POST', '/api/users', { name: 'K', email: 'k@example.com', password })).status).toBe(201)
  })

  it('who signs in again by REST can add a user with the new token', async () => {
    const admin = await at.world.signUp()
    const { username } = (await admin.rest('GET', '/api/user')).body
    const colleague = { name: 'Kim', email: `kim-${username}@example.com`, password }
    at.now += 20 * MINUTE
    expect(await admin.rest('POST', '/api/users', colleague)).toMatchObject({
      status: 403,
      body: { code: 'REAUTHENTICATE' },
    })
    const { sessionToken } = (await at.world.anybody.rest('POST', '/api/login', { username, password })).body
    const again = signedInWith(at.world.url, sessionToken, '', '')
    expect((await again.rest('POST', '/api/users', colleague)).status).toBe(201)
  })

  it('confirms the password for one session only', async () => {
    const person = await at.world.signUp()
    const { username } = (await person.rest('GET', '/api/user')).body
    at.now += 20 * MINUTE
    await at.world.anybody.rest('POST', '/api/login', { username, password })
    expect(await makeKey(person)).toBe('REAUTHENTICATE')
  })

  it('may guess the password no more often than at a sign-in', async () => {
    const person = await at.world.signUp()
    const answers = []
    for (let guess = 0; guess < 6; guess += 1) answers.push(await confirm(person, `guess ${guess}`))
    expect(answers).toEqual([...Array.from({ length: 5 }, () => 'BAD_INPUT'), 'TOO_MANY_REQUESTS'])
  })

  it('and whose account has no password is told to confirm through their provider', async () => {
    const person = await at.world.signUp()
    await at.world.app.database.asSystem((em) =>
      em.execute('update users set password_hash = null where id = ?', [person.userId]),
    )
    const { errors } = await person.graphql(
      'mutation { confirmPassword(input: { password: "x" }) { done errors { code field message } } }',
    )
    expect(errors?.[0].message).toBe('Your account has no password. Confirm who you are the way you sign in.')
  })
})

describe('a super admin whose sign-in is too old for a sensitive act', () => {
  /** Makes one call with a cookie; returns its code and the replacement cookie. */
  async function ask(cookie: string, query: string): Promise<{ code: string; cookie: string | null }> {
    const headers = { cookie, origin: at.world.url, 'content-type': 'application/json' }
    const response = await fetch(`${at.world.url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query }),
    })
    const [set = null] = response.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
    return { code: codeOf(plainAnswer(query, (await response.json()) as PlainAnswer)), cookie: set }
  }
  const read = '{ tenants { totalCount } }'
  const confirmed = (secret: string) =>
    `mutation { superAdminConfirmPassword(input: { password: "${secret}" }) { done errors { code field message } } }`
  let count = 0
  const create = () =>
    `mutation { createTenant(input: { slug: "s${(count += 1)}-x", name: "S", domain: "s.example" }) { tenant { id } errors { code field message } } }`
  const signIn = async () => (await signInSuperAdmin(at.world)).headers['cookie'] ?? ''

  it('confirms the password and continues with a new cookie; the old cookie stops working', async () => {
    const old = await signIn()
    at.now += 16 * MINUTE
    expect((await ask(old, create())).code).toBe('REAUTHENTICATE')
    expect((await ask(old, confirmed('a wrong guess'))).code).toBe('BAD_INPUT')
    const { code, cookie } = await ask(old, confirmed(SUPER_ADMIN.password))
    expect([code, cookie]).toEqual(['ok', expect.stringContaining('mergewell_super_admin=')])
    expect((await ask(cookie ?? '', create())).code).toBe('ok')
    expect([(await ask(old, read)).code, (await ask(cookie ?? '', read)).code]).toEqual(['UNAUTHENTICATED', 'ok'])
  })

  it('does not extend the session by confirming', async () => {
    const old = await signIn()
    at.now += 11 * 60 * MINUTE
    const { cookie } = await ask(old, confirmed(SUPER_ADMIN.password))
    expect((await ask(cookie ?? '', read)).code).toBe('ok')
    at.now += 60 * MINUTE
    expect((await ask(cookie ?? '', read)).code).toBe('UNAUTHENTICATED')
  })

  it('may guess the password no more often than at a sign-in', async () => {
    const cookie = await signIn()
    const answers = []
    for (let guess = 0; guess < 4; guess += 1) answers.push((await ask(cookie, confirmed(`guess ${guess}`))).code)
    expect(answers).toEqual(['BAD_INPUT', 'BAD_INPUT', 'BAD_INPUT', 'TOO_MANY_REQUESTS'])
  })
})

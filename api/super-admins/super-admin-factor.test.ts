import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { graphqlAs } from '#tests/support/person.ts'
import { appCode } from '#tests/support/second-factor.ts'
import { clockedWorld } from '#tests/support/clocked-world.ts'
import { signInSuperAdmin, SUPER_ADMIN } from '#tests/support/super-admin.ts'
import { saveSuperAdmin } from './super-admins.ts'

const STEP = 30_000
const MINUTE = 60_000
const at = clockedWorld()
const { username, password } = SUPER_ADMIN

let headers: Record<string, string>
beforeEach(async () => {
  at.world.app.production = true
  await at.world.app.database.asSystem((em) => em.execute('delete from super_admins'))
  headers = (await signInSuperAdmin(at.world)).headers
})
afterEach(() => {
  at.world.app.production = false
})

const graphql = (query: string, variables: object = {}, as = headers) => graphqlAs(at.world.url, as, query, variables)
const codeOf = async (query: string, variables: object = {}) =>
  (await graphql(query, variables)).errors?.[0].extensions.code ?? 'ok'
const login = () => at.world.anybody.rest('POST', '/api/supadmin/login', { username, password })
const finish = (challenge: string, code: string) =>
  at.world.anybody.rest('POST', '/api/supadmin/login/finish', { challenge, code })
const TENANTS = '{ tenants { totalCount } }'

async function setUp(): Promise<{ key: string; codes: string[] }> {
  const { data } = await graphql('mutation { superAdminStartTotp { key uri errors { code field message } } }')
  const { key } = data.superAdminStartTotp
  const code = appCode(key, at.now)
  const confirmed = await graphql(
    'mutation ($code: String!) { superAdminConfirmTotp(input: { code: $code }) { codes errors { code field message } } }',
    {
      code,
    },
  )
  return { key, codes: confirmed.data.superAdminConfirmTotp }
}

describe('a super admin outside local mode', () => {
  it('can do nothing before setting up the second factor', async () => {
    expect(await codeOf(TENANTS)).toBe('SECOND_FACTOR_MISSING')
    expect(await codeOf('mutation { superAdminRenewRecoveryCodes { codes errors { code field message } } }')).toBe(
      'SECOND_FACTOR_MISSING',
    )
    const files = await fetch(`${at.world.url}/api/supadmin/tenants`, { headers })
    expect([files.status, (await files.json()).code]).toEqual([403, 'SECOND_FACTOR_MISSING'])
    const { data } = await graphql('{ superAdmin { username mustSetUpSecondFactor secondFactor { totpSince } } }')
    expect(data.superAdmin).toEqual({ username, mustSetUpSecondFactor: true, secondFactor: { totpSince: null } })
  })

  it('continues in the same session after setting up the second factor', async () => {
    const { codes } = await setUp()
    expect(codes).toHaveLength(10)
    expect(await codeOf(TENANTS)).toBe('ok')
    const { data } = await graphql('{ superAdmin { mustSetUpSecondFactor secondFactor { recoveryCodesLeft } } }')
    expect(data.superAdmin).toEqual({ mustSetUpSecondFactor: false, secondFactor: { recoveryCodesLeft: 10 } })
  })

  it('signs in with password and code, each code once', async () => {
    const { key } = await setUp()
    at.now += 10 * STEP
    const asked = await login()
    expect([asked.status, asked.body.code]).toEqual([401, 'SECOND_FACTOR_REQUIRED'])
    const code = appCode(key, at.now)
    const finished = await finish(asked.body.challenge, code)
    expect([finished.status, finished.body.superAdmin.username]).toEqual([200, username])
    expect((await finish((await login()).body.challenge, code)).status).toBe(400)
  })

  it('signs in with a recovery code, which works once', async () => {
    const { codes } = await setUp()
    expect((await finish((await login()).body.challenge, codes[0] ?? '')).status).toBe(200)
    expect((await finish((await login()).body.challenge, codes[0] ?? '')).status).toBe(400)
  })

  it('needs a recent sign-in to set up the second factor and to renew its codes; confirming the password suffices', async () => {
    at.now += 16 * MINUTE
    expect(await codeOf('mutation { superAdminStartTotp { key errors { code field message } } }')).toBe(
      'REAUTHENTICATE',
    )
    const response = await fetch(`${at.world.url}/graphql`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        query:
          'mutation ($input: SuperAdminConfirmPasswordInput!) { superAdminConfirmPassword(input: $input) { done errors { code field message } } }',
        variables: { input: { password } },
      }),
    })
    headers = { ...headers, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
    await setUp()
    expect(await codeOf('mutation { superAdminRenewRecoveryCodes { codes errors { code field message } } }')).toBe('ok')
    at.now += 16 * MINUTE
    expect(await codeOf('mutation { superAdminRenewRecoveryCodes { codes errors { code field message } } }')).toBe(
      'REAUTHENTICATE',
    )
  })

  it('keeps the second factor when the password is set by command, and loses it only on request', async () => {
    await setUp()
    const { challenge } = (await login()).body
    await saveSuperAdmin(at.world.app.database, SUPER_ADMIN)
    expect((await finish(challenge, '123456')).status).toBe(401)
    expect((await login()).body.code).toBe('SECOND_FACTOR_REQUIRED')
    await saveSuperAdmin(at.world.app.database, { ...SUPER_ADMIN, resetFactor: true })
    expect((await login()).status).toBe(200)
  })

  it('cannot finish a sign-in with the challenge of a workspace user, nor the other way round', async () => {
    const { codes } = await setUp()
    const { challenge } = (await login()).body
    const crossed = await at.world.anybody.rest('POST', '/api/login/finish', { challenge, code: codes[0] })
    expect(crossed.status).toBe(401)
    expect((await finish(challenge, codes[0] ?? '')).status).toBe(200)
  })

  it('is throttled after five wrong codes', async () => {
    await setUp()
    const answers = []
    for (let guess = 0; guess < 7; guess += 1) answers.push((await finish((await login()).body.challenge, 'x')).status)
    expect(answers).toEqual([400, 400, 400, 400, 400, 429, 429])
  })
})

describe('a super admin in local mode', () => {
  it('needs no second factor', async () => {
    at.world.app.production = false
    expect(await codeOf(TENANTS)).toBe('ok')
    const { data } = await graphql('{ superAdmin { mustSetUpSecondFactor } }')
    expect(data.superAdmin.mustSetUpSecondFactor).toBe(false)
  })
})

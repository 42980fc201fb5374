import { afterEach, describe, expect, it } from 'vitest'
import { accepted, graphRefusal, MESSAGE, microsoftMailbox } from '#tests/support/microsoft-mailbox.ts'
import type { Stub } from '../stub-server.ts'

let stub: Stub
afterEach(() => stub.close())

async function mailbox(...args: Parameters<typeof microsoftMailbox>) {
  const opened = await microsoftMailbox(...args)
  stub = opened.stub
  return opened.box
}

describe('an expired access token at Microsoft', () => {
  const tokens = {
    access_token: 'fresh',
    refresh_token: 'refresh-1',
    expires_in: 3600,
    token_type: 'Bearer',
    scope: 'Mail.Send',
  }

  it('is refreshed once for all concurrent sends, and stored before any of them continues', async () => {
    let refreshes = 0
    const order: string[] = []
    const box = await mailbox((request) => {
      if (request.path.endsWith('/token')) {
        refreshes += 1
        return { status: 200, json: tokens }
      }
      const good = request.headers.authorization === 'Bearer fresh'
      if (good) order.push(`sent, ${box.saved.length} saved`)
      return good ? accepted : graphRefusal(401, 'InvalidAuthenticationToken', 'Lifetime validation failed')
    })
    await Promise.all(Array.from({ length: 8 }, () => box.send(MESSAGE)))
    expect(refreshes).toBe(1)
    expect(order).toEqual(Array.from({ length: 8 }, () => 'sent, 1 saved'))
    expect(JSON.parse(box.saved[0] ?? '')).toMatchObject({
      accessToken: 'fresh',
      refreshToken: 'refresh-1',
      email: 'ana@own.test',
    })
  })

  it('is refreshed before use once its expiry has passed', async () => {
    const box = await mailbox(
      (request) => (request.path.endsWith('/token') ? { status: 200, json: tokens } : accepted),
      {
        expiresAt: 1,
      },
    )
    await Promise.all([box.send(MESSAGE), box.send(MESSAGE)])
    expect(stub.requests.map(({ path }) => path)).toEqual([
      '/common/oauth2/v2.0/token',
      '/v1.0/me/sendMail',
      '/v1.0/me/sendMail',
    ])
  })

  it('marks the sign-in as doubtful when the fresh token is refused too', async () => {
    const box = await mailbox((request) =>
      request.path.endsWith('/token') ? { status: 200, json: tokens } : graphRefusal(401, 'InvalidAuthenticationToken'),
    )
    await expect(box.send(MESSAGE)).rejects.toMatchObject({
      kind: 'sign-in-doubt',
      message: 'SIGN_IN_REFUSED: 401 InvalidAuthenticationToken: No.',
    })
    expect(stub.requests.filter(({ path }) => path.endsWith('/sendMail'))).toHaveLength(2)
  })

  it.each([
    [
      'the refresh token is revoked',
      { status: 400, json: { error: 'invalid_grant', error_description: 'AADSTS50173: revoked' } },
    ],
    ['consent is needed', { status: 400, json: { error: 'interaction_required', error_description: 'AADSTS50076' } }],
  ] as const)('marks the sign-in as expired when %s', async (_what, reply) => {
    const box = await mailbox((request) =>
      request.path.endsWith('/token') ? reply : graphRefusal(401, 'InvalidAuthenticationToken'),
    )
    await expect(box.createDraft(MESSAGE)).rejects.toMatchObject({
      kind: 'expired',
      message: expect.stringMatching(/^EXPIRED_TOKEN: \d+ \w+: AADSTS/),
    })
    expect(box.saved).toEqual([])
  })

  it.each([
    ['is out of order', { status: 503, text: 'busy' }, 'unavailable'],
    ['cannot be reached', 'cut', 'unavailable'],
    ['asks to wait', { status: 429, json: { error: 'throttled' }, headers: { 'retry-after': '9' } }, 'throttled'],
  ] as const)('causes only a pause when the token endpoint %s', async (_what, reply, kind) => {
    const box = await mailbox((request) =>
      request.path.endsWith('/token') ? reply : graphRefusal(401, 'InvalidAuthenticationToken'),
    )
    await expect(box.send(MESSAGE)).rejects.toMatchObject({ kind, retryable: true })
  })
})

describe('the Microsoft client', () => {
  it('makes at most three concurrent requests per mailbox', async () => {
    let running = 0
    let most = 0
    const three = Promise.withResolvers<void>()
    const box = await mailbox(async () => {
      running += 1
      most = Math.max(most, running)
      if (running === 3) three.resolve()
      await three.promise
      // Time for a fourth to arrive, if it may.
      await new Promise((done) => setTimeout(done, 20))
      running -= 1
      return accepted
    })
    for (const wave of [12, 12]) await Promise.all(Array.from({ length: wave }, () => box.send(MESSAGE)))
    expect(most).toBe(3)
  })
})

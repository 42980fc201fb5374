import { describe, expect, it } from 'vitest'
import type { Viewer } from '../call-context.ts'
import { createRateLimit, rateLimitHeaders, REQUEST_COST } from './rate-limit.ts'

const viewer = (sessionId: string, tenantId = 't', scopes: Viewer['scopes'] = ['contacts:read']) =>
  ({ tenantId, sessionId, userId: 'u', role: 'admin', scopes }) as unknown as Viewer

function limitAt(limits = { key: 1_000, workspace: 1_500 }) {
  let now = 0
  const limit = createRateLimit(() => new Date(now), limits)
  return { limit, pass: (ms: number) => (now += ms) }
}

describe('the rate limit of API keys', () => {
  it('charges the cost of each request, at least a minimum, and reports it', () => {
    const { limit } = limitAt()
    expect(limit.take(viewer('a'), 400)).toEqual({ cost: 400, limit: 1_000, remaining: 600, reset: 24 })
    expect(limit.take(viewer('a'), 1)).toMatchObject({ remaining: 600 - REQUEST_COST })
  })

  it('refuses requests when it is used up, with the seconds to wait, and does not charge them', () => {
    const { limit, pass } = limitAt()
    limit.take(viewer('a'), 900)
    expect(() => limit.take(viewer('a'), 400)).toThrow(
      expect.objectContaining({
        code: 'TOO_MANY_REQUESTS',
        retryAfter: 18,
        allowance: { cost: 400, limit: 1_000, remaining: 100, reset: 54 },
      }),
    )
    pass(17_000)
    expect(() => limit.take(viewer('a'), 400)).toThrow(expect.objectContaining({ retryAfter: 1 }))
    pass(1_000)
    expect(limit.take(viewer('a'), 400)).toMatchObject({ remaining: 0 })
  })

  it('counts all API keys of a workspace together, separately from other workspaces', () => {
    const { limit } = limitAt()
    limit.take(viewer('a'), 900)
    limit.take(viewer('b'), 500)
    expect(() => limit.take(viewer('c'), 200)).toThrow('1,500 points per minute')
    expect(limit.take(viewer('d', 'other'), 200)).toMatchObject({ remaining: 800 })
  })

  it('allows a request that costs more than the whole allowance to begin when the allowance is full', () => {
    const { limit, pass } = limitAt()
    expect(limit.take(viewer('a'), 5_000)).toMatchObject({ remaining: 0 })
    pass(60_000)
    expect(() => limit.take(viewer('a'), 100)).toThrow('points per minute')
  })

  it('does not count signed-in people, nor callers who are not signed in', () => {
    const { limit } = limitAt()
    for (let index = 0; index < 100; index += 1) expect(limit.take(viewer('a', 't', null), 900)).toBeNull()
    expect(limit.take(null, 900)).toBeNull()
  })

  it('is reported in headers', () => {
    expect(rateLimitHeaders({ cost: 100, limit: 1_000, remaining: 600, reset: 24 })).toEqual({
      'RateLimit-Cost': '100',
      'RateLimit-Limit': '1000',
      'RateLimit-Remaining': '600',
      'RateLimit-Reset': '24',
      'RateLimit-Policy': '1000;w=60',
    })
  })
})

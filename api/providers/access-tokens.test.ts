import { describe, expect, it } from 'vitest'
import { createAccess } from './access-tokens.ts'
import type { TokenAccess } from '#api/sending/provider.ts'
import type { GrantTokens } from './access-tokens.ts'

interface World {
  access: TokenAccess
  clock: { now: number }
  kept: { grant: GrantTokens }
  refreshed: string[]
  saved: string[]
}

function world(
  options: { expiresAt?: number | null; lives?: number; failSaves?: number; failRefreshes?: number } = {},
): World {
  const clock = { now: 1_000_000 }
  const refreshed: string[] = []
  const saved: string[] = []
  const kept: { grant: GrantTokens } = { grant: { accessToken: 't0', expiresAt: options.expiresAt ?? null } }
  let { failSaves = 0, failRefreshes = 0 } = options
  const access = createAccess<GrantTokens>({
    grant: kept.grant,
    async refresh(grant) {
      refreshed.push(grant.accessToken)
      if (failRefreshes-- > 0) throw new Error('revoked')
      return { accessToken: `t${refreshed.length}`, expiresAt: clock.now + (options.lives ?? 3_600_000) }
    },
    async keep(renew) {
      const fresh = await renew(kept.grant)
      if (fresh === null) return
      if (failSaves-- > 0) throw new Error('disk full')
      kept.grant = fresh
      saved.push(fresh.accessToken)
    },
    now: () => clock.now,
  })
  return { access, clock, kept, refreshed, saved }
}

describe('the access token of a mailbox', () => {
  it('is used without renewal while its expiry is a minute away or unknown', async () => {
    for (const expiresAt of [null, 1_000_000 + 3_600_000]) {
      const { access, refreshed } = world({ expiresAt })
      expect(await access.token()).toBe('t0')
      expect(refreshed).toEqual([])
    }
  })

  it('is refreshed within the last minute of its lifetime', async () => {
    const { access, clock, refreshed } = world({ expiresAt: 1_000_000 + 3_600_000 })
    clock.now += 3_540_001
    expect(await access.token()).toBe('t1')
    expect(refreshed).toEqual(['t0'])
  })

  it('is used for half its lifetime if its lifetime is shorter than a minute', async () => {
    const { access, clock, refreshed } = world({ expiresAt: 1, lives: 10_000 })
    expect(await access.token()).toBe('t1')
    clock.now += 4000
    expect(await access.token()).toBe('t1')
    clock.now += 2000
    expect(await access.token()).toBe('t2')
    expect(refreshed).toEqual(['t0', 't1'])
  })

  it('is refreshed once when several requests with it are refused at the same time, and not again for a late refusal', async () => {
    const { access, refreshed, saved } = world()
    expect(await Promise.all([access.renew('t0'), access.token(), access.renew('t0')])).toEqual(['t1', 't1', 't1'])
    expect(await access.renew('t0')).toBe('t1')
    expect(refreshed).toEqual(['t0'])
    expect(saved).toEqual(['t1'])
    expect(await access.renew('t1')).toBe('t2')
  })

  it('is not used before it is stored; a failed save is retried without another refresh', async () => {
    const { access, refreshed, saved } = world({ failSaves: 1 })
    await expect(access.renew('t0')).rejects.toMatchObject({ kind: 'unavailable' })
    expect(await access.token()).toBe('t1')
    expect(refreshed).toEqual(['t0'])
    expect(saved).toEqual(['t1'])
  })

  it('can be refreshed again after a refresh that failed', async () => {
    const { access, refreshed } = world({ failRefreshes: 1 })
    await expect(Promise.all([access.renew('t0'), access.renew('t0')])).rejects.toThrow('revoked')
    expect(await access.renew('t0')).toBe('t2')
    expect(refreshed).toEqual(['t0', 't0'])
  })

  it('is taken from another process that refreshed it, unless that one has expired too', async () => {
    const { access, clock, kept, refreshed } = world()
    kept.grant = { accessToken: 'theirs', expiresAt: clock.now + 3_600_000 }
    expect(await access.renew('t0')).toBe('theirs')
    expect(refreshed).toEqual([])
    kept.grant = { accessToken: 'ended', expiresAt: clock.now }
    expect(await access.renew('theirs')).toBe('t1')
    expect(refreshed).toEqual(['ended'])
  })
})

import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { createWorld, type World } from './world.ts'

/** A product with a clock controlled by the test. */
export interface ClockedWorld {
  world: World
  /** the product's clock, ms since the epoch */
  now: number
}

/**
 * Starts a product without a worker, behind this many proxies, for the tests of a file. Each test starts at the current
 * time.
 */
export function clockedWorld({ proxies = 0 }: { proxies?: number } = {}): ClockedWorld {
  const clocked = { now: 0 } as ClockedWorld
  beforeAll(async () => {
    clocked.world = await createWorld({ send: false })
  })
  afterAll(() => clocked.world.close())
  beforeEach(() => {
    clocked.now = Date.now()
    clocked.world.app.clock = () => new Date(clocked.now)
    clocked.world.app.trustedProxies = proxies
  })
  return clocked
}

/**
 * Starts a product without a worker for the tests of a file that move its clock themselves. After each test it shows the
 * current time again.
 */
export function followedWorld(): { world: World } {
  const followed = {} as { world: World }
  let clock: World['app']['clock']
  beforeAll(async () => {
    followed.world = await createWorld({ send: false })
    clock = followed.world.app.clock
  })
  afterEach(() => {
    followed.world.app.clock = clock
  })
  afterAll(() => followed.world.close())
  return followed
}

/** The password of every sign-up in a test. */
export const SIGN_UP_PASSWORD = 'correct horse battery'

/** Returns the code of the answer's first error; "ok" when there is none. */
export const codeOf = ({ errors }: { errors?: { extensions: { code: string } }[] }): string =>
  errors?.[0]?.extensions.code ?? 'ok'

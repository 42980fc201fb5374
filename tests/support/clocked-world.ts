import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createWorld, type World } from './world.ts'

/** A product whose time a test moves. */
export interface ClockedWorld {
  world: World
  /** ms since the epoch, as the product knows it */
  now: number
}

/** Starts a product without a worker for the tests of a file, behind so many proxies. Each test begins at the present moment. */
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

/** The password of everybody who signs up in a test. */
export const SIGN_UP_PASSWORD = 'correct horse battery'

/** The code of the first error of an answer; "ok" where there is none. */
export const codeOf = ({ errors }: { errors?: { extensions: { code: string } }[] }): string =>
  errors?.[0]?.extensions.code ?? 'ok'

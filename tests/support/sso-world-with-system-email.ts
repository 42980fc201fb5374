import { afterAll, beforeAll } from 'vitest'
import { createSsoWorld, type SsoWorld } from './single-sign-on.ts'
import type { World } from './world.ts'

/** Starts a product that sends its own emails, with an identity provider, for the tests of a file. */
export function mailingSsoWorld(): { sso: SsoWorld; world: World } {
  const at = {} as { sso: SsoWorld; world: World }
  beforeAll(async () => {
    at.sso = await createSsoWorld({ send: true, systemEmails: true })
    at.world = at.sso.world
  })
  afterAll(() => at.sso.close())
  return at
}

/** Input fields of a new password, typed twice. */
export const AGAIN = { newPassword: 'plum orbit lantern 42', confirmPassword: 'plum orbit lantern 42' }

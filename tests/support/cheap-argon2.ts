import { createRequire } from 'node:module'
import type * as Argon2 from '@node-rs/argon2'

const real = createRequire(import.meta.url)('@node-rs/argon2') as typeof Argon2

/**
 * Stands in for @node-rs/argon2 in the tests (vitest.config.ts): a hash that takes next to no work, whatever is asked for. What the product
 * asks for is tested in api/accounts/passwords.test.ts, which has the real one.
 */
export const hash: typeof Argon2.hash = (password, options, signal) =>
  real.hash(password, { ...options, memoryCost: 64, timeCost: 1 }, signal)

/** The real one: it goes by the parameters that a hash was made with. */
export const verify = real.verify

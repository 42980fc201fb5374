import { createRequire } from 'node:module'
import type * as Argon2 from '@node-rs/argon2'

const real = createRequire(import.meta.url)('@node-rs/argon2') as typeof Argon2

/**
 * Replaces @node-rs/argon2 in tests (vitest.config.ts) with a nearly free hash, whatever parameters are requested.
 * api/accounts/passwords.test.ts checks the real parameters.
 */
export const hash: typeof Argon2.hash = (password, options, signal) =>
  real.hash(password, { ...options, memoryCost: 64, timeCost: 1 }, signal)

/** Verifies a password with the real argon2, which uses the parameters stored in the hash. */
export const verify = real.verify

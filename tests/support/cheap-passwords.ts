import { registerHooks } from 'node:module'

/**
 * Preloaded into the workers of tests: hashing would otherwise take most of the time of hundreds of sign-ups.
 * api/accounts/passwords.test.ts, whose worker does not preload it, checks the real one.
 */
const CHEAP = new URL('cheap-argon2.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@node-rs/argon2' && context.conditions.includes('import')
      ? { url: CHEAP, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
})

import * as React from 'react'

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'

/**
 * React's development build records a stack trace for each element, up to this many a second. Only the texts of its
 * warnings show them, and they take a fifth of a test's time: here the limit counts as reached.
 */
const LIMIT = 10_000

const internals: unknown = Reflect.get(React, INTERNALS)
if (typeof internals === 'object' && internals !== null && 'recentlyCreatedOwnerStacks' in internals) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => LIMIT,
    set: () => {},
    configurable: true,
  })
}

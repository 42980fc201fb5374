/**
 * Maximum ms between a sign-in at a provider and its id_token for the sign-in to confirm who somebody is; leaves time
 * for a second factor there.
 */
const FRESH_SIGN_IN_MS = 5 * 60_000

/**
 * Freshness of a sign-in at a provider: `fresh` if it has just happened, `stale` if not, `untold` if the provider does not say
 * when it happened.
 */
export type SignInFreshness = 'fresh' | 'stale' | 'untold'

/**
 * Returns how fresh a sign-in at a provider is, by its id_token alone: `auth_time` and `iat` are of the same clock. A
 * URL in the browser can lose the parameters that ask for a new sign-in, so only the token counts.
 */
export function signInFreshness({ auth_time: at, iat }: Readonly<Record<string, unknown>>): SignInFreshness {
  if (typeof at !== 'number' || typeof iat !== 'number') return 'untold'
  return (iat - at) * 1_000 <= FRESH_SIGN_IN_MS ? 'fresh' : 'stale'
}

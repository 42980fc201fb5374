import { refusalIn } from '#domain/mailboxes/provider-consent.ts'
import type { Provider } from '#domain/mailboxes/providers.ts'
import { isPassingError } from '#domain/accounts/sign-in-failures.ts'
import { DeliveryError, type DeliveryFailure } from '#api/sending/provider.ts'
import { textOf, type Refusal } from './provider-failures.ts'

/**
 * The party at fault when a token endpoint refuses: the provider, which recovers; the application, which only the
 * operator of the installation can repair; or the sign-in. Only a reason that is known to be final asks a person to
 * reconnect.
 */

/**
 * Row in the table of refused token requests; every given column must match. `text`: the provider's words after its
 * code.
 */
interface Reason {
  code?: RegExp
  text?: RegExp
}

/** A provider's reasons. Consent and policies are final as well: see its table of consent refusals. */
export interface TokenReasons {
  provider: Provider
  /**
   * refusals of the application itself, without those that one organization alone may cause, such as AADSTS700016 and
   * 7000112
   */
  application: readonly Reason[]
  /** final reasons of a refused sign-in */
  final: readonly Reason[]
}

/**
 * Matches the code for a disabled application: an organization can disable it for itself, and Microsoft for everybody,
 * with the same code.
 */
const DISABLED = /AADSTS7000112\b/

/** Maps a refusal of a token endpoint to a DeliveryError. No message was involved, so nothing is uncertain. */
export function tokenError(reasons: TokenReasons, refusal: Refusal): DeliveryError {
  const kind = kindOf(reasons, refusal)
  return new DeliveryError(kind, (PREFIXES[kind] ?? '') + textOf(kind, refusal), {
    retryAfterMs: refusal.retryAfterMs,
    mayBeApplication: kind === 'sign-in-doubt' && DISABLED.test(refusal.message),
  })
}

/**
 * Like {@link tokenError}, for an organization's own application: its refusal concerns the mailboxes that the application opens,
 * not the registration of this installation.
 */
export function ownTokenError(reasons: TokenReasons, refusal: Refusal): DeliveryError {
  const error = tokenError(reasons, refusal)
  if (error.kind !== 'registration') return error
  return new DeliveryError('expired', PREFIXES.expired + textOf('expired', refusal))
}

const PREFIXES: Partial<Record<DeliveryFailure, string>> & { expired: string } = {
  expired: 'EXPIRED_TOKEN: ',
  'sign-in-doubt': 'EXPIRED_TOKEN: ',
  registration: 'REGISTRATION: ',
}

function kindOf({ provider, application, final }: TokenReasons, refusal: Refusal): DeliveryFailure {
  const { status, code, message, spoken } = refusal
  if (status === 429) return 'throttled'
  // A proxy or captive portal answered in the provider's place.
  if (!spoken || status >= 500 || status === 408 || isPassingError(code)) return 'unavailable'
  if (DISABLED.test(message)) return 'sign-in-doubt'
  if (refusalIn(provider, `${code} ${message}`)) return 'expired'
  if (hasReason(application, refusal)) return 'registration'
  return hasReason(final, refusal) ? 'expired' : 'sign-in-doubt'
}

const hasReason = (reasons: readonly Reason[], refusal: Refusal) =>
  reasons.some(({ code, text }) => (!code || code.test(refusal.code)) && (!text || text.test(refusal.message)))

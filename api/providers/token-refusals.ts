import { refusalIn, type ConsentProvider } from '#domain/mailboxes/consent.ts'
import { isPassingError } from '#domain/accounts/sign-in-failures.ts'
import { DeliveryError, type DeliveryFailure } from '#api/sending/provider.ts'
import { textOf, type Refusal } from './failures.ts'

/**
 * Whose fault a refusal of a token endpoint is: the provider's, which passes; the application's, which only whoever runs
 * the installation can mend; or the sign-in's. Only a reason that is known to be final asks a person to reconnect.
 */

/** One reason of a refusal; every given column must match. The text is the provider's words after its code. */
interface Reason {
  code?: RegExp
  text?: RegExp
}

/** Refusals of the application itself. Codes that one organization alone may cause are not here, such as AADSTS700016 and 7000112. */
const APPLICATION: Record<ConsentProvider, readonly Reason[]> = {
  microsoft: [
    // "Microsoft Entra authentication and authorization error codes": credentials refused (70002), secret wrong (7000215),
    // missing (7000216, 7000218) or expired (7000222), certificate or assertion refused (50012, 700021, 700024, 700027),
    // registered as a public client (700025).
    { text: /AADSTS(70002|50012|70002[1457]|7000215|7000216|7000218|7000222)\b/ },
    // RFC 6749, 5.2: client authentication failed. With another code it may concern one organization.
    { code: /^invalid_client$/, text: /^(?!.*AADSTS\d)/s },
  ],
  // "Using OAuth 2.0 for Web Server Applications", errors of the authorization and token endpoints.
  google: [{ code: /^(invalid_client|deleted_client|disabled_client)$/ }],
}

/** Final reasons of a refused sign-in. Consent and policies are final as well: see the table of consent refusals. */
const FINAL: Record<ConsentProvider, readonly Reason[]> = {
  microsoft: [
    // The same page: tokens revoked (50173), password changed or expired (50132, 50133, 50055, 50144), person disabled or
    // gone (50057, 50034, 51004), another factor or method is demanded (5007x, 50158), the refresh token has ended
    // (70008, 700081, 700082, 700084), sign-in frequency (70043, 70044), interaction is demanded (700020).
    {
      text: /AADSTS(50173|5013[23]|50055|50144|50057|50034|51004|5007[24689]|50158|70008|70008[124]|7004[34]|700020)\b/,
    },
    // Personal accounts, AADSTS70000: "the grant is expired. The user must sign in again."
    { text: /must sign in again/i },
    { code: /^(interaction_required|login_required|consent_required|access_denied)$/ },
  ],
  google: [
    // "Using OAuth 2.0 to Access Google APIs", refresh token expiration.
    { text: /token has been expired or revoked/i },
    { text: /account (has been )?(deleted|disabled|suspended)/i },
    // Session control of Google Workspace demands a new sign-in.
    { text: /\b(invalid_rapt|rapt_required)\b/ },
    { code: /^(interaction_required|access_denied)$/ },
  ],
}

/** Organizations can disable the application for themselves; providers disable it for everybody with the same code. */
const DISABLED = /AADSTS7000112\b/

/** Maps a refusal of a token endpoint to a DeliveryError. No message was involved, so nothing is uncertain. */
export function tokenError(provider: ConsentProvider, refusal: Refusal): DeliveryError {
  const kind = kindOf(provider, refusal)
  return new DeliveryError(kind, (PREFIXES[kind] ?? '') + textOf(kind, refusal), {
    retryAfterMs: refusal.retryAfterMs,
    mayBeApplication: kind === 'sign-in-doubt' && DISABLED.test(refusal.message),
  })
}

const PREFIXES: Partial<Record<DeliveryFailure, string>> = {
  expired: 'EXPIRED_TOKEN: ',
  'sign-in-doubt': 'EXPIRED_TOKEN: ',
  registration: 'REGISTRATION: ',
}

function kindOf(provider: ConsentProvider, refusal: Refusal): DeliveryFailure {
  const { status, code, message, spoken } = refusal
  if (status === 429) return 'throttled'
  // A proxy or captive portal answered in the provider's place.
  if (!spoken || status >= 500 || status === 408 || isPassingError(code)) return 'unavailable'
  if (DISABLED.test(message)) return 'sign-in-doubt'
  if (refusalIn(provider, `${code} ${message}`)) return 'expired'
  if (hasReason(APPLICATION[provider], refusal)) return 'registration'
  return hasReason(FINAL[provider], refusal) ? 'expired' : 'sign-in-doubt'
}

const hasReason = (reasons: readonly Reason[], refusal: Refusal) =>
  reasons.some(({ code, text }) => (!code || code.test(refusal.code)) && (!text || text.test(refusal.message)))

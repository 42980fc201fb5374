import type { TokenReasons } from '../token-refusals.ts'

/** Reasons in refusals of Google's token endpoint. */
export const GOOGLE_TOKEN_REASONS: TokenReasons = {
  provider: 'google',
  // "Using OAuth 2.0 for Web Server Applications", errors of the authorization and token endpoints.
  application: [{ code: /^(invalid_client|deleted_client|disabled_client)$/ }],
  final: [
    // "Using OAuth 2.0 to Access Google APIs", refresh token expiration.
    { text: /token has been expired or revoked/i },
    { text: /account (has been )?(deleted|disabled|suspended)/i },
    // Session control of Google Workspace demands a new sign-in.
    { text: /\b(invalid_rapt|rapt_required)\b/ },
    { code: /^(interaction_required|access_denied)$/ },
  ],
}

import type { TokenReasons } from '../token-refusals.ts'

/** Reasons in refusals of Microsoft's token endpoint. */
export const MICROSOFT_TOKEN_REASONS: TokenReasons = {
  provider: 'microsoft',
  application: [
    // "Microsoft Entra authentication and authorization error codes": credentials refused (70002), secret wrong (7000215),
    // missing (7000216, 7000218) or expired (7000222), certificate or assertion refused (50012, 700021, 700024, 700027),
    // registered as a public client (700025).
    { text: /AADSTS(70002|50012|70002[1457]|7000215|7000216|7000218|7000222)\b/ },
    // RFC 6749, 5.2: client authentication failed. With another code it may concern one organization.
    { code: /^invalid_client$/, text: /^(?!.*AADSTS\d)/s },
  ],
  final: [
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
}

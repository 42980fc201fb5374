import { SIGN_IN_FAILURES } from '#domain/accounts/sign-in-failures.ts'
import { AppError } from '#domain/errors.ts'
import { GOOGLE_SCOPES } from '#domain/mailboxes/providers/google/consent.ts'
import { createAccess } from '../access-tokens.ts'
import { tokenMissing } from '../provider-failures.ts'
import { createTransport, isRecord, stringOf } from '../http-transport.ts'
import type { FileAccess } from '../spreadsheets.ts'
import { createGoogleClients } from './google-client.ts'
import type { GoogleOptions } from './google.ts'
import { createGoogleSignIn, endOf, readGoogleGrant, tokenFailure, type GoogleGrant } from './sign-in.ts'
import { createGoogleFiles, openGoogleSheet } from './google-sheets.ts'

const SHEET_TYPE = 'application/vnd.google-apps.spreadsheet'

/**
 * Access to Google sheets with `drive.file`, which shows Mergewell only the files that a person chose. Google's file picker is
 * part of the sign-in (`trigger_onepick`): it needs consent each time, and takes no other scope.
 *
 * @see https://developers.google.com/workspace/drive/picker/guides/desktop-mobile-picker
 */
export function createGoogleFileAccess(options: GoogleOptions): FileAccess {
  const { clientId, clientSecret, timeoutMs = 30_000, now = Date.now } = options
  const base = options.baseUrl === null ? null : new URL(options.baseUrl).origin
  const transport = createTransport({ timeoutMs })
  const clients = createGoogleClients({ clientId, clientSecret, base, transport })
  const { refresh } = createGoogleSignIn(clients, clientId, now)
  const scopes = GOOGLE_SCOPES.files

  return {
    async begin({ redirectUri, state, place }) {
      const [client, { CodeChallengeMethod }] = await Promise.all([
        clients.create(redirectUri),
        import('google-auth-library'),
      ])
      const { codeVerifier, codeChallenge } = await client.generateCodeVerifierAsync()
      const address = new URL(
        client.generateAuthUrl({
          scope: [...scopes],
          access_type: 'offline',
          prompt: 'consent',
          state,
          code_challenge_method: CodeChallengeMethod.S256,
          ...(codeChallenge !== undefined && { code_challenge: codeChallenge }),
        }),
      )
      address.searchParams.set('trigger_onepick', 'true')
      address.searchParams.set('mimetypes', SHEET_TYPE)
      if (place?.kind === 'google') address.searchParams.set('file_ids', place.fileId)
      return { url: address.href, verifier: codeVerifier }
    },

    async complete({ redirectUri, code, verifier }) {
      const client = await clients.create(redirectUri)
      const { tokens } = await client.getToken({ code, codeVerifier: verifier }).catch((error: unknown) => {
        throw tokenFailure(error, now())
      })
      const accessToken = tokens.access_token
      if (!accessToken) throw tokenMissing()
      const granted = (tokens.scope ?? scopes.join(' ')).split(' ').filter(Boolean)
      if (!scopes.every((scope) => granted.includes(scope))) {
        throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.filesNotAllowed)
      }
      const grant: GoogleGrant = {
        accessToken,
        refreshToken: tokens.refresh_token ?? '',
        expiresAt: endOf(tokens.expiry_date, now()),
        scopes: granted,
      }
      // No scope for the identity: Drive tells whose files these are.
      const access = {
        token: async () => accessToken,
        renew: async () => accessToken,
        refresh: async () => accessToken,
      }
      const call = createGoogleFiles({ origin: base, transport, access, now })
      const { user } = await call('/drive/v3/about?fields=user(emailAddress,permissionId)')
      const subject = isRecord(user) ? stringOf(user.permissionId) : ''
      if (subject === '') throw tokenMissing()
      return { subject, email: isRecord(user) ? stringOf(user.emailAddress) : '', grant: JSON.stringify(grant) }
    },

    open(stored, keep, place) {
      const access = createAccess({
        grant: readGoogleGrant(stored),
        refresh,
        keep: (renew) =>
          keep(async (kept) => {
            const fresh = await renew(readGoogleGrant(kept))
            return fresh && JSON.stringify(fresh)
          }),
        now,
      })
      return openGoogleSheet(createGoogleFiles({ origin: base, transport, access, now }), place)
    },
  }
}

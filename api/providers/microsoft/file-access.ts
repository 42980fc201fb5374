import { SIGN_IN_FAILURES } from '#domain/accounts/sign-in-failures.ts'
import { AppError } from '#domain/errors.ts'
import { createAccess } from '../access-tokens.ts'
import { createTransport, jsonOf, stringOf } from '../http-transport.ts'
import type { FileAccess } from '../spreadsheets.ts'
import { GRAPH_ORIGIN, readGrant, SIGN_IN_ORIGIN, type MicrosoftOptions } from './microsoft.ts'
import { createMicrosoftSignIn } from './sign-in.ts'
import { createGraphFiles, openExcelSheet } from './excel-files.ts'

/** The scope that each call to a workbook needs, reading included. */
const FILES = 'files.readwrite'

/** Access to Excel files on OneDrive and SharePoint with `Files.ReadWrite`, which people can grant themselves by default. */
export function createMicrosoftFileAccess(options: MicrosoftOptions): FileAccess {
  const { timeoutMs = 30_000, now = Date.now } = options
  const base = options.baseUrl === null ? null : new URL(options.baseUrl).origin
  const origin = base ?? GRAPH_ORIGIN
  const transport = createTransport({ timeoutMs })
  const signIn = createMicrosoftSignIn({ ...options, origin: base ?? SIGN_IN_ORIGIN, transport, now })

  return {
    begin: ({ redirectUri, state }) => signIn.begin({ redirectUri, state, ask: 'files' }),

    async complete({ redirectUri, code, verifier }) {
      const { grant, claims } = await signIn.redeem({ redirectUri, code, verifier, ask: 'files' })
      if (!grant.scopes.some((scope) => scope.toLowerCase() === FILES)) {
        throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.filesNotAllowed)
      }
      const headers = { authorization: `Bearer ${grant.accessToken}`, accept: 'application/json' }
      const answer = await transport.request({ method: 'GET', url: `${origin}/v1.0/me`, headers }).catch(() => null)
      const profile = answer?.status === 200 ? jsonOf(answer.body) : {}
      const email = stringOf(profile.mail) || stringOf(profile.userPrincipalName) || stringOf(claims.preferred_username)
      const subject = stringOf(claims.oid) || stringOf(profile.id)
      if (!subject) throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.noIdentity)
      return { subject, email, grant: JSON.stringify({ ...grant, email }) }
    },

    open(stored, keep, place) {
      const access = createAccess({
        grant: readGrant(stored),
        refresh: (grant) => signIn.refresh(grant),
        keep: (renew) =>
          keep(async (kept) => {
            const fresh = await renew(readGrant(kept))
            return fresh && JSON.stringify(fresh)
          }),
        now,
      })
      return openExcelSheet(createGraphFiles({ origin, transport, access, now }), place)
    },
  }
}

import { SIGN_IN_FAILURES } from '#domain/accounts/sign-in-failures.ts'
import { linkOfGoogleSheet, placeOfLink, type SheetPlace } from '#domain/contacts/live-sheets.ts'
import { AppError } from '#domain/errors.ts'
import { PROVIDERS, type SignInProvider } from '#domain/mailboxes/providers.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { viewerWith, type Call } from '#api/platform/call-context.ts'
import { signInError } from '#api/providers/provider-failures.ts'
import { SpreadsheetError, type FileAccess } from '#api/providers/spreadsheets.ts'
import { keepFileGrant } from './file-grants.ts'

/**
 * A sheet that a person wants to open, and the access to it at its provider. `link` is null if the person chooses the
 * sheet at the provider.
 */
interface SheetToOpen {
  access: FileAccess
  link: string | null
  place: SheetPlace | null
}

/**
 * Prepares a sign-in that asks for permission to open a sheet.
 *
 * @throws BAD_INPUT for a link to another provider's sheet
 * @throws UNAVAILABLE if sheets of the provider cannot be opened here
 */
export function sheetToOpen(call: Call, provider: SignInProvider, link: string | undefined): SheetToOpen {
  viewerWith(call, 'contacts:write')
  const access = accessAt(call, provider)
  if (!link) return { access, link: null, place: null }
  const place = URL.canParse(link) ? placeOfLink(link) : null
  if (place?.kind !== provider) throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.refused)
  return { access, link, place }
}

/**
 * Stores the permission for files that a person comes back with.
 *
 * @returns the page on which the sheet is connected
 * @throws BAD_INPUT, UNAVAILABLE with a sentence of SIGN_IN_FAILURES
 */
export async function completeFiles(
  call: Call,
  provider: SignInProvider,
  attempt: { sessionId: string | null | undefined; sheetLink: string | null; verifier: string },
  answer: { redirectUri: string; code: string; state?: string; picked_file_ids?: string },
): Promise<{ page: string }> {
  const { app } = call
  const account = await accessAt(call, provider)
    .complete({ ...answer, state: answer.state ?? '', verifier: attempt.verifier })
    .catch((error: unknown) => {
      if (error instanceof SpreadsheetError)
        throw new AppError('UNAVAILABLE', SIGN_IN_FAILURES.unreachable, { cause: error })
      throw signInError(PROVIDERS[provider].name, error)
    })
  const viewer = viewerWith(call, 'contacts:write')
  if (viewer.sessionId !== attempt.sessionId) throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.signedOut)
  await app.database.inTenant(viewer.tenantId, async (em) => {
    await keepFileGrant(app, em, viewer, provider, account)
    await recordOwn(call, em, { action: 'files_allowed', target: { label: account.email } })
  })
  const link = linkOfAnswer(provider, attempt.sheetLink, answer.picked_file_ids)
  return { page: `/upload?${new URLSearchParams({ sheet: link })}` }
}

/** Returns the link to the sheet that was opened; at Google, the sheet that the person chose in Google's list. */
function linkOfAnswer(provider: SignInProvider, asked: string | null, pickedIds: string | undefined): string {
  if (provider !== 'google' && asked !== null) return asked
  const picked = (pickedIds ?? '').split(',').filter((id) => /^[\w-]+$/.test(id))
  const place = asked === null ? null : placeOfLink(asked)
  if (asked !== null && place?.kind === 'google' && picked.includes(place.fileId)) return asked
  const [first] = picked
  if (first === undefined) throw new AppError('BAD_INPUT', SIGN_IN_FAILURES.noFileChosen)
  return linkOfGoogleSheet(first)
}

function accessAt({ app }: Call, provider: SignInProvider): FileAccess {
  const access = app.files[provider]
  if (access) return access
  throw new AppError('UNAVAILABLE', SIGN_IN_FAILURES.refused)
}

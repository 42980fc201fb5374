import { AppError } from '#domain/errors.ts'
import { findKeyHolder } from '#api/accounts/api-keys.ts'
import { findViewer } from '#api/accounts/sessions.ts'
import type { Call, Viewer } from '#api/platform/call-context.ts'
import { findSuperAdminSession, mustSuperAdminSetUp } from '#api/super-admins/super-admins.ts'

/**
 * Ends downloads whose callers lost their access while they were reading (product: sign-in.meanwhile). A download can
 * last for as long as its client reads, and every other request looks up its caller only once, at the beginning.
 */

/** Checks whether the caller may still download what they are reading. */
export type AccessLook = () => Promise<boolean>

/** ms between two checks. */
const LOOKS_EVERY_MS = 1_000

/** Throws UNAUTHENTICATED unless `hasAccess` says yes. */
export async function requireAccess(hasAccess: AccessLook): Promise<void> {
  if (await hasAccess()) return
  throw new AppError(
    'UNAUTHENTICATED',
    'Your access to this file ended. Sign in, or use a key that works, and try again.',
  )
}

/**
 * Yields the pieces of a download as long as `hasAccess` returns true; it is called once a second, so that nothing is
 * sent more than a second after the access ended.
 *
 * @throws UNAUTHENTICATED when it returns false
 */
export async function* whileAllowed<Piece>(
  clock: () => Date,
  hasAccess: AccessLook,
  pieces: AsyncGenerator<Piece, void, undefined>,
): AsyncGenerator<Piece, void, undefined> {
  let looked = clock().getTime()
  for await (const piece of pieces) {
    const now = clock().getTime()
    if (now - looked >= LOOKS_EVERY_MS) {
      looked = now
      await requireAccess(hasAccess)
    }
    yield piece
  }
}

/**
 * Makes the check for the caller of a download: they are still signed in, or their key still works, with the same role
 * or scopes. For a browser that is signed in as a person and as a super admin, both must hold. A renewed cookie is the
 * same session.
 */
export const accessOf =
  (call: Call): AccessLook =>
  async () =>
    (await isViewerStanding(call)) && (await isSuperAdminStanding(call))

async function isViewerStanding({ app, viewer, address }: Call): Promise<boolean> {
  if (!viewer) return true
  const now = viewer.scopes ? await findKeyHolder(app, viewer, address) : (await findViewer(app, viewer))?.viewer
  return now ? hasAtLeast(now, viewer) : false
}

function hasAtLeast(now: Viewer, before: Viewer): boolean {
  const keepsRole = now.role === before.role || now.role === 'admin'
  return keepsRole && (before.scopes ?? []).every((scope) => now.scopes?.includes(scope))
}

async function isSuperAdminStanding({ app, superAdminId, superAdminSession }: Call): Promise<boolean> {
  if (superAdminId === null || !superAdminSession) return true
  const session = await findSuperAdminSession(app, { id: superAdminSession.id })
  return session?.superAdminId === superAdminId && !(await mustSuperAdminSetUp(app, superAdminId))
}

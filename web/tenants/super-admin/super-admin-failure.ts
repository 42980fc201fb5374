import { errorMessage } from '#web/client/errors.ts'

/** A failure as shown to the super admin: the server's message, or 'Network error'. */
export function superAdminFailure(error: unknown): string {
  return error instanceof TypeError ? 'Network error' : errorMessage(error, 'Network error')
}

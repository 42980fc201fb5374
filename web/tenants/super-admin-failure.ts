import { errorMessage } from '#web/errors.ts'

/** What the super admin reads about a failure: the server's message, or 'Network error'. */
export function superAdminFailure(error: unknown): string {
  return error instanceof TypeError ? 'Network error' : errorMessage(error, 'Network error')
}

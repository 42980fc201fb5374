import { AppError } from '#domain/errors.ts'
import type { App } from '#api/platform/app-context.ts'

/** Throws UNAVAILABLE on an installation that cannot send emails of its own. */
export function ensureSystemEmail({ systemMailer }: Pick<App, 'systemMailer'>): void {
  if (systemMailer) return
  throw new AppError('UNAVAILABLE', 'Email is not set up on this installation. Ask an admin of your workspace.')
}

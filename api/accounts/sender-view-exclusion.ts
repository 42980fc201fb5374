import { createHmac, timingSafeEqual } from 'node:crypto'
import type { App } from '#api/platform/app-context.ts'

/**
 * Excludes views by the sender: a person who opens a campaign's email in their own Sent folder, or quoted in a reply,
 * loads the recipient's tracking pixel. A browser that has signed in carries a cookie with the mark of its workspace,
 * and requests with that mark count as no open and no click of the recipient.
 */

type Keys = Pick<App, 'secrets'>

/** The mark that a signed-in browser carries in its cookie. It gives no access to anything. */
export function workspaceMark({ secrets }: Keys, tenantId: string): string {
  return createHmac('sha256', secrets.keyFor('own views')).update(tenantId).digest('base64url')
}

/** Returns whether a browser carries the mark of this workspace. */
export function isMarkOf(app: Keys, tenantId: string, mark: string | undefined): boolean {
  if (mark === undefined) return false
  const [own, said] = [Buffer.from(workspaceMark(app, tenantId)), Buffer.from(mark)]
  return own.length === said.length && timingSafeEqual(own, said)
}

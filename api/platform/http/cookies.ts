import type { App } from '../app.ts'

/**
 * Cookie names. The super admin has a separate session, `signIn` ties a vendor sign-in to its browser, `device` tells
 * browsers apart, `workspace` tells own views of emails from those of recipients, and `switch` names who would replace the
 * person of the session.
 */
export const COOKIES = {
  session: 'mergewell_session',
  superAdmin: 'mergewell_super_admin',
  signIn: 'mergewell_sign_in',
  device: 'mergewell_device',
  workspace: 'mergewell_workspace',
  switch: 'mergewell_switch',
} as const

/** A cookie's name. With https it has a prefix that restricts it to this host, so no sibling domain can set it. */
export function cookieName(app: Pick<App, 'publicUrl'>, name: keyof typeof COOKIES): string {
  return app.publicUrl.startsWith('https:') ? `__Host-${COOKIES[name]}` : COOKIES[name]
}

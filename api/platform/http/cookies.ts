import type { App } from '../app-context.ts'

/**
 * Names of cookies. `signIn` ties a sign-in at a provider to its browser, `device` tells browsers apart, `workspace`
 * marks browsers of members, so that their own views of emails do not count as opens, and `switch` names the person who
 * would replace the one signed in. Super admins have a separate session cookie.
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

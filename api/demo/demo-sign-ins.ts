/** Local-mode sign-ins, printed at startup. */
export const DEMO = {
  slug: 'demo',
  username: 'demo',
  password: 'demo-password',
  email: 'demo@mergewell.test',
  superAdmin: { username: 'superadmin', name: 'Super Admin', password: 'superadmin-password' },
} as const

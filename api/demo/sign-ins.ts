/** Sign-ins of local mode, printed at start. */
export const DEMO = {
  slug: 'demo',
  username: 'demo',
  password: 'demo-password',
  email: 'demo@mergewell.test',
  superAdmin: { username: 'superadmin', name: 'Super Admin', password: 'superadmin-password' },
} as const

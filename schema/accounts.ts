import type { Session as SessionRow } from '#api/accounts/session.ts'
import type { User as UserRow } from '#api/accounts/user.ts'
import { CONFIRMATION_WAYS, ROLES, sessionEnd } from '#domain/accounts/accounts.ts'
import { TIERS } from '#domain/tenants/plans.ts'
import { builder, enumType, pageCost } from './schema-builder.ts'
import { DONE, mutation } from './mutation-fields.ts'
import { connection, connectionOf, SortDirection } from './connections.ts'
import { encodeId, uuidOf } from './object-ids.ts'
import { ProviderEnum } from './providers.ts'

export const RoleEnum = enumType('Role', {
  description: 'Role in a workspace. Admins also manage users, mailboxes and settings.',
  values: ROLES,
})
/** Enum of plans, for workspaces and sign-ups. */
export const TierEnum = enumType('Tier', {
  description: 'A plan. BASIC is the plan Plus.',
  values: TIERS,
})

export const User = builder.objectRef<UserRow>('User')
builder.node(User, {
  description: 'A user of a workspace.',
  id: { resolve: (user) => user.id },
  // Users are for people; a program sees its own and the owners of mailboxes.
  loadOne: (id, ctx) => (ctx.viewer?.scopes ? null : ctx.loaders.users.load(String(id))),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Full name.' }),
    email: t.exposeString('email', { description: 'Email address; also works for signing in.' }),
    username: t.exposeString('username', { description: 'Name used to sign in.' }),
    role: t.field({ type: RoleEnum, description: 'Role in the workspace.', resolve: (user) => user.role }),
    isActive: t.exposeBoolean('isActive', { description: 'True if the user can sign in.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the user was added.' }),
    emailConfirmed: t.boolean({
      description: 'True if the user has confirmed the email address with an emailed link.',
      resolve: (user) => user.emailProvenAt !== null,
    }),
    invitedAt: t.expose('invitedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the user was last invited; null once they joined, and for users who were not invited.',
    }),
    hasPassword: t.boolean({
      nullable: true,
      description:
        'Whether you have a password; false if you signed up with Microsoft or Google. Null for other users and while signing in.',
      resolve: (user, _, ctx) =>
        (ctx.viewer ?? ctx.enrolling)?.userId === user.id ? user.passwordHash !== null : null,
    }),
    mustSetUpSecondFactor: t.boolean({
      description:
        'Whether you must set up a second factor before anything else, because your workspace requires one. False for other users.',
      resolve: (user, _, ctx) => ctx.api.accounts.mustSetUpSecondFactor(ctx, user),
    }),
    apiKeyCount: t.int({
      nullable: true,
      description: 'Number of your API keys that still work. Null for other users and while signing in.',
      resolve: (user, _, ctx) => (ctx.viewer?.userId === user.id ? ctx.loaders.ownApiKeyCounts.load(user.id) : null),
    }),
    microsoftConnected: t.boolean({
      description: 'True if the user has a working Microsoft 365 mailbox.',
      resolve: async (user, _, ctx) => (await ctx.loaders.connectedProviders.load(user.id)).includes('microsoft'),
    }),
    googleConnected: t.boolean({
      description: 'True if the user has a working Gmail mailbox.',
      resolve: async (user, _, ctx) => (await ctx.loaders.connectedProviders.load(user.id)).includes('google'),
    }),
    connectedProviders: t.field({
      type: [ProviderEnum],
      description: 'The providers at which the user has a working mailbox.',
      resolve: (user, _, ctx) => ctx.loaders.connectedProviders.load(user.id),
    }),
  }),
})

const Session = builder.objectRef<SessionRow>('Session').implement({
  description: 'A browser or program you are signed in with.',
  fields: (t) => ({
    id: t.id({ description: 'Id of the session.', resolve: (session) => encodeId('Session', session.id) }),
    userAgent: t.exposeString('userAgent', { description: 'The browser’s user agent.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it began.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      description: 'When it was last used, to within five minutes.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it expires at the latest.' }),
    idleUntil: t.field({
      type: 'DateTime',
      description: 'When it expires if not used.',
      resolve: sessionEnd,
    }),
    current: t.boolean({
      description: 'True for the session that makes this request.',
      resolve: (session, _, ctx) => session.id === ctx.viewer?.sessionId,
    }),
  }),
})

/** GraphQL payload of a sign-in. */
export const SIGNED_IN = {
  user: { type: User, description: 'The user who signed in.' },
  sessionToken: {
    type: 'String',
    description: 'Send it in the Authorization header of later requests. Returned once; only its hash is stored.',
  },
} as const

export const UserFilter = builder.inputType('UserFilter', {
  description: 'Filter for users. All conditions must match.',
  fields: (t) => ({
    search: t.string({ description: 'Part of the name, email or username; case-insensitive.' }),
    role: t.field({ type: RoleEnum, description: 'Only users with this role.' }),
    isActive: t.boolean({ description: 'True if they can sign in.' }),
  }),
})
export const UserOrder = builder.inputType('UserOrder', {
  description: 'Sort order. Defaults to oldest first.',
  fields: (t) => ({
    field: t.field({
      required: true,
      description: 'Field to sort by.',
      type: enumType('UserOrderField', {
        description: 'Fields that users can be sorted by.',
        values: ['createdAt', 'name', 'email', 'username'] as const,
      }),
    }),
    direction: t.field({ type: SortDirection, required: true, description: 'Sort direction.' }),
  }),
})

const ConfirmationWayEnum = enumType('ConfirmationWay', {
  description:
    'How you can confirm who you are: confirmPassword, confirmWithPasskey, or a sign-in at /auth/sso, /auth/microsoft or /auth/google with action=confirm.',
  values: CONFIRMATION_WAYS,
})

export const UserConnection = connectionOf('User', User)

builder.queryFields((t) => ({
  confirmationWays: t.field({
    type: [ConfirmationWayEnum],
    skipTypeScopes: true,
    authScopes: { enrolling: true },
    description: 'How you can confirm who you are when an operation answers REAUTHENTICATE.',
    resolve: (_, _args, ctx) => ctx.api.accounts.confirmationWays(ctx),
  }),
  currentUser: t.field({
    type: User,
    nullable: true,
    skipTypeScopes: true,
    description: 'The signed-in user; null without one. For an API key: the user who created it.',
    resolve: (_, _args, ctx) => ctx.api.accounts.currentUser(ctx),
  }),
  sessions: t.field({
    type: [Session],
    authScopes: { person: true },
    description:
      'Your sessions, newest first. A session ends after 7 days without use, after 30 days, or when you have 20 newer ones.',
    resolve: (_, _args, ctx) => ctx.api.accounts.listSessions(ctx),
  }),
  users: t.connection(
    {
      type: User,
      authScopes: { admin: true },
      complexity: pageCost,
      description: 'The users of the workspace, at most 500 per page. Admins only.',
      args: {
        filter: t.arg({ type: UserFilter, description: 'Filter for users.' }),
        orderBy: t.arg({ type: UserOrder, description: 'Sort order.' }),
      },
      resolve: (_, args, ctx) =>
        connection(
          args,
          (page) => ctx.api.accounts.listUsers(ctx, args.filter, args.orderBy, page),
          () => ctx.api.accounts.countUsers(ctx, args.filter),
        ),
    },
    UserConnection,
  ),
}))

mutation('register', {
  skipTypeScopes: true,
  description: 'Creates a workspace and its first admin. Sign in afterwards. Errors: BAD_INPUT, CONFLICT.',
  input: {
    description: 'A sign-up: the workspace and its first admin.',
    fields: (t) => ({
      companyName: t.string({ required: true, description: 'Name of the workspace.' }),
      companyDomain: t.string({ description: 'Domain of the company, if it has one.' }),
      fullName: t.string({ required: true, description: 'Name of the admin.' }),
      email: t.string({ required: true, description: 'Email address of the admin.' }),
      username: t.string({ required: true, description: 'Username; unique, case-insensitive.' }),
      password: t.string({ required: true, description: 'At least 8 characters.' }),
      confirmPassword: t.string({ required: true, description: 'The password again.' }),
      selectedTier: t.field({ type: TierEnum, description: 'Plan: FREE, BASIC or PRO. Defaults to FREE.' }),
      registrationMethod: t.string({ description: 'Always manual here.' }),
    }),
  },
  payload: { user: { type: User, description: 'The user.' } },
  resolve: async (input, ctx) => ({ user: await ctx.api.accounts.register(ctx, input) }),
})
mutation('login', {
  skipTypeScopes: true,
  description:
    'Signs in and starts a session. With a second factor, answers SECOND_FACTOR_REQUIRED and a challenge for finishLogin. Errors: BAD_INPUT, UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, TENANT_INACTIVE, TOO_MANY_REQUESTS.',
  input: {
    description: 'Credentials for signing in.',
    fields: (t) => ({
      username: t.string({ required: true, description: 'Username or email.' }),
      password: t.string({ required: true, description: 'Password.' }),
    }),
  },
  payload: SIGNED_IN,
  resolve: async (input, ctx) => ctx.api.accounts.login(ctx, input),
})
mutation('logout', {
  skipTypeScopes: true,
  description: 'Ends the current session. Returns true if there was one.',
  payload: DONE,
  resolve: async (_, ctx) => ({ done: await ctx.api.accounts.logout(ctx) }),
})
mutation('updateUser', {
  authScopes: { admin: true },
  description:
    'Changes a user’s name, role or access. Deactivating a user ends their sessions, API keys and live links to spreadsheets. Errors: REAUTHENTICATE, BAD_INPUT, NOT_FOUND, CONFLICT (the last admin).',
  input: {
    description: 'Changes to a user. Omitted fields stay the same.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the user.' }),
      name: t.string({ description: 'Full name.' }),
      role: t.field({ type: RoleEnum, description: 'Role.' }),
      isActive: t.boolean({ description: 'True if they can sign in.' }),
    }),
  },
  payload: { user: { type: User, description: 'The user.' } },
  resolve: async ({ id, ...input }, ctx) => ({
    user: await ctx.api.accounts.updateUser(ctx, uuidOf('User', id), input),
  }),
})
mutation('deleteUser', {
  authScopes: { admin: true },
  description:
    'Deletes a user with their sessions and mailboxes, and returns the deleted user. Campaigns stay. Errors: REAUTHENTICATE, NOT_FOUND, CONFLICT (yourself, the last admin).',
  input: {
    description: 'The input of deleteUser.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the user.' }) }),
  },
  payload: { user: { type: User, description: 'The user.' } },
  resolve: async ({ id }, ctx) => ({ user: await ctx.api.accounts.deleteUser(ctx, uuidOf('User', id)) }),
})
mutation('endUserSessions', {
  authScopes: { admin: true },
  description:
    'Ends all sessions of a user, so that they must sign in again, and their live links to spreadsheets. Their API keys keep working. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE, NOT_FOUND.',
  input: {
    description: 'The input of endUserSessions.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the user.' }) }),
  },
  payload: { user: { type: User, description: 'The user.' } },
  resolve: async ({ id }, ctx) => ({ user: await ctx.api.accounts.endUserSessions(ctx, uuidOf('User', id)) }),
})
mutation('endSession', {
  authScopes: { person: true },
  description: 'Ends one of your sessions and returns it. Errors: NOT_FOUND.',
  input: {
    description: 'The input of endSession.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the session.' }) }),
  },
  payload: { session: { type: Session, description: 'The session.' } },
  resolve: async ({ id }, ctx) => ({ session: await ctx.api.accounts.endSession(ctx, uuidOf('Session', id)) }),
})
mutation('createUser', {
  authScopes: { admin: true },
  description:
    'Adds a user. Admins only, requires a recent sign-in. Errors: REAUTHENTICATE, BAD_INPUT, CONFLICT, LIMIT_REACHED.',
  input: {
    description: 'A user to add.',
    fields: (t) => ({
      name: t.string({ required: true, description: 'Full name.' }),
      email: t.string({ required: true, description: 'Email address.' }),
      username: t.string({ description: 'Sign-in name. Defaults to one derived from the email.' }),
      password: t.string({ required: true, description: 'At least 8 characters.' }),
      role: t.field({ type: RoleEnum, description: 'Role. Defaults to user.' }),
    }),
  },
  payload: { user: { type: User, description: 'The user.' } },
  resolve: async (input, ctx) => ({ user: await ctx.api.accounts.createUser(ctx, input) }),
})
mutation('startPasskeyConfirmation', {
  skipTypeScopes: true,
  authScopes: { enrolling: true },
  description:
    'Options for `navigator.credentials.get` (WebAuthn, as JSON), for one of your passkeys. Answer them with confirmWithPasskey within 5 minutes.',
  payload: { options: { type: 'JSON', description: 'The options, as JSON.' } },
  resolve: async (_, ctx) => ({ options: await ctx.api.accounts.startPasskeyConfirmation(ctx) }),
})
mutation('confirmWithPasskey', {
  skipTypeScopes: true,
  authScopes: { enrolling: true },
  description:
    'Confirms who you are with one of your passkeys. For the next 15 minutes, operations that need a recent sign-in are allowed. Errors: BAD_INPUT.',
  input: {
    description: 'An answer with a passkey.',
    fields: (t) => ({
      response: t.field({ type: 'JSON', required: true, description: 'The browser’s answer, as JSON.' }),
    }),
  },
  payload: DONE,
  resolve: async (input, ctx) => ({ done: await ctx.api.accounts.confirmWithPasskey(ctx, input) }),
})
mutation('confirmPassword', {
  skipTypeScopes: true,
  authScopes: { enrolling: true },
  description:
    'Checks your password. For the next 15 minutes, operations that need a recent sign-in are allowed. Errors: BAD_INPUT, TOO_MANY_REQUESTS.',
  input: {
    description: 'The signed-in user’s password.',
    fields: (t) => ({ password: t.string({ required: true, description: 'The current password.' }) }),
  },
  payload: DONE,
  resolve: async (input, ctx) => ({ done: await ctx.api.accounts.confirmPassword(ctx, input) }),
})
mutation('changePassword', {
  authScopes: { person: true },
  description:
    'Sets a new password. Ends all other sessions, and the Microsoft and Google sign-in methods that are not kept. Errors: BAD_INPUT, TOO_MANY_REQUESTS.',
  input: {
    description: 'A password change.',
    fields: (t) => ({
      currentPassword: t.string({ required: true, description: 'The current password.' }),
      newPassword: t.string({ required: true, description: 'At least 8 characters.' }),
      confirmPassword: t.string({ required: true, description: 'The new password again.' }),
      revokeApiKeys: t.boolean({
        description: 'True to revoke your API keys too. Defaults to false.',
      }),
      revokeSheetLinks: t.boolean({
        description: 'True to revoke your live links to spreadsheets too. Defaults to false.',
      }),
      keepIdentities: t.idList({
        description: 'Sign-in methods to keep. All others are removed, so that no one else can use them.',
      }),
    }),
  },
  payload: DONE,
  resolve: async (input, ctx) => ({ done: await ctx.api.accounts.changePassword(ctx, input) }),
})

import type { Session as SessionRow } from '#api/accounts/session.ts'
import type { User as UserRow } from '#api/accounts/user.ts'
import { ROLES, sessionEnd } from '#domain/accounts.ts'
import { SIGN_UP_TIERS } from '#domain/plans.ts'
import { builder, pageCost } from './builder.ts'
import { connection, SortDirection, totalCountOf } from './connections.ts'
import { encodeId, uuidOf } from './ids.ts'

export const RoleEnum = builder.enumType('Role', {
  description: 'What a person may do in a workspace: admins also manage users, mailboxes and settings.',
  values: ROLES,
})
const SignUpTierEnum = builder.enumType('SignUpTier', {
  description: 'The plans one can sign up for.',
  values: SIGN_UP_TIERS,
})

export const User = builder.objectRef<UserRow>('User')
builder.node(User, {
  description: 'A person of a workspace.',
  id: { resolve: (user) => user.id },
  loadOne: (id, ctx) => ctx.api.accounts.findUser(ctx, String(id)),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Full name.' }),
    email: t.exposeString('email', { description: 'Address the person signs in with as well.' }),
    username: t.exposeString('username', { description: 'Name the person signs in with.' }),
    role: t.field({ type: RoleEnum, description: 'Role in the workspace.', resolve: (user) => user.role }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether the person may sign in.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the user was added.' }),
    hasPassword: t.boolean({
      nullable: true,
      description:
        'Whether you have a password here; not so if you signed up with Microsoft or Google. Null of anybody else, and while signing in.',
      resolve: (user, _, ctx) => (ctx.viewer?.userId === user.id ? user.passwordHash !== null : null),
    }),
    apiKeyCount: t.int({
      nullable: true,
      description: 'How many API keys you have made that still work. Null of anybody else, and while signing in.',
      resolve: (user, _, ctx) => (ctx.viewer?.userId === user.id ? ctx.api.apiKeys.countOwnApiKeys(ctx) : null),
    }),
    microsoftConnected: t.boolean({
      description: 'Whether the person has a working Microsoft 365 mailbox connected.',
      resolve: async (user, _, ctx) => (await ctx.loaders.connectedProviders.load(user.id)).includes('microsoft'),
    }),
    googleConnected: t.boolean({
      description: 'Whether the person has a working Gmail mailbox connected.',
      resolve: async (user, _, ctx) => (await ctx.loaders.connectedProviders.load(user.id)).includes('google'),
    }),
  }),
})

const Session = builder.objectRef<SessionRow>('Session').implement({
  description: 'A browser or program you are signed in with.',
  fields: (t) => ({
    id: t.id({ description: 'Id of the session.', resolve: (session) => encodeId('Session', session.id) }),
    userAgent: t.exposeString('userAgent', { description: 'What the browser called itself.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it began.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      description: 'When it was last used, give or take five minutes.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it ends, however much it is used.' }),
    idleUntil: t.field({
      type: 'DateTime',
      description: 'When it ends unless it is used before.',
      resolve: sessionEnd,
    }),
    current: t.boolean({
      description: 'Whether it is the one that asks.',
      resolve: (session, _, ctx) => session.id === ctx.viewer?.sessionId,
    }),
  }),
})

const RegisterInput = builder.inputType('RegisterInput', {
  description: 'A sign-up: the workspace and its first admin.',
  fields: (t) => ({
    companyName: t.string({ required: true, description: 'Name of the workspace.' }),
    companyDomain: t.string({ description: 'Domain of the company, if it has one.' }),
    fullName: t.string({ required: true, description: 'Name of the admin.' }),
    email: t.string({ required: true, description: 'Address of the admin.' }),
    username: t.string({ required: true, description: 'Username; unique, case-insensitive.' }),
    password: t.string({ required: true, description: 'At least 8 characters.' }),
    confirmPassword: t.string({ required: true, description: 'The password again.' }),
    selectedTier: t.field({ type: SignUpTierEnum, description: 'Plan; free when left out.' }),
    registrationMethod: t.string({ description: 'Always manual here.' }),
  }),
})

const LoginInput = builder.inputType('LoginInput', {
  description: 'A sign-in.',
  fields: (t) => ({
    username: t.string({ required: true, description: 'Username or email.' }),
    password: t.string({ required: true, description: 'Password.' }),
  }),
})

const SignedIn = builder.objectRef<{ user: UserRow; sessionToken: string }>('SignedIn').implement({
  description: 'An opened session.',
  fields: (t) => ({
    user: t.field({ type: User, description: 'Who signed in.', resolve: (payload) => payload.user }),
    sessionToken: t.exposeString('sessionToken', {
      description: 'Goes into the Authorization header of later calls. Told once; only its hash is kept.',
    }),
  }),
})

export const ConfirmPasswordInput = builder.inputType('ConfirmPasswordInput', {
  description: 'The password of the person who is signed in.',
  fields: (t) => ({ password: t.string({ required: true, description: 'The password that holds now.' }) }),
})

export const UserFilter = builder.inputType('UserFilter', {
  description: 'Which people; every condition must hold.',
  fields: (t) => ({
    search: t.string({ description: 'Part of the name, email or username, whatever its case.' }),
    role: t.field({ type: RoleEnum, description: 'Only those with this role.' }),
    isActive: t.boolean({ description: 'Whether they may sign in.' }),
  }),
})
export const UserOrder = builder.inputType('UserOrder', {
  description: 'Sort order. Defaults to oldest first.',
  fields: (t) => ({
    field: t.field({
      required: true,
      description: 'Field to sort by.',
      type: builder.enumType('UserOrderField', {
        description: 'What people can be sorted by.',
        values: ['createdAt', 'name', 'email', 'username'] as const,
      }),
    }),
    direction: t.field({ type: SortDirection, required: true, description: 'Sort direction.' }),
  }),
})

builder.queryFields((t) => ({
  currentUser: t.field({
    type: User,
    nullable: true,
    skipTypeScopes: true,
    description: 'Who asks; null when nobody is signed in. For an API key: who made it.',
    resolve: (_, _args, ctx) => ctx.api.accounts.currentUser(ctx),
  }),
  sessions: t.field({
    type: [Session],
    authScopes: { person: true },
    description:
      'Your own sessions, the newest first: one for each sign-in that has not ended. A session ends after 7 days without use, 30 days after its start, or when you have 20 newer ones.',
    resolve: (_, _args, ctx) => ctx.api.accounts.listSessions(ctx),
  }),
  users: t.connection(
    {
      type: User,
      authScopes: { admin: true },
      complexity: pageCost,
      description: 'The people of the workspace, at most 500 a page. Admins only.',
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
    {
      fields: (f) => ({
        totalCount: f.int({ description: 'How many users match the filter.', resolve: totalCountOf }),
      }),
    },
  ),
}))

builder.mutationFields((t) => ({
  register: t.field({
    type: User,
    skipTypeScopes: true,
    description: 'Opens a workspace and its first admin. Sign in afterwards. Errors: BAD_INPUT, CONFLICT.',
    args: { input: t.arg({ type: RegisterInput, required: true, description: 'The sign-up.' }) },
    resolve: (_, { input }, ctx) => ctx.api.accounts.register(ctx, input),
  }),
  login: t.field({
    type: SignedIn,
    skipTypeScopes: true,
    description: 'Opens a session. Errors: BAD_INPUT, UNAUTHENTICATED, TENANT_INACTIVE, TOO_MANY_REQUESTS.',
    args: { input: t.arg({ type: LoginInput, required: true, description: 'The credentials.' }) },
    resolve: (_, { input }, ctx) => ctx.api.accounts.login(ctx, input),
  }),
  logout: t.boolean({
    skipTypeScopes: true,
    description: 'Ends the session of this call, if there is one. True when one was ended.',
    resolve: (_, _args, ctx) => ctx.api.accounts.logout(ctx),
  }),
  updateUser: t.field({
    type: User,
    authScopes: { admin: true },
    description:
      'Changes a colleague: name, role, whether they may sign in. Deactivation ends their sessions. Errors: REAUTHENTICATE, BAD_INPUT, NOT_FOUND, CONFLICT (the last admin).',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the user.' }),
      input: t.arg({
        required: true,
        description: 'The fields to change.',
        type: builder.inputType('UpdateUserInput', {
          description: 'Changes to a person; what is left out stays.',
          fields: (f) => ({
            name: f.string({ description: 'Full name.' }),
            role: f.field({ type: RoleEnum, description: 'Role.' }),
            isActive: f.boolean({ description: 'Whether they may sign in.' }),
          }),
        }),
      }),
    },
    resolve: (_, { id, input }, ctx) => ctx.api.accounts.updateUser(ctx, uuidOf('User', id), input),
  }),
  deleteUser: t.field({
    type: User,
    authScopes: { admin: true },
    description:
      'Removes a colleague with their sessions and mailboxes and returns them as they were; campaigns stay. Errors: REAUTHENTICATE, NOT_FOUND, CONFLICT (yourself, the last admin).',
    args: { id: t.arg.id({ required: true, description: 'Id of the user.' }) },
    resolve: (_, { id }, ctx) => ctx.api.accounts.deleteUser(ctx, uuidOf('User', id)),
  }),
  endSession: t.field({
    type: Session,
    authScopes: { person: true },
    description: 'Ends one of your sessions and returns it as it was. Errors: NOT_FOUND.',
    args: { id: t.arg.id({ required: true, description: 'Id of the session.' }) },
    resolve: (_, { id }, ctx) => ctx.api.accounts.endSession(ctx, uuidOf('Session', id)),
  }),
  createUser: t.field({
    type: User,
    authScopes: { admin: true },
    description:
      'Adds a colleague. Admins only, soon after signing in. Errors: REAUTHENTICATE, BAD_INPUT, CONFLICT, LIMIT_REACHED.',
    args: {
      input: t.arg({
        required: true,
        description: 'The colleague.',
        type: builder.inputType('CreateUserInput', {
          description: 'A colleague to add.',
          fields: (f) => ({
            name: f.string({ required: true, description: 'Full name.' }),
            email: f.string({ required: true, description: 'Address.' }),
            username: f.string({ description: 'Sign-in name; made of the email, with an ending, when left out.' }),
            password: f.string({ required: true, description: 'At least 8 characters.' }),
            role: f.field({ type: RoleEnum, description: 'Role; user when left out.' }),
          }),
        }),
      }),
    },
    resolve: (_, { input }, ctx) => ctx.api.accounts.createUser(ctx, input),
  }),
  confirmPassword: t.boolean({
    authScopes: { person: true },
    description:
      'Checks your password. For the next 15 minutes you may do what otherwise answers REAUTHENTICATE. Errors: BAD_INPUT, TOO_MANY_REQUESTS.',
    args: {
      input: t.arg({
        required: true,
        description: 'Your password.',
        type: ConfirmPasswordInput,
      }),
    },
    resolve: (_, { input }, ctx) => ctx.api.accounts.confirmPassword(ctx, input),
  }),
  changePassword: t.boolean({
    authScopes: { person: true },
    description:
      'Sets a new password, and ends every other session of the person and their sign-in methods at Microsoft and Google that are not kept. Errors: BAD_INPUT, TOO_MANY_REQUESTS.',
    args: {
      input: t.arg({
        required: true,
        description: 'Old and new password.',
        type: builder.inputType('ChangePasswordInput', {
          description: 'A change of password.',
          fields: (f) => ({
            currentPassword: f.string({ required: true, description: 'The password that holds now.' }),
            newPassword: f.string({ required: true, description: 'At least 8 characters.' }),
            confirmPassword: f.string({ required: true, description: 'The new password again.' }),
            revokeApiKeys: f.boolean({
              description: 'Whether the API keys you made end as well; they stay when left out.',
            }),
            keepIdentities: f.idList({
              description: 'Sign-in methods to keep. All others end, so that no one else can sign in with them.',
            }),
          }),
        }),
      }),
    },
    resolve: (_, { input }, ctx) => ctx.api.accounts.changePassword(ctx, input),
  }),
}))

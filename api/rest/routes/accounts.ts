import { createUserInput, registrationInput } from '#domain/accounts/accounts.ts'
import { SIGN_UP_TIERS } from '#domain/tenants/plans.ts'
import type { DocumentRow } from '../row.ts'
import { fill, input, listOf, MESSAGE, named, object, plus, selected } from '../payload-shapes.ts'

const USER = `id name email username role createdAt microsoftConnected googleConnected`
const user = named('User', selected('User', USER))
const TENANT = `name subscriptionTier`
const message = object({ message: MESSAGE })

const registration = input('RegisterInput')
const signUp = {
  ...registration,
  properties: {
    ...registration.properties,
    selectedTier: { type: ['string', 'null'], enum: [...SIGN_UP_TIERS, null], description: 'Plan. Defaults to free.' },
  },
}

/** REST calls for sign-up, sign-in and the people of a workspace. */
export const accountRows: readonly DocumentRow[] = [
  {
    method: 'POST',
    path: '/api/register',
    summary: 'Create a workspace and its first admin',
    open: true,
    status: 201,
    takes: signUp,
    rules: registrationInput,
    answers: plus(user, { message: MESSAGE }),
    document: `mutation ($input: RegisterInput!) { register(input: $input) { user { ${USER} } } }`,
    variables: ({ body }) => ({
      input: fill('RegisterInput', body.selectedTier === 'plus' ? { ...body, selectedTier: 'basic' } : body),
    }),
    reply: (data) => ({ ...data['register'], message: 'Registration successful. You can sign in now.' }),
  },
  {
    method: 'POST',
    path: '/api/login',
    summary: 'Sign in and start a session',
    open: true,
    takes: input('LoginInput'),
    answers: plus(user, { sessionToken: { type: 'string', description: 'Send it in the Authorization header.' } }),
    document: `mutation ($input: LoginInput!) { login(input: $input) { sessionToken user { ${USER} } } }`,
    variables: ({ body }) => ({ input: fill('LoginInput', body) }),
    reply: (data) => ({ ...data['login'].user, sessionToken: data['login'].sessionToken }),
  },
  {
    method: 'POST',
    path: '/api/login/finish',
    summary: 'Finish a sign-in with the code of a second factor',
    open: true,
    takes: input('FinishLoginInput'),
    answers: plus(user, { sessionToken: { type: 'string', description: 'Send it in the Authorization header.' } }),
    document: `mutation ($input: FinishLoginInput!) { finishLogin(input: $input) { sessionToken user { ${USER} } } }`,
    variables: ({ body }) => ({ input: fill('FinishLoginInput', body) }),
    reply: (data) => ({ ...data['finishLogin'].user, sessionToken: data['finishLogin'].sessionToken }),
  },
  {
    method: 'POST',
    path: '/api/logout',
    summary: 'End the current session',
    open: true,
    answers: message,
    document: `mutation { logout { done } }`,
    reply: () => ({ message: 'Logged out' }),
  },
  {
    method: 'GET',
    path: '/api/user',
    summary: 'The signed-in user',
    answers: user,
    document: `query { currentUser { ${USER} } }`,
    reply: (data) => data['currentUser'],
  },
  {
    method: 'GET',
    path: '/api/user/profile',
    summary: 'The signed-in user, with the workspace',
    answers: plus(user, {
      companyName: { type: 'string', description: 'Name of the workspace.' },
      subscriptionTier: { ...selected('Tenant', TENANT).properties?.['subscriptionTier'] },
    }),
    document: `query { currentUser { ${USER} } tenant { ${TENANT} } }`,
    reply: (data) => ({
      ...data['currentUser'],
      companyName: data['tenant'].name,
      subscriptionTier: data['tenant'].subscriptionTier,
    }),
  },
  {
    method: 'POST',
    path: '/api/user/change-password',
    summary: 'Set a new password and end all other sessions',
    takes: input('ChangePasswordInput'),
    answers: message,
    document: `mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { done } }`,
    variables: ({ body }) => ({ input: fill('ChangePasswordInput', body) }),
    reply: () => ({ message: 'Password changed successfully' }),
  },
  {
    method: 'GET',
    path: '/api/users',
    summary: 'The users of the workspace; admins only',
    answers: listOf(user),
    pageSize: 500,
    document: `query ($first: Int!, $after: String, $count: Boolean!) {
      users(first: $first, after: $after) { totalCount @include(if: $count) pageInfo { hasNextPage endCursor } edges { node { ${USER} } } } }`,
    page: (data) => data['users'],
  },
  {
    method: 'POST',
    path: '/api/users',
    summary: 'Add a user; admins only',
    status: 201,
    takes: input('CreateUserInput'),
    rules: createUserInput,
    answers: plus(user, { message: MESSAGE }),
    document: `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { ${USER} } } }`,
    variables: ({ body }) => ({ input: fill('CreateUserInput', body) }),
    reply: (data) => ({ ...data['createUser'], message: 'User created successfully' }),
  },
]

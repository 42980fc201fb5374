import { useMutation } from '@apollo/client/react'
import { createUserInput } from '#domain/accounts/accounts.ts'
import { NewUserForm } from '#web/accounts/new-user-form.tsx'
import { withRow } from '#web/client/graphql-connection-rows.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { CREATE_USER, USERS, USERS_PAGE } from './operations.ts'

/** Adds a colleague (product: users.create). They sign in with their email address until they get a username. */
export function CreateUser() {
  const [createUser, { loading }] = useMutation(CREATE_USER, {
    update: (cache, { data }) => {
      const user = data?.createUser?.user
      if (!user) return
      const edge = { __typename: 'UserEdge' as const, cursor: '', node: user }
      cache.updateQuery(
        { query: USERS, variables: { first: USERS_PAGE } },
        (list) => list && { users: withRow(list.users, edge, 'end') },
      )
    },
  })
  return (
    <NewUserForm
      schema={createUserInput}
      description="The new user signs in with this email address."
      hasUsername={false}
      role={{ hint: 'Admins also manage users, mailboxes and settings.' }}
      create={(input) => createUser({ variables: { input } })}
      busy={loading}
      signInWords={({ name, email }) => `${name} can sign in with ${email}.`}
      failureWords={errorMessage}
    />
  )
}

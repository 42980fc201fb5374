import { graphql } from '#web/generated/gql.ts'
import type { UserFieldsFragment } from '#web/generated/graphql.ts'

export type User = UserFieldsFragment

export const USER_FIELDS = graphql(`
  fragment UserFields on User {
    id
    name
    email
    username
    role
    createdAt
    emailConfirmed
    hasPassword
    mustSetUpSecondFactor
    connectedProviders
  }
`)

export const CURRENT_USER = graphql(`
  query CurrentUser {
    currentUser {
      ...UserFields
    }
  }
`)

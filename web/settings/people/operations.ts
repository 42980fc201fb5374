import { graphql } from '#web/generated/gql.ts'

export const COLLEAGUE_FIELDS = graphql(`
  fragment ColleagueFields on User {
    ...UserFields
    isActive
    invitedAt
  }
`)

/** Page size of the user list. */
export const USERS_PAGE = 100

export const USERS = graphql(`
  query Users($first: Int!, $after: String) {
    users(first: $first, after: $after) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          ...ColleagueFields
        }
      }
    }
  }
`)

export const CREATE_USER = graphql(`
  mutation CreateUser($input: CreateUserInput!) {
    createUser(input: $input) {
      user {
        ...ColleagueFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const UPDATE_USER = graphql(`
  mutation UpdateUser($input: UpdateUserInput!) {
    updateUser(input: $input) {
      user {
        ...ColleagueFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const DELETE_USER = graphql(`
  mutation DeleteUser($id: ID!) {
    deleteUser(input: { id: $id }) {
      user {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const INVITE_USER = graphql(`
  mutation InviteUser($input: InviteUserInput!) {
    inviteUser(input: $input) {
      user {
        ...ColleagueFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const RESEND_INVITATION = graphql(`
  mutation ResendInvitation($id: ID!) {
    resendInvitation(input: { id: $id }) {
      user {
        id
        invitedAt
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const END_USER_SESSIONS = graphql(`
  mutation EndUserSessions($id: ID!) {
    endUserSessions(input: { id: $id }) {
      user {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const FACTOR_RULE = graphql(`
  query FactorRule {
    tenant {
      id
      requiresSecondFactor
    }
  }
`)

export const REQUIRE_SECOND_FACTOR = graphql(`
  mutation RequireSecondFactor($required: Boolean!) {
    requireSecondFactor(input: { required: $required }) {
      tenant {
        id
        requiresSecondFactor
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const RESET_SECOND_FACTOR = graphql(`
  mutation ResetSecondFactor($id: ID!) {
    resetSecondFactor(input: { id: $id }) {
      user {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)

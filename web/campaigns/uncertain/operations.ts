import { graphql } from '#web/generated/gql.ts'
import type { UncertainEmailFragment } from '#web/generated/graphql.ts'

export type UncertainEmail = UncertainEmailFragment

export const UNCERTAIN_EMAIL = graphql(`
  fragment UncertainEmail on EmailLog {
    id
    contactName
    contactEmail
    status
    attemptedAt
    error
    campaign {
      id
      name
      status
    }
    mailbox {
      id
      email
    }
  }
`)

export const UNCERTAIN_EMAILS = graphql(`
  query UncertainEmails($first: Int!, $after: String) {
    uncertainEmails(first: $first, after: $after) {
      edges {
        cursor
        node {
          ...UncertainEmail
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`)

export const UNCERTAIN_COUNT = graphql(`
  query UncertainCount {
    uncertainEmails(first: 1) {
      totalCount
    }
  }
`)

export const ASK_MAILBOX = graphql(`
  mutation AskMailbox($ids: [ID!]!) {
    askMailbox(input: { emailLogIds: $ids }) {
      askedEmails {
        answer
        emailLog {
          ...UncertainEmail
        }
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const CONFIRM_ARRIVED = graphql(`
  mutation ConfirmArrived($ids: [ID!]!) {
    confirmArrived(input: { emailLogIds: $ids }) {
      emailLogs {
        ...UncertainEmail
      }
      errors {
        ...Refusal
      }
    }
  }
`)

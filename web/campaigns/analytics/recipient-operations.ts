import { graphql } from '#web/generated/gql.ts'
import type { EmailLogRowFragment } from '#web/generated/graphql.ts'

export type EmailLogRow = EmailLogRowFragment

export const EMAIL_LOG_ROW = graphql(`
  fragment EmailLogRow on EmailLog {
    id
    contactId
    contactName
    contactEmail
    status
    variant
    untracked
    sentAt
    deliveredAt
    openedAt
    machineOpenedAt
    clickedAt
    repliedAt
    awayUntil
    awayDateGiven
    bouncedAt
    unsubscribedAt
    failedAt
    timeZone
    utcOffset
    waitsUntil
    error
    failure {
      message
      howToFix
    }
  }
`)

export const EMAIL_LOGS = graphql(`
  query EmailLogs($id: ID!, $first: Int!, $after: String, $filter: EmailLogFilter) {
    campaign(id: $id) {
      id
      emailLogs(first: $first, after: $after, filter: $filter) {
        edges {
          cursor
          node {
            ...EmailLogRow
          }
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`)

/** Number of matching recipients. Asked for once there is more than one page, so that no page waits for it. */
export const EMAIL_LOG_TOTAL = graphql(`
  query EmailLogTotal($id: ID!, $filter: EmailLogFilter) {
    campaign(id: $id) {
      id
      emailLogs(first: 1, filter: $filter) {
        totalCount
      }
    }
  }
`)

/** Query for the current state of some of the emails. */
export const EMAIL_LOGS_AGAIN = graphql(`
  query EmailLogsAgain($ids: [ID!]!) {
    nodes(ids: $ids) {
      id
      ...EmailLogRow
    }
  }
`)

export const STOP_FOLLOW_UPS = graphql(`
  mutation StopFollowUps($input: StopFollowUpsInput!) {
    stopFollowUps(input: $input) {
      stopped
      errors {
        ...Refusal
      }
    }
  }
`)

/** The current state of one email, its events in order, and its follow-ups. */
export const RECIPIENT_EVENTS = graphql(`
  query RecipientEvents($id: ID!) {
    node(id: $id) {
      id
      ... on EmailLog {
        ...EmailLogRow
        events {
          kind
          at
          machine
          url
          detail
        }
        campaign {
          id
          status
          followUps {
            step
            condition
            link
          }
        }
        nextFollowUp {
          state
          step
          at
          isAway
          isAtCeiling
          reason
        }
        followUpEmails {
          id
          status
          sentAt
          error
          failure {
            message
            howToFix
          }
          events {
            kind
            at
            machine
            url
            detail
          }
        }
      }
    }
  }
`)

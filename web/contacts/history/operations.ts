import { graphql } from '#web/generated/gql.ts'

/** The emails of all campaigns to one contact, newest first, with what became of each. */
export const CONTACT_HISTORY = graphql(`
  query ContactHistory($id: ID!, $first: Int!, $after: String) {
    contact(id: $id) {
      id
      emailLogs(first: $first, after: $after) {
        edges {
          cursor
          node {
            id
            status
            step
            error
            failure {
              message
            }
            events {
              kind
              at
              machine
              url
              detail
            }
            campaign {
              id
              name
            }
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

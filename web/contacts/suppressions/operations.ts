import { graphql } from '#web/generated/gql.ts'
import type { SuppressionRowFragment } from '#web/generated/graphql.ts'

export type SuppressionRow = SuppressionRowFragment

export const SUPPRESSION_ROW = graphql(`
  fragment SuppressionRow on Suppression {
    id
    email
    reason
    note
    createdAt
  }
`)

export const SUPPRESSIONS = graphql(`
  query Suppressions($first: Int!, $after: String, $filter: SuppressionFilter) {
    suppressions(first: $first, after: $after, filter: $filter) {
      edges {
        cursor
        node {
          ...SuppressionRow
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`)

/**
 * Query for the number of matching email addresses. Sent once there is more than one page, so that no page waits for
 * it.
 */
export const SUPPRESSION_TOTAL = graphql(`
  query SuppressionTotal($filter: SuppressionFilter) {
    suppressions(first: 1, filter: $filter) {
      totalCount
    }
  }
`)

export const ADD_SUPPRESSIONS = graphql(`
  mutation AddSuppressions($input: AddSuppressionsInput!) {
    addSuppressions(input: $input) {
      added
      known
      errors {
        ...Refusal
      }
    }
  }
`)

export const REMOVE_SUPPRESSIONS = graphql(`
  mutation RemoveSuppressions($ids: [ID!]!) {
    removeSuppressions(input: { ids: $ids }) {
      removedCount
      errors {
        ...Refusal
      }
    }
  }
`)

import { graphql } from '#web/generated/gql.ts'

/** What a workspace has under a name. */
export const FIND = graphql(`
  query Find($search: String!, $first: Int!) {
    campaigns(first: $first, filter: { search: $search }) {
      edges {
        node {
          id
          name
          status
        }
      }
    }
    contacts(first: $first, filter: { search: $search }) {
      edges {
        node {
          id
          firstName
          lastName
          email
        }
      }
    }
    templates(first: $first, filter: { search: $search }) {
      edges {
        node {
          id
          name
        }
      }
    }
  }
`)

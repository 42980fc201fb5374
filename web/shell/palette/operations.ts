import { graphql } from '#web/generated/gql.ts'

/** Searches a workspace by name. */
export const SEARCH = graphql(`
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

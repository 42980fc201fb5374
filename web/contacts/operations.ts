import { graphql } from '#web/generated/gql.ts'

export const CONTACTS = graphql(`
  query Contacts($first: Int!, $after: String, $filter: ContactFilter, $orderBy: ContactOrder) {
    contacts(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
      totalCount
      edges {
        cursor
        node {
          ...ContactRow
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`)

export const CONTACT_ROW = graphql(`
  fragment ContactRow on Contact {
    id
    firstName
    lastName
    email
    createdAt
  }
`)

/** Ids alone, for a deletion of all but a few. */
export const CONTACT_IDS = graphql(`
  query ContactIds($first: Int!, $after: String, $filter: ContactFilter) {
    contacts(first: $first, after: $after, filter: $filter) {
      edges {
        node {
          id
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`)

export const CREATE_CONTACT = graphql(`
  mutation CreateContact($input: CreateContactInput!) {
    createContact(input: $input) {
      ...ContactRow
    }
  }
`)

export const DELETE_CONTACT = graphql(`
  mutation DeleteContact($id: ID!) {
    deleteContact(id: $id) {
      id
    }
  }
`)

export const DELETE_CONTACTS = graphql(`
  mutation DeleteContacts($ids: [ID!], $filter: ContactFilter) {
    deleteContacts(ids: $ids, filter: $filter)
  }
`)

/** The tags and custom fields in use, the most frequent first. */
export const CONTACT_NAMES = graphql(`
  query ContactNames {
    contactTags {
      name
      contactCount
    }
    contactFields {
      name
      contactCount
    }
  }
`)

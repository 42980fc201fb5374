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
    serialNumber
    createdAt
    tags
    suppressed
    untracked
    fields {
      name
      value
    }
  }
`)

/** Only ids, for deleting all but a few. */
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

export const UPDATE_CONTACT = graphql(`
  mutation UpdateContact($id: ID!, $input: UpdateContactInput!) {
    updateContact(id: $id, input: $input) {
      ...ContactRow
    }
  }
`)

/** Deletes thousands as a task. */
export const BULK_DELETE_CONTACTS = graphql(`
  mutation BulkDeleteContacts($ids: [ID!], $filter: ContactFilter) {
    bulkDeleteContacts(ids: $ids, filter: $filter) {
      ...TaskRow
    }
  }
`)

export const EXCLUDE_FROM_TRACKING = graphql(`
  mutation ExcludeFromTracking($ids: [ID!], $filter: ContactFilter) {
    excludeFromTracking(ids: $ids, filter: $filter)
  }
`)

export const ADD_TAGS = graphql(`
  mutation AddTags($tags: [String!]!, $ids: [ID!], $filter: ContactFilter) {
    addTags(tags: $tags, ids: $ids, filter: $filter)
  }
`)

export const REMOVE_TAGS = graphql(`
  mutation RemoveTags($tags: [String!]!, $ids: [ID!], $filter: ContactFilter) {
    removeTags(tags: $tags, ids: $ids, filter: $filter)
  }
`)

/** The tags in use, most frequent first. */
export const CONTACT_TAGS = graphql(`
  query ContactTags {
    contactTags {
      name
      contactCount
    }
  }
`)

/** The custom fields in use, most frequent first. */
export const CONTACT_FIELDS = graphql(`
  query ContactFields {
    contactFields {
      name
      contactCount
    }
  }
`)

export const SEGMENT_ROW = graphql(`
  fragment SegmentRow on Segment {
    id
    name
    contactCount
    filter
  }
`)

/** The options for filtering contacts and choosing an audience. */
export const FILTER_CHOICES = graphql(`
  query FilterChoices {
    segments {
      ...SegmentRow
    }
    contactTags {
      name
      contactCount
    }
  }
`)

export const CREATE_SEGMENT = graphql(`
  mutation CreateSegment($input: CreateSegmentInput!) {
    createSegment(input: $input) {
      ...SegmentRow
    }
  }
`)

export const UPDATE_SEGMENT = graphql(`
  mutation UpdateSegment($id: ID!, $input: UpdateSegmentInput!) {
    updateSegment(id: $id, input: $input) {
      ...SegmentRow
    }
  }
`)

export const DELETE_SEGMENT = graphql(`
  mutation DeleteSegment($id: ID!) {
    deleteSegment(id: $id) {
      id
    }
  }
`)

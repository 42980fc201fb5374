import { graphql } from '#web/generated/gql.ts'

export const CONTACTS = graphql(`
  query Contacts($first: Int!, $after: String, $filter: ContactFilter, $orderBy: ContactOrder) {
    contacts(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
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

/** Number of matching contacts. Asked for once there is more than one page, so that no page waits for it. */
export const CONTACT_TOTAL = graphql(`
  query ContactTotal($filter: ContactFilter) {
    contacts(first: 1, filter: $filter) {
      totalCount
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

/** Ids of the contacts, for deleting all but a few. */
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
      contact {
        ...ContactRow
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const DELETE_CONTACT = graphql(`
  mutation DeleteContact($id: ID!) {
    deleteContact(input: { id: $id }) {
      contact {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const DELETE_CONTACTS = graphql(`
  mutation DeleteContacts($input: DeleteContactsInput!) {
    deleteContacts(input: $input) {
      contactCount
      task {
        ...TaskRow
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const UPDATE_CONTACT = graphql(`
  mutation UpdateContact($input: UpdateContactInput!) {
    updateContact(input: $input) {
      contact {
        ...ContactRow
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const EXCLUDE_FROM_TRACKING = graphql(`
  mutation ExcludeFromTracking($input: ExcludeFromTrackingInput!) {
    excludeFromTracking(input: $input) {
      contactCount
      errors {
        ...Refusal
      }
    }
  }
`)

export const ADD_TAGS = graphql(`
  mutation AddTags($input: AddTagsInput!) {
    addTags(input: $input) {
      contactCount
      task {
        ...TaskRow
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const REMOVE_TAGS = graphql(`
  mutation RemoveTags($input: RemoveTagsInput!) {
    removeTags(input: $input) {
      contactCount
      task {
        ...TaskRow
      }
      errors {
        ...Refusal
      }
    }
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

/** The custom fields in use, in the order of their spreadsheets. */
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
    filter {
      search
      tags
      withoutTags
      fields {
        name
        equals
        contains
        isEmpty
      }
      suppressed
      campaignOutcome {
        campaignId
        outcome
      }
    }
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
      segment {
        ...SegmentRow
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const UPDATE_SEGMENT = graphql(`
  mutation UpdateSegment($input: UpdateSegmentInput!) {
    updateSegment(input: $input) {
      segment {
        ...SegmentRow
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const DELETE_SEGMENT = graphql(`
  mutation DeleteSegment($id: ID!) {
    deleteSegment(input: { id: $id }) {
      segment {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)

import { graphql } from '#web/generated/gql.ts'

export const ACTIVITY_PAGE = 50

export const AUDIT_EVENT_FIELDS = graphql(`
  fragment AuditEventFields on AuditEvent {
    id
    at
    actor
    actorName
    address
    userAgent
    action
    targetLabel
    changes {
      field
      from
      to
    }
  }
`)

export const ACTIVITY = graphql(`
  query Activity($first: Int!, $after: String, $filter: AuditFilter) {
    auditEvents(first: $first, after: $after, filter: $filter) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        node {
          ...AuditEventFields
        }
      }
    }
  }
`)

/** Number of matching entries. Asked for once there is more than one page, so that no page waits for it. */
export const ACTIVITY_TOTAL = graphql(`
  query ActivityTotal($filter: AuditFilter) {
    auditEvents(first: 1, filter: $filter) {
      totalCount
    }
  }
`)

export const INSTALLATION_ACTIVITY = graphql(`
  query InstallationActivity($first: Int!, $after: String, $filter: InstallationAuditFilter) {
    installationAuditEvents(first: $first, after: $after, filter: $filter) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        node {
          ...AuditEventFields
        }
      }
    }
  }
`)

export const INSTALLATION_ACTIVITY_TOTAL = graphql(`
  query InstallationActivityTotal($filter: InstallationAuditFilter) {
    installationAuditEvents(first: 1, filter: $filter) {
      totalCount
    }
  }
`)

import { graphql } from '#web/generated/gql.ts'
import type { TenantFieldsFragment, TenantSendingFieldsFragment } from '#web/generated/graphql.ts'

/** A workspace as shown to super admins. */
export type Tenant = TenantFieldsFragment

export const SUPER_ADMIN = graphql(`
  query SuperAdmin {
    superAdmin {
      id
      name
      username
      mustSetUpSecondFactor
    }
  }
`)

export const SUPER_ADMIN_LOGIN = graphql(`
  mutation SuperAdminLogin($input: SuperAdminLoginInput!) {
    superAdminLogin(input: $input) {
      superAdmin {
        id
        name
        username
        mustSetUpSecondFactor
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const SUPER_ADMIN_FINISH_LOGIN = graphql(`
  mutation SuperAdminFinishLogin($input: SuperAdminFinishLoginInput!) {
    superAdminFinishLogin(input: $input) {
      superAdmin {
        id
        name
        username
        mustSetUpSecondFactor
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const SUPER_ADMIN_START_TOTP = graphql(`
  mutation SuperAdminStartTotp {
    superAdminStartTotp {
      key
      uri
      errors {
        ...Refusal
      }
    }
  }
`)

export const SUPER_ADMIN_CONFIRM_TOTP = graphql(`
  mutation SuperAdminConfirmTotp($input: SuperAdminConfirmTotpInput!) {
    superAdminConfirmTotp(input: $input) {
      codes
      errors {
        ...Refusal
      }
    }
  }
`)

export const SUPER_ADMIN_LOGOUT = graphql(`
  mutation SuperAdminLogout {
    superAdminLogout {
      done
      errors {
        ...Refusal
      }
    }
  }
`)

export const SUPER_ADMIN_CONFIRM_PASSWORD = graphql(`
  mutation SuperAdminConfirmPassword($input: SuperAdminConfirmPasswordInput!) {
    superAdminConfirmPassword(input: $input) {
      done
      errors {
        ...Refusal
      }
    }
  }
`)

/** The limits of a workspace (schema/domain/tenants/plans.ts). */
export const LIMIT_FIELDS = graphql(`
  fragment WorkspaceLimits on Tenant {
    maxUsers
    maxContacts
    maxCampaigns
  }
`)

export const TENANT_FIELDS = graphql(`
  fragment TenantFields on Tenant {
    id
    slug
    name
    domain
    subscriptionTier
    planConfirmed
    ...WorkspaceLimits
    isActive
    newWorkspaceLimits
    deletionAt
    trialEndsAt
    createdAt
    features {
      htmlBuilder
      abTesting
      attachments
      tracking
      apiAccess
      warmup
    }
  }
`)

export const UPGRADE_REQUESTS = graphql(`
  query UpgradeRequests {
    tenants(first: 50, filter: { upgradeRequested: true }) {
      edges {
        node {
          id
          name
          subscriptionTier
          upgradeRequest {
            subscriptionTier
            note
            requestedAt
          }
        }
      }
    }
  }
`)

export const DECLINE_UPGRADE = graphql(`
  mutation DeclineUpgrade($id: ID!) {
    declineUpgrade(input: { id: $id }) {
      tenant {
        id
        upgradeRequest {
          subscriptionTier
        }
      }
      errors {
        ...Refusal
      }
    }
  }
`)

/** Query variables of the workspace list. All screens use them, because the pages share one cached list. */
export const NEWEST_FIRST = { first: 50, orderBy: { field: 'createdAt', direction: 'descending' } } as const

export const TENANTS = graphql(`
  query Tenants($first: Int!, $after: String, $filter: TenantFilter, $orderBy: TenantOrder) {
    tenants(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          ...TenantFields
        }
      }
    }
  }
`)

/** Number of matching tenants. Asked for once there is more than one page, so that no page waits for it. */
export const TENANT_TOTAL = graphql(`
  query TenantTotal($filter: TenantFilter) {
    tenants(first: 1, filter: $filter) {
      totalCount
    }
  }
`)

export type TenantSending = TenantSendingFieldsFragment

export const TENANT_SENDING_FIELDS = graphql(`
  fragment TenantSendingFields on Tenant {
    id
    slug
    name
    isActive
    outcomes {
      days
      sent
      bounced
      complained
      unsubscribed
    }
  }
`)

export const TENANT_SENDING = graphql(`
  query TenantSending($first: Int!, $after: String, $filter: TenantFilter, $orderBy: TenantOrder) {
    tenants(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          ...TenantSendingFields
        }
      }
    }
  }
`)

export const CREATE_TENANT = graphql(`
  mutation CreateTenant($input: CreateTenantInput!) {
    createTenant(input: $input) {
      tenant {
        ...TenantFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const UPDATE_TENANT = graphql(`
  mutation UpdateTenant($input: UpdateTenantInput!) {
    updateTenant(input: $input) {
      tenant {
        ...TenantFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const CONFIRM_PLAN = graphql(`
  mutation ConfirmPlan($id: ID!) {
    confirmPlan(input: { id: $id }) {
      tenant {
        id
        planConfirmed
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const SCHEDULE_TENANT_DELETION = graphql(`
  mutation ScheduleTenantDeletion($input: ScheduleTenantDeletionInput!) {
    scheduleTenantDeletion(input: $input) {
      tenant {
        id
        deletionAt
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const CANCEL_TENANT_DELETION = graphql(`
  mutation CancelTenantDeletion($id: ID!) {
    cancelTenantDeletion(input: { id: $id }) {
      tenant {
        id
        deletionAt
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const TENANT_USER_FIELDS = graphql(`
  fragment TenantUserFields on TenantUser {
    id
    username
    email
    name
    role
    isActive
    createdAt
  }
`)

/** Page size of the user list. */
export const TENANT_USERS_PAGE = 100

export const TENANT_USERS = graphql(`
  query TenantUsers($tenantId: ID!, $first: Int!, $after: String) {
    tenantUsers(tenantId: $tenantId, first: $first, after: $after) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          ...TenantUserFields
        }
      }
    }
  }
`)

/** Number of users of a tenant. Asked for once there is more than one page, so that no page waits for it. */
export const TENANT_USER_TOTAL = graphql(`
  query TenantUserTotal($tenantId: ID!) {
    tenantUsers(tenantId: $tenantId, first: 1) {
      totalCount
    }
  }
`)

export const RESET_TENANT_USER_FACTOR = graphql(`
  mutation ResetTenantUserFactor($tenantId: ID!, $id: ID!) {
    resetTenantUserFactor(input: { tenantId: $tenantId, id: $id }) {
      tenantUser {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const CREATE_TENANT_USER = graphql(`
  mutation CreateTenantUser($input: CreateTenantUserInput!) {
    createTenantUser(input: $input) {
      tenantUser {
        ...TenantUserFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

/** Query for the app registrations at the email providers and the version of the time-zone data. */
export const INSTALLATION = graphql(`
  query Installation {
    installation {
      providers {
        provider
        client
        redirectUrl
        redirectProblem
        lastReturnAt
        mailboxes
        working
        longestWorked
        medianWorked
        lost
        medianLost
        verification {
          tone
          text
        }
        quota {
          perUserMinute
          perMinute
          perDay
          isScaled
        }
        breaks
      }
      timeZoneData {
        release
        releasedOn
        isOutdated
      }
    }
  }
`)

/** Query for the email providers that refuse this installation's app registration. */
export const REFUSED_REGISTRATIONS = graphql(`
  query RefusedRegistrations {
    refusedRegistrations {
      provider
      since
      detail
    }
  }
`)

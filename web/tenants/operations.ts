import { graphql } from '#web/generated/gql.ts'

export const SUPER_ADMIN = graphql(`
  query SuperAdmin {
    superAdmin {
      id
      name
      username
    }
  }
`)

export const SUPER_ADMIN_LOGIN = graphql(`
  mutation SuperAdminLogin($input: SuperAdminLoginInput!) {
    superAdminLogin(input: $input) {
      id
      name
      username
    }
  }
`)

export const SUPER_ADMIN_LOGOUT = graphql(`
  mutation SuperAdminLogout {
    superAdminLogout
  }
`)

export const TENANTS = graphql(`
  query Tenants {
    tenants {
      id
      slug
      name
      domain
      subscriptionTier
      maxUsers
      maxContacts
      maxCampaigns
      isActive
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
  }
`)

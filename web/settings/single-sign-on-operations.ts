import { graphql } from '#web/generated/gql.ts'

export const SINGLE_SIGN_ON_FIELDS = graphql(`
  fragment SingleSignOnFields on SingleSignOn {
    issuer
    clientId
    defaultRole
    roleClaim
    adminValues
    required
    callbackUrl
    domains {
      domain
      record
      verifiedAt
    }
  }
`)

export const SINGLE_SIGN_ON = graphql(`
  query SingleSignOn {
    singleSignOn {
      ...SingleSignOnFields
    }
  }
`)

export const UPDATE_SINGLE_SIGN_ON = graphql(`
  mutation UpdateSingleSignOn($input: SingleSignOnInput!) {
    updateSingleSignOn(input: $input) {
      ...SingleSignOnFields
    }
  }
`)

export const REMOVE_SINGLE_SIGN_ON = graphql(`
  mutation RemoveSingleSignOn {
    removeSingleSignOn {
      ...SingleSignOnFields
    }
  }
`)

export const ADD_SSO_DOMAIN = graphql(`
  mutation AddSsoDomain($domain: String!) {
    addSsoDomain(domain: $domain) {
      ...SingleSignOnFields
    }
  }
`)

export const VERIFY_SSO_DOMAIN = graphql(`
  mutation VerifySsoDomain($domain: String!) {
    verifySsoDomain(domain: $domain) {
      ...SingleSignOnFields
    }
  }
`)

export const REMOVE_SSO_DOMAIN = graphql(`
  mutation RemoveSsoDomain($domain: String!) {
    removeSsoDomain(domain: $domain) {
      ...SingleSignOnFields
    }
  }
`)

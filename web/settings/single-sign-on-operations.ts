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
  mutation UpdateSingleSignOn($input: UpdateSingleSignOnInput!) {
    updateSingleSignOn(input: $input) {
      singleSignOn {
        ...SingleSignOnFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const REMOVE_SINGLE_SIGN_ON = graphql(`
  mutation RemoveSingleSignOn {
    removeSingleSignOn {
      singleSignOn {
        ...SingleSignOnFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const ADD_SSO_DOMAIN = graphql(`
  mutation AddSsoDomain($domain: String!) {
    addSsoDomain(input: { domain: $domain }) {
      singleSignOn {
        ...SingleSignOnFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const VERIFY_SSO_DOMAIN = graphql(`
  mutation VerifySsoDomain($domain: String!) {
    verifySsoDomain(input: { domain: $domain }) {
      singleSignOn {
        ...SingleSignOnFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const REMOVE_SSO_DOMAIN = graphql(`
  mutation RemoveSsoDomain($domain: String!) {
    removeSsoDomain(input: { domain: $domain }) {
      singleSignOn {
        ...SingleSignOnFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

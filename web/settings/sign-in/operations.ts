import { graphql } from '#web/generated/gql.ts'

export const CHANGE_PASSWORD = graphql(`
  mutation ChangePassword($input: ChangePasswordInput!) {
    changePassword(input: $input) {
      done
      errors {
        ...Refusal
      }
    }
  }
`)

export const WORKSPACE = graphql(`
  query Workspace {
    tenant {
      id
      name
      domain
      subscriptionTier
      ...WorkspaceLimits
      trialEndsAt
    }
  }
`)

export const CHANGE_EMAIL = graphql(`
  mutation ChangeEmail($input: ChangeEmailInput!) {
    changeEmail(input: $input) {
      done
      errors {
        ...Refusal
      }
    }
  }
`)

export const OWN_SESSIONS = graphql(`
  query OwnSessions {
    sessions {
      id
      userAgent
      createdAt
      lastUsedAt
      expiresAt
      current
    }
  }
`)

export const END_SESSION = graphql(`
  mutation EndSession($id: ID!) {
    endSession(input: { id: $id }) {
      session {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const REMOVE_IDENTITY = graphql(`
  mutation RemoveIdentity($id: ID!) {
    removeIdentity(input: { id: $id }) {
      identity {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const OWN_API_KEYS = graphql(`
  query OwnApiKeys {
    currentUser {
      id
      apiKeyCount
    }
  }
`)

export const PASSKEY_FIELDS = graphql(`
  fragment PasskeyFields on Passkey {
    id
    name
    addedAt
    lastUsedAt
  }
`)

export const START_PASSKEY = graphql(`
  mutation StartPasskey {
    startPasskey {
      options
      errors {
        ...Refusal
      }
    }
  }
`)

export const ADD_PASSKEY = graphql(`
  mutation AddPasskey($input: AddPasskeyInput!) {
    addPasskey(input: $input) {
      recoveryCodes
      passkey {
        ...PasskeyFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const RENAME_PASSKEY = graphql(`
  mutation RenamePasskey($id: ID!, $name: String!) {
    renamePasskey(input: { id: $id, name: $name }) {
      passkey {
        ...PasskeyFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const REMOVE_PASSKEY = graphql(`
  mutation RemovePasskey($id: ID!) {
    removePasskey(input: { id: $id }) {
      passkey {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const SECOND_FACTOR = graphql(`
  query SecondFactor {
    secondFactor {
      totpSince
      recoveryCodesLeft
      passkeys {
        ...PasskeyFields
      }
    }
  }
`)

export const START_TOTP = graphql(`
  mutation StartTotp {
    startTotp {
      key
      uri
      errors {
        ...Refusal
      }
    }
  }
`)

export const CONFIRM_TOTP = graphql(`
  mutation ConfirmTotp($input: ConfirmTotpInput!) {
    confirmTotp(input: $input) {
      codes
      errors {
        ...Refusal
      }
    }
  }
`)

export const REMOVE_TOTP = graphql(`
  mutation RemoveTotp {
    removeTotp {
      secondFactor {
        totpSince
        recoveryCodesLeft
        passkeys {
          ...PasskeyFields
        }
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const RENEW_RECOVERY_CODES = graphql(`
  mutation RenewRecoveryCodes {
    renewRecoveryCodes {
      codes
      errors {
        ...Refusal
      }
    }
  }
`)

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

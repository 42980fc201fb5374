import { graphql } from '#web/generated/gql.ts'

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

export const FACTOR_RULE = graphql(`
  query FactorRule {
    tenant {
      id
      requiresSecondFactor
    }
  }
`)

export const REQUIRE_SECOND_FACTOR = graphql(`
  mutation RequireSecondFactor($required: Boolean!) {
    requireSecondFactor(input: { required: $required }) {
      tenant {
        id
        requiresSecondFactor
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const RESET_SECOND_FACTOR = graphql(`
  mutation ResetSecondFactor($id: ID!) {
    resetSecondFactor(input: { id: $id }) {
      user {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)

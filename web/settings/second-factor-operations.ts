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
    startPasskey
  }
`)

export const ADD_PASSKEY = graphql(`
  mutation AddPasskey($input: AddPasskeyInput!) {
    addPasskey(input: $input) {
      recoveryCodes
      passkey {
        ...PasskeyFields
      }
    }
  }
`)

export const RENAME_PASSKEY = graphql(`
  mutation RenamePasskey($id: ID!, $name: String!) {
    renamePasskey(id: $id, name: $name) {
      ...PasskeyFields
    }
  }
`)

export const REMOVE_PASSKEY = graphql(`
  mutation RemovePasskey($id: ID!) {
    removePasskey(id: $id) {
      id
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
    }
  }
`)

export const CONFIRM_TOTP = graphql(`
  mutation ConfirmTotp($input: ConfirmTotpInput!) {
    confirmTotp(input: $input) {
      codes
    }
  }
`)

export const REMOVE_TOTP = graphql(`
  mutation RemoveTotp {
    removeTotp {
      totpSince
      recoveryCodesLeft
      passkeys {
        ...PasskeyFields
      }
    }
  }
`)

export const RENEW_RECOVERY_CODES = graphql(`
  mutation RenewRecoveryCodes {
    renewRecoveryCodes {
      codes
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
    requireSecondFactor(required: $required) {
      id
      requiresSecondFactor
    }
  }
`)

export const RESET_SECOND_FACTOR = graphql(`
  mutation ResetSecondFactor($id: ID!) {
    resetSecondFactor(id: $id) {
      id
    }
  }
`)

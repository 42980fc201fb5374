import { graphql } from '#web/generated/gql.ts'

export const SECOND_FACTOR = graphql(`
  query SecondFactor {
    secondFactor {
      totpSince
      recoveryCodesLeft
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

import { graphql } from '#web/generated/gql.ts'

export const REGISTRATION = graphql(`
  query Registration {
    server {
      registration
      systemEmails
    }
  }
`)

export const RESEND_EMAIL_CONFIRMATION = graphql(`
  mutation ResendEmailConfirmation {
    resendEmailConfirmation {
      done
      errors {
        ...Refusal
      }
    }
  }
`)

export const LOGIN = graphql(`
  mutation Login($input: LoginInput!) {
    login(input: $input) {
      user {
        ...UserFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const REGISTER = graphql(`
  mutation Register($input: RegisterInput!) {
    register(input: $input) {
      user {
        id
        username
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const LOGOUT = graphql(`
  mutation Logout {
    logout {
      done
      errors {
        ...Refusal
      }
    }
  }
`)

export const OWN_IDENTITIES = graphql(`
  query OwnIdentities {
    identities {
      id
      provider
      label
      addedAt
      lastUsedAt
    }
  }
`)

export const CONFIRMATION_WAYS = graphql(`
  query ConfirmationWays {
    confirmationWays
  }
`)

export const START_PASSKEY_CONFIRMATION = graphql(`
  mutation StartPasskeyConfirmation {
    startPasskeyConfirmation {
      options
      errors {
        ...Refusal
      }
    }
  }
`)

export const CONFIRM_WITH_PASSKEY = graphql(`
  mutation ConfirmWithPasskey($input: ConfirmWithPasskeyInput!) {
    confirmWithPasskey(input: $input) {
      done
      errors {
        ...Refusal
      }
    }
  }
`)

export const CONFIRM_PASSWORD = graphql(`
  mutation ConfirmPassword($input: ConfirmPasswordInput!) {
    confirmPassword(input: $input) {
      done
      errors {
        ...Refusal
      }
    }
  }
`)

export const FINISH_LOGIN = graphql(`
  mutation FinishLogin($input: FinishLoginInput!) {
    finishLogin(input: $input) {
      user {
        ...UserFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const START_PASSKEY_LOGIN = graphql(`
  mutation StartPasskeyLogin {
    startPasskeyLogin {
      options
      errors {
        ...Refusal
      }
    }
  }
`)

export const LOGIN_WITH_PASSKEY = graphql(`
  mutation LoginWithPasskey($input: LoginWithPasskeyInput!) {
    loginWithPasskey(input: $input) {
      user {
        ...UserFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const EMAILED_LINK = graphql(`
  query EmailedLink($token: String!) {
    accountLink(token: $token) {
      kind
      email
      expiresAt
      workspace
      username
      name
    }
  }
`)

export const REQUEST_PASSWORD_RESET = graphql(`
  mutation RequestPasswordReset($input: RequestPasswordResetInput!) {
    requestPasswordReset(input: $input) {
      done
      errors {
        ...Refusal
      }
    }
  }
`)

export const RESET_PASSWORD = graphql(`
  mutation ResetPassword($input: ResetPasswordInput!) {
    resetPassword(input: $input) {
      done
      errors {
        ...Refusal
      }
    }
  }
`)

export const CONFIRM_EMAIL = graphql(`
  mutation ConfirmEmail($token: String!) {
    confirmEmail(input: { token: $token }) {
      done
      errors {
        ...Refusal
      }
    }
  }
`)

export const ACCEPT_INVITATION = graphql(`
  mutation AcceptInvitation($input: AcceptInvitationInput!) {
    acceptInvitation(input: $input) {
      user {
        ...UserFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

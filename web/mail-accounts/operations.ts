import { graphql } from '#web/generated/gql.ts'

export const MAILBOX_SIGNATURES = graphql(`
  query MailboxSignatures {
    mailAccounts {
      id
      canSend
      signature
    }
  }
`)

export const MAIL_ACCOUNT_STATES = graphql(`
  query MailAccountStates {
    mailAccounts {
      id
      email
      provider
      status
      isMine
      owner {
        id
        name
      }
      isDefault
      canSend
      lastUsed
    }
  }
`)

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

export const MAILBOX_ADDRESSES = graphql(`
  query MailboxAddresses {
    mailAccounts {
      id
      email
      provider
      status
      canSend
      isDefault
      lastUsed
      sendAs {
        address
        kind
        canSend
      }
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

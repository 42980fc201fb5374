import { graphql } from '#web/generated/gql.ts'

export const MAILBOX_SIGNATURES = graphql(`
  query MailboxSignatures {
    mailboxes {
      id
      canSend
      signature
    }
  }
`)

export const MAILBOX_ADDRESSES = graphql(`
  query MailboxAddresses {
    mailboxes {
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

export const MAILBOX_STATES = graphql(`
  query MailboxStates {
    mailboxes {
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

import { graphql } from '#web/generated/gql.ts'

export const CONNECTED_EMAILS = graphql(`
  query ConnectedEmails {
    mailboxes {
      id
      email
      name
      signature
      sendAs {
        address
        name
        kind
        isDefault
        canSend
        problem
      }
      maySendShared
      servers {
        smtp {
          ...ServerFields
        }
        imap {
          ...ServerFields
        }
        copyToSelf
        keepsCopy
        signIn
      }
      canEdit
      provider
      status
      statusReason
      dailySent
      recipientsInDay
      recipientLimit
      lastUsed
      reputation
      reputationReason
      level
      safeSending
      readsReplies
      awaitsConsent
      inboxError
      inboxUnreadSince
      unreadMessages
      bulkSenderWarnings
      canDisconnect
      canShare
      canSend
      isMine
      owner {
        id
        name
      }
      sharedWithEverybody
      sharedWith {
        user {
          id
          name
          email
        }
        sharedBy
      }
      sandbox
      ...StoppedBy
      wait {
        reason
        text
        until
      }
      trouble {
        reason
        detail
      }
      caution {
        since
        reason
      }
    }
  }
`)

export const MAILBOX_LANDING = graphql(`
  query MailboxLanding($id: ID!, $fresh: Boolean) {
    landing(id: $id, fresh: $fresh) {
      domain
      checkedAt
      findings {
        code
        verdict
        text
        record {
          type
          name
          value
        }
      }
    }
  }
`)

export const LANDING_CHECK = graphql(`
  query LandingCheck($id: ID!) {
    landing(id: $id) {
      check {
        ...LandingCheckFields
      }
    }
  }
`)

export const LANDING_CHECK_FIELDS = graphql(`
  fragment LandingCheckFields on LandingCheck {
    state
    sentAt
    error
    findings {
      code
      verdict
      text
    }
  }
`)

export const SEND_LANDING_CHECK = graphql(`
  mutation SendLandingCheck($id: ID!) {
    sendLandingCheck(input: { id: $id }) {
      landingCheck {
        ...LandingCheckFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const COLLEAGUES = graphql(`
  query Colleagues($search: String) {
    colleagues(search: $search) {
      id
      name
      email
    }
  }
`)

export const SHARE_MAILBOX = graphql(`
  mutation ShareMailbox($id: ID!, $userIds: [ID!]!, $everybody: Boolean!) {
    shareMailbox(input: { id: $id, userIds: $userIds, everybody: $everybody }) {
      mailbox {
        id
        canSend
        sharedWithEverybody
        sharedWith {
          user {
            id
            name
            email
          }
          sharedBy
        }
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const UPDATE_SIGNATURE = graphql(`
  mutation UpdateSignature($id: ID!, $signature: String) {
    updateMailbox(input: { id: $id, signature: $signature }) {
      mailbox {
        id
        signature
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const UPDATE_ADDRESSES = graphql(`
  mutation UpdateAddresses($id: ID!, $sharedAddresses: [String!], $refreshAddresses: Boolean) {
    updateMailbox(input: { id: $id, sharedAddresses: $sharedAddresses, refreshAddresses: $refreshAddresses }) {
      mailbox {
        id
        sendAs {
          address
          name
          kind
          isDefault
          canSend
          problem
        }
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const DISCONNECT_MAILBOX = graphql(`
  mutation DisconnectMailbox($id: ID!) {
    disconnectMailbox(input: { id: $id }) {
      mailbox {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const PROVIDE_MAILBOXES = graphql(`
  mutation ProvideMailboxes($input: ProvideMailboxesInput!) {
    provideMailboxes(input: $input) {
      results {
        email
        state
      }
      proof
      errors {
        ...Refusal
      }
    }
  }
`)

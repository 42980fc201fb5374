import { graphql } from '#web/generated/gql.ts'

export const MAIL_SERVERS = graphql(`
  query MailServers($email: String!) {
    mailServers(email: $email) {
      smtp {
        ...ServerFields
      }
      imap {
        ...ServerFields
      }
      source
      hostName
      appPassword
      help
      before
      refusal
      signIn
    }
  }
`)

export const SERVER_FIELDS = graphql(`
  fragment ServerFields on MailServer {
    host
    port
    security
    user
  }
`)

export const STEP_FIELDS = graphql(`
  fragment StepFields on ConnectionStep {
    step
    state
    text
    fix
    link
    answer
  }
`)

export const CONNECT_SMTP_MAILBOX = graphql(`
  mutation ConnectSmtpMailbox($input: ConnectSmtpMailboxInput!) {
    connectSmtpMailbox(input: $input) {
      mailbox {
        id
        email
        status
      }
      steps {
        ...StepFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const TEST_MAILBOX = graphql(`
  mutation TestMailbox($id: ID!, $attempt: String) {
    testMailbox(input: { id: $id, attempt: $attempt }) {
      steps {
        ...StepFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const SET_COPY_TO_SELF = graphql(`
  mutation SetCopyToSelf($id: ID!, $copyToSelf: Boolean!) {
    updateMailbox(input: { id: $id, copyToSelf: $copyToSelf }) {
      mailbox {
        id
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
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const CONNECTION_PROGRESS = graphql(`
  subscription ConnectionProgress($attempt: String!) {
    connectionProgress(attempt: $attempt) {
      steps {
        step
        state
      }
    }
  }
`)

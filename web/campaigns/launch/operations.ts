import { graphql } from '#web/generated/gql.ts'

/** The mailboxes available for sending. */
export const SEND_MAILBOXES = graphql(`
  query SendMailboxes {
    mailAccounts {
      id
      email
      provider
      status
      dailySent
      lastUsed
      isMine
      isDefault
      canSend
      level
      readsReplies
      owner {
        id
        name
      }
      sandbox
    }
  }
`)

/** Pre-launch checks of a draft. */
export const CAMPAIGN_PROBLEMS = graphql(`
  query CampaignProblems($id: ID!, $mailAccountIds: [ID!], $scheduledAt: DateTime) {
    campaignProblems(id: $id, mailAccountIds: $mailAccountIds, scheduledAt: $scheduledAt) {
      code
      severity
      message
      count
      contacts {
        id
        firstName
        lastName
        email
      }
      finishesAt
    }
  }
`)

export const SEND_TEST_MAIL = graphql(`
  mutation SendTestMail($input: SendTestMailInput!) {
    sendTestMail(input: $input) {
      testMail {
        email
        sent
        failure {
          message
          howToFix
        }
        others {
          email
          sent
          failure {
            message
            howToFix
          }
        }
      }
      errors {
        ...Refusal
      }
    }
  }
`)

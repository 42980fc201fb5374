import { graphql } from '#web/generated/gql.ts'

/** The mailboxes to choose from for a send. */
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
      canSend
      owner {
        id
        name
      }
      sandbox
    }
  }
`)

/** What should be looked at before a draft is sent. */
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
  mutation SendTestMail($input: MailInput!) {
    sendTestMail(input: $input) {
      email
      sent
      failure {
        message
        howToFix
      }
    }
  }
`)

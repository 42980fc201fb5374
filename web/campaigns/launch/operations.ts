import { graphql } from '#web/generated/gql.ts'

/** The mailboxes available for sending. */
export const SEND_MAILBOXES = graphql(`
  query SendMailboxes {
    mailboxes {
      id
      email
      provider
      status
      dailySent
      recipientsInDay
      recipientLimit
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

/** The mailboxes of a campaign, and who can reconnect them. */
export const CAMPAIGN_MAILBOXES = graphql(`
  query CampaignMailboxes($id: ID!) {
    campaign(id: $id) {
      id
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
      }
    }
  }
`)

/** Query for the follow-ups of a campaign, to find out whether it has any. */
export const HAS_FOLLOW_UPS = graphql(`
  query HasFollowUps($id: ID!) {
    campaign(id: $id) {
      id
      followUps {
        step
      }
    }
  }
`)

/** Pre-launch checks of a draft. */
export const LAUNCH_FORECAST = graphql(`
  query LaunchForecast($id: ID!, $mailboxIds: [ID!], $scheduledAt: DateTime, $localTimeZone: String) {
    launchForecast(id: $id, mailboxIds: $mailboxIds, scheduledAt: $scheduledAt, localTimeZone: $localTimeZone) {
      recipients
      startsAt
      finishesAt
      waves {
        timeZone
        utcOffset
        doubts {
          text
          timeZones
          recipients
        }
        recipients
        at
        leavesAt
      }
      suppressed
      declined
      overCeiling
      awaitWinner
      decidesAt
      followUps
      lastFollowUpAt
    }
  }
`)

export const CAMPAIGN_CONDITIONS = graphql(`
  query CampaignConditions($id: ID!) {
    campaignConditions(id: $id) {
      text
      count
      total
    }
  }
`)

export const CAMPAIGN_PROBLEMS = graphql(`
  query CampaignProblems($id: ID!, $mailboxIds: [ID!], $scheduledAt: DateTime) {
    campaignProblems(id: $id, mailboxIds: $mailboxIds, scheduledAt: $scheduledAt) {
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

export const RECIPIENT_FILES = graphql(`
  query RecipientFiles($id: ID!, $only: RecipientFileProblem) {
    campaign(id: $id) {
      id
      filePattern
      filesKeptDays
    }
    recipientFilePlan(id: $id, only: $only) {
      recipients
      missing
      doubtful
      shared
      fileCount
      bytes
      unusedCount
      unused {
        id
        name
      }
      rowCount
      rows {
        contactId
        name
        email
        wanted
        problem
        sharedWith
        files {
          id
          name
          size
        }
      }
    }
  }
`)

export const SET_TRACK_OPENS = graphql(`
  mutation SetTrackOpens($input: UpdateCampaignInput!) {
    updateCampaign(input: $input) {
      campaign {
        id
        trackOpens
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const SET_FILE_PATTERN = graphql(`
  mutation SetFilePattern($input: UpdateCampaignInput!) {
    updateCampaign(input: $input) {
      campaign {
        id
        filePattern
        filesKeptDays
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const ADD_RECIPIENT_FILES = graphql(`
  mutation AddRecipientFiles($input: AddRecipientFilesInput!) {
    addRecipientFiles(input: $input) {
      campaign {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const REMOVE_RECIPIENT_FILES = graphql(`
  mutation RemoveRecipientFiles($input: RemoveRecipientFilesInput!) {
    removeRecipientFiles(input: $input) {
      campaign {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const UNDO_TIME = graphql(`
  query UndoTime {
    emailSettings {
      undoSeconds
      launchApproval
    }
  }
`)

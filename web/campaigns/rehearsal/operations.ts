import { graphql } from '#web/generated/gql.ts'

/** A rehearsal with its report, and what changed since. */
export const REHEARSAL = graphql(`
  query Rehearsal($id: ID!, $mailboxIds: [ID!], $scheduledAt: DateTime, $localTimeZone: String) {
    campaign(id: $id) {
      id
      rehearsal {
        status
        error
        reportedAt
        changed(mailboxIds: $mailboxIds, scheduledAt: $scheduledAt, localTimeZone: $localTimeZone)
        task {
          ...TaskRow
        }
        report {
          ...RehearsalReportFields
        }
      }
    }
  }
`)

/** The rehearsal of a campaign that was launched. */
export const LAUNCHED_REHEARSAL = graphql(`
  query LaunchedRehearsal($id: ID!) {
    campaign(id: $id) {
      id
      rehearsal {
        reportedAt
        changed
        report {
          ...RehearsalReportFields
        }
      }
    }
  }
`)

export const REHEARSAL_REPORT = graphql(`
  fragment RehearsalReportFields on RehearsalReport {
    recipients
    emails
    startsAt
    finishesAt
    decidesAt
    followUps {
      step
      firstAt
      lastAt
    }
    localTimeZone
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
    limits {
      reason
      message
    }
    largestBytes
    findings {
      code
      section
      message
      count
      tag
      examples {
        contactId
        contact {
          id
          firstName
          lastName
          email
        }
        other {
          id
          email
        }
        meantDomain
        campaign {
          id
          name
        }
        sentBy
        sentAt
        awayUntil
        awayDateGiven
        reason
      }
    }
  }
`)

export const REHEARSE_CAMPAIGN = graphql(`
  mutation RehearseCampaign($input: RehearseCampaignInput!) {
    rehearseCampaign(input: $input) {
      campaign {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)

import { graphql } from '#web/generated/gql.ts'
import type { CampaignApprovalQuery } from '#web/generated/graphql.ts'

/** A campaign on the page where its launch is decided. */
export type ApprovedCampaign = NonNullable<CampaignApprovalQuery['campaign']>
export type RequestedApproval = NonNullable<ApprovedCampaign['approval']>

/** A request for approval with what it would launch, for the page on which it is decided. */
export const CAMPAIGN_APPROVAL = graphql(`
  query CampaignApproval($id: ID!) {
    campaign(id: $id) {
      id
      name
      subject
      status
      totalContacts
      leftOutCount
      isAbTest
      abVariantB
      abSplitPercentage
      abTestShare
      abWinnerMetric
      abWaitHours
      filePattern
      followUps {
        step
        waitDays
        timeOfDay
        timeZone
        condition
        link
        subject
        content
        attachesFiles
        useHtmlBuilder
        htmlTemplate
      }
      attachments {
        id
        name
        size
      }
      approval {
        request
        status
        requestedBy
        requestedAt
        note
        mailboxes {
          id
          email
        }
        scheduledAt
        localTimeZone
        undoSeconds
        exceedCeiling
        changed
        decidedBy
        decidedAt
        reason
        canDecide
        canWithdraw
      }
    }
  }
`)

export const REQUEST_APPROVAL = graphql(`
  mutation RequestApproval($input: RequestApprovalInput!) {
    requestApproval(input: $input) {
      campaign {
        ...CampaignCard
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const DECIDE_APPROVAL = graphql(`
  mutation DecideApproval($input: DecideApprovalInput!) {
    decideApproval(input: $input) {
      campaign {
        ...CampaignCard
      }
      errors {
        ...Refusal
      }
    }
  }
`)

/** Drafts whose launch this admin can decide on. */
export const AWAITING_ME = graphql(`
  query AwaitingMe($filter: CampaignFilter!) {
    campaigns(first: 3, filter: $filter) {
      edges {
        cursor
        node {
          id
          name
          approval {
            requestedBy
          }
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`)

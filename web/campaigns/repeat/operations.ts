import { graphql } from '#web/generated/gql.ts'
import type { RepeatOfCampaignFragment } from '#web/generated/graphql.ts'

/** Rule by which a campaign repeats. */
export type Repeat = NonNullable<RepeatOfCampaignFragment['repeat']>

export const REPEAT_OF_CAMPAIGN = graphql(`
  fragment RepeatOfCampaign on Campaign {
    id
    name
    subject
    status
    sheet {
      id
      source {
        kind
      }
    }
    repeat {
      isOn
      kind
      label
      segmentId
      segment {
        id
        name
      }
      field
      offsetDays
      isYearly
      dateOrder
      dayOfMonth
      timeOfDay
      timeZone
      onWorkingDays
      includesExisting
      mailboxes {
        id
        email
      }
      nextRunAt
      lastRunAt
      offBecause
      offAt
      skippedCount
      skippedAt
      runCount
      sentCount
    }
  }
`)

export const CAMPAIGN_REPEAT = graphql(`
  query CampaignRepeat($id: ID!) {
    campaign(id: $id) {
      ...RepeatOfCampaign
    }
  }
`)

export const REPEAT_PREVIEW = graphql(`
  query RepeatPreview($id: ID!, $rule: RepeatRuleInput!) {
    campaign(id: $id) {
      id
      repeatPreview(rule: $rule) {
        runsAt
        recipients
        suppressed
        overCeiling
        unreadable
        examples {
          id
          firstName
          lastName
          email
        }
      }
    }
  }
`)

export const REPEAT_CAMPAIGN = graphql(`
  mutation RepeatCampaign($input: RepeatCampaignInput!) {
    repeatCampaign(input: $input) {
      campaign {
        ...RepeatOfCampaign
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const CAMPAIGN_RUNS = graphql(`
  query CampaignRuns($id: ID!, $first: Int!, $after: String) {
    campaigns(filter: { repeatOf: $id }, first: $first, after: $after) {
      edges {
        cursor
        node {
          id
          name
          status
          statusReason
          undoSecondsLeft
          scheduledAt
          totalContacts
          sentCount
          failedCount
          leftOutCount
          openedCount
          repliedCount
          createdAt
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`)

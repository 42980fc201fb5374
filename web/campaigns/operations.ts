import { graphql } from '#web/generated/gql.ts'
import type { AbTestFragment, CampaignCardFragment, CampaignDetailsFragment } from '#web/generated/graphql.ts'

/** A campaign in a list. */
export type CampaignSummary = CampaignCardFragment
/** A campaign on its own page. */
export type CampaignDetails = CampaignDetailsFragment

/** A campaign with the results of its A/B test. */
export type TestedCampaign = AbTestFragment & Pick<CampaignDetails, 'status'>

export const CAMPAIGN_CARD = graphql(`
  fragment CampaignCard on Campaign {
    id
    name
    subject
    status
    statusReason
    statusText
    resumesAt
    finishesAt
    scheduledAt
    undoSecondsLeft
    totalContacts
    approval {
      status
      canDecide
    }
    sentCount
    failedCount
    leftOutCount
    repeatableCount
    openedCount
    clickedCount
    createdAt
    startedAt
    sentAt
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
      dayOfMonth
      nextRunAt
      offBecause
      runCount
      sentCount
    }
    repeatOf {
      id
    }
  }
`)

export const CAMPAIGN_FIGURES = graphql(`
  fragment CampaignFigures on Campaign {
    ...CampaignCard
    pendingCount
    deliveredCount
    machineOpenedCount
    bouncedCount
    repliedCount
    awayCount
    unsubscribedCount
    openRate
    clickRate
    opensTracked
    clicksTracked
    trackOpens
    trackClicks
    counts {
      opens
      clicks
      machineOpens
      machineClicks
    }
    successRate
    isAbTest
    mailboxes {
      id
      email
      level
      readsReplies
      inboxError
      inboxUnreadSince
      wait {
        reason
        text
        until
      }
    }
  }
`)

/** Steps of a campaign's follow-ups, with the number of people in each. */
export const CAMPAIGN_STEPS = graphql(`
  fragment CampaignSteps on Campaign {
    replyMailboxes {
      id
      email
      level
      readsReplies
    }
    followingSince
    localTimeZone
    followUps {
      step
      waitDays
      timeOfDay
      timeZone
      condition
      link
      subject
      attachesFiles
      totalContacts
      sentCount
      pendingCount
      failedCount
      openedCount
      clickedCount
      repliedCount
      unsubscribedCount
    }
  }
`)

export const CAMPAIGN_DETAILS = graphql(`
  fragment CampaignDetails on Campaign {
    ...CampaignFigures
    sheet {
      id
    }
    mailboxes {
      id
      isMine
      owner {
        id
        name
      }
    }
    attachments {
      id
      name
      size
    }
    ...CampaignSteps
  }
`)

/** The newest campaigns, without runs of repeating ones: their own page lists them. Always use the same page size, because all pages share one cached list. */
export const CAMPAIGNS = graphql(`
  query Campaigns($first: Int!, $after: String) {
    campaigns(first: $first, after: $after, filter: { runs: false }) {
      edges {
        cursor
        node {
          ...CampaignCard
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`)

/** Campaigns by a search and a status, newest first. */
export const FOUND_CAMPAIGNS = graphql(`
  query FoundCampaigns($first: Int!, $after: String, $filter: CampaignFilter!) {
    campaigns(first: $first, after: $after, filter: $filter) {
      edges {
        cursor
        node {
          ...CampaignCard
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`)

/** Number of matching campaigns. Asked for once there is more than one page, so that no page waits for it. */
export const CAMPAIGN_TOTAL = graphql(`
  query CampaignTotal($filter: CampaignFilter!) {
    campaigns(first: 1, filter: $filter) {
      totalCount
    }
  }
`)

/** {@link CAMPAIGN_TOTAL} of the campaigns in {@link CAMPAIGNS}. */
export const TOTAL_OF_ALL = { query: CAMPAIGN_TOTAL, variables: { filter: { runs: false } } } as const

/** All sending campaigns, however old: {@link CAMPAIGNS} has only the newest. */
export const CAMPAIGNS_UNDER_WAY = graphql(`
  query CampaignsUnderWay($filter: CampaignFilter!) {
    campaigns(first: 500, filter: $filter) {
      edges {
        cursor
        node {
          ...CampaignCard
        }
      }
    }
  }
`)

/**
 * The query {@link CAMPAIGNS_UNDER_WAY} with the variables that every screen passes, so that all read the same cached
 * list.
 */
export const UNDER_WAY = { query: CAMPAIGNS_UNDER_WAY, variables: { filter: { status: 'sending' } } } as const

/** The status of campaigns that are no longer active; null for deleted ones. */
export const CAMPAIGNS_BY_ID = graphql(`
  query CampaignsById($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on Campaign {
        ...CampaignCard
      }
    }
  }
`)

export const CAMPAIGN = graphql(`
  query Campaign($id: ID!) {
    campaign(id: $id) {
      ...CampaignDetails
    }
  }
`)

/** The results of an A/B test, and when the rest gets the winner. */
export const AB_TEST = graphql(`
  fragment AbTest on Campaign {
    id
    abWinnerMetric
    abWaitHours
    abResults {
      winner
      text
      waitingCount
      decidesAt
      decision {
        winner
        reason
        metric
        at
        variants {
          name
          sent
          opened
          clicked
          replied
        }
      }
      variants {
        name
        subject
        sent
        opened
        openRate
        clicked
        clickRate
        replied
        counts {
          opens
          clicks
        }
      }
    }
  }
`)

/** Sending, opens and clicks over time; link clicks; the A/B test. */
export const CAMPAIGN_RESPONSE = graphql(`
  query CampaignResponse($id: ID!) {
    campaign(id: $id) {
      id
      welcome {
        positive
        choseLess
        paused
        complained
      }
      timeline {
        bucketSeconds
        points {
          at
          sent
          opened
          machineOpened
          clicked
        }
      }
      links {
        url
        people
        clicks
        machineClicks
      }
      ...AbTest
    }
  }
`)

/** The content for a follow-up campaign. */
export const CAMPAIGN_CONTENT = graphql(`
  query CampaignContent($id: ID!) {
    campaign(id: $id) {
      id
      name
      subject
      content
      useHtmlBuilder
      htmlTemplate
      emailsPer
      sheet {
        id
      }
      attachments {
        id
        name
        document
      }
    }
  }
`)

export const CAMPAIGNS_CHANGED = graphql(`
  subscription CampaignsChanged {
    campaignsChanged {
      campaigns {
        ...CampaignCard
      }
      removed
      tenant {
        ...SendingStopOfTenant
      }
    }
  }
`)

/** Tells of every change to a campaign. */
export const CAMPAIGN_TOUCHED = graphql(`
  subscription CampaignTouched($id: ID!) {
    campaignProgress(id: $id) {
      id
    }
  }
`)

export const CAMPAIGN_PROGRESS = graphql(`
  subscription CampaignProgress($id: ID!) {
    campaignProgress(id: $id) {
      ...CampaignFigures
      ...CampaignSteps
    }
  }
`)

/** Query for the person who launched a campaign, shown while the launch can be undone. */
export const LAUNCHED_BY = graphql(`
  query LaunchedBy($id: ID!) {
    campaign(id: $id) {
      id
      launchedBy {
        id
        name
      }
    }
  }
`)

export const WORKSPACE_FEATURES = graphql(`
  query WorkspaceFeatures {
    tenant {
      id
      features {
        htmlBuilder
        abTesting
        attachments
        tracking
        warmup
      }
    }
  }
`)

export const WORKSPACE_TRACKING = graphql(`
  query WorkspaceTracking {
    emailSettings {
      tracking
    }
  }
`)

export const REPEATABLE_COUNT = graphql(`
  query RepeatableCount($id: ID!) {
    campaign(id: $id) {
      id
      repeatableCount
    }
  }
`)

export const TOPICS = graphql(`
  query Topics {
    emailSettings {
      topics {
        id
        name
      }
    }
  }
`)

export const WORKSPACE_LANGUAGE = graphql(`
  query WorkspaceLanguage {
    emailSettings {
      language
    }
  }
`)

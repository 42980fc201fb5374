import { graphql } from '#web/generated/gql.ts'
import type { CampaignCardFragment, CampaignDetailsFragment, EmailLogRowFragment } from '#web/generated/graphql.ts'

/** What a campaign shows in a list. */
export type CampaignSummary = CampaignCardFragment
/** What a campaign shows on a page of its own. */
export type CampaignDetails = CampaignDetailsFragment
export type EmailLogRow = EmailLogRowFragment

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
    totalContacts
    sentCount
    failedCount
    createdAt
    startedAt
    sentAt
  }
`)

export const CAMPAIGN_FIGURES = graphql(`
  fragment CampaignFigures on Campaign {
    ...CampaignCard
    pendingCount
    deliveredCount
    openedCount
    machineOpenedCount
    clickedCount
    bouncedCount
    repliedCount
    unsubscribedCount
    openRate
    clickRate
    successRate
    isAbTest
    mailAccounts {
      id
      email
    }
  }
`)

export const CAMPAIGN_DETAILS = graphql(`
  fragment CampaignDetails on Campaign {
    ...CampaignFigures
    attachments {
      id
      name
      size
    }
  }
`)

/** The newest campaigns first. Always asked for by the same page size, as all pages join in one list of the cache. */
export const CAMPAIGNS = graphql(`
  query Campaigns($first: Int!, $after: String) {
    campaigns(first: $first, after: $after) {
      totalCount
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

export const CAMPAIGN = graphql(`
  query Campaign($id: ID!) {
    campaign(id: $id) {
      ...CampaignDetails
    }
  }
`)

export const EMAIL_LOG_ROW = graphql(`
  fragment EmailLogRow on EmailLog {
    id
    contactId
    contactName
    contactEmail
    status
    variant
    sentAt
    deliveredAt
    openedAt
    machineOpenedAt
    clickedAt
    repliedAt
    bouncedAt
    unsubscribedAt
    failedAt
    error
    failure {
      message
      howToFix
    }
  }
`)

export const EMAIL_LOGS = graphql(`
  query EmailLogs($id: ID!, $first: Int!, $after: String, $filter: EmailLogFilter) {
    campaign(id: $id) {
      id
      emailLogs(first: $first, after: $after, filter: $filter) {
        totalCount
        edges {
          cursor
          node {
            ...EmailLogRow
          }
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`)

/** What happened to one mail, by time. */
export const RECIPIENT_EVENTS = graphql(`
  query RecipientEvents($id: ID!) {
    node(id: $id) {
      id
      ... on EmailLog {
        events {
          kind
          at
          machine
          url
          detail
        }
      }
    }
  }
`)

/** Sending, opens and clicks over time; the links and who followed them; the test of two subjects. */
export const CAMPAIGN_RESPONSE = graphql(`
  query CampaignResponse($id: ID!) {
    campaign(id: $id) {
      id
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
      abResults {
        winner
        text
        variants {
          name
          subject
          sent
          opened
          openRate
          clicked
          clickRate
        }
      }
    }
  }
`)

/** What another campaign to the same people begins with. */
export const CAMPAIGN_CONTENT = graphql(`
  query CampaignContent($id: ID!) {
    campaign(id: $id) {
      id
      name
      subject
      content
      useHtmlBuilder
      htmlTemplate
      attachments {
        id
        name
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
    }
  }
`)

export const CAMPAIGN_PROGRESS = graphql(`
  subscription CampaignProgress($id: ID!) {
    campaignProgress(id: $id) {
      ...CampaignFigures
    }
  }
`)

/** A draft as the server has it once it was saved. */
export const SAVED_DRAFT = graphql(`
  fragment SavedDraft on Campaign {
    ...CampaignCard
    attachments {
      id
      name
      size
    }
  }
`)

export const CREATE_CAMPAIGN = graphql(`
  mutation CreateCampaign($input: CreateCampaignInput!) {
    createCampaign(input: $input) {
      ...SavedDraft
    }
  }
`)

export const UPDATE_CAMPAIGN = graphql(`
  mutation UpdateCampaign($id: ID!, $input: UpdateCampaignInput!) {
    updateCampaign(id: $id, input: $input) {
      ...SavedDraft
    }
  }
`)

/** All that the wizard writes, but for the recipients. */
export const CAMPAIGN_DRAFT = graphql(`
  query CampaignDraft($id: ID!) {
    campaign(id: $id) {
      id
      status
      name
      subject
      content
      useHtmlBuilder
      htmlTemplate
      isAbTest
      abVariantB
      abSplitPercentage
      trackOpens
      trackClicks
      totalContacts
      attachments {
        id
        name
        contentType
        size
      }
    }
  }
`)

/** Only for campaigns of which there are few. */
export const CAMPAIGN_RECIPIENT_IDS = graphql(`
  query CampaignRecipientIds($id: ID!) {
    campaign(id: $id) {
      id
      selectedContacts
    }
  }
`)

export const DUPLICATE_CAMPAIGN = graphql(`
  mutation DuplicateCampaign($id: ID!) {
    duplicateCampaign(id: $id) {
      ...CampaignCard
    }
  }
`)

export const SEND_CAMPAIGN = graphql(`
  mutation SendCampaign($id: ID!, $mailAccountIds: [ID!], $scheduledAt: DateTime) {
    sendCampaign(id: $id, mailAccountIds: $mailAccountIds, scheduledAt: $scheduledAt) {
      ...CampaignCard
    }
  }
`)

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
      sandbox
    }
  }
`)

export const PAUSE_CAMPAIGN = graphql(`
  mutation PauseCampaign($id: ID!) {
    pauseCampaign(id: $id) {
      ...CampaignCard
    }
  }
`)

export const RESUME_CAMPAIGN = graphql(`
  mutation ResumeCampaign($id: ID!) {
    resumeCampaign(id: $id) {
      ...CampaignCard
    }
  }
`)

export const CANCEL_CAMPAIGN = graphql(`
  mutation CancelCampaign($id: ID!) {
    cancelCampaign(id: $id) {
      ...CampaignCard
    }
  }
`)

export const SEND_TO_FAILED = graphql(`
  mutation SendToFailed($id: ID!, $emailLogIds: [ID!]) {
    sendToFailed(id: $id, emailLogIds: $emailLogIds) {
      ...CampaignCard
    }
  }
`)

export const DELETE_CAMPAIGN = graphql(`
  mutation DeleteCampaign($id: ID!) {
    deleteCampaign(id: $id) {
      id
    }
  }
`)

/** What should be looked at before a draft is sent. */
export const CAMPAIGN_PROBLEMS = graphql(`
  query CampaignProblems($id: ID!, $mailAccountIds: [ID!]) {
    campaignProblems(id: $id, mailAccountIds: $mailAccountIds) {
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

/** The very mail that would leave for one recipient. */
export const PREVIEW_MAIL = graphql(`
  query PreviewMail($input: MailInput!) {
    previewMail(input: $input) {
      from {
        name
        address
      }
      to {
        name
        address
      }
      subject
      htmlForDisplay
      size
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

/** The custom fields in use, the most frequent first. */
export const CUSTOM_FIELDS = graphql(`
  query CustomFields {
    contactFields {
      name
    }
  }
`)

/** Contacts to choose from. */
export const AUDIENCE_CONTACTS = graphql(`
  query AudienceContacts($first: Int!, $after: String, $filter: ContactFilter) {
    contacts(first: $first, after: $after, filter: $filter) {
      totalCount
      edges {
        cursor
        node {
          id
          firstName
          lastName
          email
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`)

/** How many an audience by condition has now. Read without the cache, where it would cut the list of contacts. */
export const AUDIENCE_COUNT = graphql(`
  query AudienceCount($filter: ContactFilter) {
    contacts(first: 1, filter: $filter) {
      totalCount
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

export const REPEATABLE_COUNT = graphql(`
  query RepeatableCount($id: ID!) {
    campaign(id: $id) {
      id
      repeatableCount
    }
  }
`)

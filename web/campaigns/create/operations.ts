import { graphql } from '#web/generated/gql.ts'

/** A draft as returned after a save. */
export const SAVED_DRAFT = graphql(`
  fragment SavedDraft on Campaign {
    ...CampaignCard
    attachments {
      id
      name
      size
      document
      hasMergeTags
    }
  }
`)

export const CREATE_CAMPAIGN = graphql(`
  mutation CreateCampaign($input: CreateCampaignInput!) {
    createCampaign(input: $input) {
      campaign {
        ...SavedDraft
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const UPDATE_CAMPAIGN = graphql(`
  mutation UpdateCampaign($input: UpdateCampaignInput!) {
    updateCampaign(input: $input) {
      campaign {
        ...SavedDraft
      }
      errors {
        ...Refusal
      }
    }
  }
`)

/** Everything the wizard edits, except the recipients. */
export const CAMPAIGN_DRAFT = graphql(`
  query CampaignDraft($id: ID!) {
    campaign(id: $id) {
      id
      status
      name
      subject
      content
      fromName
      fromAddress
      replyTo
      cc
      bcc
      useHtmlBuilder
      htmlTemplate
      isAbTest
      abVariantB
      abSplitPercentage
      followUps {
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
      abTestShare
      abWinnerMetric
      abWaitHours
      language
      topicId
      tracking
      trackOpens
      trackClicks
      totalContacts
      attachments {
        id
        name
        contentType
        size
        document
        hasMergeTags
      }
    }
  }
`)

/** Recipients of a campaign, for campaigns with few of them. */
export const CAMPAIGN_RECIPIENT_IDS = graphql(`
  query CampaignRecipientIds($id: ID!) {
    campaign(id: $id) {
      id
      selectedContactIds
    }
  }
`)

/** Contacts that the wizard offers as recipients. */
export const AUDIENCE_CONTACTS = graphql(`
  query AudienceContacts($first: Int!, $after: String, $filter: ContactFilter) {
    contacts(first: $first, after: $after, filter: $filter) {
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

/** Rule by which a draft repeats; null if it does not. */
export const DRAFT_REPEAT = graphql(`
  query DraftRepeat($id: ID!) {
    campaign(id: $id) {
      id
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
      }
    }
  }
`)

/** The sheet that a draft is about. */
export const DRAFT_SHEET = graphql(`
  query DraftSheet($id: ID!) {
    campaign(id: $id) {
      id
      emailsPer
      sheet {
        id
        name
        columns
        rowCount
        personCount
      }
    }
  }
`)

/** The first rows of a sheet, which show what its columns hold. */
export const FIRST_ROWS = graphql(`
  query FirstRows($id: ID!) {
    sheetRows(id: $id, first: 20) {
      row
      cells {
        name
        value
      }
    }
  }
`)

export const CHOOSE_EMAILS_PER = graphql(`
  mutation ChooseEmailsPer($input: UpdateCampaignInput!) {
    updateCampaign(input: $input) {
      campaign {
        id
        emailsPer
      }
      errors {
        ...Refusal
      }
    }
  }
`)

/** Query whether a stored file contains merge tags. */
export const FILE_TAGS = graphql(`
  fragment FileTags on Attachment {
    id
    hasMergeTags
  }
`)

/** Query whether the server can convert documents to PDF. */
export const MAKES_PDFS = graphql(`
  query MakesPdfs {
    server {
      makesPdfs
    }
  }
`)

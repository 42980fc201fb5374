import { graphql } from '#web/generated/gql.ts'
import type { MergeSheetQuery, MergeSheetRowsQuery } from '#web/generated/graphql.ts'

/** A draft campaign with the sheet that it is about. */
export type SheetDraft = NonNullable<MergeSheetQuery['campaign']>
export type SheetRow = MergeSheetRowsQuery['sheetRows'][number]

export const MERGE_SHEET = graphql(`
  query MergeSheet($id: ID!) {
    campaign(id: $id) {
      id
      name
      status
      subject
      content
      useHtmlBuilder
      language
      emailsPer
      totalContacts
      attachments {
        id
        name
        document
      }
      sheet {
        ...ConnectedSheet
      }
    }
  }
`)

/** The fields of an email that its row in the grid shows. */
export const ROW_EMAIL = graphql(`
  fragment RowEmail on EmailLog {
    id
    sentAt
    openedAt
    clickedAt
    repliedAt
    bouncedAt
    unsubscribedAt
    failedAt
    error
  }
`)

/** Rows of a sheet; of a launched campaign with its email about each, and only those that match. */
export const MERGE_SHEET_ROWS = graphql(`
  query MergeSheetRows(
    $id: ID!
    $first: Int!
    $after: Int
    $isLaunched: Boolean!
    $about: ID!
    $campaignId: ID
    $filter: EmailLogFilter
  ) {
    sheetRows(id: $id, first: $first, after: $after, campaignId: $campaignId, filter: $filter) {
      row
      contact {
        id
        firstName
        lastName
        email
      }
      cells {
        name
        value
      }
      ownCells(campaignId: $about) {
        name
        value
      }
      email(campaignId: $about) @include(if: $isLaunched) {
        ...RowEmail
      }
    }
  }
`)

/** The recipients of a draft that is about no sheet. */
export const DRAFT_PEOPLE = graphql(`
  query DraftPeople($id: ID!, $first: Int!, $after: String) {
    campaign(id: $id) {
      id
      selectedContacts(first: $first, after: $after) {
        nodes {
          id
          firstName
          lastName
          email
          fields {
            name
            value
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

/** Query for the values of a contact that are no columns of the sheet. */
export const ROW_CONTACT = graphql(`
  query RowContact($id: ID!) {
    contact(id: $id) {
      id
      serialNumber
      fields {
        name
        value
      }
    }
  }
`)

export const SET_ROW_CELLS = graphql(`
  mutation SetRowCells($input: SetRowCellsInput!) {
    setRowCells(input: $input) {
      campaign {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const SAVE_SHEET_EMAIL = graphql(`
  mutation SaveSheetEmail($input: UpdateCampaignInput!) {
    updateCampaign(input: $input) {
      campaign {
        id
        subject
        content
      }
      errors {
        ...Refusal
      }
    }
  }
`)

/** Query for the newest drafts, to find one about a sheet whose email is still empty. */
export const NEWEST_DRAFTS = graphql(`
  query NewestDrafts($filter: CampaignFilter!) {
    campaigns(first: 10, filter: $filter) {
      nodes {
        id
        subject
        content
        useHtmlBuilder
        sheet {
          id
        }
      }
    }
  }
`)

export const CREATE_MERGE_DRAFT = graphql(`
  mutation CreateMergeDraft($input: CreateCampaignInput!) {
    createCampaign(input: $input) {
      campaign {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)

import { graphql } from '#web/generated/gql.ts'
import type { MergeSheetQuery, MergeSheetRowsQuery } from '#web/generated/graphql.ts'

/** A draft with the sheet that it is about. */
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

export const MERGE_SHEET_ROWS = graphql(`
  query MergeSheetRows($id: ID!, $first: Int!, $after: Int) {
    sheetRows(id: $id, first: $first, after: $after) {
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

import { graphql } from '#web/generated/gql.ts'
import type { ConnectedSheetFragment } from '#web/generated/graphql.ts'

/** A connected sheet with its source. */
export type ConnectedSheet = ConnectedSheetFragment
export type SheetSource = NonNullable<ConnectedSheet['source']>

export const CONNECTED_SHEET = graphql(`
  fragment ConnectedSheet on Sheet {
    id
    name
    columns
    rowCount
    personCount
    source {
      kind
      host
      link
      keyColumn
      state
      problem
      rejectedRows
      readAt
      changedAt
      writes
      writtenTitles
      writtenAt
      writeProblem
      conflicts {
        line
        column
      }
    }
  }
`)

export const SHEETS = graphql(`
  query Sheets {
    sheets {
      ...ConnectedSheet
    }
  }
`)

export const CONNECT_SHEET = graphql(`
  mutation ConnectSheet($input: ConnectSheetInput!) {
    connectSheet(input: $input) {
      sheet {
        ...ConnectedSheet
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const READ_SHEET = graphql(`
  mutation ReadSheet($id: ID!, $acceptColumns: Boolean) {
    readSheet(input: { id: $id, acceptColumns: $acceptColumns }) {
      sheet {
        ...ConnectedSheet
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const SET_SHEET_WRITING = graphql(`
  mutation SetSheetWriting($id: ID!, $writes: Boolean!) {
    setSheetWriting(input: { id: $id, writes: $writes }) {
      sheet {
        ...ConnectedSheet
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const DELETE_SHEET = graphql(`
  mutation DeleteSheet($id: ID!) {
    deleteSheet(input: { id: $id }) {
      sheet {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)

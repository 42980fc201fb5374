import { graphql } from '#web/generated/gql.ts'
import type { ImportPreviewQuery, ImportRowFragment } from '#web/generated/graphql.ts'

/** The preview of an import, from GraphQL or from POST /api/contacts/imports. */
export type ImportPreview = ImportPreviewQuery['importPreview']
export type PreviewRows = ImportPreview['added']
export type PreviewRow = PreviewRows['rows'][number]
export type PreviewColumn = ImportPreview['columns'][number]
export type ImportRow = ImportRowFragment

export const IMPORT_PREVIEW = graphql(`
  query ImportPreview($id: ID!, $choice: ImportChoiceInput) {
    importPreview(id: $id, choice: $choice) {
      id
      fileName
      sheets {
        name
        rowCount
        problem
      }
      sheet
      columns {
        index
        letter
        header
        field
        name
        samples
      }
      head {
        row
        cells
      }
      problem
      added {
        ...PreviewRows
      }
      changed {
        ...PreviewRows
      }
      unchanged {
        ...PreviewRows
      }
      repeated {
        ...PreviewRows
      }
      rejected {
        ...PreviewRows
      }
      reasons {
        reason
        count
      }
      encoding
      notices {
        kind
        count
        message
      }
      skipped
      severalRows
      severalAddresses
      titles {
        field
        count
        samples
      }
      room
      leftOut
    }
  }
`)

export const PREVIEW_ROWS = graphql(`
  fragment PreviewRows on ImportRows {
    count
    rows {
      row
      email
      values {
        name
        value
      }
      changes {
        name
        before
        after
      }
      reason
    }
  }
`)

export const COMMIT_IMPORT = graphql(`
  mutation CommitImport($id: ID!, $choice: ImportChoiceInput) {
    commitImport(input: { id: $id, choice: $choice }) {
      task {
        ...TaskRow
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const UNDO_IMPORT = graphql(`
  mutation UndoImport($id: ID!) {
    undoImport(input: { id: $id }) {
      task {
        ...TaskRow
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const CONTACT_IMPORTS = graphql(`
  query ContactImports($first: Int!, $after: String) {
    contactImports(first: $first, after: $after) {
      edges {
        cursor
        node {
          ...ImportRow
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`)

import { graphql } from '#web/generated/gql.ts'
import type { TaskRowFragment } from '#web/generated/graphql.ts'

export type TaskRow = TaskRowFragment

/** Number of recent tasks to check for running ones: few run at a time. */
export const NEWEST_TASKS = 20

/** An imported spreadsheet. */
export const IMPORT_ROW = graphql(`
  fragment ImportRow on ContactImport {
    id
    fileName
    added
    changed
    tagged
    ignored
    rejected
    rejectedUrl
    skipped
    sheet {
      id
      rowCount
      personCount
    }
    createdAt
    undone {
      at
      removed
      restored
      left
      leftEmails
    }
  }
`)

export const TASK_ROW = graphql(`
  fragment TaskRow on Task {
    id
    kind
    status
    done
    total
    message
    error
    startedBy
    createdAt
    fileId
    import {
      ...ImportRow
    }
  }
`)

export const TASKS = graphql(`
  query Tasks($first: Int!) {
    tasks(first: $first) {
      edges {
        node {
          ...TaskRow
        }
      }
    }
  }
`)

export const TASK = graphql(`
  query Task($id: ID!) {
    task(id: $id) {
      ...TaskRow
    }
  }
`)

export const TASK_PROGRESS = graphql(`
  subscription TaskProgress($id: ID!) {
    taskProgress(id: $id) {
      ...TaskRow
    }
  }
`)

export const CANCEL_TASK = graphql(`
  mutation CancelTask($id: ID!) {
    cancelTask(input: { id: $id }) {
      task {
        ...TaskRow
      }
      errors {
        ...Refusal
      }
    }
  }
`)

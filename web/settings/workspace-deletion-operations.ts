import { graphql } from '#web/generated/gql.ts'

export const DELETION = graphql(`
  query WorkspaceDeletion {
    tenant {
      id
      name
      deletionAt
    }
  }
`)

export const SCHEDULE_DELETION = graphql(`
  mutation ScheduleWorkspaceDeletion($input: DeleteWorkspaceInput!) {
    scheduleWorkspaceDeletion(input: $input) {
      id
      deletionAt
    }
  }
`)

export const CANCEL_DELETION = graphql(`
  mutation CancelWorkspaceDeletion {
    cancelWorkspaceDeletion {
      id
      deletionAt
    }
  }
`)

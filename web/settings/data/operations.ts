import { graphql } from '#web/generated/gql.ts'

export const ERASE_PERSON = graphql(`
  mutation ErasePerson($input: ErasePersonInput!) {
    erasePerson(input: $input) {
      contacts
      emails
      cancelled
      staysSuppressed
      errors {
        ...Refusal
      }
    }
  }
`)

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
  mutation ScheduleWorkspaceDeletion($input: ScheduleWorkspaceDeletionInput!) {
    scheduleWorkspaceDeletion(input: $input) {
      tenant {
        id
        deletionAt
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const CANCEL_DELETION = graphql(`
  mutation CancelWorkspaceDeletion {
    cancelWorkspaceDeletion {
      tenant {
        id
        deletionAt
      }
      errors {
        ...Refusal
      }
    }
  }
`)

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

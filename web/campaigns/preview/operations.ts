import { graphql } from '#web/generated/gql.ts'

/** The exact email for one recipient. */
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
      replyTo {
        name
        address
      }
      cc {
        name
        address
      }
      bcc {
        name
        address
      }
      subject
      htmlForDisplay
      attachments {
        name
        size
        inline
        isDocument
        problem
      }
      size
    }
  }
`)

/** The documents of one recipient, with their content. */
export const PREVIEW_DOCUMENTS = graphql(`
  query PreviewDocuments($input: MailInput!) {
    previewMail(input: $input) {
      attachments {
        name
        contentType
        isDocument
        problem
        contentBytes
      }
    }
  }
`)

/** The next recipient of a draft to preview. */
export const PREVIEW_RECIPIENT = graphql(`
  query PreviewRecipient($campaignId: ID!, $after: ID, $before: ID, $contactId: ID, $search: String, $hasGap: Boolean) {
    previewRecipient(
      campaignId: $campaignId
      after: $after
      before: $before
      contactId: $contactId
      search: $search
      hasGap: $hasGap
    ) {
      contact {
        id
        firstName
        lastName
        email
      }
      position
      total
      gaps
    }
  }
`)

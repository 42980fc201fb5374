import { graphql } from '#web/generated/gql.ts'

/** Contacts with all their merge values. Bypasses the cache, which would truncate the contact list. */
export const PREVIEW_CONTACTS = graphql(`
  query PreviewContacts($first: Int!, $filter: ContactFilter) {
    contacts(first: $first, filter: $filter) {
      edges {
        node {
          id
          tags
          firstName
          lastName
          email
          fields {
            name
            value
          }
        }
      }
    }
  }
`)

/** An email as the server would send it. */
export const RENDER_MAIL = graphql(`
  query RenderMail($input: MailInput!) {
    previewMail(input: $input) {
      htmlForDisplay
      text
    }
  }
`)

export const BUILDER_FEATURE = graphql(`
  query BuilderFeature {
    tenant {
      id
      features {
        htmlBuilder
      }
    }
  }
`)

/** Logo, colors and fonts of the workspace. */
export const BRAND_KIT = graphql(`
  query BrandKit {
    emailSettings {
      brandKit {
        logo
        colors
        headingFont
        bodyFont
      }
      companyName
      postalAddress
    }
  }
`)

export const SAVED_BLOCK = graphql(`
  fragment SavedBlockLine on SavedBlock {
    id
    name
    elements
    updatedAt
  }
`)

export const SAVED_BLOCKS = graphql(`
  query SavedBlocks {
    savedBlocks {
      ...SavedBlockLine
    }
  }
`)

export const CREATE_SAVED_BLOCK = graphql(`
  mutation CreateSavedBlock($input: CreateSavedBlockInput!) {
    createSavedBlock(input: $input) {
      savedBlock {
        ...SavedBlockLine
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const UPDATE_SAVED_BLOCK = graphql(`
  mutation UpdateSavedBlock($input: UpdateSavedBlockInput!) {
    updateSavedBlock(input: $input) {
      savedBlock {
        ...SavedBlockLine
      }
      templates
      drafts
      errors {
        ...Refusal
      }
    }
  }
`)

/** Query for the places that use a saved block. */
export const SAVED_BLOCK_USES = graphql(`
  query SavedBlockUses($id: ID!) {
    node(id: $id) {
      ... on SavedBlock {
        id
        uses {
          templates
          drafts
          names
        }
      }
    }
  }
`)

export const DELETE_SAVED_BLOCK = graphql(`
  mutation DeleteSavedBlock($id: ID!) {
    deleteSavedBlock(input: { id: $id }) {
      savedBlock {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)

import { graphql } from '#web/generated/gql.ts'

export const SHEET_LINK = graphql(`
  query SheetLink($id: ID!) {
    campaign(id: $id) {
      ...SheetLinkOfCampaign
    }
  }

  fragment SheetLinkOfCampaign on Campaign {
    id
    sheetLink {
      createdAt
      lastReadAt
      expiresAt
    }
  }
`)

export const CREATE_SHEET_LINK = graphql(`
  mutation CreateSheetLink($id: ID!) {
    createSheetLink(input: { id: $id }) {
      url
      campaign {
        ...SheetLinkOfCampaign
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const REVOKE_SHEET_LINK = graphql(`
  mutation RevokeSheetLink($id: ID!) {
    revokeSheetLink(input: { id: $id }) {
      campaign {
        ...SheetLinkOfCampaign
      }
      errors {
        ...Refusal
      }
    }
  }
`)

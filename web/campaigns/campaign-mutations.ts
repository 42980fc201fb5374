import { graphql } from '#web/generated/gql.ts'

/** Decides an A/B test before its time. */
export const CHOOSE_AB_WINNER = graphql(`
  mutation ChooseAbWinner($id: ID!, $winner: Variant!) {
    chooseAbWinner(input: { id: $id, winner: $winner }) {
      campaign {
        ...CampaignCard
        ...AbTest
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const DUPLICATE_CAMPAIGN = graphql(`
  mutation DuplicateCampaign($id: ID!) {
    duplicateCampaign(input: { id: $id }) {
      campaign {
        ...CampaignCard
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const SEND_CAMPAIGN = graphql(`
  mutation SendCampaign($input: SendCampaignInput!) {
    sendCampaign(input: $input) {
      campaign {
        ...CampaignCard
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const PAUSE_CAMPAIGN = graphql(`
  mutation PauseCampaign($id: ID!) {
    pauseCampaign(input: { id: $id }) {
      campaign {
        ...CampaignCard
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const RESUME_CAMPAIGN = graphql(`
  mutation ResumeCampaign($id: ID!, $mailboxIds: [ID!]) {
    resumeCampaign(input: { id: $id, mailboxIds: $mailboxIds }) {
      campaign {
        ...CampaignCard
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const CANCEL_CAMPAIGN = graphql(`
  mutation CancelCampaign($id: ID!) {
    cancelCampaign(input: { id: $id }) {
      campaign {
        ...CampaignCard
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const UNDO_LAUNCH = graphql(`
  mutation UndoLaunch($id: ID!) {
    cancelCampaign(input: { id: $id, onlyIfUnsent: true }) {
      campaign {
        ...CampaignCard
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const SEND_TO_FAILED = graphql(`
  mutation SendToFailed($id: ID!, $emailLogIds: [ID!]) {
    sendToFailed(input: { id: $id, emailLogIds: $emailLogIds }) {
      campaign {
        ...CampaignCard
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const DELETE_CAMPAIGN = graphql(`
  mutation DeleteCampaign($id: ID!) {
    deleteCampaign(input: { id: $id }) {
      campaign {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)

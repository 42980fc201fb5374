import { graphql } from '#web/generated/gql.ts'
import type { StoppedByFragment } from '#web/generated/graphql.ts'

/** A mailbox with the number of campaigns that it had stopped and that can be resumed. */
export type StoppedBy = StoppedByFragment

export const STOPPED_BY = graphql(`
  fragment StoppedBy on Mailbox {
    id
    email
    isMine
    owner {
      id
      name
    }
    stoppedCampaigns
  }
`)

export const STOPPED_CAMPAIGNS = graphql(`
  query StoppedCampaigns {
    mailboxes {
      ...StoppedBy
    }
  }
`)

export const RESUME_STOPPED = graphql(`
  mutation ResumeStopped($mailboxId: ID!) {
    resumeStoppedCampaigns(input: { mailboxId: $mailboxId }) {
      mailbox {
        ...StoppedBy
      }
      resumed {
        ...CampaignCard
      }
      refused {
        campaignId
        name
        message
      }
      errors {
        ...Refusal
      }
    }
  }
`)

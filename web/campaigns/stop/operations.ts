import { graphql } from '#web/generated/gql.ts'

export const SENDING_STOP = graphql(`
  fragment SendingStopOfTenant on Tenant {
    id
    sendingStop {
      stoppedAt
      stoppedBy
      inFlight
      leftAfter
      overdue
    }
  }
`)

/** Query for some campaigns that repeat, however old, to find out whether there are any. */
export const REPEATING = graphql(`
  query RepeatingCampaigns {
    campaigns(first: 20, filter: { repeats: true }) {
      edges {
        cursor
        node {
          id
          status
          repeat {
            isOn
          }
        }
      }
    }
  }
`)

export const STOP_ALL = graphql(`
  mutation StopAll {
    stopAllSending {
      sendingStop {
        stoppedAt
        stoppedBy
        inFlight
        leftAfter
        overdue
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const RESUME_ALL = graphql(`
  mutation ResumeAll {
    resumeAllSending(input: {}) {
      tenant {
        ...SendingStopOfTenant
      }
      paused {
        ...CampaignCard
      }
      errors {
        ...Refusal
      }
    }
  }
`)

import { graphql } from '#web/generated/gql.ts'

export const STATS = graphql(`
  query Stats {
    stats {
      totalContacts
      totalCampaigns
      campaignsSent
      campaignsFailed
      activeCampaigns
      openRate
      clickRate
      opensTracked
      clicksTracked
      successRate
      hasSent
      hasMailbox
      hasTested
      fromLastMonth {
        totalContacts
        totalCampaigns
        campaignsSent
        openRate
        clickRate
      }
    }
  }
`)

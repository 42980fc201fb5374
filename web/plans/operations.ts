import { graphql } from '#web/generated/gql.ts'

export const OWN_PLAN = graphql(`
  query OwnPlan {
    tenant {
      id
      subscriptionTier
      trialEndsAt
      planUse {
        noun
        used
        most
      }
      upgradeRequest {
        subscriptionTier
        requestedAt
      }
    }
  }
`)

export const REQUEST_UPGRADE = graphql(`
  mutation RequestUpgrade($input: RequestUpgradeInput!) {
    requestUpgrade(input: $input) {
      tenant {
        id
        upgradeRequest {
          subscriptionTier
          requestedAt
        }
      }
      errors {
        ...Refusal
      }
    }
  }
`)

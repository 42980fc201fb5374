import { graphql } from '#web/generated/gql.ts'

export const SERVER = graphql(`
  query Server {
    server {
      sandbox
      sandboxUrl
    }
  }
`)

export const INSTALLATION_PROBLEM = graphql(`
  query InstallationProblem {
    server {
      problem
    }
  }
`)

export const PLAN = graphql(`
  query Plan {
    tenant {
      id
      subscriptionTier
      planConfirmed
      awaitsEmailConfirmation
      deletionAt
      trialEndsAt
      ...SendingStopOfTenant
    }
  }
`)

export const PLAN_USE = graphql(`
  query PlanUse {
    tenant {
      id
      subscriptionTier
      trialEndsAt
      planUse {
        noun
        used
        most
      }
    }
  }
`)

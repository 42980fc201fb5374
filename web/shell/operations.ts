import { graphql } from '#web/generated/gql.ts'

export const SERVER = graphql(`
  query Server {
    server {
      sandbox
      sandboxUrl
    }
  }
`)

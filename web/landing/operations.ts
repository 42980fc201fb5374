import { graphql } from '#web/generated/gql.ts'

export const SALES_ADDRESS = graphql(`
  query SalesAddress {
    server {
      salesEmail
    }
  }
`)

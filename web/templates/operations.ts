import { graphql } from '#web/generated/gql.ts'

export const TEMPLATE_FIELDS = graphql(`
  fragment TemplateFields on Template {
    id
    name
    subject
    content
    htmlTemplate
    preview
    createdAt
  }
`)

/** Page size of the template list. All screens use it, because the pages share one cached list. */
export const TEMPLATES_PAGE = 48

export const TEMPLATES = graphql(`
  query Templates($first: Int!, $after: String) {
    templates(first: $first, after: $after) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          ...TemplateFields
        }
      }
    }
  }
`)

/** Number of templates. Asked for once there is more than one page, so that no page waits for it. */
export const TEMPLATE_TOTAL = graphql(`
  query TemplateTotal {
    templates(first: 1) {
      totalCount
    }
  }
`)

export const TEMPLATE = graphql(`
  query Template($id: ID!) {
    node(id: $id) {
      ... on Template {
        ...TemplateFields
      }
    }
  }
`)

export const CREATE_TEMPLATE = graphql(`
  mutation CreateTemplate($input: CreateTemplateInput!) {
    createTemplate(input: $input) {
      template {
        ...TemplateFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const UPDATE_TEMPLATE = graphql(`
  mutation UpdateTemplate($input: UpdateTemplateInput!) {
    updateTemplate(input: $input) {
      template {
        ...TemplateFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const DELETE_TEMPLATE = graphql(`
  mutation DeleteTemplate($id: ID!) {
    deleteTemplate(input: { id: $id }) {
      template {
        id
      }
      errors {
        ...Refusal
      }
    }
  }
`)

import { graphql } from '#web/generated/gql.ts'

export const LINK_DOMAIN_FIELDS = graphql(`
  fragment LinkDomainFields on LinkDomain {
    host
    works
    advice
    checkedAt
    cname {
      name
      value
    }
    txt {
      name
      value
    }
  }
`)

export const LINK_DOMAIN = graphql(`
  query LinkDomain {
    linkDomain {
      ...LinkDomainFields
    }
  }
`)

export const SET_LINK_DOMAIN = graphql(`
  mutation SetLinkDomain($host: String!) {
    setLinkDomain(input: { host: $host }) {
      linkDomain {
        ...LinkDomainFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const CHECK_LINK_DOMAIN = graphql(`
  mutation CheckLinkDomain {
    checkLinkDomain {
      linkDomain {
        ...LinkDomainFields
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const REMOVE_LINK_DOMAIN = graphql(`
  mutation RemoveLinkDomain {
    removeLinkDomain {
      removed
      errors {
        ...Refusal
      }
    }
  }
`)

import { graphql } from '#web/generated/gql.ts'
import type { ReplyRowFragment } from '#web/generated/graphql.ts'

export type ReplyRow = ReplyRowFragment

export const REPLY_ROW = graphql(`
  fragment ReplyRow on Reply {
    id
    fromEmail
    receivedAt
    canRead
    doneAt
    doneBy {
      id
      name
    }
    assignee {
      id
      name
    }
    emailLog {
      id
      contactName
      contactEmail
    }
    campaign {
      id
      name
    }
    mailbox {
      id
      email
      provider
    }
  }
`)

export const REPLIES = graphql(`
  query Replies($first: Int!, $after: String, $filter: ReplyFilter) {
    replies(first: $first, after: $after, filter: $filter) {
      edges {
        cursor
        node {
          ...ReplyRow
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`)

export const OPEN_REPLIES = graphql(`
  query OpenReplies($filter: ReplyFilter!) {
    replies(filter: $filter) {
      totalCount
    }
  }
`)

export const REPLY_MAIL = graphql(`
  query ReplyMail($id: ID!) {
    replyMail(id: $id) {
      subject
      text
      wholeText
      url
      problem
      message
    }
  }
`)

export const UPDATE_REPLIES = graphql(`
  mutation UpdateReplies($input: UpdateRepliesInput!) {
    updateReplies(input: $input) {
      replies {
        ...ReplyRow
      }
    }
  }
`)

export const REPLIES_CHANGED = graphql(`
  subscription RepliesChanged {
    repliesChanged {
      missed
      openCount
      replies {
        ...ReplyRow
      }
    }
  }
`)

/** Who replies can be assigned to. */
export const REPLY_COLLEAGUES = graphql(`
  query ReplyColleagues {
    colleagues {
      id
      name
    }
  }
`)

/** Campaigns to narrow the list to, the newest first. */
export const REPLY_CAMPAIGNS = graphql(`
  query ReplyCampaigns($first: Int!) {
    campaigns(first: $first) {
      edges {
        node {
          id
          name
          repliedCount
          followUps {
            repliedCount
          }
        }
      }
    }
  }
`)

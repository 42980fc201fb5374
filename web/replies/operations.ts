import { graphql } from '#web/generated/gql.ts'
import type { AnswerRowFragment, ReplyRowFragment } from '#web/generated/graphql.ts'

export type ReplyRow = ReplyRowFragment

export const REPLY_ROW = graphql(`
  fragment ReplyRow on Reply {
    id
    fromEmail
    answerTo
    receivedAt
    canRead
    doneAt
    doneBy {
      id
      name
    }
    snoozedUntil
    isPositive
    answeredAt
    answering {
      id
      name
    }
    answers {
      id
      state
      undoUntil
      undoSecondsLeft
      emailLog {
        id
        failure {
          message
          howToFix
        }
      }
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
      errors {
        ...Refusal
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

/** An answer with its state, as the conversation shows it. */
export const ANSWER_ROW = graphql(`
  fragment AnswerRow on Answer {
    id
    state
    content
    undoUntil
    undoSecondsLeft
    author {
      id
      name
    }
    attachments {
      id
      name
      contentType
      size
    }
    emailLog {
      id
      failure {
        message
        howToFix
      }
    }
  }
`)
export type AnswerRow = AnswerRowFragment

/** A reply with its conversation, its answers, and who writes one. */
export const REPLY_THREAD = graphql(`
  query ReplyThread($id: ID!) {
    node(id: $id) {
      __typename
      ... on Reply {
        id
        answering {
          id
          name
        }
        answers {
          ...AnswerRow
        }
        mailbox {
          id
          email
          canSend
          signature
        }
        conversation {
          at
          isAnswer
          emailLog {
            id
            contactId
            contactName
            status
          }
          reply {
            id
            fromEmail
          }
        }
      }
    }
  }
`)

/** Query for the contact who replied. */
export const REPLY_PERSON = graphql(`
  query ReplyPerson($id: ID!) {
    contact(id: $id) {
      id
      firstName
      lastName
      email
      suppressed
      tags
      fields {
        name
        value
      }
      emailLogs {
        totalCount
      }
    }
  }
`)

export const SENT_MAIL = graphql(`
  query SentMail($id: ID!) {
    sentMail(id: $id) {
      subject
      text
    }
  }
`)

export const SAVE_ANSWER = graphql(`
  mutation SaveAnswer($input: SaveAnswerInput!) {
    saveAnswer(input: $input) {
      answer {
        ...AnswerRow
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const SEND_ANSWER = graphql(`
  mutation SendAnswer($input: SendAnswerInput!) {
    sendAnswer(input: $input) {
      answer {
        ...AnswerRow
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const CANCEL_ANSWER = graphql(`
  mutation CancelAnswer($input: CancelAnswerInput!) {
    cancelAnswer(input: $input) {
      answer {
        ...AnswerRow
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const DISCARD_ANSWER = graphql(`
  mutation DiscardAnswer($input: DiscardAnswerInput!) {
    discardAnswer(input: $input) {
      reply {
        id
        answers {
          id
        }
      }
      errors {
        ...Refusal
      }
    }
  }
`)

export const NOTE_ANSWERING = graphql(`
  mutation NoteAnswering($input: NoteAnsweringInput!) {
    noteAnswering(input: $input) {
      reply {
        id
        answering {
          id
          name
        }
      }
      errors {
        ...Refusal
      }
    }
  }
`)

/** Query for the people to whom a reply can be assigned. */
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

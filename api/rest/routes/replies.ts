import { REPLY_STATES } from '#domain/inbox/replies.ts'
import { byId, type DocumentRow } from '../row.ts'
import { fill, input, listOf, named, selected } from '../shapes.ts'

const REPLY = `id fromEmail receivedAt canRead doneAt doneBy { id name } assignee { id name }
  emailLog { id contactId contactName contactEmail } campaign { id name }`
const reply = named('Reply', selected('Reply', REPLY))
const MAIL = 'subject text quotedText wholeText url problem message'

/** Replies to campaigns. */
export const replyRows: readonly DocumentRow[] = [
  {
    method: 'GET',
    path: '/api/replies',
    summary: 'The replies to all campaigns, newest first',
    answers: listOf(reply),
    pageSize: 100,
    query: {
      state: `Only replies in this state: ${REPLY_STATES.join(', ')}. Default: all.`,
      campaignId: 'Only replies to this campaign.',
    },
    document: `query ($first: Int!, $after: String, $count: Boolean!, $filter: ReplyFilter) {
      replies(first: $first, after: $after, filter: $filter) {
        totalCount @include(if: $count) pageInfo { hasNextPage endCursor } edges { node { ${REPLY} } } } }`,
    variables: ({ query }) => ({
      filter: {
        ...(query['state'] !== undefined && { state: query['state'] }),
        ...(query['campaignId'] !== undefined && { campaignId: query['campaignId'] }),
      },
    }),
    page: (data) => data['replies'],
  },
  {
    method: 'GET',
    path: '/api/replies/:id/mail',
    summary: 'The subject and the text of a reply, read from the mailbox now, or why they cannot be shown',
    answers: named('ReplyMail', selected('ReplyMail', MAIL)),
    document: `query ($id: ID!) { replyMail(id: $id) { ${MAIL} } }`,
    variables: byId,
    reply: (data) => data['replyMail'],
  },
  {
    method: 'PUT',
    path: '/api/replies',
    summary: 'Mark replies as done or open, or assign them; what is omitted stays the same',
    takes: input('UpdateRepliesInput'),
    answers: listOf(reply),
    document: `mutation ($input: UpdateRepliesInput!) { updateReplies(input: $input) { replies { ${REPLY} } } }`,
    variables: ({ body }) => ({ input: fill('UpdateRepliesInput', body) }),
    reply: (data) => data['updateReplies'],
  },
]

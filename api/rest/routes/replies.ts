import { REPLY_STATES } from '#domain/inbox/replies.ts'
import { LARGE_BODY } from '#api/platform/http/bodies/body-limits.ts'
import { byId, found, nodeOf, type DocumentRow } from '../row.ts'
import { fill, input, listOf, named, selected } from '../payload-shapes.ts'

const ANSWER = `id state subject content undoUntil undoSecondsLeft author { id name } attachments { id name size contentType }
  emailLog { id status sentAt deliveredAt failedAt error failure { code message howToFix } }`
const REPLY = `id fromEmail answerTo receivedAt canRead doneAt doneBy { id name } snoozedUntil isPositive answeredAt answering { id name }
  assignee { id name } answers { id state undoSecondsLeft } emailLog { id contactId contactName contactEmail } campaign { id name }`
const CONVERSATION = `answers { ${ANSWER} } conversation { at isAnswer emailLog { id contactId contactName contactEmail status } reply { id fromEmail } }`
const reply = named('Reply', selected('Reply', REPLY))
const answer = named('Answer', selected('Answer', ANSWER))
const SENT = 'from { name address } to { name address } subject text html'
const MAIL = 'subject text quotedText wholeText url problem message'

/** REST calls for replies to campaigns. */
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
    path: '/api/replies/:id',
    summary: 'A reply with its answers, and the emails and replies of the conversation, oldest first',
    answers: named('ReplyWithConversation', selected('Reply', `${REPLY} ${CONVERSATION}`)),
    document: `query ($id: ID!) { node(id: $id) { ... on Reply { ${REPLY} ${CONVERSATION} } } }`,
    variables: byId,
    reply: (data) => found(nodeOf(data['node']), 'Reply'),
  },
  {
    method: 'PUT',
    path: '/api/replies/:id/answer',
    bodyMax: LARGE_BODY,
    summary: 'Write the draft of the answer to a reply; what is omitted stays the same, and nothing is sent',
    takes: input('SaveAnswerInput', ['replyId']),
    answers: answer,
    document: `mutation ($input: SaveAnswerInput!) { saveAnswer(input: $input) { answer { ${ANSWER} } } }`,
    variables: (request) => ({ input: { ...fill('SaveAnswerInput', request.body), replyId: byId(request).id } }),
    reply: (data) => data['saveAnswer'],
  },
  {
    method: 'POST',
    path: '/api/replies/:id/answering',
    summary: 'Tell colleagues for 45 seconds that you are writing an answer, or that you no longer are',
    takes: input('NoteAnsweringInput', ['replyId']),
    answers: reply,
    document: `mutation ($input: NoteAnsweringInput!) { noteAnswering(input: $input) { reply { ${REPLY} } } }`,
    variables: (request) => ({ input: { ...fill('NoteAnsweringInput', request.body), replyId: byId(request).id } }),
    reply: (data) => data['noteAnswering'],
  },
  {
    method: 'POST',
    path: '/api/answers/:id/send',
    summary: 'Send the draft of an answer from the mailbox that the reply came to, in its conversation',
    takes: input('SendAnswerInput', ['id']),
    bodyOptional: true,
    answers: answer,
    document: `mutation ($input: SendAnswerInput!) { sendAnswer(input: $input) { answer { ${ANSWER} } } }`,
    variables: (request) => ({ input: { ...fill('SendAnswerInput', request.body), ...byId(request) } }),
    reply: (data) => data['sendAnswer'],
  },
  {
    method: 'POST',
    path: '/api/answers/:id/cancel',
    summary: 'Take back an answer that has not left yet: it is a draft again',
    answers: answer,
    document: `mutation ($id: ID!) { cancelAnswer(input: { id: $id }) { answer { ${ANSWER} } } }`,
    variables: byId,
    reply: (data) => data['cancelAnswer'],
  },
  {
    method: 'DELETE',
    path: '/api/answers/:id',
    summary: 'Delete the draft of an answer',
    answers: reply,
    document: `mutation ($id: ID!) { discardAnswer(input: { id: $id }) { reply { ${REPLY} } } }`,
    variables: byId,
    reply: (data) => data['discardAnswer'],
  },
  {
    method: 'GET',
    path: '/api/email-logs/:id/mail',
    summary: 'An email as its recipient got it, without files and with direct links',
    answers: named('SentMail', selected('MailPreview', SENT)),
    document: `query ($id: ID!) { sentMail(id: $id) { ${SENT} } }`,
    variables: byId,
    reply: (data) => data['sentMail'],
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
    summary: 'Mark replies as done or open, snooze them, or assign them; what is omitted stays the same',
    takes: input('UpdateRepliesInput'),
    answers: listOf(reply),
    document: `mutation ($input: UpdateRepliesInput!) { updateReplies(input: $input) { replies { ${REPLY} } } }`,
    variables: ({ body }) => ({ input: fill('UpdateRepliesInput', body) }),
    reply: (data) => data['updateReplies'],
  },
]

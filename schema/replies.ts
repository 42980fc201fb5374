import type { Reply as ReplyRow } from '#api/inbox/replies/reply.ts'
import type { ReplyMail as ReplyMailView } from '#api/inbox/replies/reply-message.ts'
import type { RepliesChanges } from '#api/inbox/replies/replies.ts'
import {
  ANSWER_STATES,
  answerStateOf,
  answerAddressOf,
  CONVERSATION_MAX,
  NO_TEXT,
  NO_TEXT_REASONS,
  REPLIES_MAX,
  REPLY_STATES,
} from '#domain/inbox/replies.ts'
import type { Answer as AnswerRow } from '#api/inbox/replies/reply-answers.ts'
import type { ConversationEntry as ConversationEntryRow } from '#api/inbox/replies/conversation-entries.ts'
import { undoSecondsLeft } from '#domain/campaigns/schedule.ts'
import { builder, enumType, forScope, pageCost } from './schema-builder.ts'
import { AttachmentInput } from './campaign-drafts.ts'
import { Attachment, Campaign } from './campaigns.ts'
import { connection, connectionOf } from './connections.ts'
import { EmailLog } from './email-logs.ts'
import { Mailbox } from './mailboxes.ts'
import { encodeId, uuidOf } from './object-ids.ts'
import { mutation } from './mutation-fields.ts'
import { User } from './accounts.ts'

/** Cost of opening an email: one or two requests to the mailbox. */
const OPENING = 2_000

const ReplyMail = builder.objectRef<ReplyMailView>('ReplyMail').implement({
  description: 'A reply as it is in the mailbox, or why it cannot be shown. Nothing of it is stored.',
  fields: (t) => ({
    subject: t.exposeString('subject', { nullable: true, description: 'Its subject.' }),
    text: t.exposeString('text', {
      nullable: true,
      description: 'New text of the reply in plain text, without the email that it quotes.',
    }),
    quotedText: t.exposeString('quoted', {
      nullable: true,
      description: 'The email that it quotes; null if there is none.',
    }),
    wholeText: t.exposeString('whole', {
      nullable: true,
      description: 'Everything in the order of the message: what was written and what is quoted.',
    }),
    url: t.exposeString('link', {
      nullable: true,
      description:
        'Opens it in Outlook or Gmail on the web, for those who may sign in to the mailbox there; null if there is no link.',
    }),
    problem: t.field({
      type: enumType('ReplyMailProblem', {
        description: 'Why the text of a reply cannot be shown.',
        values: NO_TEXT_REASONS,
      }),
      nullable: true,
      description: 'Reason why the text of the reply cannot be shown; null if it is shown.',
      resolve: ({ problem }) => problem,
    }),
    message: t.string({
      nullable: true,
      description: 'The problem in plain words, with what to do.',
      resolve: ({ problem }) => problem && NO_TEXT[problem],
    }),
  }),
})

const Reply = builder.objectRef<ReplyRow>('Reply')

const Answer = builder.objectRef<AnswerRow>('Answer').implement({
  description:
    'An answer to a reply. It leaves from the mailbox that the reply came to, in its conversation, within the pace and the limits of that mailbox.',
  fields: (t) => ({
    id: t.id({ description: 'Id of the answer.', resolve: ({ id }) => encodeId('Answer', id) }),
    state: t.field({
      type: enumType('AnswerState', {
        description:
          'draft; sending (waiting or under way); sent; failed; stopped (its mailbox cannot send, or its sending was stopped).',
        values: ANSWER_STATES,
      }),
      description: 'State of the answer.',
      resolve: answerStateOf,
    }),
    subject: t.exposeString('subject', { description: 'Subject of the answer, with merge tags.' }),
    content: t.exposeString('content', { description: 'Text of the answer as written, with merge tags.' }),
    attachments: t.field({
      type: [Attachment],
      description: 'Files attached to the answer.',
      resolve: ({ id }, _args, ctx) => ctx.loaders.attachments.load(id),
    }),
    author: t.field({
      type: User,
      nullable: true,
      description: 'User who edited the answer last.',
      resolve: ({ userId }, _args, ctx) => ctx.loaders.users.load(userId),
    }),
    undoUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Earliest time at which the answer leaves. It can be taken back until then; null if it is not waiting to be sent.',
      resolve: ({ status, undoUntil }) => (status === 'sending' ? undoUntil : null),
    }),
    undoSecondsLeft: t.int({
      nullable: true,
      description: 'Whole seconds for which it can still be taken back; null if it cannot.',
      resolve: (answer, _args, ctx) => undoSecondsLeft(answer, ctx.app.clock()),
    }),
    emailLog: t.field({
      type: EmailLog,
      nullable: true,
      description: 'The email, with what became of it; null for a draft.',
      resolve: ({ id }, _args, ctx) => ctx.loaders.answerEmails.load(id),
    }),
  }),
})

const ConversationEntry = builder.objectRef<ConversationEntryRow>('ConversationEntry').implement({
  description: 'A message of a conversation: an email of the workspace, or a reply.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'When it was sent, or arrived.' }),
    isAnswer: t.exposeBoolean('isAnswer', { description: 'True for an email of the workspace that answers a reply.' }),
    emailLog: t.field({
      type: EmailLog,
      nullable: true,
      description: 'The email, for sentMail; null for a reply.',
      resolve: ({ emailLogId }, _args, ctx) => (emailLogId === null ? null : ctx.loaders.emailLogs.load(emailLogId)),
    }),
    reply: t.field({
      type: Reply,
      nullable: true,
      description: 'The reply, for replyMail; null for an email.',
      resolve: ({ replyId }, _args, ctx) => (replyId === null ? null : ctx.loaders.replies.load(replyId)),
    }),
  }),
})

builder.node(Reply, {
  description: 'A message with which a recipient answered an email. Automatic answers are none.',
  id: { resolve: (reply) => reply.id },
  loadOne: (id, ctx) => ctx.loaders.replies.load(String(id)),
  fields: (t) => ({
    fromEmail: t.exposeString('fromEmail', {
      description: 'Address of its sender, which may be another one than the recipient’s.',
    }),
    answerTo: t.string({
      description:
        'Address that an answer goes to: the one that the reply names for answers (Reply-To), otherwise that of its sender.',
      resolve: answerAddressOf,
    }),
    receivedAt: t.expose('receivedAt', { type: 'DateTime', description: 'When it arrived.' }),
    emailLog: t.field({
      type: EmailLog,
      nullable: true,
      description: 'The email that it answers, with the recipient.',
      resolve: (reply, _args, ctx) => ctx.loaders.emailLogs.load(reply.logId),
    }),
    campaign: t.field({
      type: Campaign,
      nullable: true,
      description: 'The campaign of that email.',
      resolve: (reply, _args, ctx) => ctx.loaders.campaigns.load(reply.campaignId),
    }),
    mailbox: t.field({
      type: Mailbox,
      nullable: true,
      description: 'The mailbox that it arrived in; null if it is no longer connected.',
      resolve: (reply, _args, ctx) => (reply.mailboxId == null ? null : ctx.loaders.mailboxes.load(reply.mailboxId)),
    }),
    canRead: t.boolean({
      description:
        'Whether you can read it here: the mailbox is yours or shared with you, and may be read. API keys need the scope mailboxes:read, and for Gmail the permission of the workspace (agentsReadGmailReplies).',
      resolve: async ({ mailboxId }, _args, ctx) => {
        const mailbox = mailboxId == null ? null : await ctx.loaders.mailboxes.load(mailboxId)
        if (!mailbox?.canSend || !mailbox.readsReplies) return false
        return ctx.loaders.readableProviders.load(mailbox.provider)
      },
    }),
    assignee: t.field({
      type: User,
      nullable: true,
      description: 'User to whom the reply is assigned.',
      resolve: (reply, _args, ctx) => (reply.assigneeId == null ? null : ctx.loaders.users.load(reply.assigneeId)),
    }),
    snoozedUntil: t.expose('snoozedUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Time until which the reply is snoozed; null if it is not.',
    }),
    isPositive: t.exposeBoolean('isPositive', {
      description: 'True if a person marked the reply as a positive answer.',
    }),
    answeredAt: t.expose('answeredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last answer was handed over to be sent; null if there is none.',
    }),
    answering: t.field({
      type: User,
      nullable: true,
      description: 'User who is writing an answer right now; null if nobody is.',
      resolve: ({ answeringBy, answeringUntil }, _args, ctx) =>
        answeringBy == null || !answeringUntil || answeringUntil <= ctx.app.clock()
          ? null
          : ctx.loaders.users.load(answeringBy),
    }),
    answers: t.field({
      type: [Answer],
      description: 'The answers to it, drafts included, oldest first.',
      resolve: (reply, _args, ctx) => ctx.loaders.answers.load(reply.id),
    }),
    conversation: t.field({
      type: [ConversationEntry],
      complexity: 50,
      description: `The emails and replies between the workspace and the recipient about this campaign, oldest first; the newest ${CONVERSATION_MAX}.`,
      resolve: (reply, _args, ctx) => ctx.loaders.conversations.load(reply.id),
    }),
    doneAt: t.expose('doneAt', { type: 'DateTime', nullable: true, description: 'When it was marked as done.' }),
    doneBy: t.field({
      type: User,
      nullable: true,
      description: 'User who marked the reply as done.',
      resolve: (reply, _args, ctx) => (reply.doneBy == null ? null : ctx.loaders.users.load(reply.doneBy)),
    }),
  }),
})

const ReplyFilter = builder.inputType('ReplyFilter', {
  description: 'Filter for replies. All conditions must match.',
  fields: (t) => ({
    state: t.field({
      type: enumType('ReplyState', {
        description:
          'open (to be dealt with), mine (open and assigned to you), waiting (answered, or snoozed until a day), done or all.',
        values: REPLY_STATES,
      }),
      description: 'Only replies in this state. Default: all.',
    }),
    campaignId: t.id({ description: 'Only replies to this campaign and its follow-ups.' }),
  }),
})

builder.queryField('replies', (t) =>
  t.connection(
    {
      ...forScope('campaigns:read'),
      type: Reply,
      complexity: pageCost,
      description: 'The replies to all campaigns, newest first, at most 500 per page. Errors: NOT_FOUND.',
      args: { filter: t.arg({ type: ReplyFilter, description: 'Filter of the replies.' }) },
      resolve: (_, { filter, ...args }, ctx) =>
        connection(
          args,
          (page) => ctx.api.replies.listReplies(ctx, filter, page),
          () => ctx.api.replies.countReplies(ctx, filter),
        ),
    },
    connectionOf('Reply', Reply),
  ),
)

builder.queryField('replyMail', (t) =>
  t.field({
    ...forScope('mailboxes:read'),
    type: ReplyMail,
    complexity: OPENING,
    description:
      'The subject and the text of a reply, read from the mailbox now, for those who may send from it. At most 60 a minute. Errors: NOT_FOUND, TOO_MANY_REQUESTS.',
    args: { id: t.arg.id({ required: true, description: 'Id of the reply.' }) },
    resolve: (_, { id }, ctx) => ctx.api.replies.replyMail(ctx, uuidOf('Reply', id)),
  }),
)

mutation('updateReplies', {
  scope: 'campaigns:write',
  description:
    'Marks replies as done or open, snoozes them, or assigns them. Nothing is sent. Errors: BAD_INPUT, NOT_FOUND.',
  input: {
    description: 'A change to replies. What is omitted stays the same.',
    fields: (t) => ({
      ids: t.idList({ required: true, description: `The replies, at most ${REPLIES_MAX}.` }),
      done: t.boolean({
        description: 'true marks the replies as done; false opens them again, also those that are waiting.',
      }),
      isPositive: t.boolean({ description: 'true marks the replies as positive answers, false takes the mark away.' }),
      snoozedUntil: t.field({
        type: 'DateTime',
        description: 'Sets them aside until then, at most a year ahead; null or a past time: they are open.',
      }),
      assigneeId: t.id({ description: 'Who works on them, a user of the workspace; null: no one.' }),
    }),
  },
  payload: { replies: { type: [Reply], description: 'The replies.' } },
  resolve: async ({ ids, done, assigneeId, snoozedUntil, isPositive }, ctx) => ({
    replies: await ctx.api.replies.updateReplies(ctx, {
      ids: ids.map(String),
      ...(typeof done === 'boolean' && { done }),
      ...(typeof isPositive === 'boolean' && { isPositive }),
      ...(snoozedUntil !== undefined && { snoozedUntil }),
      ...(assigneeId !== undefined && { assigneeId: assigneeId === null ? null : String(assigneeId) }),
    }),
  }),
})

mutation('saveAnswer', {
  scope: 'campaigns:write',
  description:
    'Keeps what is written to a reply as the draft of its answer, of which a reply has one. Nothing is sent. Errors: NOT_FOUND, BAD_INPUT, TOO_LARGE, FEATURE_OFF, UNREADABLE_FILE, UNAVAILABLE.',
  input: {
    description: 'The draft of an answer. What is omitted stays the same.',
    fields: (t) => ({
      replyId: t.id({ required: true, description: 'The reply to answer.' }),
      subject: t.string({
        description:
          'Subject of the answer; merge tags work. Defaults to the subject of the email that was replied to, after “Re:”.',
      }),
      content: t.string({ description: 'Its text as HTML; merge tags such as {firstName} and {signature} work.' }),
      attachments: t.field({
        type: [AttachmentInput],
        description: 'All its files. Replaces the previous ones; to keep one, give its id.',
      }),
    }),
  },
  payload: { answer: { type: Answer, description: 'The draft.' } },
  resolve: async ({ replyId, subject, content, attachments }, ctx) => ({
    answer: await ctx.api.replies.saveAnswer(ctx, {
      replyId: String(replyId),
      ...(subject != null && { subject }),
      ...(content != null && { content }),
      ...(attachments && { attachments: attachments.map((file) => ({ ...file, id: file.id && String(file.id) })) }),
    }),
  }),
})

mutation('sendAnswer', {
  scope: 'campaigns:send',
  description:
    'Sends the draft of an answer from the mailbox that the reply came to, in its conversation, or lets one go on that stopped with that mailbox. It goes to answerTo, which must not be suppressed unless it is the sender. The reply then waits for the recipient. If several calls send it at once, one succeeds and the others get CONFLICT. Errors: NOT_FOUND, BAD_INPUT, FORBIDDEN (the mailbox is neither yours nor shared with you), CONFLICT, TENANT_INACTIVE, LIMIT_REACHED, FEATURE_OFF, TOO_LARGE, TOO_MANY_REQUESTS.',
  input: {
    description: 'The input of sendAnswer.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the answer.' }),
      undoSeconds: t.int({
        description:
          'Seconds for which it is held back so that it can be taken back with cancelAnswer, 0 to 1800. Defaults to 0.',
      }),
      snoozedUntil: t.field({
        type: 'DateTime',
        description: 'When the reply is open again although the recipient did not write. Defaults to never.',
      }),
      toSender: t.boolean({
        description:
          'true sends it to the sender of the reply, although the reply names another address for answers. Defaults to false.',
      }),
    }),
  },
  payload: { answer: { type: Answer, description: 'The answer.' } },
  resolve: async ({ id, undoSeconds, snoozedUntil, toSender }, ctx) => ({
    answer: await ctx.api.replies.sendAnswer(ctx, uuidOf('Answer', id), {
      undoSeconds: undoSeconds ?? null,
      snoozedUntil: snoozedUntil ?? null,
      toSender: toSender ?? false,
    }),
  }),
})

mutation('cancelAnswer', {
  scope: 'campaigns:send',
  description:
    'Takes back an answer that has not left yet: it is a draft again. Errors: NOT_FOUND, CONFLICT (it has left, or is being sent).',
  input: {
    description: 'The input of cancelAnswer.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the answer.' }) }),
  },
  payload: { answer: { type: Answer, description: 'The draft.' } },
  resolve: async ({ id }, ctx) => ({ answer: await ctx.api.replies.cancelAnswer(ctx, uuidOf('Answer', id)) }),
})

mutation('discardAnswer', {
  scope: 'campaigns:write',
  description: 'Deletes the draft of an answer. Errors: NOT_FOUND, CONFLICT (it is no draft any more).',
  input: {
    description: 'The input of discardAnswer.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the answer.' }) }),
  },
  payload: { reply: { type: Reply, description: 'The reply.' } },
  resolve: async ({ id }, ctx) => ({ reply: await ctx.api.replies.discardAnswer(ctx, uuidOf('Answer', id)) }),
})

mutation('noteAnswering', {
  scope: 'campaigns:write',
  description:
    'Tells colleagues for 45 seconds that you are writing an answer, or that you no longer are. It does not replace somebody else who is. Errors: NOT_FOUND.',
  input: {
    description: 'The input of noteAnswering.',
    fields: (t) => ({
      replyId: t.id({ required: true, description: 'The reply.' }),
      isAnswering: t.boolean({ required: true, description: 'true while you are writing, false when you stop.' }),
    }),
  },
  payload: { reply: { type: Reply, description: 'The reply.' } },
  resolve: async ({ replyId, isAnswering }, ctx) => ({
    reply: await ctx.api.replies.noteAnswering(ctx, uuidOf('Reply', replyId), isAnswering),
  }),
})

const RepliesChanged = builder.objectRef<RepliesChanges>('RepliesChanged').implement({
  description: 'New and changed replies.',
  fields: (t) => ({
    replies: t.field({ type: [Reply], description: 'The replies, newest first.', resolve: ({ replies }) => replies }),
    openCount: t.exposeInt('openCount', { description: 'Number of open replies of the workspace.' }),
    missed: t.exposeBoolean('missed', {
      description: 'True if there may have been other changes: read the list again.',
    }),
  }),
})
builder.subscriptionField('repliesChanged', (t) =>
  t.field({
    ...forScope('campaigns:read'),
    type: RepliesChanged,
    description:
      'New and changed replies, live. The first message is empty and has missed: true. Changes in quick succession come in one message.',
    subscribe: (_, _args, ctx) => ctx.api.replies.watchReplies(ctx),
    resolve: (change: RepliesChanges) => change,
  }),
)

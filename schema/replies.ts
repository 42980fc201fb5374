import type { Reply as ReplyRow } from '#api/inbox/replies/reply.ts'
import type { ReplyMail as ReplyMailView } from '#api/inbox/replies/reply-mail.ts'
import type { RepliesChanges } from '#api/inbox/replies/replies.ts'
import { NO_TEXT, NO_TEXT_REASONS, REPLIES_MAX, REPLY_STATES } from '#domain/inbox/replies.ts'
import { builder, enumType, forScope, pageCost } from './builder.ts'
import { Campaign } from './campaigns.ts'
import { connection, connectionOf } from './connections.ts'
import { EmailLog } from './email-logs.ts'
import { Mailbox } from './mailboxes.ts'
import { uuidOf } from './ids.ts'
import { mutation } from './mutation.ts'
import { User } from './accounts.ts'

/** Cost of opening an email: one or two requests to the mailbox. */
const OPENING = 2_000

const ReplyMail = builder.objectRef<ReplyMailView>('ReplyMail').implement({
  description: 'A reply as it is in the mailbox, or why it cannot be shown. Nothing of it is stored.',
  fields: (t) => ({
    subject: t.exposeString('subject', { nullable: true, description: 'Its subject.' }),
    text: t.exposeString('text', {
      nullable: true,
      description: 'What was written, in plain text, without the email that it quotes.',
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
      description: 'Why it cannot be shown; null if it is.',
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
builder.node(Reply, {
  description: 'A message with which a recipient answered an email. Automatic answers are none.',
  id: { resolve: (reply) => reply.id },
  loadOne: (id, ctx) => ctx.loaders.replies.load(String(id)),
  fields: (t) => ({
    fromEmail: t.exposeString('fromEmail', {
      description: 'Address of its sender, which may be another one than the recipient’s.',
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
      description: 'Who works on it.',
      resolve: (reply, _args, ctx) => (reply.assigneeId == null ? null : ctx.loaders.users.load(reply.assigneeId)),
    }),
    doneAt: t.expose('doneAt', { type: 'DateTime', nullable: true, description: 'When it was marked as done.' }),
    doneBy: t.field({
      type: User,
      nullable: true,
      description: 'Who marked it as done.',
      resolve: (reply, _args, ctx) => (reply.doneBy == null ? null : ctx.loaders.users.load(reply.doneBy)),
    }),
  }),
})

const ReplyFilter = builder.inputType('ReplyFilter', {
  description: 'Filter for replies. All conditions must match.',
  fields: (t) => ({
    state: t.field({
      type: enumType('ReplyState', {
        description: 'open (not done), mine (open and assigned to you), done or all.',
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
      args: { filter: t.arg({ type: ReplyFilter, description: 'Which replies.' }) },
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
  description: 'Marks replies as done or open, or assigns them. Nothing is sent. Errors: BAD_INPUT, NOT_FOUND.',
  input: {
    description: 'A change to replies. What is omitted stays the same.',
    fields: (t) => ({
      ids: t.idList({ required: true, description: `The replies, at most ${REPLIES_MAX}.` }),
      done: t.boolean({ description: 'Whether they are done.' }),
      assigneeId: t.id({ description: 'Who works on them, a user of the workspace; null: no one.' }),
    }),
  },
  payload: { replies: { type: [Reply], description: 'The replies.' } },
  resolve: async ({ ids, done, assigneeId }, ctx) => ({
    replies: await ctx.api.replies.updateReplies(ctx, {
      ids: ids.map(String),
      ...(typeof done === 'boolean' && { done }),
      ...(assigneeId !== undefined && { assigneeId: assigneeId === null ? null : String(assigneeId) }),
    }),
  }),
})

const RepliesChanged = builder.objectRef<RepliesChanges>('RepliesChanged').implement({
  description: 'New and changed replies.',
  fields: (t) => ({
    replies: t.field({ type: [Reply], description: 'The replies, newest first.', resolve: ({ replies }) => replies }),
    openCount: t.exposeInt('openCount', { description: 'How many replies of the workspace are open.' }),
    missed: t.exposeBoolean('missed', {
      description: 'Whether there may have been other changes: read the list again.',
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

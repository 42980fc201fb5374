import type { MailAccountView } from '#api/mail-accounts/mail-accounts.ts'
import type { MailboxShareView } from '#api/mail-accounts/shares.ts'
import { STATUS_REASONS } from '#domain/campaigns.ts'
import { mayManage, REPUTATIONS } from '#domain/mail-accounts.ts'
import { User } from './accounts.ts'
import { builder } from './builder.ts'
import { uuidOf } from './ids.ts'

export const ProviderEnum = builder.enumType('MailProvider', {
  description: 'Who runs a mailbox.',
  values: ['microsoft', 'google'] as const,
})

const MailboxShare = builder.objectRef<MailboxShareView>('MailboxShare').implement({
  description: "A person who may send from a colleague's mailbox.",
  fields: (t) => ({
    user: t.field({ type: User, description: 'Who may send from it.', resolve: ({ user }) => user }),
    sharedBy: t.exposeString('sharedBy', { description: 'Name of the person who shared it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
  }),
})

const MailboxTrouble = builder.objectRef<NonNullable<MailAccountView['trouble']>>('MailboxTrouble').implement({
  description: 'Why nothing leaves a mailbox for the moment although it is connected. It passes by itself.',
  fields: (t) => ({
    reason: t.exposeString('reason', {
      description: 'PROVIDER_DOWN (the provider is down) or INTERNAL_ERROR (sending broke off).',
    }),
    text: t.string({ description: 'Human-readable message.', resolve: ({ reason }) => STATUS_REASONS[reason] }),
    detail: t.exposeString('detail', {
      description: 'What the provider said; of an internal error the reference under which the log tells more.',
    }),
    since: t.expose('since', { type: 'DateTime', description: 'When it began.' }),
    nextTryAt: t.expose('nextTryAt', { type: 'DateTime', description: 'When sending is tried again.' }),
  }),
})

export const MailAccount = builder.objectRef<MailAccountView>('MailAccount')
builder.node(MailAccount, {
  description: 'A connected mailbox that campaigns can be sent from.',
  id: { resolve: (account) => account.id },
  loadOne: (id, ctx) => ctx.api.mailAccounts.findMailAccount(ctx, String(id)),
  fields: (t) => ({
    email: t.exposeString('email', { description: 'Address of the mailbox.' }),
    name: t.exposeString('name', { description: 'Name that recipients see.' }),
    provider: t.field({ type: ProviderEnum, description: 'Who runs it.', resolve: (account) => account.provider }),
    status: t.field({
      description: 'Whether it can send.',
      type: builder.enumType('MailAccountStatus', {
        description: 'connected, warming_up (sends slowly at first) or error (must be reconnected).',
        values: ['connected', 'warming_up', 'error'] as const,
      }),
      resolve: (account) => account.status,
    }),
    statusReason: t.exposeString('statusReason', { nullable: true, description: 'Why it cannot send, if so.' }),
    dailySent: t.exposeInt('dailySent', { description: 'Emails that left it in the last 24 hours.' }),
    lastUsed: t.expose('lastUsedAt', { type: 'DateTime', nullable: true, description: 'When it last sent.' }),
    reputation: t.field({
      description: 'How its email fares, by bounces, refusals, unsubscribes and complaints of the last 30 days.',
      type: builder.enumType('Reputation', {
        description: 'How the email of a mailbox fares; good while too little was sent to tell.',
        values: REPUTATIONS,
      }),
      resolve: async ({ id }, _args, ctx) => (await ctx.loaders.reputations.load(id)).reputation,
    }),
    reputationReason: t.string({
      description: 'What the reputation rests on, in a sentence.',
      resolve: async ({ id }, _args, ctx) => (await ctx.loaders.reputations.load(id)).reason,
    }),
    trouble: t.field({
      type: MailboxTrouble,
      nullable: true,
      description: 'Why nothing leaves it for the moment; null when nothing is wrong.',
      resolve: (account) => account.trouble,
    }),
    readsReplies: t.exposeBoolean('readsReplies', {
      description:
        'Whether bounces and replies can be seen. Where not, an email counts as delivered when the bounce window closes, and bounces stay unknown.',
    }),
    inboxError: t.exposeString('inboxError', {
      nullable: true,
      description: "Why its inbox cannot be read although that was allowed, in the provider's words.",
    }),
    owner: t.field({
      type: User,
      nullable: true,
      description: 'Who connected it, and so owns it.',
      resolve: ({ userId }, _args, ctx) => ctx.loaders.users.load(userId),
    }),
    canSend: t.exposeBoolean('canSend', {
      description: 'Whether you may send from it: it is yours, or shared with you.',
    }),
    sharedWithEverybody: t.exposeBoolean('sharedWithAll', {
      description: 'Whether everybody in the workspace may send from it.',
    }),
    sharedWith: t.field({
      type: [MailboxShare],
      nullable: true,
      description: 'The people it is shared with by name. Only its owner and admins are told; null for everybody else.',
      resolve: (account, _args, ctx) =>
        ctx.viewer !== null && mayManage(ctx.viewer, account) ? ctx.loaders.mailboxShares.load(account.id) : null,
    }),
    canShare: t.boolean({
      description: 'Whether you may share it with others: its owner or an admin may.',
      resolve: (account, _args, ctx) => ctx.viewer?.scopes === null && mayManage(ctx.viewer, account),
    }),
    canDisconnect: t.boolean({
      description: 'Whether the person who is signed in may disconnect it. Its owner and admins may.',
      resolve: (account, _args, ctx) => ctx.viewer !== null && mayManage(ctx.viewer, account),
    }),
    isMine: t.boolean({
      description: 'Whether the person who is signed in connected it.',
      resolve: ({ userId }, _args, ctx) => ctx.viewer?.userId === userId,
    }),
    sandbox: t.boolean({
      description: 'True when it is a mailbox of the sandbox: nothing leaves this installation.',
      resolve: (account, _args, ctx) => ctx.app.sandboxed.includes(account.provider),
    }),
  }),
})

builder.queryFields((t) => ({
  mailAccounts: t.field({
    type: [MailAccount],
    description:
      'The mailboxes you connected and those shared with you (people have a few each), the oldest first. Admins also see those that they may not send from (canSend).',
    resolve: (_, _args, ctx) => ctx.api.mailAccounts.listMailAccounts(ctx),
  }),
  colleagues: t.field({
    type: [User],
    authScopes: { person: true },
    description: 'Active people of the workspace to share a mailbox with, by name; the first 50.',
    args: { search: t.arg.string({ description: 'Part of the name or email, whatever its case.' }) },
    resolve: (_, { search }, ctx) => ctx.api.mailAccounts.listColleagues(ctx, search ?? ''),
  }),
}))

builder.mutationFields((t) => ({
  shareMailAccount: t.field({
    type: MailAccount,
    authScopes: { person: true },
    description:
      'Sets who else may send from a mailbox. Its owner or an admin may do this. Campaigns of people who lose access, under way or scheduled, pause. Errors: REAUTHENTICATE, NOT_FOUND, FORBIDDEN.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the mailbox.' }),
      userIds: t.arg.idList({
        required: true,
        description: 'The people to share it with. Everyone else loses access.',
      }),
      everybody: t.arg.boolean({ required: true, description: 'Share it with everybody in the workspace.' }),
    },
    resolve: (_, { id, userIds, everybody }, ctx) =>
      ctx.api.mailAccounts.shareMailAccount(ctx, uuidOf('MailAccount', id), {
        everybody,
        userIds: userIds.map((one) => uuidOf('User', one)),
      }),
  }),
  disconnectMailAccount: t.field({
    type: MailAccount,
    description:
      'Forgets a mailbox and its tokens. Campaigns that are sending from it pause. Errors: NOT_FOUND, FORBIDDEN.',
    args: { id: t.arg.id({ required: true, description: 'Id of the mailbox.' }) },
    resolve: (_, { id }, ctx) => ctx.api.mailAccounts.disconnectMailAccount(ctx, uuidOf('MailAccount', id)),
  }),
}))

import type { MailAccountView } from '#api/mail-accounts/mail-accounts.ts'
import { mayDisconnect, REPUTATIONS } from '#domain/mail-accounts.ts'
import { builder } from './builder.ts'
import { uuidOf } from './ids.ts'

const ProviderEnum = builder.enumType('MailProvider', {
  description: 'Who runs a mailbox.',
  values: ['microsoft', 'google'] as const,
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
    dailySent: t.exposeInt('dailySent', { description: 'Mails that left it in the last 24 hours.' }),
    lastUsed: t.expose('lastUsedAt', { type: 'DateTime', nullable: true, description: 'When it last sent.' }),
    reputation: t.field({
      description: 'How its mail fares, by bounces, refusals, unsubscribes and complaints of the last 30 days.',
      type: builder.enumType('Reputation', {
        description: 'How the mail of a mailbox fares; good while too little was sent to tell.',
        values: REPUTATIONS,
      }),
      resolve: async ({ id }, _args, ctx) => (await ctx.loaders.reputations.load(id)).reputation,
    }),
    reputationReason: t.string({
      description: 'What the reputation rests on, in a sentence.',
      resolve: async ({ id }, _args, ctx) => (await ctx.loaders.reputations.load(id)).reason,
    }),
    readsReplies: t.exposeBoolean('readsReplies', {
      description:
        'Whether bounces and replies can be seen. Where not, a mail counts as delivered when the bounce window closes, and bounces stay unknown.',
    }),
    inboxError: t.exposeString('inboxError', {
      nullable: true,
      description: "Why its inbox cannot be read although that was allowed, in the provider's words.",
    }),
    canDisconnect: t.boolean({
      description: 'Whether whoever asks may disconnect it: its owner or an admin may.',
      resolve: (account, _args, ctx) => ctx.viewer !== null && mayDisconnect(ctx.viewer, account),
    }),
    isMine: t.boolean({
      description: 'Whether whoever asks has connected it.',
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
    description: 'The connected mailboxes of the workspace: those that its people have connected, a few each.',
    resolve: (_, _args, ctx) => ctx.api.mailAccounts.listMailAccounts(ctx),
  }),
}))

builder.mutationFields((t) => ({
  disconnectMailAccount: t.field({
    type: MailAccount,
    description:
      'Forgets a mailbox and its tokens. Campaigns that are sending from it pause. Errors: NOT_FOUND, FORBIDDEN, CONFLICT (the last one with which a person without a password can sign in).',
    args: { id: t.arg.id({ required: true, description: 'Id of the mailbox.' }) },
    resolve: (_, { id }, ctx) => ctx.api.mailAccounts.disconnectMailAccount(ctx, uuidOf('MailAccount', id)),
  }),
}))

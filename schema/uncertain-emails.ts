import type { AskedEmail } from '#api/campaigns/delivery/uncertain-emails.ts'
import { MAILBOX_ANSWERS, UNCERTAIN_MAX } from '#domain/uncertain-emails.ts'
import { builder, pageCost } from './builder.ts'
import { Campaign } from './campaigns.ts'
import { connection, totalCountOf } from './connections.ts'
import { EmailLog } from './email-logs.ts'
import { MailAccount } from './mail-accounts.ts'

builder.objectFields(EmailLog, (t) => ({
  campaign: t.field({
    type: Campaign,
    nullable: true,
    description: 'The campaign it belongs to.',
    resolve: (log, _, ctx) => ctx.loaders.campaigns.load(log.campaignId),
  }),
  mailAccount: t.field({
    type: MailAccount,
    nullable: true,
    description: 'The mailbox of its last attempt; null before the first, and when the mailbox is gone.',
    resolve: (log, _, ctx) => (log.mailAccountId == null ? null : ctx.loaders.mailAccounts.load(log.mailAccountId)),
  }),
  attemptedAt: t.expose('attemptedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When its last attempt began.',
  }),
}))

const MailboxAnswerEnum = builder.enumType('MailboxAnswer', {
  description:
    'What a mailbox says about an uncertain email. sent: a copy was found, it counts as sent. notSent: its draft still waits, sending it again doubles nothing. unclear: no proof either way, or the mailbox did not answer; ask again later. cannotAsk: this mailbox does not allow looking or is not connected any more, or the email is older than 30 days.',
  values: MAILBOX_ANSWERS,
})

const Asked = builder.objectRef<AskedEmail>('AskedEmail').implement({
  description: 'An email that was asked about.',
  fields: (t) => ({
    emailLog: t.field({ type: EmailLog, description: 'The email as it is now.', resolve: (asked) => asked.emailLog }),
    answer: t.field({
      type: MailboxAnswerEnum,
      description: 'What its mailbox said.',
      resolve: (asked) => asked.answer,
    }),
  }),
})

builder.queryField('uncertainEmails', (t) =>
  t.connection(
    {
      type: EmailLog,
      complexity: pageCost,
      description:
        'Emails of all campaigns that may or may not have been sent (error UNCERTAIN), newest first, at most 500 a page. They are never sent again unless a person asks for it.',
      resolve: (_, args, ctx) =>
        connection(
          args,
          (page) => ctx.api.campaigns.listUncertainEmails(ctx, page),
          () => ctx.api.campaigns.countUncertainEmails(ctx),
        ),
    },
    {
      fields: (f) => ({
        totalCount: f.int({ description: 'How many emails are uncertain.', resolve: totalCountOf }),
      }),
    },
  ),
)

const ids = `Ids of the emails, at most ${UNCERTAIN_MAX}; those that are not uncertain any more are ignored.`

builder.mutationFields((t) => ({
  askMailbox: t.field({
    type: [Asked],
    skipTypeScopes: true,
    authScopes: { send: true },
    description:
      'Asks the mailboxes of uncertain emails whether they were sent, and records the answers. Nothing is sent. Errors: BAD_INPUT.',
    args: { emailLogIds: t.arg.idList({ required: true, description: ids }) },
    resolve: (_, { emailLogIds }, ctx) => ctx.api.campaigns.askMailbox(ctx, emailLogIds.map(String)),
  }),
  confirmArrived: t.field({
    type: [EmailLog],
    skipTypeScopes: true,
    authScopes: { send: true },
    description:
      'Records that uncertain emails arrived, because a person knows it: they count as delivered. Errors: BAD_INPUT.',
    args: { emailLogIds: t.arg.idList({ required: true, description: ids }) },
    resolve: (_, { emailLogIds }, ctx) => ctx.api.campaigns.confirmArrived(ctx, emailLogIds.map(String)),
  }),
}))

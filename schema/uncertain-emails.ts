import type { AskedEmail } from '#api/inbox/uncertain-emails.ts'
import { MAILBOX_ANSWERS, UNCERTAIN_MAX } from '#domain/emails/uncertain-emails.ts'
import { builder, enumType, pageCost, forScope } from './schema-builder.ts'
import { mutation } from './mutation-fields.ts'
import { Campaign } from './campaigns.ts'
import { connection } from './connections.ts'
import { Contact } from './contacts.ts'
import { EmailLog, EmailLogConnection } from './email-logs.ts'
import { Mailbox } from './mailboxes.ts'

builder.objectFields(EmailLog, (t) => ({
  contact: t.field({
    type: Contact,
    nullable: true,
    description: 'The contact it was sent to; null if the contact was deleted.',
    resolve: (log, _, ctx) => ctx.loaders.contacts.load(log.contactId),
  }),
  campaign: t.field({
    type: Campaign,
    nullable: true,
    description: 'The campaign it belongs to.',
    resolve: (log, _, ctx) => ctx.loaders.campaigns.load(log.campaignId),
  }),
  mailbox: t.field({
    type: Mailbox,
    nullable: true,
    description: 'The mailbox used for the last attempt; null before the first attempt or if the mailbox was removed.',
    resolve: (log, _, ctx) => (log.mailboxId == null ? null : ctx.loaders.mailboxes.load(log.mailboxId)),
  }),
  attemptedAt: t.expose('attemptedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When its last attempt started.',
  }),
}))

const MailboxAnswerEnum = enumType('MailboxAnswer', {
  description:
    'Result of checking the mailbox for an uncertain email. sent: a copy was found, so it counts as sent. notSent: the draft is still there, so it is safe to send again. unclear: no proof either way, or the mailbox did not respond; check again later. cannotAsk: the mailbox cannot be searched or is no longer connected, or the email is older than 30 days.',
  values: MAILBOX_ANSWERS,
})

const Asked = builder.objectRef<AskedEmail>('AskedEmail').implement({
  description: 'An email that was checked.',
  fields: (t) => ({
    emailLog: t.field({
      type: EmailLog,
      description: 'The email in its current state.',
      resolve: (asked) => asked.emailLog,
    }),
    answer: t.field({
      type: MailboxAnswerEnum,
      description: 'The result of the check.',
      resolve: (asked) => asked.answer,
    }),
  }),
})

builder.objectField(Contact, 'emailLogs', (t) =>
  t.connection(
    {
      type: EmailLog,
      complexity: pageCost,
      description: 'The campaign emails to this contact, newest first, at most 500 per page.',
      resolve: (contact, args, ctx) =>
        connection(
          args,
          (page) => ctx.loaders.contactEmailLogs.load({ id: contact.id, options: { page } }),
          () => ctx.loaders.contactEmailCounts.load(contact.id),
        ),
    },
    EmailLogConnection,
  ),
)

builder.queryField('uncertainEmails', (t) =>
  t.connection(
    {
      ...forScope('campaigns:read'),
      type: EmailLog,
      complexity: pageCost,
      description:
        'Emails from all campaigns that may or may not have been sent (error UNCERTAIN). Newest first, at most 500 per page. They are never sent again unless a user requests it.',
      resolve: (_, args, ctx) =>
        connection(
          args,
          (page) => ctx.api.campaigns.listUncertainEmails(ctx, page),
          () => ctx.api.campaigns.countUncertainEmails(ctx),
        ),
    },
    EmailLogConnection,
  ),
)

const ids = `Ids of the emails, at most ${UNCERTAIN_MAX}; those that are no longer uncertain are ignored.`

mutation('askMailbox', {
  scope: 'campaigns:send',
  description:
    'Checks the mailboxes to see whether uncertain emails were sent, and records the results. Nothing is sent. Errors: BAD_INPUT.',
  input: {
    description: 'The input of askMailbox.',
    fields: (t) => ({ emailLogIds: t.idList({ required: true, description: ids }) }),
  },
  payload: { askedEmails: { type: [Asked], description: 'The emails that were checked.' } },
  resolve: async ({ emailLogIds }, ctx) => ({
    askedEmails: await ctx.api.campaigns.askMailbox(ctx, emailLogIds.map(String)),
  }),
})
mutation('confirmArrived', {
  scope: 'campaigns:send',
  description:
    'Marks uncertain emails as arrived, based on a user’s confirmation. They count as delivered. Errors: BAD_INPUT.',
  input: {
    description: 'The input of confirmArrived.',
    fields: (t) => ({ emailLogIds: t.idList({ required: true, description: ids }) }),
  },
  payload: { emailLogs: { type: [EmailLog], description: 'The emails in their current state.' } },
  resolve: async ({ emailLogIds }, ctx) => ({
    emailLogs: await ctx.api.campaigns.confirmArrived(ctx, emailLogIds.map(String)),
  }),
})

import { EMAILS_PER, MERGE_ACTIONS } from '#domain/contacts/sheet-rules.ts'
import { builder, enumType } from './schema-builder.ts'
import { AttachmentInput } from './campaign-drafts.ts'
import { Campaign } from './campaigns.ts'
import { uuidOf } from './object-ids.ts'
import { mutation } from './mutation-fields.ts'
import { EmailsPerEnum } from './sheets.ts'

const MergeActionEnum = enumType('MergeAction', {
  description: 'Step that a merge takes after its draft was made.',
  values: {
    draft: { description: 'Nothing: the draft waits.' },
    rehearse: { description: 'Every email is rendered, and nothing is sent: see rehearseCampaign.' },
    launch: { description: 'It is sent: see sendCampaign.' },
  } satisfies Record<(typeof MERGE_ACTIONS)[number], { description: string }>,
})

const MergeCell = builder.inputType('MergeCellInput', {
  description: 'A value of a row.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of its column.' }),
    value: t.string({ required: true, description: 'The value.' }),
  }),
})

const MergeRowInput = builder.inputType('MergeRowInput', {
  description: 'A row of a merge.',
  fields: (t) => ({
    cells: t.field({
      type: [MergeCell],
      required: true,
      description: 'Values of the row. One of them is the address; columns are recognized as those of an upload are.',
    }),
  }),
})

const MergeRefusal = builder.objectRef<{ code: string; message: string }>('MergeRefusal').implement({
  description: 'Reason why the draft of a mail merge could not be rehearsed or launched.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Code of the error, as rehearseCampaign and sendCampaign have it.' }),
    message: t.exposeString('message', { description: 'What happened, and what to do.' }),
  }),
})

mutation('createMerge', {
  scope: 'campaigns:write',
  description:
    'Stores rows and an email about them, and rehearses or launches it, in one call. People who are no contacts yet become some (scope contacts:write); launching needs the scope campaigns:send. All rows are stored or none. If the rehearsal or the launch is refused, the draft stays, and refusal says why. Errors: BAD_INPUT, FORBIDDEN, LIMIT_REACHED, FEATURE_OFF, TOO_LARGE.',
  input: {
    description: 'Rows, and the email that is about them.',
    fields: (t) => ({
      name: t.string({ required: true, description: 'Name of the campaign and of the sheet.' }),
      rows: t.field({ type: [MergeRowInput], required: true, description: 'The rows, at most 10,000.' }),
      groupBy: t.string({
        description: 'The column whose equal values make rows those of one person. Defaults to the address.',
      }),
      emailsPer: t.field({ type: EmailsPerEnum, description: 'Defaults to one email per person.' }),
      subject: t.string({ required: true, description: 'Subject; merge tags work.' }),
      content: t.string({
        required: true,
        description: 'Text or simple HTML; merge tags work, and {#rows} … {/rows} for each row of a person.',
      }),
      attachments: t.field({
        type: [AttachmentInput],
        description: 'At most 25 MB each and 30 MB in total. A document can be filled for each recipient.',
      }),
      action: t.field({ type: MergeActionEnum, description: 'Defaults to draft.' }),
      mailboxIds: t.idList({ description: 'Mailboxes to send from. Defaults to your most recently connected one.' }),
      scheduledAt: t.field({ type: 'DateTime', description: 'When to start sending. Defaults to now.' }),
      undoSeconds: t.int({
        description: 'Seconds for which an immediate start can be undone, 0 to 1800. Defaults to 0.',
      }),
    }),
  },
  payload: {
    campaign: { type: Campaign, description: 'The campaign.' },
    refusal: {
      type: MergeRefusal,
      description:
        'Reason why the created draft could not be rehearsed or launched as asked. null if nothing went wrong, or if only a draft was asked for.',
    },
  },
  resolve: async ({ mailboxIds, scheduledAt, undoSeconds, emailsPer, action, ...rest }, ctx) => {
    const { campaign, refusal } = await ctx.api.campaigns.createMerge(ctx, {
      ...rest,
      emailsPer: emailsPer ?? EMAILS_PER[0],
      action: action ?? MERGE_ACTIONS[0],
      launch: {
        mailboxIds: mailboxIds ?? [],
        mailboxUuids: (mailboxIds ?? []).map((id) => uuidOf('Mailbox', id)),
        ...{ scheduledAt: scheduledAt ?? null, undoSeconds: undoSeconds ?? null },
      },
    })
    return { campaign, refusal: refusal && { code: refusal.code, message: refusal.message } }
  },
})

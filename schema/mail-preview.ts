import type { MailPreview } from '#api/campaigns/preview.ts'
import { sizeInBytes } from '#domain/builder/render.ts'
import type { Warning } from '#domain/builder/warnings.ts'
import { builder } from './builder.ts'

export const MailWarning = builder.objectRef<Warning>('MailWarning').implement({
  description: 'Something one should know of an email before it leaves; it forbids nothing.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description: 'What it is about, for programs: CLIPPED, NO_ALT, BAD_LINK and the like.',
    }),
    message: t.exposeString('message', { description: 'The same in plain words.' }),
    elementId: t.exposeString('elementId', {
      nullable: true,
      description: "Id of the element in the builder's document; null when it concerns the whole mail.",
    }),
  }),
})

const RenderedMail = builder
  .objectRef<Pick<MailPreview, 'subject' | 'html' | 'text' | 'warnings'>>('RenderedMail')
  .implement({
    description: 'An email as one recipient gets it.',
    fields: (t) => ({
      subject: t.exposeString('subject', { description: 'Subject with its merge tags filled.' }),
      html: t.exposeString('html', { description: 'The HTML with its merge tags filled.' }),
      text: t.exposeString('text', { description: 'The plain text that goes with it.' }),
      size: t.int({
        description: 'Bytes of the HTML; Gmail cuts an email off at 104,448.',
        resolve: ({ html }) => sizeInBytes(html),
      }),
      warnings: t.field({
        type: [MailWarning],
        description: "What one should know before it leaves; only of the builder's emails.",
        resolve: (mail) => [...mail.warnings],
      }),
    }),
  })

export const SampleValuesInput = builder.inputType('SampleValuesInput', {
  description: 'Values of merge tags; Ada Lovelace stands in for what is left out.',
  fields: (t) => ({
    firstName: t.string({ description: 'First name.' }),
    lastName: t.string({ description: 'Last name.' }),
    email: t.string({ description: 'Address.' }),
    fields: t.field({ type: 'JSON', description: 'Imported columns: name → text.' }),
  }),
})

builder.queryFields((t) => ({
  renderMail: t.field({
    type: RenderedMail,
    complexity: 50,
    deprecationReason: 'previewMail tells the same and more.',
    description:
      'An email as it would be sent to a contact, or with sample values; links are direct and nothing is tracked. Errors: BAD_INPUT, NOT_FOUND, FEATURE_OFF.',
    args: {
      input: t.arg({
        required: true,
        description: 'The email and whom it is for.',
        type: builder.inputType('RenderMailInput', {
          description: 'An email to look at, as in CreateCampaignInput, and whom it is for.',
          fields: (f) => ({
            subject: f.string({ description: "Subject; that of the builder's document when left out." }),
            content: f.string({ description: 'Content; of no effect with a document of the builder.' }),
            htmlTemplate: f.field({ type: 'JSON', description: "The builder's document, at most 1 MB." }),
            useHtmlBuilder: f.boolean({
              description: 'Whether it is an email of the builder; when left out, whether there is a document.',
            }),
            contactId: f.id({ description: 'Id of the contact it is for; sample values when left out.' }),
            values: f.field({
              description: 'Sample values, where no contact is named.',
              type: SampleValuesInput,
            }),
          }),
        }),
      }),
    },
    resolve: (_, { input }, ctx) => ctx.api.campaigns.previewMail(ctx, input),
  }),
}))

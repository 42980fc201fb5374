import type { MailPreview } from '#api/campaigns/rendering/preview-content.ts'
import { sizeInBytes } from '#domain/builder/render.ts'
import { WARNING_CODES, type Warning } from '#domain/builder/warnings.ts'
import { builder, enumType } from './builder.ts'

export const MailWarning = builder.objectRef<Warning>('MailWarning').implement({
  description: 'A warning about an email before it is sent. It does not block sending.',
  fields: (t) => ({
    code: t.field({
      type: enumType('WarningCode', { description: 'What a warning is about.', values: WARNING_CODES }),
      description: 'What it is about.',
      resolve: ({ code }) => code,
    }),
    message: t.exposeString('message', { description: 'Human-readable message.' }),
    elementId: t.exposeString('elementId', {
      nullable: true,
      description: 'Id of the element in the builder document; null if it applies to the whole email.',
    }),
  }),
})

const RenderedMail = builder
  .objectRef<Pick<MailPreview, 'subject' | 'html' | 'text' | 'warnings'>>('RenderedMail')
  .implement({
    description: 'An email as one recipient receives it.',
    fields: (t) => ({
      subject: t.exposeString('subject', { description: 'Subject with merge tags filled in.' }),
      html: t.exposeString('html', { description: 'HTML body with merge tags filled in.' }),
      text: t.exposeString('text', { description: 'The plain-text version.' }),
      size: t.int({
        description: 'Size of the HTML in bytes. Gmail clips emails at 104,448 bytes.',
        resolve: ({ html }) => sizeInBytes(html),
      }),
      warnings: t.field({
        type: [MailWarning],
        description: 'Warnings to review before sending. Only for emails made in the builder.',
        resolve: (mail) => [...mail.warnings],
      }),
    }),
  })

export const SampleValuesInput = builder.inputType('SampleValuesInput', {
  description: 'Merge tag values. Missing values use the sample contact Ada Lovelace.',
  fields: (t) => ({
    firstName: t.string({ description: 'First name.' }),
    lastName: t.string({ description: 'Last name.' }),
    email: t.string({ description: 'Email address.' }),
    fields: t.field({ type: 'JSON', description: 'Custom fields: name → text.' }),
  }),
})

builder.queryFields((t) => ({
  renderMail: t.field({
    type: RenderedMail,
    complexity: 50,
    deprecationReason: 'Use previewMail instead. It returns the same fields and more.',
    description:
      'Renders an email for a contact, or with sample values. Links are not rewritten and nothing is tracked. Errors: BAD_INPUT, NOT_FOUND, FEATURE_OFF.',
    args: {
      input: t.arg({
        required: true,
        description: 'The email and its recipient.',
        type: builder.inputType('RenderMailInput', {
          description: 'An email to preview, as in CreateCampaignInput, and its recipient.',
          fields: (f) => ({
            subject: f.string({ description: 'Subject. Defaults to the subject in the builder document.' }),
            content: f.string({ description: 'Content. Ignored if a builder document is given.' }),
            htmlTemplate: f.field({ type: 'JSON', description: 'The builder document, at most 1 MB.' }),
            useHtmlBuilder: f.boolean({
              description: 'Whether the email was made in the builder. Defaults to true if a document is given.',
            }),
            contactId: f.id({ description: 'Id of the contact to render for. Uses sample values if omitted.' }),
            values: f.field({
              description: 'Sample values, used if no contact is given.',
              type: SampleValuesInput,
            }),
          }),
        }),
      }),
    },
    resolve: (_, { input }, ctx) => ctx.api.campaigns.previewMail(ctx, input),
  }),
}))

import type { Template as TemplateRow } from '#api/templates/template.ts'
import { templatePreview } from '#domain/template-preview.ts'
import { builder, pageCost } from './builder.ts'
import { connection, SortDirection, totalCountOf } from './connections.ts'
import { uuidOf } from './ids.ts'

const Template = builder.objectRef<TemplateRow>('Template')
builder.node(Template, {
  description: 'A saved subject and content, of words or of the builder.',
  id: { resolve: (template) => template.id },
  loadOne: (id, ctx) => ctx.api.templates.findTemplate(ctx, String(id)),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the template.' }),
    subject: t.exposeString('subject', { description: 'Subject; merge tags work.' }),
    content: t.exposeString('content', {
      description: "Content; merge tags work. Of the builder's it is HTML, rendered from the document.",
    }),
    htmlTemplate: t.expose('htmlTemplate', {
      type: 'JSON',
      nullable: true,
      description: "The builder's document; null for a template of words.",
    }),
    preview: t.string({
      description: 'The first 100 characters of the content without tags.',
      resolve: ({ content, htmlTemplate }) => templatePreview(content, htmlTemplate),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was saved.' }),
  }),
})

const TemplateFilter = builder.inputType('TemplateFilter', {
  description: 'Which templates.',
  fields: (t) => ({
    search: t.string({ description: 'Part of the name or subject, whatever its case.' }),
  }),
})
const TemplateOrder = builder.inputType('TemplateOrder', {
  description: 'In which order; the newest first when left out.',
  fields: (t) => ({
    field: t.field({
      required: true,
      description: 'What to sort by.',
      type: builder.enumType('TemplateOrderField', {
        description: 'What templates can be sorted by.',
        values: ['createdAt', 'name'] as const,
      }),
    }),
    direction: t.field({ type: SortDirection, required: true, description: 'Which end comes first.' }),
  }),
})

builder.queryFields((t) => ({
  templates: t.connection(
    {
      type: Template,
      complexity: pageCost,
      description: 'The templates of the workspace, at most 500 a page.',
      args: {
        filter: t.arg({ type: TemplateFilter, description: 'Which templates.' }),
        orderBy: t.arg({ type: TemplateOrder, description: 'In which order.' }),
      },
      resolve: (_, args, ctx) =>
        connection(
          args,
          (page) => ctx.api.templates.listTemplates(ctx, args.filter, args.orderBy, page),
          () => ctx.api.templates.countTemplates(ctx, args.filter),
        ),
    },
    {
      fields: (f) => ({
        totalCount: f.int({ description: 'How many templates match the filter.', resolve: totalCountOf }),
      }),
    },
  ),
}))

builder.mutationFields((t) => ({
  createTemplate: t.field({
    type: Template,
    description: 'Saves a template. Errors: BAD_INPUT, LIMIT_REACHED, FEATURE_OFF.',
    args: {
      input: t.arg({
        required: true,
        description: 'The template.',
        type: builder.inputType('CreateTemplateInput', {
          description: 'A template to save.',
          fields: (f) => ({
            name: f.string({ required: true, description: 'Name.' }),
            subject: f.string({ required: true, description: 'Subject.' }),
            content: f.string({ description: 'Content; left out with a document, which makes it.' }),
            htmlTemplate: f.field({ type: 'JSON', description: "The builder's document, at most 1 MB." }),
          }),
        }),
      }),
    },
    resolve: (_, { input }, ctx) => ctx.api.templates.createTemplate(ctx, input),
  }),
  updateTemplate: t.field({
    type: Template,
    description: 'Changes a template. Errors: BAD_INPUT, NOT_FOUND, FEATURE_OFF.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the template.' }),
      input: t.arg({
        required: true,
        description: 'What to change.',
        type: builder.inputType('UpdateTemplateInput', {
          description: 'Changes of a template; what is left out stays as it is.',
          fields: (f) => ({
            name: f.string({ description: 'Name.' }),
            subject: f.string({ description: 'Subject; also that of the document.' }),
            content: f.string({ description: 'Content; of no effect while there is a document.' }),
            htmlTemplate: f.field({
              type: 'JSON',
              description: "The builder's document, at most 1 MB; null takes it away and leaves the content.",
            }),
          }),
        }),
      }),
    },
    resolve: (_, { id, input }, ctx) => ctx.api.templates.updateTemplate(ctx, uuidOf('Template', id), input),
  }),
  deleteTemplate: t.field({
    type: Template,
    description: 'Deletes a template and returns it as it was. Errors: NOT_FOUND.',
    args: { id: t.arg.id({ required: true, description: 'Id of the template.' }) },
    resolve: (_, { id }, ctx) => ctx.api.templates.deleteTemplate(ctx, uuidOf('Template', id)),
  }),
}))

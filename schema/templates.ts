import type { TemplateView } from '#api/templates/template.ts'
import { builder, pageCost } from './builder.ts'
import { connection, SortDirection, totalCountOf } from './connections.ts'
import { uuidOf } from './ids.ts'

const Template = builder.objectRef<TemplateView>('Template')
builder.node(Template, {
  description: 'A saved subject and content, either text or made in the builder.',
  id: { resolve: (template) => template.id },
  loadOne: (id, ctx) => ctx.api.templates.findTemplate(ctx, String(id)),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the template.' }),
    subject: t.exposeString('subject', { description: 'Subject; merge tags work.' }),
    content: t.string({
      description: 'Content; merge tags work. For builder templates, this is the HTML rendered from the document.',
      resolve: async ({ id, content }, _, ctx) => content ?? (await ctx.loaders.templateContents.load(id)).content,
    }),
    htmlTemplate: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The builder document; null for a text template.',
      resolve: async ({ id, htmlTemplate }, _, ctx) =>
        htmlTemplate === undefined ? (await ctx.loaders.templateContents.load(id)).htmlTemplate : htmlTemplate,
    }),
    preview: t.string({
      description: 'The first 100 characters of the content, without HTML tags.',
      resolve: ({ preview }) => preview ?? '',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was saved.' }),
  }),
})

const TemplateFilter = builder.inputType('TemplateFilter', {
  description: 'Filter for templates.',
  fields: (t) => ({
    search: t.string({ description: 'Part of the name or subject; case-insensitive.' }),
  }),
})
const TemplateOrder = builder.inputType('TemplateOrder', {
  description: 'Sort order. Defaults to newest first.',
  fields: (t) => ({
    field: t.field({
      required: true,
      description: 'Field to sort by.',
      type: builder.enumType('TemplateOrderField', {
        description: 'Fields that templates can be sorted by.',
        values: ['createdAt', 'name'] as const,
      }),
    }),
    direction: t.field({ type: SortDirection, required: true, description: 'Sort direction.' }),
  }),
})

builder.queryFields((t) => ({
  templates: t.connection(
    {
      type: Template,
      complexity: pageCost,
      description: 'The workspace’s templates, at most 500 per page.',
      args: {
        filter: t.arg({ type: TemplateFilter, description: 'Filter for templates.' }),
        orderBy: t.arg({ type: TemplateOrder, description: 'Sort order.' }),
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
            content: f.string({ description: 'Content. Omit it if you give a document; it is rendered from that.' }),
            htmlTemplate: f.field({ type: 'JSON', description: 'The builder document, at most 1 MB.' }),
          }),
        }),
      }),
    },
    resolve: (_, { input }, ctx) => ctx.api.templates.createTemplate(ctx, input),
  }),
  updateTemplate: t.field({
    type: Template,
    description: 'Updates a template. Errors: BAD_INPUT, NOT_FOUND, FEATURE_OFF.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the template.' }),
      input: t.arg({
        required: true,
        description: 'The fields to change.',
        type: builder.inputType('UpdateTemplateInput', {
          description: 'Changes to a template. Omitted fields stay the same.',
          fields: (f) => ({
            name: f.string({ description: 'Name.' }),
            subject: f.string({ description: 'Subject. Also updates the subject in the document.' }),
            content: f.string({ description: 'Content. Ignored while the template has a document.' }),
            htmlTemplate: f.field({
              type: 'JSON',
              description: 'The builder document, at most 1 MB. null removes it and keeps the content.',
            }),
          }),
        }),
      }),
    },
    resolve: (_, { id, input }, ctx) => ctx.api.templates.updateTemplate(ctx, uuidOf('Template', id), input),
  }),
  deleteTemplate: t.field({
    type: Template,
    description: 'Deletes a template and returns it. Errors: NOT_FOUND.',
    args: { id: t.arg.id({ required: true, description: 'Id of the template.' }) },
    resolve: (_, { id }, ctx) => ctx.api.templates.deleteTemplate(ctx, uuidOf('Template', id)),
  }),
}))

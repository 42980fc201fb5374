import type { TemplateView } from '#api/templates/template.ts'
import { builder, enumType, pageCost, forScope } from './schema-builder.ts'
import { mutation } from './mutation-fields.ts'
import { connection, connectionOf, SortDirection } from './connections.ts'
import { uuidOf, uuidOrNull } from './object-ids.ts'

const Template = builder.objectRef<TemplateView>('Template')
builder.node(Template, {
  description: 'A saved subject and content, either text or made in the builder.',
  id: { resolve: (template) => template.id },
  loadOne: (id, ctx) => ctx.loaders.templates.load(String(id)),
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
      type: enumType('TemplateOrderField', {
        description: 'Fields that templates can be sorted by.',
        values: ['createdAt', 'name'] as const,
      }),
    }),
    direction: t.field({ type: SortDirection, required: true, description: 'Sort direction.' }),
  }),
})

export const TemplateConnection = connectionOf('Template', Template)

builder.queryFields((t) => ({
  template: t.field({
    ...forScope('templates:read'),
    type: Template,
    nullable: true,
    description: 'A template; null if it does not exist or is not yours.',
    args: { id: t.arg.id({ required: true, description: 'Id of the template.' }) },
    resolve: (_, { id }, ctx) => {
      const uuid = uuidOrNull('Template', id)
      return uuid === null ? null : ctx.loaders.templates.load(uuid)
    },
  }),
  templates: t.connection(
    {
      ...forScope('templates:read'),
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
    TemplateConnection,
  ),
}))

mutation('createTemplate', {
  scope: 'templates:write',
  description: 'Saves a template. Errors: BAD_INPUT, LIMIT_REACHED, FEATURE_OFF.',
  input: {
    description: 'A template to save.',
    fields: (t) => ({
      name: t.string({ required: true, description: 'Name.' }),
      subject: t.string({ required: true, description: 'Subject.' }),
      content: t.string({ description: 'Content. Omit it if you give a document; it is rendered from that.' }),
      htmlTemplate: t.field({ type: 'JSON', description: 'The builder document, at most 1 MB.' }),
    }),
  },
  payload: { template: { type: Template, description: 'The template.' } },
  resolve: async (input, ctx) => ({ template: await ctx.api.templates.createTemplate(ctx, input) }),
})
mutation('updateTemplate', {
  scope: 'templates:write',
  description: 'Updates a template. Errors: BAD_INPUT, NOT_FOUND, FEATURE_OFF.',
  input: {
    description: 'Changes to a template. Omitted fields stay the same.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'Id of the template.' }),
      name: t.string({ description: 'Name.' }),
      subject: t.string({ description: 'Subject. Also updates the subject in the document.' }),
      content: t.string({ description: 'Content. Ignored while the template has a document.' }),
      htmlTemplate: t.field({
        type: 'JSON',
        description: 'The builder document, at most 1 MB. null removes it and keeps the content.',
      }),
    }),
  },
  payload: { template: { type: Template, description: 'The template.' } },
  resolve: async ({ id, ...input }, ctx) => ({
    template: await ctx.api.templates.updateTemplate(ctx, uuidOf('Template', id), input),
  }),
})
mutation('deleteTemplate', {
  scope: 'templates:write',
  description: 'Deletes a template and returns it. Errors: NOT_FOUND.',
  input: {
    description: 'The input of deleteTemplate.',
    fields: (t) => ({ id: t.id({ required: true, description: 'Id of the template.' }) }),
  },
  payload: { template: { type: Template, description: 'The template.' } },
  resolve: async ({ id }, ctx) => ({ template: await ctx.api.templates.deleteTemplate(ctx, uuidOf('Template', id)) }),
})

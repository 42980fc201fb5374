import type { Template as TemplateRow } from '#api/templates/template.ts'
import { templatePreview } from '#domain/templates.ts'
import { builder } from './builder.ts'
import { uuidOf } from './ids.ts'

const Template = builder.objectRef<TemplateRow>('Template')
builder.node(Template, {
  description: 'A saved subject and content.',
  id: { resolve: (template) => template.id },
  loadOne: (id, ctx) => ctx.api.templates.findTemplate(ctx, String(id)),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the template.' }),
    subject: t.exposeString('subject', { description: 'Subject; merge tags work.' }),
    content: t.exposeString('content', { description: 'Content; merge tags work.' }),
    preview: t.string({
      description: 'The first 100 characters of the content without tags.',
      resolve: (template) => templatePreview(template.content),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was saved.' }),
  }),
})

builder.queryFields((t) => ({
  templates: t.field({
    type: [Template],
    description: 'The templates of the workspace, newest first.',
    resolve: (_, _args, ctx) => ctx.api.templates.listTemplates(ctx),
  }),
}))

builder.mutationFields((t) => ({
  createTemplate: t.field({
    type: Template,
    description: 'Saves a template. Errors: BAD_INPUT, LIMIT_REACHED.',
    args: {
      input: t.arg({
        required: true,
        description: 'The template.',
        type: builder.inputType('CreateTemplateInput', {
          description: 'A template to save.',
          fields: (f) => ({
            name: f.string({ required: true, description: 'Name.' }),
            subject: f.string({ required: true, description: 'Subject.' }),
            content: f.string({ required: true, description: 'Content.' }),
          }),
        }),
      }),
    },
    resolve: (_, { input }, ctx) => ctx.api.templates.createTemplate(ctx, input),
  }),
  deleteTemplate: t.field({
    type: Template,
    description: 'Deletes a template and returns it as it was. Errors: NOT_FOUND.',
    args: { id: t.arg.id({ required: true, description: 'Id of the template.' }) },
    resolve: (_, { id }, ctx) => ctx.api.templates.deleteTemplate(ctx, uuidOf('Template', id)),
  }),
}))

import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { BuilderDocument } from '#domain/builder/builder-document.ts'

/**
 * A saved subject and content (product: templates.fields); with a builder document, the content is rendered from it.
 */
export const Template = defineEntity({
  name: 'Template',
  tableName: 'templates',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid(),
    name: p.text(),
    subject: p.text(),
    content: p.text(),
    /** a {@link BuilderDocument}, or null for a text template */
    htmlTemplate: p.json<BuilderDocument>().nullable(),
    /** shortened text; null until it is first listed, if an older version saved it */
    preview: p.text().nullable(),
    createdAt: p.datetime(),
  },
})
export type Template = InferEntity<typeof Template>

/** The long parts of a template, which a list reads only when they are asked for. */
export type TemplateContent = Pick<Template, 'content' | 'htmlTemplate'>
/** A template that may lack its long parts. */
export type TemplateView = Omit<Template, keyof TemplateContent> & Partial<TemplateContent>

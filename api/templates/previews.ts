import { templatePreview } from '#domain/templates/template-preview.ts'
import type { TemplateContent } from './template.ts'

/** The previews of templates, in the same order. Pure; reads whole emails, so it runs in a thread. */
export function templatePreviews(templates: readonly TemplateContent[]): string[] {
  return templates.map(({ content, htmlTemplate }) => templatePreview(content, htmlTemplate))
}

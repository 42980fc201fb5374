import { templatePreview } from '#domain/templates/template-preview.ts'
import type { BuilderDocument } from '#domain/builder/builder-document.ts'

/** The previews of templates, in the same order. Pure; reads whole emails, so it runs in a thread. */
export function templatePreviews(
  templates: readonly { content: string; htmlTemplate?: BuilderDocument | null | undefined }[],
): string[] {
  return templates.map(({ content, htmlTemplate }) => templatePreview(content, htmlTemplate))
}

import { DOCUMENT_TYPES, documentName } from '#domain/campaigns/document-attachments.ts'
import type { EmailLanguage } from '#domain/content/email-languages.ts'
import { tagValues, type MergeValues } from '#domain/content/merge-tags.ts'
import { AppError } from '#domain/errors.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { MessageAttachment } from '#api/sending/provider.ts'
import type { DocumentTemplate } from '#api/sending/store.ts'
import { templateContent } from '../drafts/attachment-content.ts'

/** A template of a document, such as a Word file, with its content. */
export type LoadedTemplate = DocumentTemplate & { content: Uint8Array }

/** Reads the content of templates. */
export async function loadTemplates(
  em: Em,
  tenantId: string,
  documents: readonly DocumentTemplate[] = [],
): Promise<LoadedTemplate[]> {
  const loaded: LoadedTemplate[] = []
  for (const document of documents) {
    loaded.push({ ...document, content: await templateContent(em, tenantId, document) })
  }
  return loaded
}

/**
 * Makes the document of one recipient, off the main thread. The same template and values give the same bytes.
 *
 * @throws BAD_INPUT for a template that cannot be filled, or a PDF where there is no LibreOffice
 * @throws UNAVAILABLE if a PDF cannot be made now
 * @throws TOO_LARGE for a document that would be too long, or takes too long to make
 */
export async function documentFor(
  { threads, office }: Pick<App, 'threads' | 'office'>,
  tenantId: string,
  template: LoadedTemplate,
  { recipient, language }: { recipient: MergeValues; language: EmailLanguage },
): Promise<MessageAttachment> {
  const { content: unfilled, format } = template
  const filled = await threads.run(
    tenantId,
    'fillDocument',
    { content: unfilled, recipient, language },
    unfilled.length,
  )
  const content = format === 'pdf' ? await office.toPdf(tenantId, filled) : filled
  const name = documentName(template.name, format, tagValues(recipient, language))
  return { name, contentType: DOCUMENT_TYPES[format], size: content.length, content }
}

/** Document filled for a recipient, or the reason why it cannot be made. */
export type DocumentResult = { template: LoadedTemplate } & ({ file: MessageAttachment } | { problem: string })

/** Makes the documents of one recipient. A document that cannot be made has the reason in its result. */
export async function documentsFor(
  app: Pick<App, 'threads' | 'office'>,
  tenantId: string,
  templates: readonly LoadedTemplate[],
  recipient: Parameters<typeof documentFor>[3],
): Promise<DocumentResult[]> {
  const results: DocumentResult[] = []
  for (const template of templates) {
    try {
      results.push({ template, file: await documentFor(app, tenantId, template, recipient) })
    } catch (error) {
      if (!(error instanceof AppError) || !['BAD_INPUT', 'TOO_LARGE'].includes(error.code)) throw error
      results.push({ template, problem: error.message })
    }
  }
  return results
}

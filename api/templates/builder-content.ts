import { looksLikeDocument, readDocument, type BuilderDocument } from '#domain/builder/document.ts'
import { renderDocument } from '#domain/builder/render.ts'
import { AppError } from '#domain/errors.ts'
import { cleanHtml } from '#domain/html/clean.ts'

/** What a campaign was given, as far as its content depends on it. */
export interface BuilderInput {
  subject: string
  content: string
  useHtmlBuilder: boolean
  htmlTemplate?: unknown
}

/**
 * The content that is kept and sent. With the builder it is rendered here from the document, whatever HTML came along with it, and is empty
 * while the document is. HTML of somebody's own making, without a document, is kept but for what has no place in a mail. Simple Text is
 * kept as it is. Throws BAD_INPUT for a document that is none.
 */
export function contentOf({ subject, content, useHtmlBuilder, htmlTemplate }: BuilderInput): string {
  if (!useHtmlBuilder) return content
  if (!looksLikeDocument(htmlTemplate)) return cleanHtml(content)
  const document = documentOf(htmlTemplate)
  return document.elements.length === 0 ? '' : renderDocument(document, { title: subject.trim() || document.subject })
}

/** The builder's document in a value; throws BAD_INPUT that says where it is none. */
export function documentOf(value: unknown): BuilderDocument {
  const read = readDocument(value)
  if ('document' in read) return read.document
  const message = `The HTML template is no document of the builder: ${read.problem}.`
  throw new AppError('BAD_INPUT', message, { fields: { htmlTemplate: message } })
}

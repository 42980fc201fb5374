import { looksLikeDocument } from '#domain/builder/document-check.ts'
import {
  documentIn,
  readDocument,
  type BuilderDocument,
  type BuilderElement,
} from '#domain/builder/builder-document.ts'
import { renderDocument } from '#domain/builder/render-document.ts'
import { withSavedBlocks } from '#domain/builder/saved-blocks.ts'
import { AppError } from '#domain/errors.ts'
import { cleanHtml } from '#domain/html/html-sanitizer.ts'

/** The campaign input that determines its content. */
export interface BuilderInput {
  subject: string
  content: string
  useHtmlBuilder: boolean
  htmlTemplate?: unknown
  /** origin of the product, for pictures that come with it */
  publicUrl: string
}

/**
 * The content to store and send. With the builder it is rendered here from the document, ignoring any HTML sent along,
 * and is empty if the document is. Custom HTML without a document is sanitized. Simple Text stays as it is. Throws
 * BAD_INPUT for an invalid document.
 */
export function contentOf({ subject, content, useHtmlBuilder, htmlTemplate, publicUrl }: BuilderInput): string {
  if (!useHtmlBuilder) return content
  if (!looksLikeDocument(htmlTemplate)) return cleanHtml(content)
  const document = documentOf(htmlTemplate)
  if (document.elements.length === 0) return ''
  return renderDocument(document, { title: subject.trim() || document.subject, origin: publicUrl })
}

/** Parses the builder's document; throws BAD_INPUT that locates the problem. */
function documentOf(value: unknown): BuilderDocument {
  const read = readDocument(value)
  if ('document' in read) return read.document
  const message = `The HTML template is not a builder document: ${read.problem}.`
  throw new AppError('BAD_INPUT', message, { fields: { htmlTemplate: message } })
}

/**
 * The stored form of a template's document: the document, its subject in both places, and its rendered content. An
 * empty subject is taken from the document. Throws BAD_INPUT.
 */
export function builtFrom({
  htmlTemplate,
  subject,
  publicUrl,
}: {
  htmlTemplate: unknown
  subject: string
  publicUrl: string
}): {
  htmlTemplate: BuilderDocument
  subject: string
  content: string
} {
  const document = documentOf(htmlTemplate)
  const known = subject.trim() === '' ? document.subject : subject
  const whole = { ...document, subject: known }
  return {
    htmlTemplate: whole,
    subject: known,
    content: contentOf({ subject: known, content: '', useHtmlBuilder: true, htmlTemplate: whole, publicUrl }),
  }
}

/**
 * Returns a builder document with its saved blocks in their present version; null if nothing changes, or if the
 * document is not valid.
 */
export function upToDate({
  htmlTemplate,
  blocks,
}: {
  htmlTemplate: unknown
  /** saved blocks by their id in the API */
  blocks: Readonly<Record<string, readonly BuilderElement[]>>
}): BuilderDocument | null {
  const document = documentIn(htmlTemplate)
  const now = document && withSavedBlocks(document, new Map(Object.entries(blocks)))
  return now === document ? null : now
}

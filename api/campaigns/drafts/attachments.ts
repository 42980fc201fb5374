import { v7 as newId } from 'uuid'
import { attachmentProblem } from '#domain/campaigns/attachments.ts'
import { canBeTemplate, DOCUMENT_LIMITS, type DocumentFormat } from '#domain/campaigns/document-attachments.ts'
import { AppError } from '#domain/errors.ts'
import { notFound, uuidOf } from '#schema/object-ids.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { NO_OFFICE } from '#api/platform/office/libreoffice.ts'
import { Attachment } from './attachment.ts'
import type { Campaign } from '../campaign.ts'

const BASE64 = /^[A-Za-z0-9+/\s]*(?:=\s*){0,2}$/

/** A file of an input: new content, or the id of a stored attachment. */
export interface AttachmentData {
  id?: string | null | undefined
  name: string
  contentBytes?: string | null | undefined
  contentType: string
  /**
   * document format into which the file is filled for each recipient; undefined: as stored, null: attached without
   * change
   */
  document?: DocumentFormat | null | undefined
}

/** A file to store: new content or a stored file, and the format into which it is filled for each recipient, if any. */
interface PlannedFile {
  input: AttachmentData
  kept: Attachment | null
  content: Buffer | null
  size: number
  template: Pick<Attachment, 'document' | 'documentTags' | 'fonts'>
}

const NO_TEMPLATE = { document: null, documentTags: null, fonts: [] }

/**
 * Sets a draft's files, in this order. Its own files stay unchanged; files of the workspace's other campaigns are
 * copied. Templates of documents are read in a thread.
 *
 * @throws BAD_INPUT for content that is not base64, or a template that cannot be filled
 * @throws NOT_FOUND for a file that is not stored
 * @throws TOO_LARGE for too many bytes or templates
 * @throws UNREADABLE_FILE for a template that is no Word document
 */
export async function setAttachments(
  app: Pick<App, 'threads' | 'office'>,
  em: Em,
  campaign: Campaign,
  inputs: readonly AttachmentData[],
): Promise<void> {
  const { tenantId, id: campaignId, createdAt } = campaign
  const own = new Map((await em.find(Attachment, { tenantId, campaignId })).map((file) => [file.id, file]))
  const files: PlannedFile[] = []
  for (const input of inputs) {
    const storedId = input.contentBytes == null && input.id ? uuidOf('Attachment', input.id) : ''
    const kept = own.get(storedId) ?? null
    if (kept) own.delete(storedId)
    const copied = kept ? null : await contentOf(em, tenantId, input)
    const content = copied?.content ?? null
    const document = input.document === undefined ? (kept ?? copied)?.document : input.document
    const file = { input, kept, content }
    const template = document
      ? await readDocument(app, em, tenantId, { ...file, document })
      : await noticeTags(app, em, tenantId, file)
    files.push({ input, kept, content, size: kept?.size ?? content?.length ?? 0, template })
  }
  const problem = attachmentProblem(files.map(({ size }) => size))
  if (problem) throw new AppError('TOO_LARGE', `${problem.title}: ${problem.description}`)
  const templates = files.filter(({ template }) => template.document !== null)
  if (templates.length > DOCUMENT_LIMITS.templates) {
    throw new AppError('TOO_LARGE', `A campaign can fill at most ${DOCUMENT_LIMITS.templates} documents.`)
  }
  campaign.documentTags = templates.map(({ template }) => template.documentTags).join('\n') || null
  if (own.size > 0) await em.nativeDelete(Attachment, { tenantId, id: { $in: [...own.keys()] } })
  for (const [position, { input, kept, content, size, template }] of files.entries()) {
    const { name, contentType } = input
    if (kept) em.assign(kept, { position, name, ...template })
    else if (content) {
      em.create(Attachment, {
        ...{ tenantId, id: newId(), campaignId, position, name, contentType, size, content, createdAt },
        ...template,
      })
    }
  }
  await em.flush()
}

/** Reads a file as a template of a document, unless it was read before. */
async function readDocument(
  { threads, office }: Pick<App, 'threads' | 'office'>,
  em: Em,
  tenantId: string,
  {
    input: { name },
    kept,
    content,
    document,
  }: Pick<PlannedFile, 'input' | 'kept' | 'content'> & { document: DocumentFormat },
): Promise<PlannedFile['template']> {
  if (document === 'pdf' && !office.isThere) throw new AppError('BAD_INPUT', NO_OFFICE)
  const [, ...known] = kept?.documentTags?.split('\n') ?? []
  if (kept && known.length > 0) return { document, documentTags: [name, ...known].join('\n'), fonts: kept.fonts }
  if (!canBeTemplate(kept?.name ?? name)) {
    throw new AppError(
      'BAD_INPUT',
      `Only a Word document (.docx) can be filled for each recipient, and ${name} is none.`,
    )
  }
  const bytes = new Uint8Array(content ?? (kept && (await storedContent(em, tenantId, kept.id)).content) ?? [])
  const { tags, fonts } = await threads.run(tenantId, 'readTemplate', bytes, bytes.length)
  return { document, documentTags: `${name}\n${tags}`, fonts }
}

/**
 * Records the merge tags of a Word document that is attached unchanged: they stay as text in the document, which is
 * easily overlooked. The upload is not refused.
 */
async function noticeTags(
  { threads }: Pick<App, 'threads'>,
  em: Em,
  tenantId: string,
  { input: { name }, kept, content }: Pick<PlannedFile, 'input' | 'kept' | 'content'>,
): Promise<PlannedFile['template']> {
  if (!canBeTemplate(kept?.name ?? name)) return NO_TEMPLATE
  if (kept && (kept.document === null || kept.documentTags !== null)) {
    return { document: null, documentTags: kept.documentTags, fonts: kept.fonts }
  }
  const bytes = new Uint8Array(content ?? (kept && (await storedContent(em, tenantId, kept.id)).content) ?? [])
  if (bytes.length > DOCUMENT_LIMITS.bytes) return NO_TEMPLATE
  try {
    const { tags, fonts } = await threads.run(tenantId, 'readTemplate', bytes, bytes.length)
    return tags.trim() === '' ? NO_TEMPLATE : { document: null, documentTags: `${name}\n${tags}`, fonts }
  } catch (error) {
    if (error instanceof AppError) return NO_TEMPLATE
    throw error
  }
}

/** Has new files scanned, before a transaction begins. Throws UNREADABLE_FILE, UNAVAILABLE. */
export async function scanAttachments({ scan }: Pick<App, 'scan'>, inputs: readonly AttachmentData[]): Promise<void> {
  for (const { contentBytes } of inputs) {
    if (contentBytes != null && BASE64.test(contentBytes)) await scan(Buffer.from(contentBytes, 'base64'))
  }
}

type Content = { content: Buffer; document?: DocumentFormat | null | undefined }

async function contentOf(em: Em, tenantId: string, input: AttachmentData): Promise<Content> {
  if (input.contentBytes != null) {
    if (!BASE64.test(input.contentBytes)) {
      throw new AppError('BAD_INPUT', `The content of ${input.name} is not base64.`)
    }
    return { content: Buffer.from(input.contentBytes, 'base64') }
  }
  if (!input.id) throw new AppError('BAD_INPUT', `The attachment ${input.name} has no content.`)
  return storedContent(em, tenantId, uuidOf('Attachment', input.id))
}

async function storedContent(em: Em, tenantId: string, id: string): Promise<Content> {
  const stored = await em.findOne(Attachment, { tenantId, id }, { populate: ['content'] })
  if (!stored) throw notFound('Attachment')
  return { content: Buffer.from(stored.content ?? []), document: stored.document }
}

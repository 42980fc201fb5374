import { v7 as newId } from 'uuid'
import { attachmentProblem } from '#domain/campaigns/attachments.ts'
import { AppError } from '#domain/errors.ts'
import { notFound, uuidOf } from '#schema/ids.ts'
import type { App } from '#api/platform/app.ts'
import type { Em } from '#api/platform/database/database.ts'
import { Attachment } from './attachment.ts'
import type { Campaign } from '../campaign.ts'

const BASE64 = /^[A-Za-z0-9+/\s]*(?:=\s*){0,2}$/

/** A file of an input: new content, or the id of a stored attachment. */
export interface AttachmentData {
  id?: string | null | undefined
  name: string
  contentBytes?: string | null | undefined
  contentType: string
}

/**
 * Sets a draft's files, in this order. Its own files stay unchanged; files of the workspace's other campaigns are
 * copied. Throws BAD_INPUT, NOT_FOUND, TOO_LARGE.
 */
export async function setAttachments(em: Em, campaign: Campaign, inputs: readonly AttachmentData[]): Promise<void> {
  const { tenantId, id: campaignId, createdAt } = campaign
  const own = new Map((await em.find(Attachment, { tenantId, campaignId })).map((file) => [file.id, file]))
  const files: { kept: Attachment | null; content: Buffer | null; size: number }[] = []
  for (const input of inputs) {
    const storedId = input.contentBytes == null && input.id ? uuidOf('Attachment', input.id) : ''
    const kept = own.get(storedId) ?? null
    if (kept) own.delete(storedId)
    const content = kept ? null : await contentOf(em, tenantId, input)
    files.push({ kept, content, size: kept?.size ?? content?.length ?? 0 })
  }
  const problem = attachmentProblem(files.map(({ size }) => size))
  if (problem) throw new AppError('TOO_LARGE', `${problem.title}: ${problem.description}`)
  if (own.size > 0) await em.nativeDelete(Attachment, { tenantId, id: { $in: [...own.keys()] } })
  for (const [position, { kept, content, size }] of files.entries()) {
    const { name, contentType } = inputs[position] ?? { name: '', contentType: '' }
    if (kept) em.assign(kept, { position, name })
    else if (content) {
      em.create(Attachment, {
        tenantId,
        id: newId(),
        campaignId,
        position,
        name,
        contentType,
        size,
        content,
        createdAt,
      })
    }
  }
  await em.flush()
}

/** Has new files scanned, before a transaction begins. Throws UNREADABLE_FILE, UNAVAILABLE. */
export async function scanAttachments({ scan }: Pick<App, 'scan'>, inputs: readonly AttachmentData[]): Promise<void> {
  for (const { contentBytes } of inputs) {
    if (contentBytes != null && BASE64.test(contentBytes)) await scan(Buffer.from(contentBytes, 'base64'))
  }
}

async function contentOf(em: Em, tenantId: string, input: AttachmentData): Promise<Buffer> {
  if (input.contentBytes != null) {
    if (!BASE64.test(input.contentBytes)) {
      throw new AppError('BAD_INPUT', `The content of ${input.name} is not base64.`)
    }
    return Buffer.from(input.contentBytes, 'base64')
  }
  if (!input.id) throw new AppError('BAD_INPUT', `The attachment ${input.name} has no content.`)
  const id = uuidOf('Attachment', input.id)
  const stored = await em.findOne(Attachment, { tenantId, id }, { populate: ['content'] })
  if (!stored) throw notFound('Attachment')
  return Buffer.from(stored.content ?? [])
}

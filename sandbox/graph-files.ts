import type { Request } from 'express'
import { addFile, filesOf, type StoredFile } from './attachments.ts'
import type { Call } from './api-calls.ts'
import { GRAPH, graphError, itemNotFound } from './graph-errors.ts'
import { INLINE_FILE_LIMIT, parseFile, parseJson } from './graph-input.ts'
import { draftOf, messageOf, structure } from './graph-messages.ts'
import type { Access } from './oauth-grants.ts'
import { asBuffer, type MessageRow } from './messages.ts'
import { Refusal, type Reply } from './http-responses.ts'
import type { Sandbox } from './sandbox.ts'
import { newId } from './provider-names.ts'
import { readView } from './message-view.ts'

const FILE_LIMIT = 150 * 1024 * 1024
/** maximum bytes of one PUT */
export const PART_LIMIT = 4 * 1024 * 1024
const SESSION_LIFE_MS = 24 * 3_600_000

const shownFile = (file: Omit<StoredFile, 'content'>) => ({
  '@odata.type': '#microsoft.graph.fileAttachment',
  '@odata.mediaContentType': file.contentType,
  id: file.id,
  name: file.name,
  contentType: file.contentType,
  size: file.size,
  isInline: file.inline,
  contentId: file.contentId,
})

function countFile(sandbox: Sandbox, pk: number): void {
  sandbox.store.run(
    'UPDATE messages SET attachments = attachments + 1, changed_at = ? WHERE pk = ?',
    sandbox.clock(),
    pk,
  )
}

/** POST /me/messages/{id}/attachments: a file under 3 MB, in JSON. */
export async function postFile(sandbox: Sandbox, call: Call): Promise<Reply> {
  const file = parseFile(parseJson(call.body))
  await structure(sandbox, draftOf(sandbox, call))
  const { pk } = draftOf(sandbox, call)
  const stored = sandbox.store.atomically(() => {
    countFile(sandbox, pk)
    return addFile(sandbox, pk, file)
  })
  return { status: 201, json: { ...shownFile(stored), contentBytes: stored.content.toString('base64') } }
}

/** GET /me/messages/{id}/attachments */
export async function listFiles(sandbox: Sandbox, call: Call): Promise<Reply> {
  const row = messageOf(sandbox, call)
  const files =
    row.format === 'json'
      ? filesOf(sandbox, row)
      : (await readView(sandbox, row)).files.map((file, at) => ({
          ...file,
          id: `${row.id}-${at}`,
          size: file.content.length,
        }))
  return {
    status: 200,
    json: { value: files.map((file) => ({ ...shownFile(file), contentBytes: file.content.toString('base64') })) },
  }
}

interface UploadRow {
  id: string
  message_pk: number
  name: string
  content_type: string
  size: number
  content_id: string | null
  inline: number
  received: number
  expires_at: number
}

/**
 * POST /me/messages/{id}/attachments/createUploadSession: for files of 3 to 150 MB; the returned URL is its own
 * credential.
 */
export async function createUploadSession(sandbox: Sandbox, call: Call): Promise<Reply> {
  const input = parseJson(call.body) as {
    AttachmentItem?: Record<string, unknown>
    attachmentItem?: Record<string, unknown>
  } | null
  const item = input?.AttachmentItem ?? input?.attachmentItem
  const { attachmentType, name, size, contentType, contentId, isInline } = item ?? {}
  if (String(attachmentType).toLowerCase() !== 'file' || typeof name !== 'string' || !Number.isInteger(size)) {
    throw new Refusal(
      graphError(400, 'ErrorInvalidRequest', 'AttachmentItem needs attachmentType "file", a name and a size.'),
    )
  }
  const bytes = size as number
  if (bytes < INLINE_FILE_LIMIT) {
    const text = `The attachment is smaller than the minimum of ${INLINE_FILE_LIMIT} bytes for an upload session.`
    throw new Refusal(graphError(400, 'ErrorAttachmentSizeShouldNotBeLessThanMinimumSize', text))
  }
  if (bytes > FILE_LIMIT)
    throw new Refusal(graphError(413, 'ErrorAttachmentSizeLimitExceeded', 'The attachment is larger than 150 MB.'))
  await structure(sandbox, draftOf(sandbox, call))
  const row = draftOf(sandbox, call)
  const id = newId.upload()
  const expires = sandbox.clock() + SESSION_LIFE_MS
  sandbox.store.run(
    `INSERT INTO uploads (id, message_pk, name, content_type, size, content_id, inline, received, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?)`,
    id,
    row.pk,
    name,
    typeof contentType === 'string' ? contentType : 'application/octet-stream',
    bytes,
    typeof contentId === 'string' ? contentId : null,
    isInline === true ? 1 : 0,
    expires,
  )
  const uploadUrl = `${call.origin}/api/gv1.0/users('${encodeURIComponent(row.email)}')/messages('${encodeURIComponent(row.id)}')/AttachmentSessions('${id}')?authtoken=${id}`
  return {
    status: 201,
    json: { uploadUrl, expirationDateTime: new Date(expires).toISOString(), nextExpectedRanges: ['0-'] },
  }
}

const findUpload = ({ store }: Sandbox, id: string): (UploadRow & Pick<MessageRow, 'email' | 'folder'>) | undefined =>
  store.get('SELECT u.*, m.email, m.folder FROM uploads u JOIN messages m ON m.pk = u.message_pk WHERE u.id = ?', id)

/** An upload URL is its own credential; an additional bearer token is rejected, as in Outlook. */
export function uploadAccess(sandbox: Sandbox, req: Request): Access | Reply {
  if (req.headers.authorization !== undefined) return GRAPH.unauthenticated('invalid')
  const upload = findUpload(sandbox, String(req.params[1]))
  if (!upload || upload.expires_at <= sandbox.clock() || upload.folder !== 'drafts') return itemNotFound()
  const account = { vendor: 'microsoft', email: upload.email, name: '' } as const
  return { account, clientId: '', scopes: new Set(), expiresAt: upload.expires_at }
}

/**
 * PUT to the upload URL: the next part of the file, in order, at most 4 MB. 200 returns the next expected range, 201
 * means complete.
 */
export function putPart(sandbox: Sandbox, { params, headers, body, origin }: Call): Reply {
  const upload = findUpload(sandbox, params[1]!)
  if (!upload) return itemNotFound()
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '')
  const [start, end, total] = range ? range.slice(1).map(Number) : []
  if (start === undefined || end! - start + 1 !== body.length || total !== upload.size || end! >= total) {
    return graphError(
      400,
      'ErrorInvalidContentRange',
      'Content-Range does not fit the part, or the size named when the session began.',
    )
  }
  if (start !== upload.received) {
    return graphError(416, 'ErrorContentRangeNotExpected', `The next part expected begins at byte ${upload.received}.`)
  }
  const received = end! + 1
  const fileId = sandbox.store.atomically(() => {
    sandbox.store.run('INSERT INTO upload_parts (upload_id, start, content) VALUES (?, ?, ?)', upload.id, start, body)
    sandbox.store.run('UPDATE uploads SET received = ? WHERE id = ?', received, upload.id)
    return received === upload.size ? finishUpload(sandbox, upload) : undefined
  })
  if (fileId !== undefined) {
    const location = `${origin}/api/v2.0/Users('${upload.email}')/Messages('${params[0]}')/Attachments('${encodeURIComponent(fileId)}')`
    return { status: 201, headers: { Location: location } }
  }
  const expirationDateTime = new Date(upload.expires_at).toISOString()
  return { status: 200, json: { expirationDateTime, nextExpectedRanges: [`${received}-`] } }
}

function finishUpload(sandbox: Sandbox, upload: UploadRow): string {
  const { store } = sandbox
  const parts = store.all<{ content: Uint8Array }>(
    'SELECT content FROM upload_parts WHERE upload_id = ? ORDER BY start',
    upload.id,
  )
  const content = Buffer.concat(parts.map((part) => asBuffer(part.content)))
  const { id } = addFile(sandbox, upload.message_pk, {
    name: upload.name,
    contentType: upload.content_type,
    contentId: upload.content_id,
    inline: upload.inline === 1,
    content,
  })
  countFile(sandbox, upload.message_pk)
  dropUpload(sandbox, upload.id)
  return id
}

/** Deletes an upload and its parts. */
export function dropUpload({ store }: Sandbox, id: string): void {
  store.run('DELETE FROM upload_parts WHERE upload_id = ?', id)
  store.run('DELETE FROM uploads WHERE id = ?', id)
}

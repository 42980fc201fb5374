import { invalidArgument } from './gmail-errors.ts'
import { type MessageRow, readContent, type Where } from './messages.ts'
import { headerFields, type MimePart, mimeTree } from './mime.ts'
import { Refusal } from './http-responses.ts'
import type { Sandbox } from './sandbox.ts'
import { wordsOfHtml } from '#domain/html/visible-words.ts'

/** The labels of a message. */
export function labelsOf(row: MessageRow): string[] {
  if (row.folder === 'drafts') return ['DRAFT']
  if (row.folder === 'sent') return ['SENT']
  if (row.folder === 'archive') return row.is_read === 1 ? [] : ['UNREAD']
  return row.is_read === 1 ? ['INBOX'] : ['UNREAD', 'INBOX']
}

export const brief = (row: MessageRow) => ({ id: row.id, threadId: row.thread_id, labelIds: labelsOf(row) })

interface Payload {
  partId: string
  mimeType: string
  filename: string
  headers: { name: string; value: string }[]
  body: { size: number; data?: string; attachmentId?: string }
  parts?: Payload[]
}

/** Files are listed without their bytes, which messages.attachments.get returns. */
function toPayload(part: MimePart, partId: string): Payload {
  const { headers, type, filename, content, parts } = part
  const size = content.length
  const body = filename
    ? { size, attachmentId: `ANGj${partId}` }
    : size > 0
      ? { size, data: content.toString('base64url') }
      : { size }
  const inner = parts.map((child, at) => toPayload(child, partId === '' ? String(at) : `${partId}.${at}`))
  return { partId, mimeType: type, filename, headers, body, ...(inner.length > 0 ? { parts: inner } : {}) }
}

/** The bytes of a file listed by {@link toPayload}. */
export function filePart(raw: Buffer, attachmentId: string): Buffer | undefined {
  const path = /^ANGj([\d.]*)$/.exec(attachmentId)?.[1]
  if (path === undefined) return undefined
  let part: MimePart | undefined = mimeTree(raw)
  for (const at of path.split('.').filter(Boolean)) part = part?.parts[Number(at)]
  return part?.content
}

function textOf(part: MimePart): string {
  const plain = (node: MimePart): MimePart | undefined =>
    node.type === 'text/plain' ? node : node.parts.map(plain).find(Boolean)
  const found = plain(part) ?? part
  const words = wordsOfHtml(found.content.toString('utf8'))
  return words.replace(/\s+/g, ' ').trim().slice(0, 200)
}

/** A message in the requested format: full, metadata (with metadataHeaders), minimal or raw. */
export function gmailMessage(
  sandbox: Sandbox,
  row: MessageRow,
  format: string,
  metadataHeaders: string[] = [],
): Record<string, unknown> {
  const raw = readContent(sandbox, row.pk)
  const basis = {
    ...brief(row),
    sizeEstimate: row.size,
    historyId: String(row.seq),
    internalDate: String(row.sent_at ?? row.created_at),
  }
  switch (format) {
    case 'minimal':
      return basis
    case 'raw':
      return { ...basis, raw: raw.toString('base64url') }
    case 'metadata': {
      const wanted = new Set(metadataHeaders.map((name) => name.toLowerCase()))
      const headers = headerFields(raw).filter(({ name }) => wanted.size === 0 || wanted.has(name.toLowerCase()))
      return { ...basis, snippet: textOf(mimeTree(raw)), payload: { partId: '', headers } }
    }
    case 'full': {
      const tree = mimeTree(raw)
      return { ...basis, snippet: textOf(tree), payload: toPayload(tree, '') }
    }
    default:
      throw new Refusal(invalidArgument(`Invalid value for format: ${format}`))
  }
}

const FOLDERS: Record<string, string> = { sent: 'sent', draft: 'drafts', drafts: 'drafts', inbox: 'inbox' }

const like = (column: string, word: string): Where => ({
  sql: `${column} LIKE ? ESCAPE '\\'`,
  values: [`%${word.replace(/[\\%_]/g, '\\$&')}%`],
})

const folder = (name: string | undefined, term: string): Where => {
  if (name === undefined) throw new Refusal(invalidArgument(`The sandbox cannot search for ${term}`))
  return { sql: 'folder = ?', values: [name] }
}

/** Parses a time in a Gmail search: epoch seconds, or a date like 2026/11/21. */
function moment(text: string): number {
  const at = /^\d{9,}$/.test(text) ? Number(text) * 1000 : Date.parse(text.replaceAll('/', '-'))
  if (Number.isNaN(at)) throw new Refusal(invalidArgument(`Invalid date: ${text}`))
  return at
}

const OPERATORS: Record<string, (value: string) => Where> = {
  rfc822msgid: (id) => ({ sql: 'internet_id = ?', values: [/^<.*>$/.test(id) ? id : `<${id}>`], byInternetId: true }),
  in: (name) => (name === 'anywhere' ? { sql: '1', values: [] } : folder(FOLDERS[name], `in:${name}`)),
  is: (name) => (name === 'unread' ? { sql: 'is_read = 0', values: [] } : folder(FOLDERS[name], `is:${name}`)),
  from: (word) => like('sender', word),
  to: (word) => like('recipients', word),
  subject: (word) => like('subject', word),
  after: (text) => ({ sql: 'coalesce(sent_at, created_at) >= ?', values: [moment(text)] }),
  before: (text) => ({ sql: 'coalesce(sent_at, created_at) < ?', values: [moment(text)] }),
}

/** Gmail's search syntax as SQL, as far as supported; an unknown operator is rejected, never ignored. */
export function parseSearch(q: string): Where {
  const wheres = [...q.matchAll(/(?:(\w+):)?(?:"([^"]*)"|(\S+))/g)].map(([term, operator, quoted, bare]) => {
    const value = quoted ?? bare!
    if (operator === undefined) return like('subject', value)
    const make = OPERATORS[operator.toLowerCase()]
    if (!make) throw new Refusal(invalidArgument(`The sandbox cannot search for ${term}`))
    return make(value)
  })
  return {
    sql: ['1', ...wheres.map(({ sql }) => sql)].join(' AND '),
    values: wheres.flatMap(({ values }) => values),
    byInternetId: wheres.some(({ byInternetId }) => byInternetId),
  }
}

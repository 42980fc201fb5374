import type { MessageRow } from './messages.ts'
import { asBuffer } from './messages.ts'
import type { Sandbox } from './sandbox.ts'
import { newId } from './provider-names.ts'

/** A file of a Graph message. Files of MIME messages stay in their MIME. */
export interface StoredFile {
  id: string
  name: string
  contentType: string
  size: number
  contentId: string | null
  inline: boolean
  content: Buffer
}

export type NewFile = Omit<StoredFile, 'id' | 'size'>

interface FileRow {
  id: string
  name: string
  content_type: string
  size: number
  content_id: string | null
  inline: number
  content: Uint8Array
}

export function addFile({ store }: Sandbox, messagePk: number, file: NewFile): StoredFile {
  const id = newId.graphImmutable()
  store.run(
    'INSERT INTO attachments (id, message_pk, name, content_type, size, content_id, inline, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    id,
    messagePk,
    file.name,
    file.contentType,
    file.content.length,
    file.contentId,
    file.inline ? 1 : 0,
    file.content,
  )
  return { ...file, id, size: file.content.length }
}

export function filesOf({ store }: Sandbox, { pk }: Pick<MessageRow, 'pk'>): StoredFile[] {
  return store.all<FileRow>('SELECT * FROM attachments WHERE message_pk = ? ORDER BY pk', pk).map((row) => ({
    id: row.id,
    name: row.name,
    contentType: row.content_type,
    size: row.size,
    contentId: row.content_id,
    inline: row.inline === 1,
    content: asBuffer(row.content),
  }))
}

/** Total bytes of a message's files. */
export function filesSize({ store }: Sandbox, pk: number): number {
  return (
    store.get<{ total: number | null }>('SELECT sum(size) AS total FROM attachments WHERE message_pk = ?', pk)?.total ??
    0
  )
}

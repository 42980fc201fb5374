import type { Em } from '#api/platform/database/database.ts'
import type { DocumentFormat } from '#domain/campaigns/document-attachments.ts'
import type { MessageAttachment } from '#api/sending/provider.ts'
import type { DocumentTemplate } from '#api/sending/store.ts'

/** Bytes of a file read from the database at a time; they arrive as text of twice that size. */
const READ = 4_194_304
/** Maximum bytes of unused files kept in memory, because the mailboxes of one campaign send one after another. */
const CACHE_MAX_BYTES = 64 * 1_048_576
/** ms for which the contents of files are cached */
const KEPT_FOR = 60_000

/** Files in use in this process, by id: their content never changes, and derived values are cached by identity. */
const inUse = new Map<string, WeakRef<Uint8Array>>()
const gone = new FinalizationRegistry<string>((id) => {
  if (inUse.get(id)?.deref() === undefined) inUse.delete(id)
})
/** Files being read; other callers wait for the same read. */
const beingRead = new Map<string, Promise<Uint8Array>>()
const kept = new Map<string, { content: Uint8Array; timer: NodeJS.Timeout }>()

/** Files of a campaign: those attached without change, and templates of documents. */
export interface CampaignFiles {
  attachments: MessageAttachment[]
  documents: DocumentTemplate[]
}

/** Placeholder for content that was not requested. */
const UNREAD = new Uint8Array()

/**
 * A campaign's files in order. The process holds each once, however many mailboxes send it. Reads only the content of
 * `wanted` files that are attached as they are.
 */
export async function campaignFiles(
  em: Em,
  tenantId: string,
  campaignId: string,
  wanted: (name: string) => boolean = () => true,
): Promise<CampaignFiles> {
  const rows = await em.execute<
    (Omit<DocumentTemplate, 'format'> & { contentType: string; document: DocumentFormat | null })[]
  >(
    `select id, name, content_type as "contentType", size, document,
       case when document is not null then encode(sha256(content), 'hex') end as hash
     from attachments where tenant_id = :tenantId and campaign_id = :campaignId order by position`,
    { tenantId, campaignId },
  )
  const files: CampaignFiles = { attachments: [], documents: [] }
  for (const { id, name, contentType, size, document, hash } of rows) {
    if (document) files.documents.push({ id, name, size, format: document, hash })
    else {
      const content = wanted(name) ? await contentOf(em, tenantId, id, size) : UNREAD
      files.attachments.push({ name, contentType, size, content })
    }
  }
  return files
}

/** Reads a template of a document. Throws if it was deleted. */
export const templateContent = (em: Em, tenantId: string, { id, size }: Pick<DocumentTemplate, 'id' | 'size'>) =>
  contentOf(em, tenantId, id, size)

async function contentOf(em: Em, tenantId: string, id: string, size: number): Promise<Uint8Array> {
  const known = inUse.get(id)?.deref()
  const content = known ?? (await (beingRead.get(id) ?? readOnce(em, tenantId, id, size)))
  keep(id, content)
  return content
}

async function readOnce(em: Em, tenantId: string, id: string, size: number): Promise<Uint8Array> {
  const reading = read(em, tenantId, id, size)
  beingRead.set(id, reading)
  try {
    const content = await reading
    inUse.set(id, new WeakRef(content))
    gone.register(content, id)
    return content
  } finally {
    beingRead.delete(id)
  }
}

/** Reads a file in pieces, so no second full copy is ever in memory. */
async function read(em: Em, tenantId: string, id: string, size: number): Promise<Uint8Array> {
  const content = Buffer.allocUnsafeSlow(size)
  for (let start = 0; start < size; start += READ) {
    const [row] = await em.execute<{ piece: Uint8Array }[]>(
      'select substring(content from :from for :READ) as piece from attachments where tenant_id = :tenantId and id = :id',
      { from: start + 1, READ, tenantId, id },
    )
    if (!row) throw new Error('An attachment was deleted while it was being read')
    content.set(row.piece, start)
  }
  return content
}

function keep(id: string, content: Uint8Array): void {
  forget(id)
  kept.set(id, { content, timer: setTimeout(() => forget(id), KEPT_FOR).unref() })
  let bytes = 0
  for (const [newest, each] of [...kept].toReversed()) {
    bytes += each.content.byteLength
    if (bytes > CACHE_MAX_BYTES) forget(newest)
  }
}

function forget(id: string): void {
  clearTimeout(kept.get(id)?.timer)
  kept.delete(id)
}

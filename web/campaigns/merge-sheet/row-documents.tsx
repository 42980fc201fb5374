import { documentName } from '#domain/campaigns/document-attachments.ts'
import { DEFAULT_LANGUAGE } from '#domain/content/email-languages.ts'
import { tagValues, type MergeValues } from '#domain/content/merge-tags.ts'
import { DocumentButton } from '../preview/document-button.tsx'
import type { SheetDraft, SheetRow } from './operations.ts'

interface RowDocumentsProps {
  campaign: Pick<SheetDraft, 'id' | 'language' | 'attachments'>
  row: SheetRow
  recipient: MergeValues
}

/**
 * Buttons that preview the documents attached for the person of a row. Their names are made in the browser; the server
 * makes the files.
 */
export function RowDocuments({ campaign: { id, language, attachments }, row, recipient }: RowDocumentsProps) {
  const templates = attachments.flatMap(({ document, ...file }) => (document ? [{ ...file, document }] : []))
  if (templates.length === 0 || !row.contact) return null
  const values = tagValues(recipient, language ?? DEFAULT_LANGUAGE)
  const input = { campaignId: id, contactId: row.contact.id, row: row.row }
  return (
    <>
      <dt className="text-ink-soft">Documents</dt>
      <dd className="grid gap-1">
        {templates.map(({ id: key, name, document }, index) => (
          <DocumentButton key={key} input={input} file={{ name: documentName(name, document, values) }} index={index} />
        ))}
      </dd>
    </>
  )
}

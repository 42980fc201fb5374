import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { ImportUndo } from '#domain/imports.ts'
import type { RejectedRow } from './spreadsheet/rows.ts'

/** One uploaded spreadsheet and what became of its rows. */
export const ContactImport = defineEntity({
  name: 'ContactImport',
  tableName: 'contact_imports',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid(),
    fileName: p.text(),
    added: p.integer(),
    ignored: p.integer(),
    rejected: p.integer(),
    skipped: p.integer(),
    /** contacts that were there and got new values */
    changed: p.integer(),
    /** contacts that got a tag they did not have */
    tagged: p.integer(),
    rejectedRows: p.json<RejectedRow[]>().lazy(),
    /** what undoing it took back; null while it stands */
    undone: p.json<ImportUndo>().nullable(),
    createdAt: p.datetime(),
  },
})
export type ContactImport = InferEntity<typeof ContactImport>

/** An import without its rejected rows, which are read for their file only. */
export type ImportView = Omit<ContactImport, 'rejectedRows'>

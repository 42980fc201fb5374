import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { ImportUndo } from '#domain/contacts/imports.ts'
import type { SheetColumn } from './sheet-columns.ts'
import type { RejectedRow } from './spreadsheet/rows.ts'

/** An uploaded spreadsheet and the outcome of its rows. */
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
    /** existing contacts with new values */
    changed: p.integer(),
    /** contacts that gained a tag */
    tagged: p.integer(),
    /** custom fields of the import in the order of the sheet's columns; null for imports of earlier versions */
    fieldNames: p.array().nullable(),
    /** columns of the sheet that were kept, with its titles; null for imports of earlier versions */
    sheetColumns: p.json<SheetColumn[]>().nullable().lazy(),
    rejectedRows: p.json<RejectedRow[]>().lazy(),
    /** the changes that undoing the import reverted; null until then */
    undone: p.json<ImportUndo>().nullable(),
    createdAt: p.datetime(),
  },
})
export type ContactImport = InferEntity<typeof ContactImport>

/** An import without its rejected rows, which are read for their file only, and without what orders the fields. */
export type ImportView = Omit<ContactImport, 'rejectedRows' | 'fieldNames' | 'sheetColumns'>

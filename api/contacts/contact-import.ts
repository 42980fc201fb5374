import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { ImportUndo } from '#domain/contacts/imports.ts'
import type { SheetColumn } from './sheet-columns.ts'
import type { RejectedRow } from './spreadsheet/contact-rows.ts'

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
    /** number of existing contacts that got new values */
    changed: p.integer(),
    /** number of contacts that gained a tag */
    tagged: p.integer(),
    /** custom fields of the import in the order of the sheet's columns; null for imports of earlier versions */
    fieldNames: p.array().nullable(),
    /** columns of the sheet that were kept, with its titles; null for imports of earlier versions */
    sheetColumns: p.json<SheetColumn[]>().nullable().lazy(),
    rejectedRows: p.json<RejectedRow[]>().lazy(),
    /** number of changes that undoing the import reverted; null until the import is undone */
    undone: p.json<ImportUndo>().nullable(),
    createdAt: p.datetime(),
  },
})
export type ContactImport = InferEntity<typeof ContactImport>

/**
 * An import as screens show it: without its rejected rows, which are read only for their file, and without the columns
 * by which fields are ordered.
 */
export type ImportView = Omit<ContactImport, 'rejectedRows' | 'fieldNames' | 'sheetColumns'>

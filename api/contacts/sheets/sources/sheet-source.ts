import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { SheetSourceKind, SheetState } from '#domain/contacts/live-sheets.ts'

/**
 * Source of a connected sheet: the place from which it is read again and again (product: sheets.live), and the result
 * of the last read. Its rows belong to the sheet with the same id.
 */
export const SheetSource = defineEntity({
  name: 'SheetSource',
  tableName: 'sheet_sources',
  properties: {
    tenantId: p.uuid().primary(),
    sheetId: p.uuid().primary(),
    /** user who connected the sheet: new contacts are added in their name */
    userId: p.uuid(),
    kind: p.text().$type<SheetSourceKind>(),
    /** id of the permission that opens the sheet; null for a link that needs no permission */
    grantId: p.uuid().nullable(),
    /** encrypted link of the sheet (`SheetPlace`), because everybody who knows the link can read the sheet */
    sealedPlace: p.blob(),
    /** name of the server, shown to people */
    host: p.text(),
    /** name of the column that identifies a row; null: the email address does */
    keyColumn: p.text().nullable(),
    /** name of the column whose equal values make rows those of one person; null: the email address */
    groupBy: p.text().nullable(),
    /** column titles that the sheet must still have at the next read */
    columns: p.array(),
    /** ETag that the server sent at the last read */
    etag: p.text().nullable(),
    /** hash of the table at the last read */
    digest: p.blob().nullable(),
    state: p.text().$type<SheetState>(),
    /** explanation with advice; null while the sheet can be read */
    problem: p.text().nullable(),
    /** number of rows of the last read that cannot be used, for example without a valid email address */
    rejectedRows: p.integer().default(0),
    /** time of the last successful read of the sheet */
    readAt: p.datetime().nullable(),
    /** time of the last read that found changes in the sheet */
    changedAt: p.datetime().nullable(),
    triedAt: p.datetime().nullable(),
    /** earliest time of the next automatic read; null: at any time */
    retryAt: p.datetime().nullable(),
    /** true if the outcome of each email is written into the sheet */
    writes: p.boolean().default(false),
    /**
     * titles of the columns that Mergewell added to the sheet, in the order of `WRITTEN_TITLES`; empty before the first
     * write
     */
    writtenTitles: p.array(),
    /** time of the last successful write, or check without anything to write */
    writtenAt: p.datetime().nullable(),
    /** time at which the sheet is next checked for something to write */
    writeDueAt: p.datetime().nullable(),
    /** reason why the sheet could not be written, with advice; null while it can */
    writeProblem: p.text().nullable(),
    createdAt: p.datetime(),
  },
})
export type SheetSource = InferEntity<typeof SheetSource>

/** Returns the name of the database row that the encrypted link of a sheet is bound to. */
export const placeOfSource = (sheetId: string): string => `sheet_sources/${sheetId}`

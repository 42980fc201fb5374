import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { SheetSourceKind, SheetState } from '#domain/contacts/live-sheets.ts'

/** The source of a connected sheet, which is read again and again (product: sheets.live). The rows belong to the sheet with the same id. */
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
    /** a sealed `SheetPlace`, because everybody who knows the link of a sheet can read the sheet */
    sealedPlace: p.blob(),
    /** the server, for people to see */
    host: p.text(),
    /** the column that tells rows apart; null: the address */
    keyColumn: p.text().nullable(),
    /** the column whose equal values make rows those of one person; null: the address */
    groupBy: p.text().nullable(),
    /** the titles that the sheet must still have */
    columns: p.array(),
    /** ETag of the last reading */
    etag: p.text().nullable(),
    /** hash of the table that the last reading found */
    digest: p.blob().nullable(),
    state: p.text().$type<SheetState>(),
    /** explanation with advice; null while the sheet can be read */
    problem: p.text().nullable(),
    /** rows of the last reading that cannot be used, for want of a valid address for instance */
    rejectedRows: p.integer().default(0),
    /** the last reading that worked */
    readAt: p.datetime().nullable(),
    /** the last reading that found something else than the one before */
    changedAt: p.datetime().nullable(),
    triedAt: p.datetime().nullable(),
    /** earliest time of the next automatic reading; null: any */
    retryAt: p.datetime().nullable(),
    /** true if the outcome of each email is written into the sheet */
    writes: p.boolean().default(false),
    /** the titles of the columns that are ours, in the order of `WRITTEN_TITLES`; empty while none was ever written */
    writtenTitles: p.array(),
    /** the last writing that worked, or found nothing to write */
    writtenAt: p.datetime().nullable(),
    /** time at which the sheet is next checked for something to write */
    writeDueAt: p.datetime().nullable(),
    /** reason why the sheet could not be written, with advice; null while it can */
    writeProblem: p.text().nullable(),
    createdAt: p.datetime(),
  },
})
export type SheetSource = InferEntity<typeof SheetSource>

/** The context that the place of a sheet is sealed to. */
export const placeOfSource = (sheetId: string): string => `sheet_sources/${sheetId}`

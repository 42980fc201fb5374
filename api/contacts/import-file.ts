import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { SheetDescription } from './spreadsheet/contact-table-reader.ts'

/** An uploaded spreadsheet for preview; nothing is imported yet. */
export const ImportFile = defineEntity({
  name: 'ImportFile',
  tableName: 'import_files',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid(),
    fileName: p.text(),
    contentType: p.text(),
    content: p.blob().lazy(),
    sheets: p.json<SheetDescription[]>(),
    /** id of the task that imports the file, if any */
    taskId: p.uuid().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
})
export type ImportFile = InferEntity<typeof ImportFile>

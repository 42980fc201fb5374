import { z } from 'zod'
import { contactTagsInput } from '../audiences.ts'
import { COLUMN_FIELDS, EXISTING_CHOICES } from './imports.ts'
import { keepRowsInput } from './sheet-rules.ts'
import { TEXT_ENCODINGS } from './text-encoding-labels.ts'

/** Options for reading a file, which programs can choose before they see a preview. */
export const readingChoice = z.object({
  encoding: z.enum(TEXT_ENCODINGS, { error: `The encoding must be one of ${TEXT_ENCODINGS.join(', ')}` }).optional(),
  leaveOutHidden: z.boolean().default(false),
  fillMerged: z.boolean().default(false),
})
export type ReadingChoice = z.output<typeof readingChoice>

/**
 * Options for an import: which part of the file to import, and how. By default uses the recognized columns, and skips
 * existing contacts.
 */
export const importChoice = readingChoice.extend({
  sheet: z.string().optional(),
  columns: z
    .array(z.object({ index: z.int().min(0), field: z.enum(COLUMN_FIELDS), name: z.string().nullish() }))
    .max(200, 'Choose what to import for at most 200 columns')
    .default([]),
  existing: z.enum(EXISTING_CHOICES).default('ignore'),
  tags: contactTagsInput.default([]),
  splitAddresses: z.boolean().default(false),
  firstThatFit: z.boolean().default(false),
  keepRows: keepRowsInput.optional(),
})
export type ImportChoice = z.output<typeof importChoice>

import { z } from 'zod'

/** Sheets whose rows are kept for emails (product: email.rows). */

/** Ways to send a campaign about a sheet: one email to each person, with all of their rows, or one email for each row. */
export const EMAILS_PER = ['person', 'row'] as const
export type EmailsPer = (typeof EMAILS_PER)[number]

export const emailsPerInput = z.enum(EMAILS_PER, `Emails must be per ${EMAILS_PER.join(' or ')}`)

/** Keeps the rows of an uploaded sheet. */
export const keepRowsInput = z.object({
  /** the column whose equal values make rows those of one person; the address by default */
  groupBy: z.string().trim().max(60, 'Group by a column of the sheet').nullish(),
})

const CELL_MAX = 10_000

/** A value for one column in rows of a sheet. */
export const cellChange = z.object({
  column: z.string().trim().min(1, 'Name the column').max(200),
  rows: z
    .array(z.object({ contactId: z.string(), row: z.int() }))
    .min(1, 'Name at least one row')
    .max(1_000, 'Change at most 1,000 rows at once'),
  value: z
    .string()
    .max(CELL_MAX, `A value can have at most ${CELL_MAX.toLocaleString('en-US')} characters`)
    .nullish()
    .transform((value) => value ?? null),
})

export const MERGE_LIMITS = {
  /** rows of one merge */
  rows: 10_000,
} as const

const cell = z.object({
  name: z.string().trim().min(1, 'Name each value after its column').max(200),
  value: z.string().max(CELL_MAX, `A value can have at most ${CELL_MAX.toLocaleString('en-US')} characters`),
})

/** Rows that a program sends with the email that is about them. */
export const mergeRows = z.object({
  name: z.string().trim().min(1, 'Name the merge').max(200, 'The name of a merge can have at most 200 characters'),
  rows: z
    .array(z.object({ cells: z.array(cell).max(100, 'A row can have at most 100 values') }))
    .min(1, 'Send at least one row')
    .max(
      MERGE_LIMITS.rows,
      `A merge can have at most ${MERGE_LIMITS.rows.toLocaleString('en-US')} rows; upload a sheet instead`,
    ),
  groupBy: z.string().trim().max(60).nullish(),
})
export type MergeRows = z.output<typeof mergeRows>

/** Acts of a merge after its draft was made. */
export const MERGE_ACTIONS = ['draft', 'rehearse', 'launch'] as const
export type MergeAction = (typeof MERGE_ACTIONS)[number]

import { CONTACT_FIELD_NAMES, entryOf } from '#domain/contacts/contact-fields.ts'
import { importChoice } from '#domain/contacts/import-choice.ts'
import type { TextEncoding } from '#domain/contacts/text-encoding-labels.ts'
import type { ExistingContacts, ImportChoiceInput, ImportColumnInput } from '#web/generated/graphql.ts'

/** The user's choices for an imported file; where none is made, the server's detection applies. */
export interface Choice {
  sheet?: string
  /** Changed meanings of columns, by the column's index. */
  columns: ReadonlyMap<number, Omit<ImportColumnInput, 'index'>>
  existing: ExistingContacts
  tags: readonly string[]
  /** True if a row with several addresses becomes several contacts. */
  splitAddresses: boolean
  /**
   * Keeps the rows, so that emails can be about them; null: imports contacts only. `groupBy`: name of the column whose
   * value rows of one person share; null: the email address.
   */
  keepRows: { groupBy: string | null } | null
  /** True if only the new contacts for which the plan has room are imported. */
  firstThatFit: boolean
  /** Encoding of a text file. */
  encoding?: TextEncoding
  /** True if rows that the spreadsheet hides are left out. */
  leaveOutHidden: boolean
  /** True if each row of a merged cell gets its value. */
  fillMerged: boolean
}

export const AS_DETECTED: Choice = {
  columns: new Map(),
  existing: 'ignore',
  tags: [],
  splitAddresses: false,
  keepRows: null,
  firstThatFit: false,
  leaveOutHidden: false,
  fillMerged: false,
}

/** Converts the choices to API input. */
export function choiceInput(choice: Choice): ImportChoiceInput {
  const {
    sheet,
    columns,
    existing,
    tags,
    splitAddresses,
    keepRows,
    firstThatFit,
    encoding,
    leaveOutHidden,
    fillMerged,
  } = choice
  return {
    ...(sheet !== undefined && { sheet }),
    columns: [...columns].map(([index, column]) => ({ index, ...column })),
    existing,
    tags: [...tags],
    ...(splitAddresses && { splitAddresses }),
    ...(keepRows && { keepRows }),
    ...(firstThatFit && { firstThatFit }),
    ...(encoding !== undefined && { encoding }),
    ...(leaveOutHidden && { leaveOutHidden }),
    ...(fillMerged && { fillMerged }),
  }
}

/** Parses stored choices; returns no choices when they are unreadable. */
export function choiceFrom(kept: unknown): Choice {
  const { data } = importChoice.safeParse(kept)
  if (!data) return AS_DETECTED
  const { sheet, columns, encoding, keepRows, ...others } = data
  return {
    ...others,
    keepRows: keepRows ? { groupBy: keepRows.groupBy ?? null } : null,
    ...(sheet !== undefined && { sheet }),
    ...(encoding !== undefined && { encoding }),
    columns: new Map(columns.map(({ index, ...column }) => [index, column])),
  }
}

/** Names of the possible meanings of a column, as in spreadsheets (product: import.columns). */
export const COLUMN_LABELS = [
  ...CONTACT_FIELD_NAMES.map((value) => ({ value, label: entryOf(value).header })),
  { value: 'fullName', label: 'Full name' },
  { value: 'noTracking', label: 'Do not track' },
  { value: 'trackingConsent', label: 'Tracking consent' },
  { value: 'custom', label: 'Custom field' },
  { value: 'ignored', label: 'Ignore' },
] as const

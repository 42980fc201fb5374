import { importChoice } from '#domain/import-choice.ts'
import type { ExistingContacts, ImportChoiceInput, ImportColumnInput } from '#web/generated/graphql.ts'

/** The user's choices for a file; missing ones use what the server detected. */
export interface Choice {
  sheet?: string
  /** Columns to reassign, by index. */
  columns: ReadonlyMap<number, Omit<ImportColumnInput, 'index'>>
  existing: ExistingContacts
  tags: readonly string[]
}

export const AS_DETECTED: Choice = { columns: new Map(), existing: 'ignore', tags: [] }

/** The choice as API input. */
export function choiceInput({ sheet, columns, existing, tags }: Choice): ImportChoiceInput {
  return {
    ...(sheet !== undefined && { sheet }),
    columns: [...columns].map(([index, column]) => ({ index, ...column })),
    existing,
    tags: [...tags],
  }
}

/** Parses a stored choice; the detected one when it is unreadable. */
export function choiceFrom(kept: unknown): Choice {
  const { data } = importChoice.safeParse(kept)
  if (!data) return AS_DETECTED
  const { sheet, columns, existing, tags } = data
  return {
    ...(sheet !== undefined && { sheet }),
    columns: new Map(columns.map(({ index, ...column }) => [index, column])),
    existing,
    tags,
  }
}

/** What a column can become, in the spreadsheet's words (product: import.columns). */
export const COLUMN_LABELS = [
  { value: 'firstName', label: 'First Name' },
  { value: 'lastName', label: 'Last Name' },
  { value: 'fullName', label: 'Full name' },
  { value: 'email', label: 'Email' },
  { value: 'serialNumber', label: 'S.No' },
  { value: 'noTracking', label: 'Do not track' },
  { value: 'trackingConsent', label: 'Tracking consent' },
  { value: 'custom', label: 'Custom field' },
  { value: 'ignored', label: 'Ignore' },
] as const

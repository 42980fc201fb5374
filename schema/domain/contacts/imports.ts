import { CONTACT_FIELD_NAMES } from './contact-fields.ts'

/** Imports with a preview before anything is written. */

export const IMPORT_LIMITS = {
  /** bytes a spreadsheet may have as it is uploaded */
  fileBytes: 30 * 1_048_576,
  /** ms for which an uploaded file is kept */
  kept: 86_400_000,
  /** maximum number of a workspace's uploaded files that are kept at a time */
  files: 10,
  /** sheets of a workbook that are described */
  sheets: 50,
  /** rows of each outcome shown in a preview */
  shownRows: 10,
  /** maximum number of unchanged contacts whose addresses an undo lists */
  namedLeft: 100,
} as const

/** Fields that a column can become, besides a custom field. */
export const COLUMN_FIELDS = [
  ...CONTACT_FIELD_NAMES,
  'fullName',
  'noTracking',
  'trackingConsent',
  'custom',
  'ignored',
] as const

export const EXISTING_CHOICES = ['ignore', 'update'] as const
export type ExistingChoice = (typeof EXISTING_CHOICES)[number]

/** Changes that undoing an import reverted. */
export interface ImportUndo {
  /** ISO 8601 */
  at: string
  removed: number
  restored: number
  /** contacts changed since, which stay unchanged */
  left: number
  /** email addresses of some of the contacts that were left */
  leftEmails: string[]
}

/** The result of undoing an import in a sentence or two; always mentions contacts left unchanged. */
export function undoMessage({ removed, restored, left, leftEmails }: Omit<ImportUndo, 'at'>): string {
  const number = (value: number) => value.toLocaleString('en-US')
  const done = `${number(removed)} removed, ${number(restored)} restored.`
  if (left === 0) return done
  const which =
    left === 1
      ? '1 contact has been changed since then and stays as it is'
      : `${number(left)} contacts have been changed since then and stay as they are`
  const named = leftEmails.slice(0, 3).join(', ')
  return `${done} ${which}: ${named}${left > 3 ? ` and ${number(left - 3)} more` : ''}.`
}

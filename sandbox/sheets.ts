import { randomBytes } from 'node:crypto'
import type { Sandbox } from './sandbox.ts'
import type { Vendor } from './provider-names.ts'

/** Conditions of a spreadsheet in the sandbox: `quota` refuses every call, `unshared` its readers, `deleted` all. */
export const SHEET_CONDITIONS = ['ok', 'unshared', 'deleted', 'quota'] as const
export type SheetCondition = (typeof SHEET_CONDITIONS)[number]

/** A spreadsheet in the sandbox, with one tab. */
export interface SandboxSheet {
  id: string
  vendor: Vendor
  /** owner */
  email: string
  title: string
  /** rows of texts, as they are shown; a row may be shorter than others */
  cells: string[][]
  /** grows with each change */
  version: number
  state: SheetCondition
}

interface SheetRecord extends Omit<SandboxSheet, 'cells'> {
  cells: string
}

const COLUMNS = 'id, vendor, email, title, cells, version, state'
const opened = (row: SheetRecord): SandboxSheet => ({ ...row, cells: JSON.parse(row.cells) as string[][] })

export function createSheet(
  sandbox: Sandbox,
  { vendor, email, title, cells }: Pick<SandboxSheet, 'vendor' | 'email' | 'title' | 'cells'>,
): SandboxSheet {
  // Google's ids have 44 characters, and OneDrive's are unreadable too.
  const id = `1${randomBytes(32).toString('base64url')}`
  sandbox.store.run(
    `INSERT INTO sheets (${COLUMNS}, created_at) VALUES (?, ?, ?, ?, ?, 1, 'ok', ?)`,
    ...[id, vendor, email.trim().toLowerCase(), title, JSON.stringify(cells), sandbox.clock()],
  )
  return findSheet(sandbox, id)!
}

export function findSheet(sandbox: Sandbox, id: string): SandboxSheet | undefined {
  const row = sandbox.store.get<SheetRecord>(`SELECT ${COLUMNS} FROM sheets WHERE id = ?`, id)
  return row && opened(row)
}

export function listSheets(sandbox: Sandbox): SandboxSheet[] {
  return sandbox.store.all<SheetRecord>(`SELECT ${COLUMNS} FROM sheets ORDER BY created_at, id`).map(opened)
}

export function changeSheet(
  sandbox: Sandbox,
  sheet: SandboxSheet,
  change: Partial<Pick<SandboxSheet, 'title' | 'cells' | 'state'>>,
): SandboxSheet {
  const { title, cells, state } = { ...sheet, ...change }
  sandbox.store.run(
    'UPDATE sheets SET title = ?, cells = ?, state = ?, version = version + 1 WHERE id = ?',
    ...[title, JSON.stringify(trimmed(cells)), state, sheet.id],
  )
  return findSheet(sandbox, sheet.id)!
}

/** Removes empty cells and rows at the end, as spreadsheet programs do in their answers. */
export function trimmed(cells: readonly (readonly string[])[]): string[][] {
  const rows = cells.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1))
  return rows.slice(0, rows.findLastIndex((row) => row.length > 0) + 1)
}

/**
 * Records that a person opened a file with an application, because `drive.file` lets the application reach only such
 * files.
 */
export function pickFile(sandbox: Sandbox, sheet: SandboxSheet, email: string, clientId: string): void {
  sandbox.store.run(
    'INSERT INTO picked_files (vendor, email, client_id, file_id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ...[sheet.vendor, email, clientId, sheet.id],
  )
}

export function isPicked(sandbox: Sandbox, sheet: SandboxSheet, email: string, clientId: string): boolean {
  return (
    sandbox.store.get(
      'SELECT 1 FROM picked_files WHERE vendor = ? AND email = ? AND client_id = ? AND file_id = ?',
      ...[sheet.vendor, email, clientId, sheet.id],
    ) !== undefined
  )
}

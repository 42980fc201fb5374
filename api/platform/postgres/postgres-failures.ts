import { AppError } from '#domain/errors.ts'

/** The advice when the embedded server cannot work. */
export const USE_YOUR_OWN = 'Set DATABASE_URL to use your own PostgreSQL server instead.'

/** errno → description for people. */
const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EACCES: 'this user cannot write there',
  EPERM: 'this user cannot write there',
  ENOENT: 'a file or folder is missing there, or its file system is read-only',
  ENOTDIR: 'a part of that path is a file, not a folder',
  EEXIST: 'a file with that name is in the way',
}

/** The errno name of a failed system call, or '' for any other error. */
export function errnoOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Makes a one-line error for an unusable data folder; keeps the cause. AppErrors stay as they are. */
export function cannotKeepData(folder: string, cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  const reason = REASONS[errnoOf(cause)] ?? (cause instanceof Error ? cause.message : String(cause))
  return new AppError(
    'UNAVAILABLE',
    `The embedded PostgreSQL cannot keep its data in ${folder}: ${reason}. ` +
      `Fix that or set DATA_DIR to another folder. ${USE_YOUR_OWN}`,
    { cause },
  )
}

/** Applies {@link cannotKeepData} to failed system calls during startup; other errors stay as they are. */
export function asDataFailure(folder: string, error: unknown): unknown {
  return errnoOf(error) in REASONS ? cannotKeepData(folder, error) : error
}

/**
 * Summarizes the output of a failed initdb or postgres in one line: its fatal line, or {@link cannotKeepData}'s text
 * for common problems.
 */
export function gaveUp(program: string, folder: string, output: string): AppError {
  for (const [code, pattern] of OUTPUT_CODES) {
    if (pattern.test(output)) return cannotKeepData(folder, Object.assign(new Error(lastFatalLine(output)), { code }))
  }
  return new AppError(
    'UNAVAILABLE',
    `The embedded PostgreSQL did not start (${program}: ${lastFatalLine(output)}). Its data is in ${folder}. ${USE_YOUR_OWN}`,
  )
}

const OUTPUT_CODES: [code: string, pattern: RegExp][] = [
  ['ENOSPC', /No space left on device/],
  ['EDQUOT', /Disk quota exceeded/],
  ['EROFS', /Read-only file system/],
]

/** The server's reason, with its detail line. */
function lastFatalLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const found = lines.findIndex((line) => /\b(FATAL|PANIC|error):/.test(line))
  if (found < 0)
    return (
      lines
        .at(-1)
        ?.trim()
        .replace(/^initdb: /, '') ?? 'no output'
    )
  const reason = lines[found]?.replace(/^.*?\b(FATAL|PANIC|error):\s*/, '') ?? ''
  const detail = lines[found + 1]?.match(/\bDETAIL:\s*(.*?)\.?$/)?.[1]
  return detail ? `${reason}: ${detail}` : reason
}

import { FILE_MISSING } from '#domain/emails/delivery-errors.ts'
import { fileNameValues, type MergeValues } from '#domain/content/merge-tags.ts'
import { compilePattern, fileFinder, wantedFiles } from '#domain/campaigns/recipient-files.ts'
import type { OwnFiles } from '../store.ts'

/**
 * Picks the files that a recipient gets, in the order of their names. `missing`: the error text if one or all of them
 * do not exist. Pure.
 */
export function ownFilesOf(
  { pattern, files }: OwnFiles,
  recipient: MergeValues,
): { files: OwnFiles['files']; missing: string | null } {
  const wanted = wantedFiles(compilePattern(pattern), fileNameValues(recipient))
  const find = finderOf(files)
  const found = wanted.map((file) => ({ name: file.name, file: find(file) }))
  const gone = found.flatMap(({ name, file }) => (file ? [] : [name]))
  const missing =
    wanted.length === 0 ? `${FILE_MISSING}: no name` : gone.length > 0 ? `${FILE_MISSING}: ${gone.join(', ')}` : null
  return { files: found.flatMap(({ file }) => file ?? []), missing }
}

/**
 * Picks the files that were approved for a recipient, like {@link ownFilesOf}, but by their ids, whatever files exist
 * now.
 */
export function approvedFilesOf(
  own: OwnFiles,
  recipient: MergeValues,
  ids: readonly string[],
): ReturnType<typeof ownFilesOf> {
  const byId = new Map(own.files.map((file) => [file.id, file]))
  const files = ids.flatMap((id) => byId.get(id) ?? [])
  if (files.length > 0 && files.length === ids.length) return { files, missing: null }
  return { files: [], missing: ownFilesOf(own, recipient).missing ?? `${FILE_MISSING}: the approved file` }
}

type Finder = ReturnType<typeof fileFinder<OwnFiles['files'][number]>>
/** File finders by list of files: the list of a campaign serves all of its recipients. */
const finders = new WeakMap<OwnFiles['files'], Finder>()

function finderOf(files: OwnFiles['files']): Finder {
  const known = finders.get(files) ?? fileFinder(files)
  finders.set(files, known)
  return known
}

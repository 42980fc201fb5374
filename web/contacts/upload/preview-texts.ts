import type { Choice } from './import-choices.ts'
import type { ImportPreview } from './operations.ts'

/** The effect of an import: "12 new, 1 updated, 2 unchanged, 1 duplicate skipped, 1 rejected." */
export function previewSentence(
  { added, leftOut, changed, unchanged, repeated, rejected }: ImportPreview,
  { existing, keepRows }: Pick<Choice, 'existing' | 'keepRows'>,
): string {
  const updated = existing === 'update' ? changed.count : 0
  const known = unchanged.count + changed.count - updated
  const repeats = keepRows
    ? 'more rows of them kept'
    : repeated.count === 1
      ? 'duplicate skipped'
      : 'duplicates skipped'
  const parts: [number, string][] = [
    [leftOut, 'left out'],
    [updated, 'updated'],
    [known, 'already in your contacts'],
    [repeated.count, repeats],
    [rejected.count, 'rejected'],
  ]
  const told = parts.flatMap(([count, what]) => (count > 0 ? [`${count.toLocaleString()} ${what}`] : []))
  return `${[`${(added.count - leftOut).toLocaleString()} new`, ...told].join(', ')}.`
}

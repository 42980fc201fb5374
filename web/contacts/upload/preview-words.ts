import { contactCount } from '../contact-words.ts'
import type { Choice } from './choice.ts'
import type { ImportPreview } from './operations.ts'

/** The effect of an import: "12 contacts are added, 1 repeated row is ignored, 1 is rejected." */
export function previewSentence(
  { added, leftOut, changed, unchanged, repeated, rejected }: ImportPreview,
  { existing }: Pick<Choice, 'existing'>,
): string {
  const updated = existing === 'update' ? changed.count : 0
  /** Same names as the row lists. */
  const ignored = [
    [changed.count - updated, 'changed'],
    [repeated.count, 'repeated'],
    [unchanged.count, 'known'],
  ] as const
  const is = (count: number) => (count === 1 ? 'is' : 'are')
  const parts = [
    `${contactCount(added.count - leftOut)} ${is(added.count - leftOut)} added`,
    leftOut > 0 && `${leftOut.toLocaleString()} ${is(leftOut)} left out`,
    updated > 0 && `${updated.toLocaleString()} ${is(updated)} changed`,
    ignoredRows(ignored.filter(([count]) => count > 0)),
    rejected.count > 0 && `${rejected.count.toLocaleString()} ${is(rejected.count)} rejected`,
  ]
  return `${parts.filter((part) => part !== false).join(', ')}.`
}

/** "1 repeated and 3 known rows are ignored"; false when none are. */
function ignoredRows(kinds: ReadonlyArray<readonly [number, string]>): string | false {
  if (kinds.length === 0) return false
  const words = kinds.map(([count, kind]) => `${count.toLocaleString()} ${kind}`)
  const total = kinds.reduce((sum, [count]) => sum + count, 0)
  return `${words.join(' and ')} ${total === 1 ? 'row is' : 'rows are'} ignored`
}

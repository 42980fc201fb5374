import { contactCount } from '../contact-words.ts'
import type { Choice } from './choice.ts'
import type { ImportPreview } from './operations.ts'

/** What would happen, in a sentence: "12 contacts are added, 1 row is ignored, 1 is rejected." */
export function previewSentence(
  { added, changed, unchanged, repeated, rejected }: ImportPreview,
  { existing }: Pick<Choice, 'existing'>,
): string {
  const updated = existing === 'update' ? changed.count : 0
  const ignored = unchanged.count + repeated.count + changed.count - updated
  const is = (count: number) => (count === 1 ? 'is' : 'are')
  const parts = [
    `${contactCount(added.count)} ${is(added.count)} added`,
    updated > 0 && `${updated.toLocaleString()} ${is(updated)} changed`,
    ignored > 0 && `${ignored.toLocaleString()} ${is(ignored)} ignored`,
    rejected.count > 0 && `${rejected.count.toLocaleString()} ${is(rejected.count)} rejected`,
  ]
  return `${parts.filter((part) => part !== false).join(', ')}.`
}

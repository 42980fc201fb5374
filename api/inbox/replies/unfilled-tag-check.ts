import { AppError } from '#domain/errors.ts'
import {
  compileTemplate,
  SALUTATION_TAG,
  SIGNATURE_TAG,
  tagText,
  tagValues,
  UNSUBSCRIBE_TAG,
  type MergeValues,
} from '#domain/content/merge-tags.ts'

/** Merge tags that never leave a gap: they always produce words, or are removed with their line. */
const NEVER_GAPS = new Set([SALUTATION_TAG, SIGNATURE_TAG])

/**
 * Refuses an answer in which a merge tag would leave a gap for the one person who reads it.
 *
 * @throws BAD_INPUT for {unsubscribeUrl}, and for a tag without value and fallback. Texts with conditions or rows are not judged by their values.
 */
export function requireNoGaps({ subject, content }: { subject: string; content: string }, values: MergeValues): void {
  const known = tagValues(values)
  const isPlain = !/\{[#/]/.test(subject + content)
  for (const [field, text] of Object.entries({ subject, content })) {
    for (const part of compileTemplate(text).parts) {
      if (typeof part === 'string' || NEVER_GAPS.has(part.key)) continue
      const isLink = part.key === UNSUBSCRIBE_TAG
      if (!isLink && (!isPlain || part.fallback !== null || known.get(part.key)?.trim())) continue
      const message = isLink
        ? 'Answers have no unsubscribe link. Remove {unsubscribeUrl}.'
        : `There is no value for ${tagText(part)}. Write the words, or add a fallback, as in {${part.name}|there}.`
      throw new AppError('BAD_INPUT', message, { fields: { [field]: message } })
    }
  }
}

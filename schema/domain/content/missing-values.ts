import type { EmailLanguage } from './email-languages.ts'
import { readerOf, resolveConditions, versionNamer } from './email-parts.ts'
import { formattedTags, unreadValue, type FormattedTag } from './formatted-tags.ts'
import { compileTemplate, tagValues, textFor, UNSUBSCRIBE_TAG, type MergeTag, type MergeValues } from './merge-tags.ts'
import { ADDRESS_LISTS, compileSender, fillSender, type SenderTexts } from './sender-fields.ts'

/** Maximum number of combinations of conditions whose merge tags are cached. */
const REMEMBERED = 256

/** Values that an email lacks for a recipient, as names. */
export interface Gaps {
  /**
   * “{Title}” for a merge tag without a value and fallback in a part that the recipient sees; “CC” for an address list
   * in which an entry gives no address for the recipient, or with too many addresses
   */
  missing: string[]
  /** “{Due|date:long}” for a merge tag in such a part whose value cannot be written in its format */
  unread: string[]
}

/** Makes the function that finds the values which an email lacks for a recipient. */
export function gapFinder(
  mail: { texts: readonly string[]; language?: EmailLanguage | undefined } & SenderTexts,
): (recipient: MergeValues) => Gaps {
  const { texts, language, fromName, ...addresses } = mail
  const written = [...texts, fromName ?? '']
  const versionOf = versionNamer(written)
  const sender = compileSender(addresses)
  const known = new Map<string, { bare: readonly MergeTag[]; formatted: readonly FormattedTag[] }>()
  return (recipient) => {
    const reader = readerOf(recipient, language)
    const key = versionOf(reader)
    const tags =
      known.get(key) ??
      tagsIn(
        written.map((text) => resolveConditions(text, reader)),
        language,
      )
    if (known.size < REMEMBERED) known.set(key, tags)
    const values = tagValues(recipient)
    const empty = tags.bare.filter((tag) => (textFor({ ...tag, place: undefined }, values) ?? '') === '')
    const { lacking, crowded } = fillSender(sender, values, recipient.email)
    const lists = new Set([...lacking, ...crowded])
    return {
      missing: [...empty.map(({ name }) => `{${name}}`), ...[...lists].map((list) => ADDRESS_LISTS[list])],
      unread: tags.formatted.filter((tag) => unreadValue(tag, values) !== null).map(({ text }) => text),
    }
  }
}

const tagsIn = (texts: readonly string[], language: EmailLanguage | undefined) => ({
  bare: bareTags(texts),
  formatted: formattedTags(texts, language),
})

/** The merge tags that have no fallback somewhere, each once. */
function bareTags(texts: readonly string[]): MergeTag[] {
  const found = new Map<string, MergeTag>()
  for (const part of texts.flatMap((text) => compileTemplate(text).parts)) {
    if (typeof part === 'string' || part.fallback !== null || part.key === UNSUBSCRIBE_TAG) continue
    if (!found.has(part.key)) found.set(part.key, part)
  }
  return [...found.values()]
}

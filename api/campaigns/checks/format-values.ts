import type { Format } from '#domain/content/tag-formats.ts'
import { unreadValue, type FormattedTag } from '#domain/content/formatted-tags.ts'
import { tagValues } from '#domain/content/merge-tags.ts'
import type { Em } from '#api/platform/database/database.ts'
import type { Campaign } from '../campaign.ts'
import type { Condition } from '#api/emails/email-sql-conditions.ts'
import { recipientValues } from './recipient-values.ts'

const TIME = '([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?'
const DAY = '(0[1-9]|1[0-9]|2[0-8])'
const MONTH = '(0[1-9]|1[0-2])'
const DATE = `([0-9]{4}-${MONTH}-${DAY}|${DAY}\\.${MONTH}\\.[0-9]{4})`
const NUMBER =
  '-?([0-9]{1,12}([.,][0-9]{1,2})?|[1-9][0-9]{0,2}(,[0-9]{3}){1,3}\\.[0-9]{2}|[1-9][0-9]{0,2}(\\.[0-9]{3}){1,3},[0-9]{2})'
const SIGNS: Readonly<Record<string, string>> = { EUR: '€', USD: '\\$', GBP: '£' }

/**
 * A regular expression, for SQL and JavaScript alike, of values that a format certainly writes: what spreadsheets hold
 * most. Other values are read one by one.
 */
export function plainValues(format: Format): string {
  if (format.kind === 'date') return `^${DATE}( ${TIME})?$`
  if (format.kind === 'time') return `^(${DATE} )?${TIME}$`
  if (format.kind !== 'currency') return `^${NUMBER}$`
  const marks = [format.currency, SIGNS[format.currency]].filter((mark) => mark !== undefined)
  return `^${NUMBER}([ \u00a0]?(${marks.join('|')}))?$`
}

/** The recipients whose value a merge tag's format cannot write. */
export interface UnreadTag {
  tag: FormattedTag
  count: number
  /** ids of the first recipients whose value cannot be written */
  ids: string[]
  /** value of the first of these recipients, as an example */
  example: string
}

/**
 * Counts the recipients `c` whose values cannot be written in the format of a merge tag, by reading the values as
 * sending does. `which`: SQL condition for `c`; `named`: maximum ids in the result.
 */
export async function unreadTags(
  em: Em,
  campaign: Pick<Campaign, 'tenantId' | 'id' | 'sheetId' | 'emailsPer'>,
  tags: readonly FormattedTag[],
  which: Condition,
  named: number,
): Promise<UnreadTag[]> {
  const found = tags.map((tag): UnreadTag => ({ tag, count: 0, ids: [], example: '' }))
  for await (const recipient of recipientValues(em, campaign, which)) {
    const values = tagValues(recipient)
    for (const unread of found) {
      const value = unreadValue(unread.tag, values)
      if (value === null) continue
      unread.count += 1
      if (unread.count === 1) unread.example = value
      if (unread.ids.length < named) unread.ids.push(recipient.id)
    }
  }
  return found.filter(({ count }) => count > 0)
}

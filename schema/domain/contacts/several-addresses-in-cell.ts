import { cleanEmail, cleanText, CONTACT_LIMITS, emailKey, isValidEmail } from './contacts.ts'

/** Separators to try, the most certain first: a comma may belong to a name, a slash to an address. */
const SEPARATORS = [/[;|\n]/, /[;|\n,]/, /[;|\n,/]/, /[;|\n,/\s]/]
/** A name before an address, which may hold separators: "Lee, Ann" <a@x.com>. */
const QUOTED_NAME = /"[^"@]{0,200}"(?=\s?<)/g
/** Words between addresses: “a@x.com and b@x.com”. */
const BETWEEN = new Set([
  'and',
  'or',
  'und',
  'oder',
  'et',
  'ou',
  'y',
  'o',
  'e',
  'i',
  'en',
  'of',
  'lub',
  '&',
  '+',
  '-',
  '·',
  // Google Contacts
  ':::',
])

/**
 * The addresses of a cell that holds several, such as “a@x.com; Bo <b@x.com>”, each once; empty if it holds one or if
 * any part is something else.
 */
export function severalAddresses(text: string): string[] {
  if (text.length > CONTACT_LIMITS.fieldText || text.indexOf('@') === text.lastIndexOf('@')) return []
  const cleaned = cleanText(text).replace(QUOTED_NAME, '')
  for (const separator of SEPARATORS) {
    const parts = cleaned
      .split(separator)
      .filter((part) => part.trim() !== '' && !BETWEEN.has(part.trim().toLowerCase()))
    if (parts.length < 2) continue
    const addresses = parts.map(cleanEmail)
    if (addresses.every(isValidEmail))
      return [...new Map(addresses.toReversed().map((address) => [emailKey(address), address])).values()].toReversed()
  }
  return []
}

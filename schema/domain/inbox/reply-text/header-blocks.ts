import { comparableText } from '../../content/comparable-text.ts'
import { HEADER_LABELS, type HeaderLabel } from './quote-words.ts'

/** Recognizes the header that Outlook and others repeat above a quoted email: “From: … Sent: … To: … Subject: …”. */

/** Lines that are searched for the labels of one header. */
const LINES_MAX = 14
/** Characters of a label. */
const LABEL_MAX = 28
/** Lines between two labels: a long list of recipients is wrapped. */
const WRAPPED_MAX = 4

const ADDRESS = /[^\s@<>[\]"']@[^\s@<>[\]"']/u
const DAY = /\d/u
const TIME = /(?<!\d)[0-2]?\d\s?[:.h]\s?[0-5]\d(?!\d)|(?<!\d)\d{1,2}\s?[ap]\.?m\b|[時时点點시]/iu
const COLON = /[:：﹕៖՝]/u

/** The label at the beginning of a line and what follows it; null if it has none. */
function labelOf(line: string): { labels: ReadonlySet<HeaderLabel>; value: string } | null {
  const text = comparableText(line.replace(/^[\s|>_]{1,12}/u, '').slice(0, 400))
  const colon = text.search(COLON)
  if (colon < 1 || colon > LABEL_MAX) return null
  const labels = HEADER_LABELS.get(text.slice(0, colon).trim())
  return labels ? { labels, value: text.slice(colon + 1).trim() } : null
}

/** Returns whether a line is the sender of a copied header. */
export const isFromLine = (line: string): boolean => labelOf(line)?.labels.has('from') ?? false

/**
 * Returns whether a copied header begins with a line. Labels alone are no proof, because people write “From: Berlin,
 * To: Paris” too: there must be an address, or a subject and the time of the email.
 *
 * @param isBelowLine whether a line is drawn above it, so that two labels or an address suffice.
 */
export function startsHeaderBlock(lines: readonly string[], at: number, isBelowLine: boolean): boolean {
  const first = labelOf(lines[at] ?? '')
  if (!first || ![...first.labels].some((label) => label !== 'other')) return false
  const found = new Map<HeaderLabel, string>()
  let last: HeaderLabel[] = []
  let wrapped = 0
  let count = 0
  for (let index = at; index < Math.min(lines.length, at + LINES_MAX); index += 1) {
    const line = lines[index] ?? ''
    const next = labelOf(line)
    if (next) {
      // A word with several meanings stands for the one that is missing.
      last = [...next.labels]
      for (const label of last) found.set(label, `${found.get(label) ?? ''} ${next.value}`)
      count += 1
      wrapped = 0
    } else if (line.trim() === '') {
      if (labelOf(lines[index + 1] ?? '') === null) break
    } else {
      wrapped += 1
      if (wrapped > WRAPPED_MAX) break
      for (const label of last) found.set(label, `${found.get(label) ?? ''} ${comparableText(line)}`)
    }
  }
  return isConvincing(found, count, isBelowLine)
}

function isConvincing(found: ReadonlyMap<HeaderLabel, string>, count: number, isBelowLine: boolean): boolean {
  const [sent, subject] = [found.get('sent'), found.get('subject')]
  const hasAddress = ['from', 'to'].some((label) => ADDRESS.test(found.get(label as HeaderLabel) ?? ''))
  const hasDay = sent !== undefined && DAY.test(sent)
  if (isBelowLine && found.has('from') && (hasAddress || count > 1)) return true
  if (count < 2) return false
  if (found.has('from') && hasAddress && (sent !== undefined || subject !== undefined)) return true
  if (hasDay && hasAddress && (found.has('to') || subject !== undefined)) return true
  return found.has('from') && subject !== undefined && hasDay && TIME.test(sent)
}

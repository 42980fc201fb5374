import { comparableText } from '../../content/comparable-text.ts'
import { introductionEndingAt } from './introductions.ts'
import { startsHeaderBlock } from './header-blocks.ts'
import { trimOf } from '../../trim-text.ts'
import { FORWARDED_MESSAGE, ORIGINAL_MESSAGE } from './quote-words.ts'

/**
 * Separates the lines of a reply that its writer wrote from quoted lines. Steps: (1) find the lines where a quote
 * begins, (2) follow each quote to its end, (3) keep everything where the writer answered between quoted lines or where
 * nothing would be left.
 *
 * It promises that no answer is hidden: in doubt, a line is shown. The price is that a disclaimer below a quote is
 * shown too.
 */

export interface ReplyLine {
  text: string
  /** quoted by a mark of a mail program's HTML, or by a ">" before it */
  quotedBy: 'mark' | 'sign' | null
  /** a horizontal line in HTML */
  isRule?: boolean
  /** within a block that a mail program or the writer indented; see the marks of mail programs */
  block?: 'indented' | 'bare' | null
}

/** Lines that are examined; later ones are taken as they are. */
const LINES_MAX = 5_000
/** Number of quoted lines without an introduction that count as a quote although text follows. */
const BARE_QUOTE_LINES = 3

const DRAWN_LINE = /^\s{0,8}(?:[-_=*—–]\s?){3,}$/u
type Kind = 'blank' | 'quoted' | 'begins' | 'own'

/** Returns whether a line is quoted by a sign before it. */
export const isQuotedLine = (text: string): boolean => /^\s{0,8}>/.test(text)

/** Returns, for each line, whether it is new. All lines are new if there is no quote, or if answers stand within it. */
export function newLines(lines: readonly ReplyLine[]): boolean[] {
  const examined = lines.slice(0, LINES_MAX)
  const kinds = kindsOf(examined)
  const isNew = lines.map(() => true)
  let sawQuote = false
  let at = 0
  while (at < kinds.length) {
    const kind = kinds[at]
    if (kind === 'begins') {
      let next = at
      while (kinds[next] === 'begins' || kinds[next] === 'blank') next += 1
      if (kinds[next] !== 'quoted') {
        isNew.fill(false, at)
        break
      }
      isNew.fill(false, at, next)
      at = next
    } else if (kind === 'quoted') {
      const end = endOfQuote(examined, kinds, at)
      isNew.fill(false, at, end)
      if (sawQuote && isAnsweredBefore(kinds, isNew, at)) return lines.map(() => true)
      sawQuote = true
      at = end
    } else at += 1
  }
  const isLeft = lines.some(({ text }, index) => isNew[index] && text.trim() !== '' && !isPhoneSignature(text))
  return isLeft ? isNew : lines.map(() => true)
}

/**
 * Returns whether a line is a signature that phones add, such as “Sent from my iPhone”: a person who wrote nothing else
 * may have answered within the quote.
 */
const isPhoneSignature = (text: string): boolean => PHONE_SIGNATURE.test(comparableText(text))
const PHONE_SIGNATURE =
  /^(?:sent (?:from|with|via)|get outlook for|von meinem|gesendet (?:von|mit)|envoyé (?:de|depuis|à partir)|enviado (?:desde|do|a partir)|inviato da|verzonden (?:met|vanaf)|verstuurd vanaf|skickat från|sendt fra|lähetetty|wysłan[eo] z|odesláno z|отправлено (?:с|из)|надіслано з|iphoneから送信|从我的|從我的) ?.{0,60}$/u

/** Returns whether something was written between the quote at `at` and the one before it. */
function isAnsweredBefore(kinds: readonly Kind[], isNew: readonly boolean[], at: number): boolean {
  for (let index = at - 1; index >= 0; index -= 1) {
    if (kinds[index] === 'quoted') return false
    if (kinds[index] === 'own' && isNew[index]) return true
  }
  return false
}

/** Returns the index of the line after a quote: blank lines and broken links within the quote belong to it. */
function endOfQuote(lines: readonly ReplyLine[], kinds: readonly Kind[], start: number): number {
  let end = start
  for (let index = start; index < kinds.length; index += 1) {
    if (kinds[index] === 'quoted' || (kinds[index] === 'own' && continuesLink(lines, index))) end = index + 1
    else if (kinds[index] !== 'blank') break
  }
  return end
}

/** Returns whether a line is the rest of a link that a gateway wrapped: “> <https://x.test/a” and then “b>”. */
function continuesLink(lines: readonly ReplyLine[], at: number): boolean {
  const [before, line] = [lines[at - 1]?.text ?? '', lines[at]?.text.trim() ?? '']
  if (/^\(https?:\/\/[^\s()]{1,500}\)\s?>?$/u.test(line)) return true
  const open = Math.max(before.lastIndexOf('<http'), before.lastIndexOf('(http'))
  return open >= 0 && !/[>)]/u.test(before.slice(open)) && /^[^\s<>()]{1,500}[>)]/u.test(line)
}

function kindsOf(lines: readonly ReplyLine[]): Kind[] {
  const texts = lines.map(({ text }) => text)
  const kinds = lines.map(({ text, quotedBy }): Kind => {
    if (text.trim() === '') return 'blank'
    if (quotedBy === 'sign' && isGroupWiseLine(text)) return 'begins'
    return quotedBy ? 'quoted' : 'own'
  })
  const followedBy = nextWritten(lines, kinds)
  const isOwn = (index: number) => kinds[index] === 'own'
  let isQuoteAbove = false
  for (let at = 0; at < lines.length; at += 1) {
    // A forwarded text belongs to the message, although mail programs mark it as they mark a quote.
    if (!isQuoteAbove && kinds[at] !== 'blank' && isForwarded(texts[at] ?? '')) {
      for (let below = at; below < lines.length; below += 1) if (kinds[below] === 'quoted') kinds[below] = 'own'
      return kinds
    }
    isQuoteAbove ||= kinds[at] === 'quoted'
    if (kinds[at] !== 'own') continue
    const follower = lines[followedBy[at] ?? -1]
    const start = introductionEndingAt(texts, at, isOwn, {
      isQuoted: follower !== undefined && (follower.quotedBy !== null || follower.block != null),
    })
    if (start !== null) kinds.fill('begins', start, at + 1)
    else if (isSeparator(texts, at) || startsHeaderBlock(texts, at, isBelowLine(lines, kinds, at))) kinds[at] = 'begins'
    isQuoteAbove ||= kinds[at] === 'begins'
  }
  extendHeaders(lines, kinds)
  settleIndented(lines, kinds)
  settleTypedSigns(lines, kinds)
  absorbDrawnLines(lines, kinds)
  return kinds
}

/**
 * Marks a copied header: directly above lines with ">" it introduces only these, so that a line without the sign there
 * counts as an answer.
 */
function extendHeaders(lines: readonly ReplyLine[], kinds: Kind[]): void {
  const start = kinds.indexOf('begins')
  if (start < 0) return
  let below = start + 1
  while (below < kinds.length && (kinds[below] !== 'own' || isHeaderLine(lines[below]!.text))) {
    if (kinds[below] === 'quoted') break
    below += 1
  }
  if (kinds[below] !== 'quoted' || lines[below]?.quotedBy !== 'sign') return
  for (let at = start; at < below; at += 1) if (kinds[at] === 'own') kinds[at] = 'begins'
}

const isHeaderLine = (text: string): boolean => /^\s{0,8}[*_]{0,2}[^\s:>][^:>]{0,30}[:：]/u.test(text)

/** “>>> Ada Lovelace <ada@x.test> 27/07/2026 09:00 >>>”, below which GroupWise quotes without signs. */
const isGroupWiseLine = (text: string): boolean => {
  const said = text.trim()
  return said.startsWith('>>> ') && said.endsWith(' >>>') && said.length < 300 && /\d\d/.test(said)
}

/** Returns, for each line, the index of the next line with text; lines.length if there is none. */
function nextWritten(lines: readonly ReplyLine[], kinds: readonly Kind[]): number[] {
  const next = lines.map(() => lines.length)
  for (let at = lines.length - 2; at >= 0; at -= 1) next[at] = kinds[at + 1] === 'blank' ? next[at + 1]! : at + 1
  return next
}

/**
 * Returns whether a line announces a forwarded message: “---------- Forwarded message ---------”, or “Begin forwarded
 * message:”, also behind a ">".
 */
function isForwarded(text: string): boolean {
  const line = text.slice(0, 200).replace(/^\s{0,8}>\s{0,8}/u, '')
  const between = betweenDashes(line)
  if (between !== null) return FORWARDED_MESSAGE.has(comparableText(between))
  const words = comparableText(line)
  return words.endsWith(':') && FORWARDED_MESSAGE.has(words.slice(0, -1).trimEnd())
}

/** The words of a line that begins and ends with dashes; null for any other line. */
function betweenDashes(line: string): string | null {
  const text = line.trim()
  const isBetween = /^[-=_*—–]{2}/u.test(text) && /[-=_*—–]{2}$/u.test(text)
  const words = isBetween ? trimOf(text.slice(0, 200).replaceAll('&nbsp;', ' '), '-=_*—– ') : ''
  return words === '' ? null : words
}

/**
 * Returns whether a line separates the quoted email: “-----Original Message-----”, or any words between dashes above a
 * copied header.
 */
function isSeparator(texts: readonly string[], at: number): boolean {
  const between = betweenDashes(texts[at] ?? '')
  if (between === null) return false
  if (ORIGINAL_MESSAGE.has(comparableText(between))) return true
  const next = [at + 1, at + 2].find((index) => texts[index]?.trim())
  return next !== undefined && startsHeaderBlock(texts, next, true) && startsHeaderBlock(texts, next, false)
}

function isBelowLine(lines: readonly ReplyLine[], kinds: readonly Kind[], at: number): boolean {
  for (let index = at - 1; index >= Math.max(0, at - 3); index -= 1) {
    const line = lines[index]
    if (line?.isRule || DRAWN_LINE.test(line?.text ?? '')) return true
    if (kinds[index] !== 'blank') return false
  }
  return false
}

/**
 * Decides indented blocks: below an introduction they are quotes, and bare ones also if nothing follows; otherwise the
 * writer indented them.
 */
function settleIndented(lines: readonly ReplyLine[], kinds: Kind[]): void {
  const [first, last] = [kinds.indexOf('own'), kinds.findLastIndex((kind) => kind !== 'blank')]
  let above: Kind | undefined
  for (let at = 0; at < lines.length; at += 1) {
    if (kinds[at] === 'blank') continue
    const block = lines[at]?.block
    if (!block) {
      above = kinds[at]
      continue
    }
    let end = at
    while (end + 1 < lines.length && (lines[end + 1]?.block || kinds[end + 1] === 'blank')) end += 1
    const isQuote = above === 'begins' || (block === 'bare' && end >= last && first >= 0 && first < at)
    for (let index = at; index <= end; index += 1)
      if (kinds[index] !== 'blank') kinds[index] = isQuote ? 'quoted' : 'own'
    above = kinds[at]
    at = end
  }
}

/**
 * Treats one or two lines with ">" above an answer, without an introduction, as typed text: somebody may have typed
 * arrows.
 */
function settleTypedSigns(lines: readonly ReplyLine[], kinds: Kind[]): void {
  const [first, last] = [kinds.indexOf('quoted'), kinds.lastIndexOf('quoted')]
  const run = kinds.slice(first, last + 1)
  const isAbove = kinds.indexOf('own', last) > last
  if (first < 0 || !isAbove || run.includes('own') || run.length >= BARE_QUOTE_LINES) return
  const above = kinds.slice(0, first).findLast((kind) => kind !== 'blank')
  if (above !== 'begins' && lines.slice(first, last + 1).every(({ quotedBy }) => quotedBy !== 'mark'))
    kinds.fill('own', first, last + 1)
}

/** Adds to a quote the line drawn directly above it, and the words “Original Message” without dashes. */
function absorbDrawnLines(lines: readonly ReplyLine[], kinds: Kind[]): void {
  for (let at = kinds.length - 1; at > 0; at -= 1) {
    if (kinds[at] !== 'begins') continue
    let above = at - 1
    while (above >= 0 && kinds[above] === 'blank') above -= 1
    const text = lines[above]?.text ?? ''
    if (kinds[above] === 'own' && (DRAWN_LINE.test(text) || ORIGINAL_MESSAGE.has(comparableText(text))))
      kinds[above] = 'begins'
  }
}

import { announcesAnswers } from './announced-answers.ts'
import { hasMarks, linesOfHtml } from './html-lines.ts'
import { introductionBefore, introductionWithin } from './introductions.ts'
import { isQuotedLine, newLines, type ReplyLine } from './reply-lines.ts'

/** Splits a reply into what was written and what it quotes: by the marks of the mail program in its HTML first, then by words. */

export interface SplitReply {
  /** text that the person wrote */
  text: string
  /** quoted text; empty if nothing is quoted */
  quoted: string
  /** everything, in its order */
  whole: string
}

/** Characters read of a text and of HTML. */
const READ_MAX = 600_000
/** Characters of each result. */
const TEXT_MAX = 50_000

/**
 * Splits a reply.
 *
 * @param reply its plain text, its HTML, or both; empty what it does not have
 */
export function splitReply(reply: { text: string; html?: string }): SplitReply {
  const split = bestSplit(reply.text.slice(0, READ_MAX), (reply.html ?? '').slice(0, READ_MAX))
  const isWithin = split.quoted !== '' && announcesAnswers(split.above)
  const { text, quoted, whole } = isWithin ? { ...split, text: split.whole, quoted: '' } : split
  return { text: tidied(text), quoted: tidied(quoted), whole: tidied(whole) }
}

/** `above`: what was written above the first quote */
type Split = SplitReply & { above: string }

function bestSplit(text: string, html: string): Split {
  const fromHtml = html === '' ? [] : linesOfHtml(html)
  if (hasMarks(fromHtml)) return splitLines(fromHtml)
  const fromText = text.trim() === '' ? null : splitLines(linesOfText(text))
  if (fromText?.quoted || fromHtml.length === 0) return fromText ?? { text: '', quoted: '', whole: '', above: '' }
  const inHtml = splitLines(fromHtml)
  return fromText && inHtml.quoted === '' ? fromText : inHtml
}

function linesOfText(text: string): ReplyLine[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  return lines.map((line, at): ReplyLine => ({
    text: line,
    quotedBy: isQuotedLine(line) && !closesAbove(line, lines[at - 1] ?? '') ? 'sign' : null,
  }))
}

/** Returns whether a ">" is the end of a wrapped link, or of an address: “Ada <ada@x.test” and then “> wrote:”. */
function closesAbove(line: string, above: string): boolean {
  if (isQuotedLine(above)) return false
  const end = above.trimEnd().slice(-2_000)
  if (line.startsWith('>') && /<https?:\/\/[^<>\s]{1,1990}$/.test(end)) return true
  return /^>[^>]{0,40}:\s{0,4}$/.test(line) && /<[^<>\s]{1,200}@[^<>\s]{1,200}$/.test(end.slice(-400))
}

function splitLines(given: readonly ReplyLine[]): Split {
  // Some programs put the introduction on the last line of what was written, others on the first one of the quote.
  const lines = given.flatMap((line) => {
    const at = line.quotedBy ? null : (introductionWithin(line.text) ?? introductionBefore(line.text))
    return at === null
      ? [line]
      : [
          { ...line, text: line.text.slice(0, at) },
          { ...line, text: line.text.slice(at) },
        ]
  })
  const isNew = newLines(lines)
  const firstQuoted = isNew.indexOf(false)
  const joined = (isWanted: (index: number) => boolean) =>
    lines
      .filter((_, index) => isWanted(index))
      .map(({ text }) => text)
      .join('\n')
      .replaceAll(/\n(?:\s{0,80}\n){2,}/g, '\n\n')
      .trim()
  return {
    text: joined((index) => isNew[index] === true),
    quoted: joined((index) => isNew[index] === false),
    above: joined((index) => index < firstQuoted),
    whole: given
      .map(({ text }) => text)
      .join('\n')
      .trim(),
  }
}

/** Removes characters that a browser would not show or would show backwards, and repeated blank lines. */
const tidied = (text: string): string =>
  text
    .replaceAll(UNSEEN, '')
    .replaceAll(/\n[ \t\u00a0]+(?=\n)/g, '\n')
    .replaceAll(/\n{4,}/g, '\n\n\n')
    .trim()
    .slice(0, TEXT_MAX)

// eslint-disable-next-line no-control-regex -- control characters are what is removed
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

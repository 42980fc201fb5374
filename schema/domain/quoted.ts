/** Splits a reply into what was written and what it quotes. */

/** Lines of a text that are looked at. */
const LINES_MAX = 5_000
/** Lines over which an introduction such as “On Monday, Ada wrote:” may run. */
const INTRODUCTION_LINES = 3

/** How the line before a quote ends, in ten languages. */
const WROTE = [
  'wrote:',
  'schrieb:',
  'geschrieben:',
  'a écrit :',
  'a écrit:',
  'escribió:',
  'ha scritto:',
  'escreveu:',
  'schreef:',
  'napisał(a):',
  'napisał:',
  'napisała:',
  'skrev:',
  '書きました:',
  'のメッセージ:',
]
/** The same, where the name follows. */
const VERBS = [
  ' wrote',
  ' schrieb ',
  ' a écrit',
  ' escribió',
  ' ha scritto',
  ' escreveu',
  ' schreef ',
  ' napisał',
  ' skrev ',
]
const STARTS_INTRODUCTION = /^(?:on|am|le|el|il|em|op|w dniu|dnia|den|\d{4}年|20\d\d)\b/iu
const SEPARATOR =
  /^-{3,}\s?(?:original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message d'origine|message original|mensaje original|messaggio originale|mensagem original|oorspronkelijk bericht|wiadomość oryginalna|ursprungligt meddelande|元のメッセージ)\s?-{3,}$/iu
const FROM = /^[*>]?\s?(?:from|von|de|da|van|od|från|差出人)\s?\*?\s?[:：]/iu
const SENT =
  /^[*>]?\s?(?:sent|date|gesendet|datum|envoyé|enviado|enviada|fecha|data|inviato|verzonden|wysłano|skickat|送信日時|日時)\s?\*?\s?[:：]/iu

export interface SplitReply {
  text: string
  /** the quoted email, as it stood below; empty if there is none */
  quoted: string
}

/**
 * Splits at the beginning of the quoted email: an introduction, a separator, the header that Outlook repeats, or lines
 * with ">". Answers between quoted lines stay, with the quote.
 */
export function splitQuoted(text: string): SplitReply {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const at = lines.slice(0, LINES_MAX).findIndex((_, index) => beginsQuote(lines, index))
  if (at < 0) return { text: text.trim(), quoted: '' }
  const rest = lines.slice(at)
  if (hasAnswersInside(rest)) return { text: text.trim(), quoted: '' }
  return { text: lines.slice(0, at).join('\n').trim(), quoted: rest.join('\n').trim() }
}

function beginsQuote(lines: readonly string[], at: number): boolean {
  const line = (lines[at] ?? '').trim()
  if (line.startsWith('>')) return true
  if (SEPARATOR.test(line) || /^_{20,}$/.test(line)) return true
  if (FROM.test(line)) return lines.slice(at + 1, at + 4).some((next) => SENT.test(next.trim()))
  if (!STARTS_INTRODUCTION.test(line) && !endsIntroduction(line)) return false
  const end = lines.slice(at, at + INTRODUCTION_LINES).findIndex((each) => each.trimEnd().endsWith(':'))
  if (end < 0) return false
  const introduction = lines
    .slice(at, at + end + 1)
    .join(' ')
    .toLowerCase()
  return (
    endsIntroduction(introduction.trim()) ||
    (/\d/.test(introduction) && VERBS.some((verb) => introduction.includes(verb)))
  )
}

const endsIntroduction = (line: string): boolean => WROTE.some((end) => line.toLowerCase().endsWith(end))

/** Whether something was written below quoted lines: an answer to each of them. */
function hasAnswersInside(lines: readonly string[]): boolean {
  const first = lines.findIndex((line) => line.startsWith('>'))
  if (first < 0) return false
  const last = lines.findLastIndex((line) => line.startsWith('>'))
  return lines.slice(first, last).some((line) => line.trim() !== '' && !line.startsWith('>'))
}

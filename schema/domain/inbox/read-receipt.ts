import { comparableText } from '../content/comparable-text.ts'

/**
 * Prefixes of Outlook and Exchange before the subject of a receipt that an email was read, or deleted unread, by
 * language. Source: MS-OXOMSG 2.2.1.60 for English; the subjects of such receipts in public request and mail archives
 * for the others.
 */
const PREFIXES = new Set(
  [
    'read|not read|deleted', // en
    'gelesen|nicht gelesen|ungelesen gelöscht', // de
    'lu|non lu|supprimé', // fr
    'leído|no leído|eliminado', // es
    'letto|non letto|letta', // it
    'lida|lido|não lida|não lido', // pt
    'gelezen|niet gelezen', // nl
    'przeczytano|przeczytane|nie przeczytano', // pl
    'läst|ej läst|læst|ikke læst|lest|ikke lest|luettu|ei luettu', // sv, da, nb, fi
    'přečteno|nepřečteno|prečítané|olvasott|elolvasva|citit', // cs, sk, hu, ro
    'прочитано|прочтено|не прочтено|διαβάστηκε|αναγνώστηκε', // ru, uk, bg, el
    'okundu|okunmadi|נקרא|تمت القراءة', // tr, he, ar
    '開封済み|未開封|已读|已讀|讀取|未读|읽음|읽지 않음', // ja, zh, ko
  ].flatMap((forms) => forms.split('|').map(comparableText)),
)
/** Number of lines in which a receipt repeats the recipient, the subject and the time of the email. */
const REPEATED_LINES = 3

/**
 * Returns whether a message is a receipt of reading that lost its report on the way: its subject begins as receipts do,
 * and its text names the recipient, that subject and the time of the email, each behind a colon. `preview`: how its text begins.
 */
export function isReadReceipt(subject: string, preview: string): boolean {
  const [, prefix = '', rest = ''] = /^([^:：]{2,24})[:：]\s*(\S.*)$/su.exec(subject) ?? []
  if (!PREFIXES.has(comparableText(prefix))) return false
  const text = comparableText(preview)
  const about = comparableText(rest).slice(0, 40)
  const labels = text.match(/\p{L}[\p{L} ]{0,19} ?: ?/gu) ?? []
  return labels.length >= REPEATED_LINES && text.includes(`: ${about}`)
}

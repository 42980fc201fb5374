import { comparableText } from '../content/comparable-text.ts'

/**
 * Prefixes that mail programs put before the subject of an answer. Sources, checked in November 2026: TB
 * thunderbird/thunderbird-l10n (mailnews.localizedRe) · WP Wikipedia, “List of email subject abbreviations” · IN the
 * subjects of the inputs · US as used before.
 */
const ANSWER_PREFIXES = {
  're|re.': 'every program',
  'aw|antwort|antw': 'German, Lotus Notes: TB WP IN',
  'sv|svar': 'Danish, Norwegian, Swedish, Icelandic: TB WP',
  'vs|vast': 'Finnish, Estonian: TB WP',
  'r|rif|ris': 'Italian: TB WP IN',
  'odp|odp.|od': 'Polish, Slovenian: TB WP',
  'odg|odg.|одг|одговор|odgovor': 'Slovenian, Croatian, Serbian: TB WP',
  'antw|beantw': 'Dutch: WP',
  'res|resp|rsp': 'Portuguese, Spanish: WP US',
  'rép|rep|réf|réponse': 'French: WP',
  'rv|rs|resposta|respuesta': 'Spanish, Portuguese, Catalan: WP US',
  'ynt|yan|yanıt|cvp|ilt': 'Turkish: TB WP IN',
  'vá|válasz|valasz': 'Hungarian: TB WP IN',
  'απ|απάντηση|σχετ': 'Greek: WP',
  'ats|ats.|atb': 'Lithuanian, Latvian: TB WP',
  er: 'Basque: TB',
  'odpověď|odpoveď|odpovědˇ': 'Czech, Slovak: Outlook',
  'отв|ответ|на|відповідь|відп|ha': 'Russian, Ukrainian, Bulgarian: WP',
  'ref|răsp|rasp|răspuns': 'Romanian: WP',
  atb: 'Welsh: WP',
  'bls|balas': 'Indonesian, Malay: WP',
  'trả lời|tl': 'Vietnamese: WP',
  'për|përgjigje': 'Albanian: TB',
  'השב|תשובה|תגובה': 'Hebrew: TB WP',
  'رد|ردّ|پاسخ': 'Arabic, Persian: WP',
  '回复|回覆|回信|答复|答覆|回復': 'Chinese: TB WP US',
  '返信|返': 'Japanese: Outlook',
  '회신|답장|re|답': 'Korean: Outlook',
  'ตอบ|ตอบกลับ': 'Thai: Outlook',
  'उत्तर|जवाब': 'Hindi: Outlook',
} as const

const PREFIXES = new Set(Object.keys(ANSWER_PREFIXES).flatMap((forms) => forms.split('|').map(comparableText)))

/** Returns whether a subject begins as mail programs begin that of a reply: “Re:”, “Re[2]:”, “Válasz:”, “回覆：”. */
export function isAnswerSubject(subject: string): boolean {
  const words = comparableText(subject)
  const colon = words.indexOf(':')
  if (colon < 1 || colon > 20) return false
  return PREFIXES.has(
    words
      .slice(0, colon)
      .trim()
      .replace(/[[(]?\d{0,3}[\])]?$/u, '')
      .trim(),
  )
}

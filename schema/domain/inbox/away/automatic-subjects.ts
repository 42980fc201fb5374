import { comparableText } from '../../content/comparable-text.ts'

/**
 * Beginnings of the subjects of automatic answers, by language: `reply`, what Exchange and Outlook put before the
 * subject of an out-of-office note; `away`, what other programs write there; `note`, what people write there and
 * elsewhere; `other`, answers of any kind. In lower case, alternatives separated by "|".
 *
 * Sources, checked in November 2026: MS Microsoft's documentation in that language (isabella232/OfficeDocs-AlchemyInsights-pr.LOCALE:
 * set-up-an-automatic-reply.md, auto-reply.md, outlook-desktop-send-out-of-office-replies.md) · IN the subjects of the inputs ·
 * DE Debian's vacation 3.3.3 · HN handling of automatic answers in public mail programs (zammad/zammad, discourse/discourse, okfn/froide,
 * and others that a search for the phrase finds) · US as used before.
 */
interface AutomaticSubjects {
  reply: string
  away: string
  note: string
  other: string
  source: string
}

const row = (reply: string, away: string, note: string, other: string, source: string): AutomaticSubjects => ({
  reply,
  away,
  note,
  other,
  source,
})

const AUTOMATIC_SUBJECTS: Readonly<Record<string, AutomaticSubjects>> = {
  en: row(
    'automatic reply',
    'out of office|out of the office|out-of-office|ooo:|away from the office|away from my mail|vacation reply|vacation:|away:|absence notice',
    'i am away|i am out of|i am on vacation|on vacation|away from my desk',
    'auto:|auto reply|auto-reply|autoreply|auto response|auto-response|autoresponse|automatic response|automated reply|automated response|automatic answer|automated message|your mail concerning',
    'MS DE HN IN US',
  ),
  ar: row('رد تلقائي|الرد التلقائي', 'خارج المكتب', '', '', 'MS HN IN'),
  bg: row('автоматичен отговор', 'извън офиса', '', '', 'MS'),
  ca: row('resposta automàtica', "fora de l'oficina", '', '', 'MS'),
  cs: row('automatická odpověď|automaticka odpoved', 'mimo kancelář', 'nepřítomnost', '', 'MS HN IN'),
  da: row(
    'automatisk svar|autosvar',
    '',
    'fraværende|fravær|jeg er på ferie|ikke til stede',
    'automatisk besvarelse',
    'MS HN IN',
  ),
  de: row(
    'automatische antwort|autom. antwort|automatische rückantwort',
    'abwesenheit|abwesenheitsnotiz|abwesenheitsnachricht|urlaubsabwesenheit|abwesenheitsassistent',
    'abwesend|ich bin abwesend|ich bin im urlaub|außer haus|nicht im büro',
    'automatische e-mail|automatische empfangsbestätigung|automatische rückmeldung|automatische nachricht|autoantwort',
    'MS HN US',
  ),
  el: row('αυτόματη απάντηση', 'εκτός γραφείου', '', '', 'MS HN IN'),
  es: row(
    'respuesta automática|respuesta automatica|contestación automática',
    'fuera de la oficina|fuera de oficina|ausencia de la oficina|ausente de la oficina|ausencia temporal',
    '',
    'mensaje automático',
    'MS HN US',
  ),
  et: row('automaatvastus|automaatne vastus', 'kontorist väljas', 'puhkusel', '', 'MS'),
  eu: row('erantzun automatikoa', 'bulegotik kanpo', '', '', 'MS'),
  fa: row('پاسخ خودکار', 'خارج از دفتر', '', '', 'HN'),
  fi: row('automaattinen vastaus|automaattivastaus', 'poissa toimistolta', 'poissaolo|lomalla', '', 'MS HN US'),
  fr: row(
    'réponse automatique|reponse automatique',
    "absence du bureau|message d'absence",
    'absent du bureau|absente du bureau|absence',
    'message automatique|réponse auto|accusé de réception automatique',
    'MS HN US',
  ),
  gl: row('resposta automática', 'fóra da oficina', '', '', 'MS'),
  he: row('תשובה אוטומטית|מענה אוטומטי|תגובה אוטומטית', 'מחוץ למשרד', '', '', 'MS HN'),
  hi: row('स्वचालित उत्तर|स्वतः उत्तर|स्वत: उत्तर|स्वतः जवाब', 'कार्यालय से बाहर', '', '', 'MS HN'),
  hr: row('automatski odgovor', 'izvan ureda', '', '', 'MS'),
  hu: row('automatikus válasz|automata válasz', 'házon kívül', 'távollét|szabadságon', '', 'MS HN IN'),
  hy: row('ինքնաշխատ պատասխան|ավտոմատ պատասխան', '', '', '', 'HN'),
  id: row('balasan otomatis|jawaban otomatis', 'di luar kantor', '', '', 'MS HN'),
  is: row('sjálfvirkt svar', 'ekki á skrifstofunni', '', '', 'HN'),
  it: row(
    'risposta automatica',
    "fuori ufficio|fuori sede|assente dall'ufficio",
    'assenza',
    'messaggio automatico|risponditore automatico',
    'MS HN US',
  ),
  ja: row(
    '自動応答|自動返信',
    '不在通知|不在のお知らせ|【不在|不在:',
    '',
    '【自動返信】|【自動応答】|自動送信',
    'MS HN US',
  ),
  ka: row('ავტომატური პასუხი', '', '', '', 'HN'),
  kk: row('автоматты жауап|автожауап', '', '', '', 'MS'),
  ko: row('자동 회신|자동 응답|자동회신|자동응답', '부재중|부재 중|부재 알림', '', '자동 답장', 'MS HN IN'),
  lt: row('automatinis atsakymas', 'ne biure|nesu biure', '', '', 'MS IN'),
  lv: row('automātiskā atbilde|automātiska atbilde', 'ārpus biroja', 'prombūtnē', '', 'MS'),
  mk: row('автоматски одговор', '', '', '', 'HN'),
  ms: row('balasan automatik|jawapan automatik', 'di luar pejabat', '', '', 'HN'),
  nb: row(
    'automatisk svar|autosvar',
    'ikke på kontoret|fraværsmelding',
    'fravær|fraværende|jeg er på ferie',
    '',
    'MS HN IN',
  ),
  nl: row(
    'automatisch antwoord|automatische beantwoording|automatische reactie',
    'afwezigheidsbericht|afwezigheid|niet op kantoor|buiten kantoor',
    'afwezig|niet aanwezig',
    'automatisch bericht|autoreply',
    'MS HN US',
  ),
  nn: row('automatisk svar', 'ikkje på kontoret', '', '', 'HN'),
  pl: row(
    'odpowiedź automatyczna|automatyczna odpowiedź|odpowiedz automatyczna|automatyczna odpowiedz',
    'poza biurem',
    'nieobecność|jestem na urlopie',
    'autoodpowiedź|autoresponder|automatyczna wiadomość',
    'MS HN US',
  ),
  pt: row(
    'resposta automática|resposta automatica',
    'fora do escritório|fora do escritorio',
    'ausência|ausente',
    'mensagem automática',
    'MS HN US',
  ),
  ro: row('răspuns automat|raspuns automat', 'în afara biroului|absent din birou', '', '', 'MS HN IN'),
  ru: row(
    'автоматический ответ|автоответ',
    'вне офиса|отсутствие на рабочем месте',
    'нет на работе|я в отпуске',
    'автоматическое сообщение|автоответчик',
    'MS HN IN',
  ),
  sk: row('automatická odpoveď|automaticka odpoved', 'mimo kancelárie', 'neprítomnosť', '', 'MS'),
  sl: row('samodejni odgovor|avtomatski odgovor', '', 'odsotnost|odsoten', '', 'MS HN IN'),
  sq: row('përgjigje automatike|përgjigja automatike', 'jashtë zyrës', '', '', 'HN'),
  sr: row('аутоматски одговор|automatski odgovor', 'ван канцеларије|van kancelarije', '', '', 'MS'),
  sv: row(
    'automatiskt svar|autosvar|automatsvar',
    'ej på kontoret|inte på kontoret|frånvaromeddelande',
    'frånvaro|frånvarande',
    '',
    'MS HN US',
  ),
  th: row('ตอบกลับอัตโนมัติ|การตอบกลับอัตโนมัติ', 'ไม่อยู่ที่สำนักงาน', '', '', 'MS HN'),
  tr: row('otomatik yanıt|otomatik cevap', 'ofis dışında|ofis dışındayım', '', '', 'MS HN IN'),
  uk: row('автоматична відповідь|автовідповідь|автовідповідач', 'поза офісом', 'немає на роботі', '', 'MS HN'),
  ur: row('خودکار جواب|خودکار جوابی', '', '', '', 'HN'),
  vi: row('trả lời tự động|thư trả lời tự động', 'ngoài văn phòng', 'vắng mặt', '', 'MS HN IN'),
  zh: row(
    '自动答复|自动回复|自動回覆|自動答覆|自動回復',
    '不在办公室|不在辦公室',
    '外出|休假',
    '自动应答',
    'MS HN IN US',
  ),
}

/** Beginnings of receipts of help desks and refusals of list servers, where the program sets no header. */
const RECEIPTS = [
  'request received|ticket received|case received|ticket created|your ticket has been|your ticket #|your request has been received|we received your|we have received your|we have got your|thank you for contacting|acknowledgement of receipt|support request received|case created|new support ticket',
  'eingangsbestätigung|ihre anfrage ist bei uns|ihre anfrage wurde|wir haben ihre anfrage|ihr ticket wurde',
  'accusé de réception|nous avons bien reçu|votre demande a',
  'acuse de recibo|hemos recibido su|confirmación de recepción|su solicitud ha sido',
  'abbiamo ricevuto la|conferma di ricezione',
  'recebemos a sua|recebemos sua|confirmação de recebimento',
  'ontvangstbevestiging|wij hebben uw|uw aanvraag is',
  'potwierdzenie otrzymania|otrzymaliśmy',
  'mottagningsbekräftelse|vi har mottagit|vi har modtaget|vi har mottatt',
  'お問い合わせありがとう|お問い合わせを受け付け',
  'majordomo results|sympa results|results of your email commands|the results of your email commands',
] as const

/** Phrases by their first character: a subject is compared only with those that it may begin with. */
type Phrases = ReadonlyMap<string | undefined, readonly string[]>

const byFirst = (phrases: readonly string[]): Phrases => Map.groupBy(phrases, (phrase) => phrase[0])

const phraseAt = (phrases: Phrases, text: string): string | undefined =>
  phrases.get(text[0])?.find((start) => beginsWith(text, start))

const all = (pick: (words: AutomaticSubjects) => string): readonly string[] => [
  ...new Set(
    Object.values(AUTOMATIC_SUBJECTS).flatMap((words) => pick(words).split('|').filter(Boolean).map(comparableText)),
  ),
]
const REPLIES = byFirst(all(({ reply }) => reply))
const AWAY = byFirst(all(({ away }) => away))
const NOTES = byFirst(all(({ note }) => note))
const OTHERS = byFirst([
  ...all(({ other }) => other),
  ...RECEIPTS.flatMap((words) => words.split('|')).map(comparableText),
])

/**
 * Kind of automatic answer that a subject indicates: an out-of-office note for certain or probably, or any automatic
 * answer. A `note` may be a person's new subject too.
 */
export type AutomaticSubject = 'away' | 'reply' | 'note' | 'other'

/**
 * Last result of {@link automaticSubject}, because the rules ask several times in a row about the subject of one
 * message.
 */
let latest: { subject: string; told: AutomaticSubject | null } = { subject: '', told: null }

/**
 * Returns the kind of automatic answer that a subject indicates; null if it does not begin like one in any language.
 */
export function automaticSubject(subject: string): AutomaticSubject | null {
  if (latest.subject !== subject) latest = { subject, told: toldBy(subject) }
  return latest.told
}

function toldBy(subject: string): AutomaticSubject | null {
  for (const words of withoutTags(comparableText(subject))) {
    if (phraseAt(AWAY, words) !== undefined) return 'away'
    const note = phraseAt(NOTES, words)
    if (note !== undefined) return /^ ?:/.test(words.slice(note.length)) ? 'away' : 'note'
    if (phraseAt(REPLIES, words) !== undefined) return 'reply'
    if (phraseAt(OTHERS, words) !== undefined) return 'other'
  }
  return null
}

/**
 * Returns the readings of a subject: unchanged, the text in brackets at its beginning, and the text after them:
 * “[EXTERNAL] Automatic reply: …”, “[Auto-Reply] …”.
 */
function withoutTags(subject: string): string[] {
  const [tag, inside = ''] = /^[[(【]([^\])】]{1,60})[\])】]\s*/u.exec(subject) ?? []
  return tag === undefined ? [subject] : [subject, inside.trim(), subject.slice(tag.length)]
}

const SPACED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u

/** Returns whether a text begins with a phrase, not within a longer word. */
export const beginsWith = (text: string, start: string): boolean =>
  text.startsWith(start) && !(SPACED.test(start.at(-1) ?? '') && SPACED.test(text[start.length] ?? ''))

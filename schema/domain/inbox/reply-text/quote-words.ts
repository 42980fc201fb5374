import { comparableText } from '../../content/comparable-text.ts'

/**
 * Words that mail programs write above the email that a reply quotes, by language. All words are in lower case.
 *
 * Sources, checked in November 2026: TB thunderbird/thunderbird-l10n (messenger-region, composeMsgs, mime.properties) · K9
 * thunderbird/thunderbird-android (strings.xml) · AE LineageOS/android_packages_apps_UnifiedEmail (strings.xml, Gmail's own form)
 * · RC roundcube/roundcubemail (labels.inc) · FP crisp-oss/email-forward-parser (labels of Apple Mail, Outlook, Yahoo) · TA
 * mailgun/talon (its test texts).
 */

interface QuoteWords {
  /** "wrote", as in “On Monday, Ada wrote:” */
  wrote: string
  /** beginning of that line, before the date; empty where the date comes first */
  on: string
  /** words between dashes above a quoted email: “Original Message” */
  original: string
  /** words between dashes, or before a colon, above a forwarded email */
  forwarded: string
  from: string
  /** label before the date in the header of a quoted email: “Sent:” */
  sent: string
  to: string
  subject: string
  source: string
}

const row = (
  wrote: string,
  on: string,
  original: string,
  forwarded: string,
  labels: [from: string, sent: string, to: string, subject: string],
  source: string,
): QuoteWords => {
  const [from, sent, to, subject] = labels
  return { wrote, on, original, forwarded, from, sent, to, subject, source }
}

/** Words in each language; alternatives are separated by "|". */
const QUOTE_WORDS: Readonly<Record<string, QuoteWords>> = {
  en: row(
    'wrote|writes|sent',
    'on|at',
    'original message|original|reply message|original email',
    'forwarded message|begin forwarded message|forwarded by',
    ['from', 'sent|date', 'to', 'subject'],
    'TB K9 AE RC FP TA',
  ),
  ar: row(
    'كتب|كَتَب|جاء من',
    'بتاريخ|في|على',
    'الرسالة الأصلية|الرسالة الأصليَّة|الرسالة الأساسية',
    'رسالة معاد توجيهها',
    ['من|مِن', 'تاريخ الإرسال|المرسل|المُرسل|التاريخ|أُرسلت', 'إلى', 'الموضوع'],
    'TB K9 AE RC',
  ),
  be: row(
    'напісаў|напісаў(ла)|піша',
    '',
    'зыходны ліст|зыходнае паведамленне',
    '',
    ['ад', 'адпраўлена|дата', 'каму', 'тэма'],
    'TB K9',
  ),
  bg: row(
    'написа',
    'на',
    'оригинално писмо|оригинално съобщение',
    'препратено съобщение',
    ['от', 'изпратено|изпратени|дата', 'до', 'тема|относно'],
    'TB K9 AE RC',
  ),
  bs: row(
    'je napisao|je napisao/la|napisao je',
    'dana',
    'izvorna poruka|originalna poruka',
    '',
    ['od', 'poslano|datum', 'za', 'naslov|tema'],
    'TB K9 RC',
  ),
  ca: row(
    'va escriure|ha escrit',
    'el dia|el',
    'missatge original',
    'missatge reenviat',
    ['de', 'enviat|enviat el|data', 'a|per a', 'assumpte|tema'],
    'TB K9 AE RC',
  ),
  cs: row(
    'napsal(a)|napsal|napsala',
    'dne',
    'původní zpráva|původní e-mail',
    'přeposlaná zpráva|začátek přeposílané zprávy',
    ['od|odesílatel', 'odesláno|datum', 'komu|pro', 'předmět'],
    'TB K9 AE RC FP',
  ),
  da: row(
    'skrev|skrev følgende|sendte',
    'den|d.',
    'oprindelig meddelelse|oprindelig besked|original besked|original meddelelse',
    'videresendt meddelelse|videresendt besked|start på videresendt besked',
    ['fra', 'sendt|dato', 'til', 'emne'],
    'TB K9 AE RC FP TA',
  ),
  de: row(
    'schrieb|geschrieben|schrieben sie',
    'am|den',
    'ursprüngliche nachricht|original-nachricht|originalnachricht|original nachricht|ursprüngliche mail|antwort nachricht',
    'weitergeleitete nachricht|anfang der weitergeleiteten nachricht|weitergeleitet von|weitergeleitete e-mail',
    ['von', 'gesendet|datum|gesendet am', 'an', 'betreff'],
    'TB K9 AE RC FP TA',
  ),
  el: row(
    'έγραψε',
    'στις|την',
    'αρχικό μήνυμα|πρωτότυπο μήνυμα',
    'προωθημένο μήνυμα',
    ['από|αποστολέας', 'στάλθηκε|αποστολή|ημερομηνία|ημ/νία', 'προς', 'θέμα'],
    'TB K9 AE RC',
  ),
  es: row(
    'escribió|ha escrito|escribio',
    'el|con fecha',
    'mensaje original|correo original',
    'mensaje reenviado|inicio del mensaje reenviado',
    ['de', 'enviado|enviado el|enviada|enviada el|fecha', 'para', 'asunto'],
    'TB K9 AE RC FP',
  ),
  et: row(
    'kirjutas|kirjutas kuupäeval',
    '',
    'algne kiri|esialgne kiri|algne sõnum',
    'edastatud kiri',
    ['saatja|kellelt', 'saadetud|saatmisaeg|kuupäev', 'saaja|kellele', 'teema'],
    'TB K9 AE RC FP',
  ),
  eu: row(
    'idatzi zuen|idatzi du',
    '',
    'jatorrizko mezua',
    '',
    ['nork|noren|bidaltzailea', 'bidalia|bidalita|data', 'nori', 'gaia'],
    'TB K9 AE RC',
  ),
  fa: row(
    'نوشت|نوشته است',
    'در تاریخ|در',
    'پیام اصلی|پیام نخستین',
    '',
    ['از', 'ارسال|ارسال شده|تاریخ', 'به', 'موضوع'],
    'K9 AE RC',
  ),
  fi: row(
    'kirjoitti|lähetti',
    '',
    'alkuperäinen viesti|alkuperäinen viesti / orig.msg.',
    'välitetty viesti|edelleenlähetetty viesti|välitetty viesti alkaa|välitetty viesti / fwd.msg',
    ['lähettäjä', 'lähetetty|päiväys|päivämäärä|pvm', 'vastaanottaja|kenelle', 'aihe'],
    'TB K9 AE RC FP',
  ),
  fr: row(
    'a écrit|a ecrit|nous a dit',
    'le|en date du',
    "message original|mail original|message d'origine|message initial|courriel original|courriel initial|e-mail d'origine|message de",
    'message transféré|message transmis|message réexpédié|début du message transféré|début du message réexpédié',
    ['de|expéditeur', 'envoyé|envoyé le|envoyée|envoyé à|date|message du', 'à|a|pour|destinataire', 'objet|sujet'],
    'TB K9 AE RC FP TA',
  ),
  gl: row(
    'escribiu',
    'o|no',
    'mensaxe orixinal',
    'mensaxe reenviada',
    ['de|dende', 'enviado|enviada|data', 'para', 'asunto'],
    'TB K9 AE RC',
  ),
  he: row(
    'כתב|כתב/ה|כתבה|נכתב על ידי',
    'בתאריך|ב',
    'הודעה מקורית|הודעת מקור',
    'הודעה שהועברה',
    ['מאת', 'נשלח|תאריך', 'אל', 'נושא'],
    'TB K9 AE RC',
  ),
  hi: row(
    'ने लिखा',
    '',
    'मूल संदेश|पुराना मैसेज',
    'अग्रेषित संदेश',
    ['से|प्रेषक', 'भेजा गया|तारीख|दिनांक', 'को|प्रति', 'विषय|सबजेक्ट'],
    'K9 AE',
  ),
  hr: row(
    'je napisao|je napisala|je napisao/la|je napisao(la)|napisala je|piše',
    'dana',
    'izvorna poruka|originalna poruka',
    'proslijeđena poruka|započni proslijeđenu poruku',
    ['od|šalje', 'poslano|datum', 'prima|za', 'predmet|naslov'],
    'TB K9 AE RC FP',
  ),
  hu: row(
    'ezt írta|írta',
    'ekkor',
    'eredeti üzenet|eredeti levél',
    'továbbított üzenet|továbbított levél kezdete',
    ['feladó', 'elküldve|küldve|dátum', 'címzett', 'tárgy'],
    'TB K9 AE RC FP',
  ),
  hy: row(
    'գրել է|գրեց',
    '',
    'առաջին հաղորդագրությունը|նախորդ հաղորդագրութիւնը',
    '',
    ['ումից', 'ուղարկվել է|ուղարկուած', 'ում', 'թեմա|վերնագիր'],
    'K9 AE RC',
  ),
  id: row(
    'menulis',
    'pada',
    'pesan asli|pesan orisinal',
    'pesan terusan',
    ['dari', 'dikirim|terkirim|tanggal', 'kepada|ke', 'subjek|perihal'],
    'TB K9 AE RC',
  ),
  is: row(
    'skrifaði',
    'þann',
    'upprunaleg skilaboð|upprunalegur póstur',
    '',
    ['frá', 'sent|dagsetning', 'til', 'efni|viðfangsefni'],
    'TB K9 AE RC',
  ),
  it: row(
    'ha scritto|scrive',
    'il giorno|il|in data',
    'messaggio originale|messaggio originario',
    'messaggio inoltrato|inizio messaggio inoltrato',
    ['da|mittente', 'inviato|inviato il|data', 'a', 'oggetto'],
    'TB K9 AE RC FP',
  ),
  ja: row(
    'は書きました|さんは書きました|のメッセージ|が書きました|さんが書きました|より|のメール|書きました',
    '',
    '元のメッセージ|元メール|オリジナルメッセージ|original message',
    '転送されたメッセージ|転送メッセージ',
    ['差出人|送信者|発信者', '送信日時|日時|送信日|日付', '宛先|受信者', '件名'],
    'K9 AE RC',
  ),
  ka: row(
    'დაწერა|წერს',
    'თარიღში|თარიღი',
    'ორიგინალი შეტყობინება|საწყისი წერილი|საწყისი მესიჯი',
    '',
    ['ვისგან|ვინ', 'გაიგზავნა|თარიღი', 'ვის', 'საგანი|თემა'],
    'TB K9 AE RC',
  ),
  kk: row('жазды|жазған', '', 'түпнұсқа хабарламасы', '', ['кімнен', 'жіберілді|күні', 'кімге', 'тақырыбы'], 'TB AE'),
  ko: row(
    '님이 작성|이 작성|작성함|이(가) 쓴 글|이(가) 쓴 내용|이 씀|님이 작성함|작성',
    '',
    '원본 메시지|original message|원본 메일',
    '전달된 메시지|전달된 메일',
    ['보낸 사람|보낸사람|발신', '보낸 날짜|날짜|보낸날짜|보냄|일시', '받는 사람|받는사람|수신', '제목'],
    'TB K9 AE RC',
  ),
  lt: row(
    'rašė|parašė',
    '',
    'originalus laiškas|originalus tekstas|originalus pranešimas',
    'persiųstas laiškas',
    ['nuo|kas|siuntėjas', 'išsiųsta|data', 'kam|iki|gavėjas', 'tema'],
    'TB K9 AE RC',
  ),
  lv: row(
    'rakstīja',
    'datumā',
    'sākotnējā vēstule|sākotnējā ziņa|sākotnējais ziņojums',
    'pārsūtīta ziņa',
    ['no|kas', 'nosūtīts|nosūtīta|datums', 'kam|uz', 'temats|tēma'],
    'TB K9 AE RC',
  ),
  mk: row('напиша', 'на', 'оригинална порака', '', ['од', 'испратено|датум', 'до', 'тема'], 'TB AE RC'),
  ms: row(
    'menulis|membalas',
    'pada',
    'mesej asal',
    'mesej dimajukan',
    ['daripada|dari', 'dihantar|tarikh', 'kepada', 'subjek|perkara'],
    'TB AE RC',
  ),
  nb: row(
    'skrev|skrev følgende',
    'den|på|tor.',
    'opprinnelig melding|original melding|opprinnelig e-post',
    'videresendt melding|videresendt e-post',
    ['fra', 'sendt|dato', 'til', 'emne'],
    'TB K9 AE RC FP TA',
  ),
  nl: row(
    'schreef|het volgende geschreven|geschreven',
    'op',
    'oorspronkelijk bericht|oorspronkelijke bericht|origineel bericht|orgineel bericht|oorspronkelijke mail',
    'doorgestuurd bericht|begin doorgestuurd bericht',
    ['van', 'verzonden|datum', 'aan', 'onderwerp'],
    'TB K9 AE RC FP TA',
  ),
  nn: row('skreiv', 'den', 'opphavleg melding', '', ['frå', 'sendt|dato', 'til', 'emne'], 'TB K9 RC'),
  pl: row(
    'napisał(a)|napisał/a|napisał|napisała|pisze|napisana przez',
    'w dniu|dnia',
    'wiadomość oryginalna|treść oryginalnej wiadomości|oryginalna wiadomość|wiadomość pierwotna',
    'przekazana wiadomość|treść przekazanej wiadomości|początek przekazywanej wiadomości|wiadomość przekazana dalej',
    ['od|nadawca', 'wysłano|wysłane|data', 'do|adresat', 'temat'],
    'TB K9 AE RC FP TA',
  ),
  pt: row(
    'escreveu|escreveu o seguinte',
    'em|a|às|no dia',
    'mensagem original|e-mail original|mensagem original de',
    'mensagem encaminhada|mensagem reencaminhada|início da mensagem encaminhada|início da mensagem reencaminhada',
    ['de', 'enviado|enviada|enviado em|enviada em|enviado a|data', 'para', 'assunto'],
    'TB K9 AE RC FP',
  ),
  ro: row(
    'a scris',
    'în data de|în|pe|la',
    'mesaj original|mesajul original|mesajul iniţial|mesajul inițial',
    'mesaj redirecționat|începe mesajul redirecționat|mesaj redirecţionat',
    ['de la|expeditorul|expeditor', 'trimis|trimis la|data|dată', 'către|la|destinatarul', 'subiect|subiectul'],
    'TB K9 AE RC FP',
  ),
  ru: row(
    'написал|написала|написал(а)|пишет|писал(а)|писал|писала',
    '',
    'исходное сообщение|оригинальное сообщение|исходное письмо',
    'пересылаемое сообщение|перенаправленное сообщение|начало переадресованного сообщения|переадресованное сообщение',
    ['от|отправитель|от кого', 'отправлено|дата', 'кому', 'тема'],
    'TB K9 AE RC FP TA',
  ),
  sk: row(
    'napísal(a)|napísal|napísala',
    'dňa',
    'pôvodná správa|pôvodná správa --- original message',
    'preposlaná správa|začiatok preposlanej správy|preposlaná správa --- forwarded message',
    ['od|odosielateľ', 'odoslané|dátum', 'komu|pre', 'predmet'],
    'TB K9 AE RC FP',
  ),
  sl: row(
    'je napisal(a)|je napisal|je napisala|napisal|napisala|sporoča',
    'dne|v',
    'izvirno sporočilo|izvorno sporočilo',
    'posredovano sporočilo',
    ['od', 'poslano|datum', 'za', 'zadeva'],
    'TB K9 AE RC',
  ),
  sq: row(
    'shkroi',
    'më',
    'mesazhi origjinal',
    '',
    ['nga', 'dërguar më|dërguar|datë', 'për', 'subjekt|tema|subjekti'],
    'TB K9 AE RC',
  ),
  sr: row(
    'написа|пише|је написао/ла|је написао|је написала|je napisao|piše',
    'дана|dana',
    'оригинална порука|изворна порука',
    'прослеђена порука',
    ['од|шаље|šalje', 'послато|датум|poslato', 'за|прима|коме', 'тема|наслов'],
    'TB K9 AE RC',
  ),
  sv: row(
    'skrev|skrev följande|följande',
    'den',
    'ursprungligt meddelande|originalmeddelande|ursprungligt mejl',
    'vidarebefordrat meddelande|vidarebefordrat mejl',
    ['från', 'skickat|datum', 'till', 'ämne'],
    'TB K9 AE RC FP TA',
  ),
  th: row(
    'เขียนว่า|ว่า|เขียน',
    'เมื่อ|ในวันที่',
    'ข้อความต้นฉบับ|ข้อความเดิม',
    'ข้อความที่ส่งต่อ',
    ['จาก', 'ส่ง|วันที่|ส่งเมื่อ', 'ถึง', 'เรื่อง|หัวเรื่อง'],
    'TB AE RC',
  ),
  tr: row(
    'tarihinde şunu yazdı|şunu yazdı|yazdı|yazmış',
    '',
    'özgün ileti|orijinal mesaj|özgün mesaj|orijinal ileti',
    'iletilmiş mesaj|ileti başlangıcı|iletilen ileti|iletilen mesaj|yönlendirilmiş ileti',
    ['kimden|gönderen', 'gönderildi|gönderilme|gönderme tarihi|gönderilen|tarih|gönderim tarihi', 'kime|alıcı', 'konu'],
    'TB K9 AE RC FP',
  ),
  uk: row(
    'написав|написала|написав(ла)|пише',
    '',
    'оригінальне повідомлення|початкове повідомлення|вихідне повідомлення',
    'переслане повідомлення|перенаправлене повідомлення|початок листа, що пересилається',
    ['від|від кого', 'надіслано|відправлено|дата', 'кому', 'тема'],
    'TB K9 AE RC FP',
  ),
  ur: row('نے لکھا', '', 'اصل پیغام', '', ['منجانب|از', 'بھیجا گیا|تاریخ', 'بنام|بطرف', 'موضوع'], 'AE'),
  vi: row(
    'đã viết|viết',
    'vào lúc|vào ngày|vào',
    'thư gốc|tin nhắn gốc',
    'thư được chuyển tiếp|tin nhắn chuyển tiếp',
    ['từ', 'đã gửi|gửi|ngày|ngày gửi', 'đến|tới|gửi đến|gửi tới', 'chủ đề|tiêu đề'],
    'TB K9 AE RC TA',
  ),
  zh: row(
    '写道|写于|寫道|寫到|写到|撰写|已寫入',
    '在|于|於',
    '原始邮件|原始消息|原始郵件|原郵件|原邮件|邮件原件|原始信件',
    '转发的邮件|转发邮件信息|轉寄郵件|轉寄的郵件|转发邮件',
    [
      '发件人|寄件者|發件人|從|寄件人|发自|寄件自',
      '发送时间|发送日期|日期|寄送日期|寄件日期|寄件時間|發送時間|时间|傳送日期|已傳送',
      '收件人|收件者|到|至',
      '主题|主旨|主題|标题',
    ],
    'TB K9 AE RC',
  ),
}

/** Labels of a copied header that prove nothing alone. */
const OTHER_LABELS =
  'cc|bcc|copy|copie à|copie|kopie|kopie (cc)|kopi|kopia|kópia|kópie|kopio|másolat|másolatot kap|másolatot kapnak|копия|копія|копие|копија|dw|bilgi|cópia|c/c|抄送|副本|ｃｃ|참조|υπόψη|κοιν|reply-to|antwort an|svar til|svara till|répondre à|responder a|responder para|rispondi a|odpowiedź-do|ответ-кому|attachments|anlagen|anlage|pièces jointes|bijlagen|importance|wichtigkeit|priority|priorität|prioridad|organization'

const all = (pick: (words: QuoteWords) => string): string[] => [
  ...new Set(
    Object.values(QUOTE_WORDS)
      .flatMap((words) => pick(words).split('|'))
      .filter(Boolean)
      .map(comparableText),
  ),
]

const escaped = (word: string): string => word.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)

/** The words as alternatives of a regular expression, the longest first; not within a longer word where a script separates words. */
const anyOf = (words: readonly string[]): string =>
  words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => {
      const [before, after] = [word.at(0) ?? '', word.at(-1) ?? ''].map((end) => SPACED.test(end))
      return `${before ? String.raw`(?<!\p{L})` : ''}${escaped(word)}${after ? String.raw`(?!\p{L})` : ''}`
    })
    .join('|')
const SPACED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}]/u

/** "wrote" in any language. */
export const WROTE = new RegExp(anyOf(all(({ wrote }) => wrote)), 'u')
/** "On" in any language at the beginning of a text, with the space after it. */
export const STARTS_WITH_ON = new RegExp(
  `^(?:${all(({ on }) => on)
    .map(escaped)
    .toSorted((a, b) => b.length - a.length)
    .join('|')})(?![\\p{L}])`,
  'u',
)

export const ORIGINAL_MESSAGE: ReadonlySet<string> = new Set(all(({ original }) => original))
export const FORWARDED_MESSAGE: ReadonlySet<string> = new Set(all(({ forwarded }) => forwarded))

/** Header that a label of a copied header block names. */
export type HeaderLabel = 'from' | 'sent' | 'to' | 'subject' | 'other'

/** Meanings of each label. A label may have several: "Od" is "From" in Polish, "À" and "A" are "To". */
export const HEADER_LABELS: ReadonlyMap<string, ReadonlySet<HeaderLabel>> = (() => {
  const labels = new Map<string, Set<HeaderLabel>>()
  const add = (words: readonly string[], label: HeaderLabel) => {
    for (const word of words) labels.set(word, (labels.get(word) ?? new Set()).add(label))
  }
  add(
    all(({ from }) => from),
    'from',
  )
  add(
    all(({ sent }) => sent),
    'sent',
  )
  add(
    all(({ to }) => to),
    'to',
  )
  add(
    all(({ subject }) => subject),
    'subject',
  )
  add(OTHER_LABELS.split('|').map(comparableText), 'other')
  return labels
})()

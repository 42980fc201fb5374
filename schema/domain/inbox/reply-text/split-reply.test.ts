import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { splitReply } from './split-reply.ts'

interface Given {
  name: string
  text?: string
  html?: string
  expected: string
}
const { text: texts, html: pages } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fixtures/replies.json'), 'utf8'),
) as { text: Given[]; html: Given[] }
const squeezed = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const newTextOf = (text: string, html = '') => splitReply({ text, html }).text

/** Language → what Gmail, Thunderbird, Apple Mail or a phone writes above a quote. */
const INTRODUCTIONS: Record<string, readonly string[]> = {
  ar: [
    'في الاثنين، 27 يوليو 2026 في 9:00 ص تمت كتابة ما يلي بواسطة Ada <ada@x.test>:',
    'بتاريخ 27.07.2026 09:00، كتب Ada:',
  ],
  bg: ['На пн, 27.07.2026 г. в 9:00 Ada <ada@x.test> написа:'],
  ca: [
    'Missatge de Ada <ada@x.test> del dia dl., 27 de jul. 2026 a les 9:00:',
    'El 27/7/26 a les 9:00, Ada ha escrit:',
  ],
  cs: ['po 27. 7. 2026 v 9:00 odesílatel Ada <ada@x.test> napsal:', 'Dne 27. 07. 26 v 9:00 Ada napsal(a):'],
  da: ['man. 27. jul. 2026 kl. 09.00 skrev Ada <ada@x.test>:', 'Den 27-07-2026 kl. 09:00 skrev Ada:'],
  de: [
    'Am Mo., 27. Juli 2026 um 09:00 Uhr schrieb Ada <ada@x.test>:',
    'Ada <ada@x.test> schrieb am Mo., 27. Juli 2026, 09:00:',
    'Am 27.07.26 um 09:00 schrieb Ada:',
  ],
  el: [
    'Στις Δευ 27 Ιουλ 2026 στις 9:00 π.μ., ο χρήστης Ada <ada@x.test> έγραψε:',
    'Στις 27/7/2026 09:00, ο/η Ada έγραψε:',
  ],
  en: [
    'On Mon, Jul 27, 2026 at 9:00 AM Ada <ada@x.test> wrote:',
    'On 27/07/2026 09:00, Ada wrote:',
    'On 27 Jul 2026, at 09:00, Ada <ada@x.test> wrote:',
  ],
  es: ['El lun, 27 jul 2026 a las 9:00, Ada (<ada@x.test>) escribió:', 'El 27/7/26 a las 9:00, Ada escribió:'],
  et: [
    'Kuupäev: E, 27. juuli 2026, kell 9:00, kasutaja Ada (<ada@x.test>) kirjutas:',
    '27.07.2026 09:00 Ada kirjutas:',
  ],
  fa: ['در تاریخ دوشنبه 27 ژوئیهٔ 2026 ساعت 9:00 Ada <ada@x.test> نوشت:'],
  fi: ['ma 27. heinäk. 2026 klo 9.00 Ada (ada@x.test) kirjoitti:', 'Ada kirjoitti 27.7.2026 klo 9.00:'],
  fr: ['Le lun. 27 juil. 2026 à 09:00, Ada <ada@x.test> a écrit :', 'Le 27/07/2026 à 09:00, Ada a écrit :'],
  he: ['‫בתאריך יום ב׳, 27 ביולי 2026 ב-9:00 מאת ‪Ada‬‏ <‪ada@x.test‬‏>:‬', 'בתאריך 27/07/2026 09:00, Ada כתב:'],
  hi: ['सोम, 27 जुल॰ 2026 को 9:00 am बजे को Ada <ada@x.test> ने लिखा:'],
  hr: ['pon, 27. srp 2026. u 09:00 Ada <ada@x.test> napisao je:', 'Dana 27. 7. 2026. u 9:00, Ada je napisao/la:'],
  hu: ['Ada <ada@x.test> ezt írta (időpont: 2026. júl. 27., H, 9:00):', '2026. 07. 27. 9:00 keltezéssel, Ada írta:'],
  id: ['Pada Sen, 27 Jul 2026 pukul 09.00 Ada <ada@x.test> menulis:'],
  it: ['Il giorno lun 27 lug 2026 alle ore 09:00 Ada <ada@x.test> ha scritto:', 'Il 27/07/2026 09:00, Ada ha scritto:'],
  ja: ['2026年7月27日(月) 9:00 Ada <ada@x.test>:', '2026/07/27 9:00、Ada <ada@x.test>のメール:'],
  ko: ['2026년 7월 27일 (월) 오전 9:00, Ada <ada@x.test>님이 작성:', '2026-07-27 오전 9:00에 Ada 이(가) 쓴 글:'],
  lt: ['2026-07-27, pr, 09:00 Ada <ada@x.test> rašė:'],
  lv: ['Pirmd., 2026. g. 27. jūl., plkst. 09:00 — lietotājs Ada (<ada@x.test>) rakstīja:'],
  nb: ['man. 27. juli 2026 kl. 09:00 skrev Ada <ada@x.test>:', 'Den 27.07.2026 09:00, skrev Ada:'],
  nl: ['Op ma 27 jul 2026 om 09:00 schreef Ada <ada@x.test>:', 'Op 27-07-2026 om 09:00 schreef Ada:'],
  pl: ['pon., 27 lip 2026 o 09:00 Ada <ada@x.test> napisał(a):', 'W dniu 27.07.2026 o 09:00, Ada pisze:'],
  pt: [
    'Em seg., 27 de jul. de 2026 às 09:00, Ada <ada@x.test> escreveu:',
    'Ada <ada@x.test> escreveu (segunda, 27/07/2026 à(s) 09:00):',
    'Às 09:00 de 27/07/2026, Ada escreveu:',
  ],
  ro: ['În lun., 27 iul. 2026 la 09:00, Ada <ada@x.test> a scris:', 'La 27.07.2026 09:00, Ada a scris:'],
  ru: [
    'пн, 27 июл. 2026 г. в 09:00, Ada <ada@x.test>:',
    '27.07.2026 9:00, Ada пишет:',
    '27.07.2026, 09:00, "Ada" <ada@x.test>:',
  ],
  sk: ['po 27. 7. 2026 o 9:00 Ada <ada@x.test> napísal(a):', 'Dňa 27. 7. 2026 o 9:00 Ada napísal(a):'],
  sl: ['V V pon., 27. jul. 2026 ob 09:00 je oseba Ada <ada@x.test> napisala:', 'Ada je 27. 07. 2026 ob 9:00 napisal:'],
  sr: ['пон, 27. јул 2026. у 09:00 Ada <ada@x.test> је написао/ла:'],
  sv: ['Den mån 27 juli 2026 kl 09:00 skrev Ada <ada@x.test>:', '27 juli 2026 kl. 09:00 skrev Ada <ada@x.test>:'],
  th: ['ในวันที่ จ. 27 ก.ค. 2026 เวลา 09:00 Ada <ada@x.test> เขียนว่า:'],
  tr: ['Ada <ada@x.test>, 27 Tem 2026 Pzt, 09:00 tarihinde şunu yazdı:', '27.07.2026 09:00 tarihinde Ada yazdı:'],
  uk: ['пн, 27 лип. 2026 р. о 09:00 Ada <ada@x.test> пише:', '27.07.2026 9:00, Ada пише:'],
  vi: ['Vào Th 2, 27 thg 7, 2026 vào lúc 09:00 Ada <ada@x.test> đã viết:'],
  zh: [
    'Ada <ada@x.test> 于2026年7月27日周一 09:00写道：',
    'Ada <ada@x.test> 於 2026年7月27日 週一 上午9:00寫道：',
    '在 2026/7/27 9:00, Ada 写道:',
  ],
}

/** Language → the labels of the header that Outlook and others repeat above a quoted email: From, Sent, To, Subject. */
const LABELS: Record<string, readonly [string, string, string, string]> = {
  ar: ['من', 'تاريخ الإرسال', 'إلى', 'الموضوع'],
  bg: ['От', 'Изпратено', 'До', 'Относно'],
  ca: ['De', 'Enviat el', 'Per a', 'Tema'],
  cs: ['Od', 'Odesláno', 'Komu', 'Předmět'],
  da: ['Fra', 'Sendt', 'Til', 'Emne'],
  de: ['Von', 'Gesendet', 'An', 'Betreff'],
  el: ['Από', 'Στάλθηκε', 'Προς', 'Θέμα'],
  en: ['From', 'Sent', 'To', 'Subject'],
  es: ['De', 'Enviado el', 'Para', 'Asunto'],
  et: ['Saatja', 'Saadetud', 'Adressaat', 'Teema'],
  eu: ['Nork', 'Bidalia', 'Nori', 'Gaia'],
  fa: ['از', 'ارسال شده', 'به', 'موضوع'],
  fi: ['Lähettäjä', 'Lähetetty', 'Vastaanottaja', 'Aihe'],
  fr: ['De', 'Envoyé', 'À', 'Objet'],
  he: ['מאת', 'נשלח', 'אל', 'נושא'],
  hr: ['Šalje', 'Poslano', 'Prima', 'Predmet'],
  hu: ['Feladó', 'Elküldve', 'Címzett', 'Tárgy'],
  id: ['Dari', 'Terkirim', 'Kepada', 'Subjek'],
  it: ['Da', 'Inviato', 'A', 'Oggetto'],
  ja: ['差出人', '送信日時', '宛先', '件名'],
  ko: ['보낸 사람', '보낸 날짜', '받는 사람', '제목'],
  lt: ['Nuo', 'Išsiųsta', 'Kam', 'Tema'],
  lv: ['No', 'Nosūtīts', 'Kam', 'Temats'],
  nb: ['Fra', 'Sendt', 'Til', 'Emne'],
  nl: ['Van', 'Verzonden', 'Aan', 'Onderwerp'],
  pl: ['Od', 'Wysłano', 'Do', 'Temat'],
  pt: ['De', 'Enviada em', 'Para', 'Assunto'],
  ro: ['De la', 'Trimis', 'Către', 'Subiect'],
  ru: ['От', 'Отправлено', 'Кому', 'Тема'],
  sk: ['Od', 'Odoslané', 'Komu', 'Predmet'],
  sl: ['Od', 'Poslano', 'Za', 'Zadeva'],
  sr: ['Od', 'Poslato', 'Za', 'Tema'],
  sv: ['Från', 'Skickat', 'Till', 'Ämne'],
  th: ['จาก', 'ส่ง', 'ถึง', 'เรื่อง'],
  tr: ['Kimden', 'Gönderildi', 'Kime', 'Konu'],
  uk: ['Від', 'Надіслано', 'Кому', 'Тема'],
  vi: ['Từ', 'Đã gửi', 'Đến', 'Chủ đề'],
  zh: ['发件人', '发送时间', '收件人', '主题'],
  'zh-TW': ['寄件者', '寄件日期', '收件者', '主旨'],
}

describe('the new text of a reply', () => {
  it.each(texts)('is found in plain text: $name', ({ text = '', expected, name }) => {
    const found = squeezed(newTextOf(text))
    // The expected text of this sample is only the beginning of the reply.
    expect(name === 'bottom post with hello' ? found.slice(0, squeezed(expected).length) : found).toBe(
      squeezed(expected),
    )
  })

  it.each(pages)('is found in HTML: $name', ({ html = '', expected }) => {
    expect(squeezed(newTextOf('', html))).toBe(squeezed(expected))
  })

  it.each(Object.entries(INTRODUCTIONS).flatMap(([language, all]) => all.map((one) => [language, one] as const)))(
    'ends above the line that introduces a quoted email (%s): %s',
    (_, introduction) => {
      expect(newTextOf(`OK 1.\n\n${introduction}\n\n> Hello\n> Ada`)).toBe('OK 1.')
      expect(newTextOf(`OK 1.\n\n${introduction}\n\n> Hello\n\nFrom below.`)).toBe('OK 1.\n\nFrom below.')
    },
  )

  it.each(Object.entries(LABELS))(
    'ends above the copied header of a quoted email (%s)',
    (_, [from, sent, to, subject]) => {
      const header = `${from}: Ada <ada@x.test>\n${sent}: 27.07.2026 09:00\n${to}: Bo\n${subject}: Offer`
      expect(newTextOf(`OK 1.\n\n${header}\n\nHello\nAda`)).toBe('OK 1.')
      const withoutAddress = `${from} : Ada Lovelace\n${sent} : 27.07.2026 09:00\n${to} : Bo\n${subject} : Offer`
      expect(newTextOf(`OK 1.\n\n${withoutAddress}\n\nHello\nAda`)).toBe('OK 1.')
    },
  )

  it.each([
    ['-----Original Message-----\nHello', ''],
    [
      '---------- Forwarded message ---------\nFrom: Ada <ada@x.test>\nDate: 27 July 2026\nSubject: Offer\n\nHello',
      'all',
    ],
    ['> Begin forwarded message:\n>\n> From: Ada <ada@x.test>\n> Subject: Offer\n>\n> Hello', 'all'],
    ['On Mon, Jul 27, 2026 at 9:00 AM Ada Lovelace Byron of London <\nada.lovelace@x.test> wrote:\n\n> Hello', ''],
    ['On Mon, Jul 27, 2026 at 9:00 AM Ada Lovelace Byron of London <ada@x.test\n> wrote:\n\n> Hello', ''],
    ['On Jul 27, 2026,\nat 09:00,\nAda <ada@x.test> wrote:\n\n> Hello', ''],
    ['*From:* Ada [mailto:ada@x.test]\n*Sent:* Monday, July 27, 2026 9:00 AM\n*To:* Bo\n*Subject:* Offer\n\nHello', ''],
    ['Ada Lind writes:\n\n> Hello', ''],
    ['On Mon, 27 Jul 2026 09:00:00 +0200\nAda Lovelace <ada@x.test> wrote:\n\n> Hello', ''],
    ['Monday, July 27, 2026, 9:00:00 AM, you wrote:\n\n> Hello', ''],
    ['27. Juli 2026, 09:00 von ada@x.test:\n\n> Hallo', ''],
    ['Wiadomość napisana przez Ada <ada@x.test> w dniu 27 lip 2026, o godz. 09:00:\n\nHello', ''],
    ['في ٢٧ يوليو ٢٠٢٦، الساعة ٩:٠٠ ص، كتب Ada <ada@x.test>:\n\nHello', ''],
    ['เมื่อ จ. 27 ก.ค. 2569 เวลา 09:00 Ada <ada@x.test> เขียนว่า:\n\nHello', ''],
    ['>>> Ada Lovelace <ada@x.test> 27/07/2026 09:00 >>>\nHello', ''],
    [
      '-----Ada Lovelace <ada@x.test> schrieb: -----\nAn: bo@y.test\nVon: Ada Lovelace <ada@x.test>\nDatum: 27.07.2026 09:00\n\nHallo',
      '',
    ],
    ['  Original Message  \nFrom: Ada\nSent: Monday, July 27, 2026 9:00 AM\nTo: Bo\nSubject: Offer\n\nHello', ''],
    [
      '------ Originalnachricht ------\nVon "Ada" <ada@x.test>\nAn "Bo" <bo@y.test>\nDatum 27.07.2026 09:00:00\n\nHallo',
      '',
    ],
    [
      '----- Mail original -----\nDe: "Ada" <ada@x.test>\nÀ: bo@y.test\nEnvoyé: Lundi 27 Juillet 2026 09:00:00\n\nBonjour',
      '',
    ],
    [
      '---------- Původní e-mail ----------\nOd: Ada <ada@x.test>\nKomu: bo@y.test\nDatum: 27. 7. 2026 9:00:00\n\nAhoj',
      '',
    ],
    ['Gesendet: Montag, 27. Juli 2026 um 09:00 Uhr\nVon: "Ada" <ada@x.test>\nAn: bo@y.test\nBetreff: x\n\nHallo', ''],
    [
      '------------------ 原始邮件 ------------------\n发件人: "Ada" <ada@x.test>;\n发送时间: 2026年7月27日(星期一) 上午9:00\n\n你好',
      '',
    ],
    ['在 2026-07-27 09:00:00，"Ada" <ada@x.test> 写道：\n\n>你好', ''],
  ])('ends above the quoted email in %j', (quote, shown) => {
    const text = `Yes.\n\n${quote}`
    expect(newTextOf(text)).toBe(shown === 'all' ? text : 'Yes.')
  })

  it.each([
    ['a single line that begins like an introduction', 'Le 3 août me convient.'],
    ['an introduction of one’s own', 'In your email of 27 July 2026 you wrote:\n“We offer 5 %.”\nIs that still valid?'],
    ['a journey', 'From: Berlin\nTo: Paris\nDate: 3 August 2026, 10:00\nThanks'],
    ['forwarding settings', 'Please change:\nFrom: bo@y.test\nTo: sales@y.test\nThanks'],
    ['an appointment', 'Meet me:\n\nDate: Wednesday 3, October 2026\nTime: 10:00\nAddress: 130 Fox St'],
    ['a line that is drawn', 'Prices\n______________\n10 pieces: 5 €'],
    ['a list with dates', 'Free on:\n3.8.2026 10:00\n4.8.2026 11:00:'],
    ['answers between quoted lines', '> When?\nOn Monday.\n> Where?\nHere.'],
    ['an answer below a short quote', '> Do you have time?\nYes, on Tuesday.'],
    ['only a signature above a quote', 'Sent from my iPhone\n\nOn 27/07/2026 09:00, Ada <ada@x.test> wrote:\n\nHello'],
    ['only a quote', 'On 27/07/2026 09:00, Ada wrote:\n> Hello'],
    ['words between dashes', 'Here it is.\n\n--------- Enter Feedback Below ---------\n\nVery good.'],
  ])('is the whole text of %s', (_, text) => {
    expect(splitReply({ text })).toEqual({ text, quoted: '', whole: text })
  })

  it.each([
    ['On Tuesday at 10:00 please', 'On Mon, Jul 27, 2026 at 9:00 AM Ada <ada@x.test> wrote:'],
    [
      'Am 3.8. um 10:00 Uhr passt es mir wirklich sehr gut, danke',
      'Am Mo., 27. Juli 2026 um 09:00 Uhr schrieb Ada von Byron\n<ada@x.test>:',
    ],
  ])('includes an answer right above the introduction of a quoted email: %s', (answer, introduction) => {
    expect(newTextOf(`${answer}\n${introduction}\n> Hello`)).toBe(answer)
  })

  it.each([
    'On Mon, Jul 27, 2026 at 9:00 AM, Ada<ada@x.test> wrote:   Hello Grace,',
    '  El lun., jul. 27, 2026 a la(s) 9:00, Ada<ada@x.test> escribió:   Hello Grace,',
    '  Am Mo., Juli 27, 2026 at 9:00 schrieb Ada<ada@x.test>:   Hello Grace,',
  ])('ends at an introduction on whose line the quoted email begins, as Yahoo writes: %s', (line) => {
    const text = `Yes, please.\n\nSent from Yahoo Mail on Android\n\n${line}\n\nour prices`
    expect(splitReply({ text })).toMatchObject({ text: 'Yes, please.\n\nSent from Yahoo Mail on Android', whole: text })
  })

  it('does not end at a ">" that only closes a link of the line above', () => {
    const quoted =
      'From: Ada <ada@x.test>\nDate: 27 July 2026\nSubject: Offer\n\n<https://x.test/c/ab\n>  Our prices\n\nBye'
    expect(splitReply({ text: `Yes.\n\n${quoted}` })).toMatchObject({ text: 'Yes.', quoted })
  })

  it('includes the text after a colon that does not introduce a quoted email', () => {
    const text = 'On Monday, July 27, 2026 at 9:00 we decided, Ada:   take both.'
    expect(splitReply({ text }).text).toBe(text)
  })

  it('includes an answer on the same line as the introduction', () => {
    expect(newTextOf('Yes, gladly. On Mon, Jul 27, 2026 at 9:00 AM Ada <ada@x.test> wrote:\n> Hello')).toBe(
      'Yes, gladly.',
    )
  })

  it('is returned together with the quoted text and the whole text in its original order', () => {
    const text = 'Hi Ada,\n\nOn 27/07/2026 09:00, Ada wrote:\n> Time?\n\nYes.'
    const quoted = 'On 27/07/2026 09:00, Ada wrote:\n> Time?'
    expect(splitReply({ text })).toEqual({ text: 'Hi Ada,\n\nYes.', quoted, whole: text })
  })

  it('contains no characters that reverse the direction of text', () => {
    expect(newTextOf('a\u202eb\u0000c', '')).toBe('abc')
    expect(newTextOf('', '<p>a&#8238;b</p>')).toBe('ab')
  })
})

const GMAIL = '<div class="gmail_quote"><div class="gmail_attr">Ἀda ἔγραψεν:</div><blockquote class="gmail_quote">'

describe('quoted text that email programs mark in HTML', () => {
  it.each([
    ['Gmail, answered below', `<div>Hi</div>${GMAIL}Q</blockquote></div><div>Below.</div>`, 'Hi Below.'],
    [
      'Gmail, answered in it',
      `${GMAIL}Q1</blockquote><div>A1</div><blockquote class="gmail_quote">Q2</blockquote></div>`,
      'Ἀda ἔγραψεν: Q1 A1 Q2',
    ],
    [
      'Outlook for Windows in an unknown language',
      "<p class=MsoNormal>Ya.</p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in'><p><b>Xx:</b> Ada<br><b>Yy:</b> z</p></div></div><p>Q</p>",
      'Ya.',
    ],
    ['new Outlook', '<div>Ya.</div><div id="mail-editor-reference-message-container"><div>Q</div></div>', 'Ya.'],
    ['Outlook, seen by another', '<div>Ya.</div><div id="x_divRplyFwdMsg"><b>Xx:</b> Ada</div><div>Q</div>', 'Ya.'],
    [
      'Roundcube',
      '<p>Ya.</p><p id="reply-intro">Xx 2026:</p><blockquote type="cite">Q</blockquote><p>Bo</p>',
      'Ya. Bo',
    ],
    [
      'mail.ru',
      '<div>Ya.</div><div>Ada &lt;ada@x.test&gt;, 27.07.2026 09:00:</div><blockquote style="border-left:1px solid #0857A6">Q</blockquote>',
      'Ya.',
    ],
    [
      'Yandex',
      '<div>Ya.</div><div>27.07.2026, 09:00, "Ada" &lt;ada@x.test&gt;:</div><blockquote>Q</blockquote>',
      'Ya.',
    ],
    ['Zimbra', '<div>Ya.<hr id="zwchr" data-marker="__DIVIDER__"><b>Xx: </b>Ada</div><div>Q</div>', 'Ya.'],
    ['GMX, without an end tag', '<div>Ya.</div><div name="quote"><div>Q</div>', 'Ya.'],
    ['Spark', '<div>Ya.</div><div name="messageReplySection">Xx:<blockquote type="cite">Q</blockquote></div>', 'Ya.'],
  ])('is found as %s marks it', (_, html, expected) => {
    expect(squeezed(newTextOf('', html))).toBe(expected)
  })

  it.each([
    [
      'an indented answer',
      '<p>My terms:</p><blockquote style="margin:0 0 0 40px;border:none;padding:0px">Net 30</blockquote>',
      'My terms: Net 30',
    ],
    ['a formatted quotation', '<p>Ada said</p><blockquote class="gmail_quote">Net 30</blockquote>', 'Ada said Net 30'],
    [
      'a signature with a border',
      '<p>Ya.</p><div style="border-top:solid red 1px">Bo Lund</div><p>Tel. 1</p>',
      'Ya. Bo Lund Tel. 1',
    ],
    [
      'an email that is passed on',
      '<p>See</p><div class="gmail_quote">---------- Forwarded message ---------<br>From: Ada</div>',
      'See ---------- Forwarded message --------- From: Ada',
    ],
    [
      'links',
      '<p>See <a href="https://x.test/a">this</a> and <a href="https://x.test/b">x.test/b</a></p>',
      'See this (https://x.test/a) and x.test/b',
    ],
  ])('is not assumed for %s', (_, html, expected) => {
    expect(squeezed(newTextOf('', html))).toBe(expected)
  })

  it('is decided by the marks; without marks the plain text decides', () => {
    const text = 'Ya.\n\nXx Ada:\nQ'
    expect(newTextOf(text, '<div>Ya.</div><blockquote type="cite">Q</blockquote>')).toBe('Ya.')
    expect(newTextOf(text, '<div>Ya.</div><div>Q</div>')).toBe(text)
  })
})

describe('splitting a huge reply into new and quoted text', () => {
  it.each([
    ['deep elements', '<div class="gmail_quote">'.repeat(40_000)],
    ['stray end tags', '<p></b></i></div>'.repeat(40_000)],
    ['quotes in quotes', '<blockquote type="cite">a</blockquote>b'.repeat(20_000)],
    ['links', '<a href="https://x.test/a">b<br>'.repeat(20_000)],
  ])('takes linear time for %s', (_, html) => {
    const began = performance.now()
    splitReply({ text: '', html })
    expect(performance.now() - began).toBeLessThan(5_000)
  })

  it.each([
    ['introductions', 'On Mon, Jul 27, 2026 at 9:00 AM Ada <ada@x.test> wrote:\n'.repeat(9_000)],
    ['signs', '> a\nb\n'.repeat(80_000)],
    ['labels', 'From: a\n\n'.repeat(60_000)],
    ['one line', 'On 27 '.repeat(90_000)],
    ['brackets', '<a@b'.repeat(100_000)],
  ])('takes linear time for %s in plain text', (_, text) => {
    const began = performance.now()
    splitReply({ text })
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})

describe('answers within the quoted text, which a reply announces,', () => {
  const quote =
    '\n\n-----Original Message-----\nFrom: Ada <ada@x.test>\nSent: Monday, November 23, 2026 9:00 AM\nTo: Bob\nSubject: A question\n\nInterested? [Bob] Yes, four.'
  it.each([
    'See my answers in red below.',
    'See below.',
    'Inline.',
    'Hi Ada,\nmy comments are in-line, thanks',
    'Please find our replies in bold.',
    'Antworten siehe unten.',
    'Meine Antworten stehen im Text.',
    'Meine Anmerkungen in rot',
    'Mes réponses ci-dessous.',
    'Voir mes commentaires dans le texte',
    'Te respondo más abajo.',
    'Vedi qui sotto',
    'Le mie risposte in rosso.',
    'Zie hieronder',
    'Odpowiedzi w treści.',
    'Minhas respostas abaixo',
    'Mina svar nedan',
    'Ответы ниже',
    '以下に回答いたします。',
    '下記ご確認ください。',
    '请见下文红字答复',
  ])('are shown: %s', (said) => {
    expect(newTextOf(said + quote)).toContain('[Bob] Yes, four.')
  })

  it.each([
    'We would like forty chairs in red, and ten tables for the office.',
    'The price must stay below 100 euros for each of them.',
    'Yes, please send an offer.',
    'Wir nehmen zehn Stühle in rot und zwei Tische für den Flur.',
  ])('are not assumed because of other words: %s', (said) => {
    expect(newTextOf(said + quote)).toBe(said)
  })

  it('are shown where the quoted lines have a ">" and the answer has none', () => {
    const text = `Thanks.${quote.replace('Interested? [Bob] Yes, four.', '> Interested?\n\nYes, four please.')}`
    expect(squeezed(newTextOf(text))).toBe('Thanks. Yes, four please.')
  })
})

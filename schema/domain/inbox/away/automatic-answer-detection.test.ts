import { describe, expect, it } from 'vitest'
import type { ReturnedMail } from '../returned-mail.ts'
import { recognize } from '../recognize-message.ts'

/** A Monday. */
const WRITTEN = new Date('2026-07-27T09:12:00Z')
const OWN = 'ada@contoso.test'
const REFERS = { 'in-reply-to': '<mw.1@contoso.test>', references: '<mw.1@contoso.test>' }
const EXCHANGE = {
  ...REFERS,
  'auto-submitted': 'auto-generated',
  'x-auto-response-suppress': 'All',
  'x-ms-exchange-generated-message-source': 'Mailbox Rules Agent',
}
const GMAIL = { ...REFERS, precedence: 'bulk', 'x-autoreply': 'yes', 'auto-submitted': 'auto-replied' }

const mail = (subject: string, text: string, headers: Record<string, string> = GMAIL): ReturnedMail => ({
  from: 'bo@there.test',
  subject,
  text,
  headers,
  receivedAt: WRITTEN,
})
const seen = (given: ReturnedMail) => {
  const found = recognize(given, null, OWN)
  if (found.what !== 'away') return found.what
  return found.dated ? found.until.toISOString().slice(0, 10) : `${found.until.toISOString().slice(0, 10)} (no date)`
}

/** language → [subject, text, back on] */
const NOTES: Record<string, [string, string, string][]> = {
  en: [
    [
      'Automatic reply: Spring news',
      'Thank you for your message. I am out of the office until 3 August.',
      '2026-08-03',
    ],
    [
      'Automatic reply: Spring news',
      'I am on annual leave, returning on Monday, 10th August 2026.\n\nKind regards\nBo',
      '2026-08-10',
    ],
    ['Out of Office: Spring news', 'I will be back in the office on Monday.', '2026-08-03'],
    [
      'Re: Spring news',
      'I’m currently out of the office through August 7th with limited access to email.',
      '2026-08-08',
    ],
    [
      'Automatic reply: Spring news',
      "Hi,\n\nI'm away from 20 July to 3 August (inclusive). For urgent matters contact Kim at 555-0102.",
      '2026-08-04',
    ],
    [
      'Automatic reply: Spring news',
      'I am out of office until 8/3. Please open a ticket at help.there.test.',
      '2026-08-03',
    ],
    ['Automatic reply: Spring news', 'On parental leave until 2027-01-04.', '2027-01-04'],
    ['Automatic reply: Spring news', 'Out of the office 20/07/2026 - 31/07/2026.', '2026-08-01'],
    ['Automatic reply: Spring news', 'I will return tomorrow and will answer then.', '2026-07-28'],
    ['Automatic reply: Spring news', 'From 20 July I am away. On 4 August I will be back.', '2026-08-04'],
    ['Automatic reply: Spring news', 'I am out of the office.', '2026-08-03 (no date)'],
    ['Automatic reply: Spring news', 'I was away until 12 May.', '2026-08-03 (no date)'],
    ['Automatic reply: Spring news', 'Until 14 December I am away.', '2026-12-14'],
    ['Automatic reply: Spring news', 'Until 14 August I am away.', '2026-08-14'],
    ['Automatic reply: Spring news', 'I am away 1-14 August.', '2026-08-15'],
    ['Automatic reply: Spring news', 'I am away August 1-14, 2026.', '2026-08-15'],
    ['Automatic reply: Spring news', 'I am away until 09/08/2026.', '2026-08-03 (no date)'],
    ['Automatic reply: Spring news', 'I am away until 09/08/2026 17:00 CET.', '2026-08-09'],
    ['Automatic reply: Spring news', 'I am away until 09/08/2026 5 pm EST.', '2026-09-08'],
    ['Automatic reply: Spring news', 'I am away from 28/07/2026 to 09/08/2026.', '2026-08-10'],
    ['Automatic reply: Spring news', 'I am away from 07/28/2026 to 09/08/2026.', '2026-09-09'],
    ['Automatic reply: Spring news', '14.08.2026', '2026-08-14'],
    ['Bo Lund is away', 'I am out of the office until further notice.', '2026-08-03 (no date)'],
  ],
  de: [
    ['Automatische Antwort: Frühling', 'Guten Tag,\n\nich bin bis einschließlich 3.8. im Urlaub.', '2026-08-04'],
    ['Automatische Antwort: Frühling', 'Ich bin vom 20.07.2026 bis 07.08.2026 nicht im Büro.', '2026-08-08'],
    ['Abwesenheitsnotiz: Frühling', 'Ab dem 4. August bin ich wieder für Sie erreichbar.', '2026-08-04'],
    ['Automatische Antwort: Frühling', 'Ich bin bis Freitag, den 31. Juli außer Haus.', '2026-07-31'],
    ['Re: Frühling', 'Ich bin am Montag wieder im Büro.', '2026-08-03'],
    [
      'Automatische Antwort: Frühling',
      'Ihre Nachricht wird nicht weitergeleitet. Ich bin ab Mi., 05.08. zurück. Urlaub!',
      '2026-08-05',
    ],
    ['Automatische Antwort: Frühling', 'Vom 1. bis 14. August bin ich im Urlaub.', '2026-08-15'],
    ['Automatische Antwort: Frühling', 'Ich bin nicht im Büro bis 09/08/2026.', '2026-08-09'],
    ['Automatische Antwort: Frühling', 'Am 17. August bin ich wieder im Büro.', '2026-08-17'],
    ['Automatische Antwort: Frühling', 'Ich befinde mich derzeit in Elternzeit.', '2026-08-03 (no date)'],
  ],
  fr: [
    ['Réponse automatique : Printemps', 'Bonjour,\nje suis en congés jusqu’au 3 août inclus.', '2026-08-04'],
    ['Réponse automatique : Printemps', 'Je suis absente du bureau du 20 juillet au 7 août.', '2026-08-08'],
    ['Absence du bureau : Printemps', 'De retour le lundi 10 août 2026, je vous répondrai.', '2026-08-10'],
    ['Réponse automatique : Printemps', 'Absent du 1er au 14 août.', '2026-08-15'],
    ['Réponse automatique : Printemps', 'Le 17 août je serai de retour.', '2026-08-17'],
    ['Re: Printemps', 'Actuellement en vacances, je serai de retour à partir du 04/08.', '2026-08-04'],
  ],
  es: [
    ['Respuesta automática: Primavera', 'Estoy de vacaciones hasta el 3 de agosto inclusive.', '2026-08-04'],
    ['Respuesta automática: Primavera', 'Estaré fuera de la oficina del 20 de julio al 7 de agosto.', '2026-08-08'],
    ['Re: Primavera', 'Me encuentro ausente. Me reincorporaré el lunes 10 de agosto de 2026.', '2026-08-10'],
  ],
  it: [
    ['Risposta automatica: Primavera', 'Sono in ferie fino al 3 agosto compreso.', '2026-08-04'],
    ['Risposta automatica: Primavera', 'Sarò assente dal 20 luglio al 7 agosto.', '2026-08-08'],
    ['Re: Primavera', 'Sono fuori ufficio. Rientrerò in ufficio lunedì 10 agosto.', '2026-08-10'],
  ],
  pt: [
    ['Resposta automática: Primavera', 'Estou de férias até 3 de agosto, inclusive.', '2026-08-04'],
    ['Resposta automática: Primavera', 'Estarei ausente de 20 de julho a 7 de agosto.', '2026-08-08'],
    ['Re: Primavera', 'Estou fora do escritório e regressarei no dia 10 de agosto de 2026.', '2026-08-10'],
    ['Re: Primavera', 'Em férias. Volto na segunda-feira.', '2026-08-03'],
  ],
  nl: [
    ['Automatisch antwoord: Lente', 'Ik ben afwezig tot en met 3 augustus.', '2026-08-04'],
    ['Automatisch antwoord: Lente', 'Ik ben van 20 juli t/m 7 augustus op vakantie.', '2026-08-08'],
    ['Re: Lente', 'Ik ben niet op kantoor. Vanaf maandag 10 augustus ben ik weer bereikbaar.', '2026-08-10'],
    ['Re: Lente', 'Met vakantie, ik ben weer op kantoor op 10-08-2026.', '2026-08-10'],
  ],
  pl: [
    ['Odpowiedź automatyczna: Wiosna', 'Jestem na urlopie do 3 sierpnia włącznie.', '2026-08-04'],
    ['Odpowiedź automatyczna: Wiosna', 'Przebywam na urlopie od 20 lipca do 7 sierpnia 2026 r.', '2026-08-08'],
    ['Re: Wiosna', 'Jestem poza biurem. Wracam do pracy 10.08.2026.', '2026-08-10'],
    ['Re: Wiosna', 'Urlop. Będę dostępna od poniedziałku.', '2026-08-03'],
  ],
  sv: [
    ['Autosvar: Vår', 'Jag har semester till och med den 3 augusti.', '2026-08-04'],
    ['Autosvar: Vår', 'Jag är på semester 20 juli – 7 augusti.', '2026-08-08'],
    ['Re: Vår', 'Jag är inte på kontoret, åter måndag den 10 augusti.', '2026-08-10'],
  ],
  cs: [
    ['Automatická odpověď: Jaro', 'Jsem na dovolené do 3. srpna 2026 včetně.', '2026-08-04'],
    ['Automatická odpověď: Jaro', 'Nejsem v kanceláři. Budu zpět 10. srpna.', '2026-08-10'],
  ],
  da: [
    ['Automatisk svar: Forår', 'Jeg er på ferie til og med den 3. august.', '2026-08-04'],
    ['Automatisk svar: Forår', 'Jeg er ikke på kontoret og er tilbage mandag den 10. august.', '2026-08-10'],
  ],
  el: [
    ['Αυτόματη απάντηση: Άνοιξη', 'Είμαι σε άδεια έως και τις 3 Αυγούστου.', '2026-08-04'],
    ['Αυτόματη απάντηση: Άνοιξη', 'Λείπω. Επιστρέφω στις 10 Αυγούστου 2026.', '2026-08-10'],
  ],
  fi: [
    ['Automaattinen vastaus: Kevät', 'Olen lomalla 3. elokuuta asti.', '2026-08-04'],
    ['Automaattinen vastaus: Kevät', 'Olen poissa. Palaan 10.8.2026.', '2026-08-10'],
  ],
  hr: [
    ['Automatski odgovor: Proljeće', 'Na godišnjem odmoru sam do 3. kolovoza.', '2026-08-03'],
    ['Automatski odgovor: Proljeće', 'Nisam u uredu. Vraćam se 10. kolovoza.', '2026-08-10'],
  ],
  hu: [
    ['Automatikus válasz: Tavasz', 'Szabadságon vagyok 2026. augusztus 3-ig.', '2026-08-04'],
    ['Automatikus válasz: Tavasz', 'Házon kívül vagyok, augusztus 10-én ismét elérhető leszek.', '2026-08-10'],
  ],
  ko: [
    ['자동 회신: 봄', '8월 3일까지 휴가입니다.', '2026-08-04'],
    ['자동 회신: 봄', '부재중입니다. 2026년 8월 10일에 복귀합니다.', '2026-08-10'],
  ],
  nb: [
    ['Automatisk svar: Vår', 'Jeg har ferie til og med 3. august.', '2026-08-04'],
    ['Automatisk svar: Vår', 'Jeg er ikke på kontoret. Tilbake mandag 10. august.', '2026-08-10'],
  ],
  ro: [
    ['Răspuns automat: Primăvară', 'Sunt în concediu până la 3 august inclusiv.', '2026-08-04'],
    ['Răspuns automat: Primăvară', 'Nu sunt la birou. Revin pe 10 august 2026.', '2026-08-10'],
  ],
  ru: [
    ['Автоматический ответ: Весна', 'Я в отпуске по 3 августа.', '2026-08-04'],
    ['Автоматический ответ: Весна', 'Отсутствую до 3 августа 2026 г.', '2026-08-03'],
    ['Автоматический ответ: Весна', 'Нахожусь в отпуске, вернусь 10 августа.', '2026-08-10'],
  ],
  sk: [
    ['Automatická odpoveď: Jar', 'Som na dovolenke do 3. augusta.', '2026-08-03'],
    ['Automatická odpoveď: Jar', 'Nie som v kancelárii, vrátim sa 10. augusta.', '2026-08-10'],
  ],
  tr: [
    ['Otomatik yanıt: Bahar', '3 Ağustos’a kadar izindeyim.', '2026-08-04'],
    ['Otomatik yanıt: Bahar', 'İzindeyim. 10 Ağustos tarihinde geri döneceğim.', '2026-08-10'],
  ],
  uk: [
    ['Автоматична відповідь: Весна', 'Я у відпустці по 3 серпня включно.', '2026-08-04'],
    ['Автоматична відповідь: Весна', 'Я не в офісі, повернуся 10 серпня.', '2026-08-10'],
  ],
  zh: [
    ['自动答复: 春天', '我正在休假至8月3日。', '2026-08-03'],
    ['自動回覆: 春天', '我不在辦公室，將於2026年8月10日回到辦公室。', '2026-08-10'],
  ],
  ja: [
    ['自動応答: 春のお知らせ', '8月3日まで休暇をいただいております。', '2026-08-04'],
    ['自動応答: 春のお知らせ', '7月20日から8月7日（金）まで夏季休業とさせていただきます。', '2026-08-08'],
    ['Re: 春のお知らせ', '不在にしております。8月10日より通常業務に戻ります。', '2026-08-10'],
  ],
}

describe.each(Object.entries(NOTES))('the end of the absence in an out-of-office note in %s', (_, notes) => {
  it.each(notes)('is read from “%s”: %s', (subject, text, expected) => {
    expect(seen(mail(subject, text))).toBe(expected)
  })
})

describe('an out-of-office note', () => {
  it.each<[string, Partial<ReturnedMail>]>([
    ['by the subject alone', { subject: 'Automatic reply: Spring', headers: REFERS, text: 'Back on 10 August.' }],
    ['of Exchange', { subject: 'Automatic reply: Spring', headers: EXCHANGE, text: 'Back on 10 August.' }],
    [
      'by its message class',
      { messageClass: 'IPM.Note.Rules.OofTemplate.Microsoft', text: 'Write to Kim. 10 August: return.' },
    ],
    ['in a reply template', { messageClass: 'IPM.Note.Rules.ReplyTemplate.Microsoft', text: 'Back on 10 August' }],
    ['that refers to nothing', { headers: { 'auto-submitted': 'auto-replied' }, text: 'On leave, back 10 August' }],
    [
      'suppressing others',
      {
        subject: 'I am away',
        headers: { ...REFERS, 'x-auto-response-suppress': 'All' },
        text: 'On leave. Back on 10 August.',
      },
    ],
  ])('is recognized %s', (_, over) => {
    const given = mail('Spring', '', { ...REFERS, 'auto-submitted': 'auto-replied' })
    expect(recognize({ ...given, ...over }, null, OWN)).toMatchObject({ what: 'away' })
  })

  it("to a campaign with a number in its subject is not taken for a help desk's ticket", () => {
    expect(seen(mail('Automatic reply: Your order #12345', 'I am out of the office until 3 August.'))).toBe(
      '2026-08-03',
    )
  })

  it.each([
    ['Am Mo., 27. Juli 2026 um 09:00 Uhr schrieb Ada <ada@x.test>:', 'Am 17. August bin ich wieder im Büro.'],
    ['Le lun. 27 juil. 2026 à 09:00, Ada <ada@x.test> a écrit :', 'Le 17 août je serai de retour.'],
    ['El lun, 27 jul 2026 a las 9:00, Ada (<ada@x.test>) escribió:', 'El 17 de agosto estaré de vuelta.'],
  ])('may begin like the introduction of a quoted email: %s', (introduction, note) => {
    expect(seen(mail('Automatic reply: Spring', `${note}\n\n${introduction}\n> Hello`))).toBe('2026-08-17')
  })

  it('is recognized below the quoted email', () => {
    const text = 'Ada writes:\n\n> We meet on 20 August.\n\nI am away until 14 August.'
    expect(seen(mail('Re: Spring', text))).toBe('2026-08-14')
  })

  it('does not get its date from the email that it quotes', () => {
    const text = 'I am on vacation.\n\nOn Mon, 27 Jul 2026 at 09:00, Ada wrote:\n> We are back on 20 August.'
    expect(seen(mail('Automatic reply: Spring', text))).toBe('2026-08-03 (no date)')
  })

  it.each([
    ['Spring', 'Back on 31 December 2031.'],
    ['Spring', 'I am away, back on 31 February.'],
    // A month names no day, and the first day of an absence is none of return.
    ['Spring', 'I am on parental leave until September 2026.'],
    ['Spring', 'On leave until Sept ’27.'],
    ['Spring', 'I am away until Jan ’27.'],
    ['Spring', 'Ich bin vom 14. September bis Januar 2027 in Elternzeit.'],
    ['Spring', 'En congé du 30 juillet jusqu’à fin septembre 2026'],
    ['Spring', 'De baja hasta septiembre de 2026.'],
    ['Spring', '休暇中です。2026年9月まで不在です。'],
    ['Spring', 'On leave. Opening hours: 9.30 until 17.45. Call 030/1234 or 0171-8888.'],
  ])("without a likely date counts as a week's absence: %s: %s", (subject, text) => {
    expect(seen(mail(`Automatic reply: ${subject}`, text))).toBe('2026-08-03 (no date)')
  })
})

describe('an automatic reply that is no out-of-office note', () => {
  it.each([
    ['[#48213] Spring news', 'Hello, we received your request. Our team is out of office on holidays.'],
    ['Request received: Spring news (case 00123456)', 'A support agent will answer within 24 hours.'],
    [
      'Re: Spring news',
      'Thank you for contacting us. We have received your message and will reply within two business days.',
    ],
    ['Re: Frühling', 'Vielen Dank, Ihre Anfrage ist bei uns eingegangen. Ihre Vorgangsnummer lautet 4711.'],
    ['Re: Printemps', 'Nous avons bien reçu votre message et vous répondrons sous 48 heures.'],
    ['Automatic reply: Spring news', 'Bo is no longer with Acme. Please write to kim@there.test.'],
    ['お問い合わせの件', 'お問い合わせありがとうございます。3営業日以内にご返信いたします。'],
    ['Re: Spring news', ''],
    ['Re: Frühling', 'Danke für Ihre Urlaubsanfrage. Ihre Anfrage ist bei uns eingegangen.'],
    ['Re: Spring news', 'Our office does not work on holidays. We have received your message.'],
  ])('is neither a reply nor an absence: %s', (subject, text) => {
    expect(seen(mail(subject, text))).toBe('automatic')
  })

  it('is recognized by the headers of a help desk', () => {
    expect(seen(mail('Spring', 'We are on holiday.', { ...GMAIL, 'x-zendesk-from-account-id': '1' }))).toBe('automatic')
  })
})

describe('an email that a person wrote', () => {
  it.each([
    ['Re: Urlaub', 'Guten Tag, wir möchten gern vom 3.8. bis 10.8. in den Urlaub nach Kreta. Ist noch etwas frei?'],
    ['Re: Spring news', 'I am out of office until Monday, can we talk then?'],
    ['Re: Out of office hours', 'Thanks, that helps a lot.'],
    ['AW: Abwesenheit im August', 'Passt, danke!'],
    ['Re: Spring news', 'Ich bin ab 3.8. wieder da. Gruß'],
    ['Sv: Vår', 'Jag är på semester, men ja tack!'],
    ['Re: Ticket 4711', 'Yes, please close it.'],
    ['Vacation rentals in Greece', 'Yes, please: two rooms.'],
    ['Urlaub', 'Haben Sie im August noch etwas frei?'],
  ])('counts as a reply: %s: %s', (subject, text) => {
    const headers = { ...REFERS, 'auto-submitted': 'no' }
    expect(recognize(mail(subject, text, headers), null, OWN)).toMatchObject({ what: 'reply', from: 'bo@there.test' })
  })

  it('is ignored in a newsletter, although it names a holiday', () => {
    expect(
      seen(mail('Holiday hours', 'Closed until 3 August.', { precedence: 'bulk', 'list-id': '<n.there.test>' })),
    ).toBe('other')
  })

  it('is ignored if it was sent to oneself', () => {
    const note = mail('Automatic reply: x', 'On leave')
    expect(recognize({ ...note, from: OWN }, null, OWN)).toEqual({ what: 'other' })
    expect(recognize({ ...note, from: 'sales@here.test' }, null, [OWN, 'Sales@here.test'])).toEqual({ what: 'other' })
  })
})

describe('a date in an out-of-office note that is not about the absence', () => {
  it.each([
    'Thanks for your message, we answer soon. Note our price list is valid until 31.12.2026.',
    'Thanks! Meet us at the Fair in Berlin until 15 January 2027. We will reply shortly.',
    'Danke für Ihre Nachricht. Unsere Preise gelten bis 31.03.2027. Wir melden uns.',
    'Das Angebot ist bis zum 31.12.2026 gültig.',
    "Merci. Notre offre est valable jusqu'au 31 décembre 2026.",
    'Gracias. Los precios son válidos hasta el 31 de diciembre de 2026.',
    'Grazie. I prezzi sono validi fino al 31 dicembre 2026.',
  ])('is not taken for the day of return: %s', (text) => {
    expect(seen(mail('Automatic reply: Spring news', text, REFERS))).toBe('automatic')
  })

  it.each([
    ['I am out of the office until 3 August. Our offer is valid until 31.12.2026.', '2026-08-03'],
    ['I am at the spring fair until 3 August.', '2026-08-03'],
    ['Ich bin bis 3. August auf der Messe.', '2026-08-03'],
  ])('does not prevent the day of return from being found: %s', (text, day) => {
    expect(seen(mail('Automatic reply: Spring news', text, REFERS))).toBe(day)
  })
})

import { describe, expect, it } from 'vitest'
import { automaticSubject } from './automatic-subjects.ts'

/** Language → the subject that Exchange gives an out-of-office note. */
const EXCHANGE: Record<string, string> = {
  ar: 'رد تلقائي',
  bg: 'Автоматичен отговор',
  ca: 'Resposta automàtica',
  cs: 'Automatická odpověď',
  da: 'Automatisk svar',
  de: 'Automatische Antwort',
  el: 'Αυτόματη απάντηση',
  en: 'Automatic reply',
  es: 'Respuesta automática',
  et: 'Automaatvastus',
  eu: 'Erantzun automatikoa',
  fi: 'Automaattinen vastaus',
  fr: 'Réponse automatique',
  gl: 'Resposta automática',
  he: 'תשובה אוטומטית',
  hi: 'स्वचालित उत्तर',
  hr: 'Automatski odgovor',
  hu: 'Automatikus válasz',
  id: 'Balasan otomatis',
  it: 'Risposta automatica',
  ja: '自動応答',
  kk: 'Автоматты жауап',
  ko: '자동 회신',
  lt: 'Automatinis atsakymas',
  lv: 'Automātiskā atbilde',
  ms: 'Balasan automatik',
  nb: 'Automatisk svar',
  nl: 'Automatisch antwoord',
  pl: 'Odpowiedź automatyczna',
  pt: 'Resposta automática',
  ro: 'Răspuns automat',
  ru: 'Автоматический ответ',
  sk: 'Automatická odpoveď',
  sl: 'Samodejni odgovor',
  sq: 'Përgjigje automatike',
  sr: 'Аутоматски одговор',
  sv: 'Automatiskt svar',
  th: 'ตอบกลับอัตโนมัติ',
  tr: 'Otomatik yanıt',
  uk: 'Автоматична відповідь',
  vi: 'Trả lời tự động',
  'zh-CN': '自动答复',
  'zh-TW': '自動回覆',
}

describe('automaticSubject, which recognizes out-of-office notes by subject,', () => {
  it.each(Object.entries(EXCHANGE))("recognizes Exchange's (%s: %s)", (_, words) => {
    const forms = [
      `${words}: Offer`,
      `${words}\u00a0: Offer`,
      `${words}：Offer`,
      words.toUpperCase(),
      `\u200f${words}: Offer`,
    ]
    for (const subject of [...forms, `[EXTERN] ${words}: Offer`])
      expect(automaticSubject(subject), subject).toBe('reply')
  })

  it.each(Object.values(EXCHANGE))('does not take a person\'s reply to "%s" for one', (words) => {
    expect(automaticSubject(`Re: ${words}: Offer`)).toBeNull()
    expect(automaticSubject(`Offer: ${words}`)).toBeNull()
  })

  it.each([
    ['Out of Office: Offer', 'away'],
    ['[Out of Office] Offer', 'away'],
    ['away from my mail', 'away'],
    ['Abwesenheitsnotiz: Angebot', 'away'],
    ['Auto: Offer', 'other'],
    ['Auto-Response: Offer', 'other'],
    ['[Request received] Offer', 'other'],
    ['Eingangsbestätigung: Angebot', 'other'],
    ['【自動返信】お問い合わせ', 'other'],
    ['I am away', 'note'],
    ['Ausência na reunião', 'note'],
    ['Ausência : Oferta', 'away'],
    ['Your ticket offer', null],
    ['Automobile offers', null],
    ['Away game on Sunday', null],
    ['Vacation rentals in Greece', null],
    ['Urlaub', null],
  ])('returns for “%s”: %s', (subject, expected) => {
    expect(automaticSubject(subject)).toBe(expected)
  })
})

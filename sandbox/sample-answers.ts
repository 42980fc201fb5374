/**
 * Answers that recipients in the sandbox give, in the language named by their address: `away-de@…`, `reply-fr@…`,
 * `ticket@…`.
 */

interface Answers {
  locale: string
  /** the prefix of the subject of an automatic answer */
  automatic: string
  /** text of an out-of-office note, in which `{date}` is the day of return */
  away: string
  reply: string
}

const ANSWERS: Record<string, Answers> = {
  en: {
    locale: 'en-GB',
    automatic: 'Automatic reply: ',
    away: 'thank you for your message. I am out of the office until {date}.',
    reply: 'thank you for your message. I have read it and will come back to you.',
  },
  de: {
    locale: 'de',
    automatic: 'Automatische Antwort: ',
    away: 'vielen Dank für Ihre Nachricht. Ich bin bis einschließlich {date} im Urlaub.',
    reply: 'vielen Dank für Ihre Nachricht. Das klingt gut, rufen Sie mich bitte an.',
  },
  fr: {
    locale: 'fr',
    automatic: 'Réponse automatique : ',
    away: 'je suis en congés jusqu’au {date} inclus.',
    reply: 'merci pour votre message. Pouvons-nous en parler demain ?',
  },
  es: {
    locale: 'es',
    automatic: 'Respuesta automática: ',
    away: 'estoy de vacaciones hasta el {date}.',
    reply: 'gracias por su mensaje. Me interesa.',
  },
  it: {
    locale: 'it',
    automatic: 'Risposta automatica: ',
    away: 'sono in ferie fino al {date} compreso.',
    reply: 'grazie del messaggio. Mi interessa.',
  },
  pt: {
    locale: 'pt',
    automatic: 'Resposta automática: ',
    away: 'estou de férias até {date}, inclusive.',
    reply: 'obrigado pela mensagem. Tenho interesse.',
  },
  nl: {
    locale: 'nl',
    automatic: 'Automatisch antwoord: ',
    away: 'ik ben afwezig tot en met {date}.',
    reply: 'bedankt voor uw bericht. Dat klinkt goed.',
  },
  pl: {
    locale: 'pl',
    automatic: 'Odpowiedź automatyczna: ',
    away: 'jestem na urlopie do {date} włącznie.',
    reply: 'dziękuję za wiadomość. Proszę o kontakt.',
  },
  sv: {
    locale: 'sv',
    automatic: 'Autosvar: ',
    away: 'jag har semester till och med den {date}.',
    reply: 'tack för ditt meddelande. Det låter bra.',
  },
  ja: {
    locale: 'ja',
    automatic: '自動応答: ',
    away: '{date}まで休暇をいただいております。',
    reply: 'ご連絡ありがとうございます。ぜひお話を伺いたいです。',
  },
}

/** Days that an absence in the sandbox lasts. */
const AWAY_DAYS = 7

/** Returns the answer of an address: its language is a part of the name, such as `-de`; English by default. */
export function answerOf(
  address: string,
  kind: 'reply' | 'away' | 'ticket',
  at: number,
): { subjectPrefix: string; text: string } {
  const local = address.slice(0, address.lastIndexOf('@')).toLowerCase()
  const language =
    local
      .split(/[-._+]/)
      .slice(1)
      .find((part) => Object.hasOwn(ANSWERS, part)) ?? 'en'
  const { locale, automatic, away, reply } = ANSWERS[language]!
  if (kind === 'ticket') {
    return { subjectPrefix: `[#${10_000 + (Math.floor(at / 1_000) % 90_000)}] `, text: TICKET }
  }
  if (kind === 'reply') return { subjectPrefix: 'Re: ', text: reply }
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    at + AWAY_DAYS * 86_400_000,
  )
  return { subjectPrefix: automatic, text: away.replace('{date}', date) }
}

const TICKET = 'we received your request. A member of our support team will answer within 24 hours.'

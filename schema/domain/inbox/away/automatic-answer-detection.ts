import { isListServer } from '../automatic-mail.ts'
import type { ReturnedMail } from '../returned-mail.ts'
import { splitReply } from '../reply-text/split-reply.ts'
import { automaticSubject } from './automatic-subjects.ts'
import { backOn, namesOtherDate, plainWords } from './return-date.ts'
import { DAY, dayOf } from './dates-in-text.ts'
import { AWAY_WORDS } from './away-words-by-language.ts'

/** An automatic answer: of a person who is away, or any other, such as a help desk's. */
export type AutomaticAnswer = { what: 'away'; until: Date; dated: boolean } | { what: 'automatic' }

/** Days of absence assumed for an out-of-office note without a date. */
const UNDATED_DAYS = 7

const languages = Object.values(AWAY_WORDS)
const AWAY = languages.flatMap(({ away }) => away)
const ACKNOWLEDGES = languages.flatMap(({ acknowledges }) => acknowledges)

/** Message classes that Exchange gives to out-of-office notes. */
const AWAY_CLASS = /^ipm\.note\.rules\.(?:oof|external ?oof|replytemplate)/i
/** Headers of help desks, and their numbers in a subject. */
const HELP_DESK_HEADERS = ['x-zendesk-from-account-id', 'x-rt-ticket', 'x-otrs-loop', 'x-freshdesk-ticket-id'] as const
const TICKET_SUBJECT =
  /\[[^\]\n]{0,40}#?\d{3,}\]|#\s?\d{3,}|\b(?:ticket|case|request|vorgang|anfrage|demande|solicitud|richiesta|chamado|aanvraag|ärende)\b.{0,30}\d{3,}/iu

/**
 * Tells the note of a person who is away from other automatic answers, by its message class, headers, subject and text.
 * Only for messages that are automatic: a person who mentions a holiday has answered.
 */
export function automaticAnswer(mail: ReturnedMail): AutomaticAnswer {
  const written = mail.receivedAt ?? new Date()
  const text = splitReply({ text: mail.text ?? '' }).text
  const subject = plainWords(mail.subject).trim()
  const words = plainWords(text)
  const day = backOn(text, written) ?? backOn(mail.subject, written)
  if (!isAway(mail, subject, words, day)) return { what: 'automatic' }
  return { what: 'away', until: new Date(day ?? dayOf(written) + UNDATED_DAYS * DAY), dated: day !== null }
}

function isAway(mail: ReturnedMail, subject: string, words: string, day: number | null): boolean {
  if (AWAY_CLASS.test(mail.messageClass ?? '')) return true
  if (isListServer(mail)) return false
  const told = automaticSubject(mail.subject)
  if (told === 'away' || told === 'note') return true
  if (HELP_DESK_HEADERS.some((name) => mail.headers[name] !== undefined)) return false
  const [acknowledges, namesTicket] = [saysOneOf(words, ACKNOWLEDGES), TICKET_SUBJECT.test(subject)]
  // The campaign itself may have a number in its subject.
  if (acknowledges && namesTicket) return false
  if (saysOneOf(words, AWAY) || saysOneOf(subject, AWAY)) return true
  if (acknowledges || namesTicket) return false
  if (day !== null) return true
  return (isOutlookRule(mail) || told === 'reply') && !namesOtherDate(words, mail.receivedAt ?? new Date())
}

/**
 * Returns whether a rule of the mailbox at Exchange wrote a message: its out-of-office note, or a rule that answers.
 */
const isOutlookRule = ({ headers }: ReturnedMail) =>
  /mailbox rules agent/i.test(headers['x-ms-exchange-generated-message-source'] ?? '')

/** Returns whether a text has one of these phrases, not within a longer word. */
const saysOneOf = (text: string, phrases: readonly string[]) =>
  phrases.some((phrase) => {
    const at = text.indexOf(phrase)
    if (at < 0) return false
    return (
      !(isLatin(text[at - 1]) && isLatin(phrase[0])) && !(isLatin(text[at + phrase.length]) && isLatin(phrase.at(-1)))
    )
  })

const isLatin = (letter: string | undefined): boolean => letter !== undefined && /\p{Script=Latin}/u.test(letter)

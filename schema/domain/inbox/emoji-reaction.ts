import { isReadReceipt } from './read-receipt.ts'
import type { ReturnedMail } from './returned-mail.ts'

const GMAIL_REACTION = /^\s*text\/vnd\.google\.email-reaction\+json\b/i
/**
 * Beginnings of a reaction's text, for messages whose parts are not shown: Outlook's sentence, or an emoji and Gmail's
 * sentence.
 */
const REACTION_TEXT = [
  /^.{1,120}?\b(reacted to your (message|email)|hat auf (Ihre|deine) (Nachricht|E-Mail) reagiert|a réagi à (votre|ton) (message|e-mail)|ha reaccionado a (su|tu) (mensaje|correo)|ha reagito al (suo|tuo) messaggio|reagiu à sua mensagem|heeft gereageerd op (uw|je) bericht)\s*([:.!]|$)/iu,
  /^\P{L}{0,8}\p{Extended_Pictographic}.{1,120}?\b(reacted via Gmail|hat über Gmail reagiert|a réagi via Gmail|(ha )?reaccion(ó|ado) (a través|por medio) de Gmail|ha reagito tramite Gmail|reagiu (pelo|via) Gmail|heeft gereageerd via Gmail)\b/iu,
] as const

/** The type of the part with which calendars answer an invitation (RFC 5546). */
export const CALENDAR_ANSWER = 'text/calendar; method=REPLY'
const CALENDAR = /^\s*text\/calendar\b.*\bmethod\s*=\s*"?reply\b/is
/** Text that calendars write into such an answer. What a person adds to it is a reply. */
const CALENDAR_TEXT =
  /^\S.{0,100} (?:has (?:tentatively )?(?:accepted|declined) this invitation|has replied .{1,12} to this invitation|hat diese Einladung (?:angenommen|abgelehnt|unter Vorbehalt angenommen)|a (?:accepté|refusé) cette invitation|ha (?:aceptado|rechazado) esta invitación|ha (?:accettato|rifiutato) questo invito)/i

/**
 * Returns whether a message has no words of its sender: an emoji reaction, as RFC 9078 marks it, by Gmail's part, or by
 * the sentence that Outlook and Gmail write for everybody else; a receipt of reading; or the answer of a calendar to an
 * invitation. `partTypes`: types of its parts, if known. `preview`: how its text begins, if known.
 */
export function isReaction(mail: {
  subject?: string
  headers: ReturnedMail['headers']
  partTypes?: readonly string[]
  preview?: string
}): boolean {
  const { subject = '', headers, partTypes = [], preview } = mail
  const types = [headers['content-type'] ?? '', ...partTypes]
  if (types.some((type) => CALENDAR.test(type)) && preview !== undefined) {
    return preview.trim() === '' || CALENDAR_TEXT.test(preview)
  }
  return (
    /^\s*reaction\b/i.test(headers['content-disposition'] ?? '') ||
    types.some((type) => GMAIL_REACTION.test(type)) ||
    REACTION_TEXT.some((pattern) => pattern.test(preview ?? '')) ||
    isReadReceipt(subject, preview ?? '')
  )
}

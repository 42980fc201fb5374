import type { ReturnedMail } from './returned-mail.ts'

const GMAIL_REACTION = /^\s*text\/vnd\.google\.email-reaction\+json\b/i
/** How the text of a reaction begins where its parts are not shown: Outlook's sentence, or an emoji and Gmail's. */
const REACTION_TEXT = [
  /^.{1,120}?\b(reacted to your (message|email)|hat auf (Ihre|deine) (Nachricht|E-Mail) reagiert|a réagi à (votre|ton) (message|e-mail)|ha reaccionado a (su|tu) (mensaje|correo)|ha reagito al (suo|tuo) messaggio|reagiu à sua mensagem|heeft gereageerd op (uw|je) bericht)\s*([:.!]|$)/iu,
  /^\P{L}{0,8}\p{Extended_Pictographic}.{1,120}?\b(reacted via Gmail|hat über Gmail reagiert|a réagi via Gmail|(ha )?reaccion(ó|ado) (a través|por medio) de Gmail|ha reagito tramite Gmail|reagiu (pelo|via) Gmail|heeft gereageerd via Gmail)\b/iu,
] as const

/**
 * Whether a message is an emoji reaction: as RFC 9078 marks it, by Gmail's part, or by the sentence that Outlook and
 * Gmail write for everybody else. `partTypes`: types of its parts, if known. `preview`: how its text begins.
 */
export function isReaction(mail: {
  headers: ReturnedMail['headers']
  partTypes?: readonly string[]
  preview?: string
}): boolean {
  const types = [mail.headers['content-type'] ?? '', ...(mail.partTypes ?? [])]
  return (
    /^\s*reaction\b/i.test(mail.headers['content-disposition'] ?? '') ||
    types.some((type) => GMAIL_REACTION.test(type)) ||
    REACTION_TEXT.some((pattern) => pattern.test(mail.preview ?? ''))
  )
}

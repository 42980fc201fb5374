import { automaticSubject } from './away/automatic-subjects.ts'
import { hasAnsweringPrecedence, isMachineMade, refersToAnother } from './automatic-mail.ts'
import type { ReturnedMail } from './returned-mail.ts'

/** Returns whether a message that is no delivery report is an automatic answer to an email, so that its text is needed. Checks only its headers. */
export function isAutomaticAnswer(mail: ReturnedMail): boolean {
  if (!isMachineMade(mail)) return false
  if (/^multipart\/report\b/i.test(mail.headers['content-type'] ?? '')) return false
  return saysItAnswers(mail) || (hasAnsweringPrecedence(mail) && !isMassEmail(mail))
}

/**
 * Returns whether a message says that it answers another one: it names that message, or its program or its subject says
 * so. Messages that name nothing, as those of Debian's vacation, may be automatic answers too; only their text tells.
 */
export function saysItAnswers(mail: ReturnedMail): boolean {
  const { subject, headers } = mail
  if (refersToAnother(mail) || headers['x-list-administrivia'] !== undefined) return true
  if (headers['list-id'] !== undefined) return false
  return /\bauto-replied\b/i.test(headers['auto-submitted'] ?? '') || automaticSubject(subject) !== null
}

const isMassEmail = ({ headers }: ReturnedMail): boolean =>
  ['list-id', 'list-unsubscribe'].some((name) => headers[name] !== undefined)

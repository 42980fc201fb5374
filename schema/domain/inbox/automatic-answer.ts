import type { ReturnedMail } from './returned-mail.ts'
import { hasAutomaticSubject } from '../away/automatic.ts'
import { isAutomatic } from './automatic-mail.ts'
import { looksLikeReport } from './delivery-report.ts'

/** Whether a message is an automatic answer to an email, so that its text is needed. Checks only its headers. */
export function isAutomaticAnswer(mail: ReturnedMail): boolean {
  if (!isAutomatic(mail) || looksLikeReport(mail) || mail.headers['list-id'] !== undefined) return false
  if (/^multipart\/report\b/i.test(mail.headers['content-type'] ?? '')) return false
  const answers = /\bauto-replied\b/i.test(mail.headers['auto-submitted'] ?? '') || hasAutomaticSubject(mail.subject)
  return answers || refersToAnother(mail)
}

/** Whether a message can be a reply or a reaction: it refers to another email. */
export function refersToAnother({ headers }: Pick<ReturnedMail, 'headers'>): boolean {
  return headers['in-reply-to'] !== undefined || headers['references'] !== undefined
}

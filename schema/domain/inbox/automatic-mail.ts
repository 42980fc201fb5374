import type { ReturnedMail } from './returned-mail.ts'
import { hasAutomaticSubject } from '../away/automatic.ts'

const OTHER_AUTOMATIC_SUBJECT = /^(automaattinen|автоответ|自动答复|自动回复)/i

/** Headers that only automatic answers and mass email have. */
const AUTOMATIC_MARKS = [
  'x-autoreply',
  'x-autorespond',
  'x-autoreply-from',
  'x-autoresponse',
  'x-mail-autoreply',
  'x-fc-machinegenerated',
  'list-id',
] as const
/** How the subject begins when a person answers; some systems suppress automatic answers to what people write in them. */
const ANSWER_SUBJECT = /^(re|aw|sv|vs|rif|odp|antw|res|rv|回复|答复)\s?:/i
const AUTOMATIC_PRECEDENCE = /\b(bulk|junk|list|auto[_-]?reply)\b/i

/** Whether a message is automatic: out-of-office notes, tickets, newsletters. */
export function isAutomatic({ subject, headers }: ReturnedMail): boolean {
  const submitted = headers['auto-submitted']
  if (submitted !== undefined && !/^\s*no\b/i.test(submitted)) return true
  if (['precedence', 'x-precedence', 'preference'].some((name) => AUTOMATIC_PRECEDENCE.test(headers[name] ?? '')))
    return true
  if (headers['return-path']?.trim() === '<>') return true
  if (/mailbox rules agent/i.test(headers['x-ms-exchange-generated-message-source'] ?? '')) return true
  if (/\ball\b/i.test(headers['x-auto-response-suppress'] ?? '') && !ANSWER_SUBJECT.test(subject.trim())) return true
  if (AUTOMATIC_MARKS.some((mark) => headers[mark] !== undefined)) return true
  return hasAutomaticSubject(subject) || OTHER_AUTOMATIC_SUBJECT.test(subject.trim())
}

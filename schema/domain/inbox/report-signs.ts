import { isAutomatic, isMachineMade, refersToAnother } from './automatic-mail.ts'
import type { ReturnedMail } from './returned-mail.ts'

/** Signs in its headers that a message may be a delivery report. Only its body tells, see bounce-report.ts. */

const MAIL_SYSTEM =
  /^(?:mailer[-_.]?daemon|mail[-_.]?daemon|microsoftexchange[0-9a-f]{32}|mail[-_.]?delivery(?:[-_.]?(?:sub)?system)?)$/
const MAIL_SYSTEM_NAME = /^\W*(?:mailer.daemon|mail deliver(?:y|er) (?:sub)?system|system administrator)\W*$/i
const POSTMASTER = /^(?:po+st[-_]?master|mailer|mdaemon|mailadmin|mail-?administrator)$/
const NOT_ANSWERED = /^(?:no|do[-_.]?not)[-_.]?reply$/
/** Addresses by which list servers refuse what is sent to a list. */
const LIST_SERVER =
  /^(?:(?:owner|request)-.+|.+-(?:owner|admin|request|bounces|confirm)|listserv|majordomo|mailman|sympa|ezmlm)$/

const FAILURE_SUBJECT =
  /^(?:\[[^\]]{1,40}\]\s*)?(?:email delivery failure|(?:message )?undeliver(?:able|ed)|delivery[- ](?:status|failure|failed|notification|has failed|error)|mail (?:delivery|could not|failed|failure|system error|status|error)|(?:returned mail|failure notice|failure notification|failed delivery|failure delivery|non[- ]?deliver(?:y|able)|message status|permanent delivery|message (?:not|could not be|you sent|delivery|blocked|rejected)|error sending|rejected:|there was an error sending)|warning: (?:message|could not send)|unzustellbar|nicht zustellbar|zustellung|non remis|échec|impossible de remettre|no se (?:puede|pudo) entregar|não é possível entregar|não_entregue|onbestelbaar|non recapitabile|mancato recapito|niet bezorgd|olevererbart|kan ikke leveres|kunne ikke|nie można dostarczyć|niedostarczon|nedoručiteln|kézbesíthetetlen|доставка|не ?доставлен|недоставленн|メール.{0,6}エラー|メッセージを配信できません|配信(?:不能|できません)|配送|无法传递|未传递|未送达|退信|系统退信|無法傳遞|전송 실패|배달되지)/i
const isDisposition = (type: string) =>
  /^multipart\/report\b.*report-type\s*=\s*"?disposition-notification\b/is.test(type)

/** Returns whether a message looks like a delivery report or a complaint, so that its body is needed. Checks only its headers. */
export function looksLikeReport(mail: ReturnedMail): boolean {
  const { subject, headers } = mail
  const type = headers['content-type'] ?? ''
  if (/^multipart\/report\b/i.test(type) && !isDisposition(type)) {
    return !/report-type\s*=\s*"?(?!delivery-status|feedback-report)[\w-]+/i.test(type)
  }
  if (isDisposition(type) || headers['x-failed-recipients'] !== undefined) return true
  if (headers['x-ms-exchange-message-is-ndr'] !== undefined || isMailSystem(mail)) return true
  if (headers['list-id'] !== undefined) return false
  const name = localPartOf(mail)
  if (POSTMASTER.test(name)) return true
  const isEnvelopeEmpty = /^\s*<(?:mailer-daemon)?>/i.test(headers['return-path'] ?? '')
  if (NOT_ANSWERED.test(name)) return isEnvelopeEmpty || FAILURE_SUBJECT.test(subject.trim())
  // The answer of a list server to an email of ours is one of automatic-answer.ts.
  const isFailure = FAILURE_SUBJECT.test(subject.trim()) || (LIST_SERVER.test(name) && !refersToAnother(mail))
  return isFailure && (isEnvelopeEmpty || isAutomatic(mail))
}

/**
 * Returns whether a mail server wrote a message, as far as its headers tell, so that a failure in plain words is
 * enough. A postmaster can also be a person who answers.
 */
export function isFromServer(mail: ReturnedMail): boolean {
  if (isMailSystem(mail) || /^multipart\/report\b/i.test(mail.headers['content-type'] ?? '')) return true
  const isPerson = refersToAnother(mail) && !isMachineMade(mail)
  return hasServerAddress(mail) && !isPerson
}

/** Returns whether a list server wrote the email. */
export const isFromListServer = (mail: ReturnedMail): boolean => LIST_SERVER.test(localPartOf(mail))

/** Returns whether the sender is a mail server: named so, or without an address. */
export function isMailSystem(mail: ReturnedMail): boolean {
  const shown = /^(.*?)<[^<>]*>\s*$/s.exec(mail.headers['from'] ?? '')?.[1] ?? ''
  return !/.@./.test(mail.from) || MAIL_SYSTEM.test(localPartOf(mail)) || MAIL_SYSTEM_NAME.test(shown.slice(0, 60))
}

/**
 * Returns whether the sender has an address that is reserved for a mail server; its name alone proves nothing, because
 * anybody can write one.
 */
export function hasServerAddress(mail: ReturnedMail): boolean {
  const name = localPartOf(mail)
  return MAIL_SYSTEM.test(name) || POSTMASTER.test(name)
}

/**
 * Returns whether a message is a notice about the reading of an email (RFC 8098), which can also say that it was
 * rejected (RFC 5429).
 */
export const isDispositionNotice = ({ headers }: ReturnedMail): boolean => isDisposition(headers['content-type'] ?? '')

const localPartOf = ({ from }: ReturnedMail) => from.slice(0, Math.max(from.lastIndexOf('@'), 0)) || from

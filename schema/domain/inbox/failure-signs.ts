import type { StatusBlock } from './delivery-report.ts'
import { failureWords, upTo } from './failure-text-normalization.ts'
import type { ReturnedMail } from './returned-mail.ts'

/** Distinguishes a final failure from the notice of a delay and from other messages of a mail server. */

const DELAY_SUBJECT = /\bdelay|\bretried\b|^warning\b|: warning$|verzögert|retard/i
const STILL_TRYING =
  / (?:(?:still|being|be|been) (?:re ?)?tried|will (?:be )?(?:re ?try|re ?tried|retry|keep trying|continue|try again)|still trying|delivery attempts will continue|delivery will continue|not need to re ?send|warning (?:message )?only|temporary failure report|kept in the queue|not yet (?:been )?delivered|no action is required)/
const GIVEN_UP =
  / (?:gave up|given up|giving up|(?:envelope|message|delivery time|queue|lifetime) (?:has |was )?(?:expired|too old)|(?:in|on) (?:the )?queue (?:too|for too) long|been in the queue too long|(?:not|isn't) going to try again|permanent(?:ly)?|final attempt)(?= )/

const FAILED = new RegExp(
  ` (?:${[
    `(?:not|cannot|never|unable|[^ ]+n't) ${upTo(5)}(?:delivered|deliver|delivery|sent|send|reach|reached|accepted|accept|relayed|transmitted|processed|completed?|posted?)`,
    `fail(?:ed|ure|ures|s|ing)?|undeliver(?:ed|able)|nondeliverable|nondelivery|non delivery|returned|rejected|refused|bounced?|aborted|dropped|delivery (?:problems?|errors?)|fatal errors?|permanent ${upTo(1)}errors?|errors?`,
    `gave up|given up|giving up|not a member|not members?|are not member|not allowed to post`,
    `unzustellbar|nicht ${upTo(3)}(?:zugestellt|zustellbar|ausgeliefert|gesendet|übermittelt)|zustellung ${upTo(3)}fehlgeschlagen|non remis|n'a pas (?:pu|été)|pas pu être|no se (?:pudo|ha podido)|não (?:foi|pôde|pode)|non (?:è stato|recapitabile)|niet ${upTo(2)}(?:bezorgd|afgeleverd)|nie (?:można|udało się) ${upTo(2)}dostarczyć|nie dostarczono|niedostarczon[^ ]*|не ${upTo(2)}доставлен[^ ]*|недоставлен[^ ]*`,
  ].join('|')})(?= )| \\S*(?:できません|ありません|エラー|失敗|无法|未送达|退回|退信|失败|無法|실패)`,
  'u',
)
const SUCCEEDED = / (?:success(?:ful|fully)|(?:was|has been|been|successfully) (?:delivered|relayed) (?:to|on))(?= )/

/** Returns whether a recipient's block of a report says that the email failed for good. */
export function isFinal({ action, retriesUntil, diagnostic }: StatusBlock, subject: string, text: string): boolean {
  if (action === 'delayed') {
    if (retriesUntil) return false
    const words = failureWords(`${diagnostic} . ${text}`)
    // OpenSMTPD and nullmailer call the last report "delayed" too.
    return GIVEN_UP.test(words) || (!DELAY_SUBJECT.test(subject) && !STILL_TRYING.test(words))
  }
  return !/^(?:delivered|relayed|expanded)$/.test(action)
}

/**
 * Returns whether a report without a status for machines says that an email failed for good. `isListed`: its header
 * lists failed recipients.
 */
export function saysFailed(subject: string, text: string, isListed: boolean): boolean {
  const words = failureWords(text)
  if (STILL_TRYING.test(words)) return false
  if (DELAY_SUBJECT.test(subject)) return GIVEN_UP.test(words)
  return isListed || FAILED.test(words) || (FAILED.test(failureWords(subject)) && !SUCCEEDED.test(words))
}

/**
 * Returns whether a list server says that it rejected an email for its list, rather than that a moderator reads it
 * first.
 */
export const refusesPost = (text: string): boolean =>
  / (?:(?:was|been|is) (?:rejected|refused|denied)|not a member|not members?|not allowed to post|cannot post)(?= )/.test(
    failureWords(text),
  )

/** Returns whether the notice about an email (RFC 8098) says that a filter rejected it (RFC 5429), not that it was deleted. */
export function isRejection({ subject, headers }: ReturnedMail, disposition: string, text: string): boolean {
  if (/;\s*(?:denied|failed)\b|\/error\b/i.test(disposition)) return true
  if (!/;\s*deleted\b/i.test(disposition)) return false
  if (
    /\(rejected\)/i.test(headers['auto-submitted'] ?? '') ||
    /^\W*(?:automatically )?(?:rejected|refused)\b/i.test(subject)
  )
    return true
  return / (?:rejected|refused|not accepted)(?= )/.test(failureWords(text))
}

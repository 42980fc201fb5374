import { isbot } from 'isbot'
import { TRACKING, type Hit, type MachineReason } from './tracking.ts'

/*
 * Tells opens and clicks of programs from those of people. The list of programs is isbot's (2,118 published agents of
 * crawlers, libraries and previews, of which it misses nine); it takes everything for a program that does not look like a
 * browser, so mail programs are named here.
 */

/**
 * Matches user agents of mail programs and of the image proxies of Gmail and Yahoo, which load images when somebody
 * reads. Source: their own requests.
 */
const PEOPLE =
  /GoogleImageProxy|YahooMailProxy|YahooMobile|\bOutlook\b|Microsoft Office|ms-office|MSOffice|Thunderbird|Airmail|Superhuman|\bSpark\/|eM ?Client|Postbox|Mailspring|BlueMail|Samsung ?E?mail|FairEmail|Lotus-Notes|Evolution\/|KMail|Zimbra|ProtonMail|\bMail\/[\d.]+ CFNetwork|^Dalvik\//i

/**
 * Matches user agents of programs that isbot 5.2.3 does not know: gateways that check links, and four crawlers of
 * crawler-user-agents 1.60.
 */
const MORE_PROGRAMS =
  /barracuda|mimecast|proofpoint|symantec|messagelabs|fireeye|trellix|trend ?micro|sophos|cloudmark|fortinet|fortiguard|zscaler|forcepoint|ironport|mailscanner|avanan|checkpoint|safelinks|urldefense|agari|libwww|GTmetrix|Miniature\.io|\bYLT\b|TSM-turingos/i

/** Matches version and model of an Android phone, which may be called Robot, Phantom or Spider. */
const PHONE = /\bAndroid [^;)]*(?:;\s*[a-z]{2}[-_][a-z]{2}\b)?(?:;[^;()]*\bBuild\/[^;()]*|;[^;()/]*(?=[;)]))*/gi

/**
 * User agent of Apple Mail's privacy protection, which loads every image on arrival; it also appears in clicks by
 * people.
 */
const APPLE_PRIVACY = /^Mozilla\/5\.0$/i
/** User agent of Gmail when it loads images and links before anybody looks. */
const GMAIL_AHEAD = /Edge\/12\.246 Mozilla\/5\.0$/

/**
 * Returns why an open or click is a program's; null if it is a person's.
 *
 * @param seconds since the email was submitted; null if that is not even recorded yet
 */
export function machineReason(hit: Hit, seconds: number | null): MachineReason | null {
  if (hit.method !== 'GET') return 'HEAD'
  const userAgent = hit.userAgent.trim()
  if (GMAIL_AHEAD.test(userAgent)) return 'PREFETCH'
  if (APPLE_PRIVACY.test(userAgent)) {
    if (hit.kind === 'open') return 'PREFETCH'
  } else if (isProgram(userAgent)) return 'BOT'
  if (hit.prefetch) return 'PREFETCH'
  return seconds === null || seconds < TRACKING.tooSoon ? 'TOO_SOON' : null
}

/** Returns whether a user agent is that of a program that nobody looks at; also true for an empty one. */
export function isProgram(userAgent: string): boolean {
  if (userAgent === '') return true
  const withoutPhone = userAgent.replace(PHONE, 'Android')
  return (
    MORE_PROGRAMS.test(withoutPhone) ||
    (isbot(withoutPhone) && !(PEOPLE.test(withoutPhone) && !/bot|crawl/i.test(withoutPhone)))
  )
}

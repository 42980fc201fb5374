import { upTo } from './failure-text-normalization.ts'

/**
 * Notice of a mailbox's own provider about the sender of a returned email: the recipient is fine, and the email was not
 * sent.
 *
 * - `MAILBOX_LIMIT`: the mailbox reached its sending limit
 * - `ORGANISATION_LIMIT`: all mailboxes of the Microsoft 365 organization reached theirs
 * - `ONMICROSOFT_LIMIT`: a sender at `onmicrosoft.com` reached the limit of such senders in its organization
 * - `MAILBOX_BLOCKED`: the provider blocked the mailbox, or takes its emails for spam
 * - `ORGANISATION_BLOCKED`: the provider blocked the whole organization
 * - `FROM_ADDRESS`: the mailbox cannot send from the chosen From address
 */
export type SenderNotice =
  | 'MAILBOX_LIMIT'
  | 'ORGANISATION_LIMIT'
  | 'ONMICROSOFT_LIMIT'
  | 'MAILBOX_BLOCKED'
  | 'ORGANISATION_BLOCKED'
  | 'FROM_ADDRESS'

const NOTICES: readonly { notice: SenderNotice; words?: RegExp; code?: RegExp; source: string }[] = [
  { notice: 'ONMICROSOFT_LIMIT', code: /^5\.7\.236$/, source: 'Exchange Team Blog, 2025: limit of onmicrosoft.com' },
  { notice: 'ORGANISATION_LIMIT', code: /^5\.7\.23[23]$/, source: 'Exchange Online NDR list: TERRL; trial tenants' },
  {
    notice: 'ORGANISATION_LIMIT',
    code: /^4\.7\.[57]\d\d$/,
    words: / (?:tenant|organi[sz]ation|your company)(?= )/,
    source: 'Exchange Online NDR list: throttled tenants',
  },
  { notice: 'MAILBOX_LIMIT', code: /^5\.1\.90$/, source: 'Exchange Online NDR list' },
  {
    notice: 'MAILBOX_LIMIT',
    words: / submission quota exceeded(?= )/,
    source: 'Exchange Online NDR list: 5.2.2 of the sender',
  },
  {
    notice: 'MAILBOX_LIMIT',
    words: new RegExp(
      ` (?:reached ${upTo(4)}(?:limit|quota) ${upTo(2)}(?:for )?(?:sending|message recipients)|(?:sending|relay) (?:limit|quota) (?:was |has been |is )?exceeded|exceeded ${upTo(4)}(?:sending|relay) (?:limit|quota)|(?:alcanzado|atteint|raggiunto|erreicht|atingiu|bereikt) ${upTo(5)}(?:límite|limite|limit|limiet) ${upTo(5)}(?:d')?(?:envío|envoi|invio|envio|senden|versand|verzenden))(?= )|limit ${upTo(6)}(?:senden|versand) ${upTo(4)}erreicht(?= )`,
      'u',
    ),
    source: 'Gmail: "You have reached a limit for sending mail", 550 5.4.5 Daily user sending limit exceeded',
  },
  { notice: 'MAILBOX_LIMIT', code: /^5\.4\.5$/, source: 'Gmail SMTP errors: daily sending limit' },
  {
    notice: 'ORGANISATION_BLOCKED',
    code: /^5\.7\.(?:70[0-24-9]|7[1-4]\d|750)$/,
    source: 'Exchange Online NDR list: 5.7.700 to 5.7.750 (5.7.703 is the organization’s own list of recipients)',
  },
  { notice: 'MAILBOX_BLOCKED', code: /^5\.1\.8$/, source: 'Exchange Online NDR list: bad outbound sender' },
  { notice: 'MAILBOX_BLOCKED', code: /^5\.7\.(?:50[123]|511)$/, source: 'Exchange Online NDR list: banned sender' },
  {
    notice: 'MAILBOX_BLOCKED',
    words: / support google com mail answer 69585(?= )/,
    source: 'Gmail: "Message rejected. See …/answer/69585"',
  },
  { notice: 'FROM_ADDRESS', code: /^5\.(?:7\.60|2\.252)$/, source: 'Exchange Online: SendAsDenied' },
  {
    notice: 'FROM_ADDRESS',
    words: new RegExp(
      ` (?:send mail as|(?:send|sending) this (?:email |message )?(?:from|as) ${upTo(2)}(?:different|other|another) (?:e ?mail )?(?:address|alias))(?= )`,
    ),
    source: 'Gmail: settings of "Send mail as" that are wrong or out of date',
  },
]

/** Finds a notice about the sender in a report. Valid only for reports of the mailbox's own provider. */
export function senderNoticeOf(words: string, codes: readonly string[]): SenderNotice | null {
  const row = NOTICES.find(
    (each) => (!each.words || each.words.test(words)) && (!each.code || codes.some((code) => each.code?.test(code))),
  )
  return row?.notice ?? null
}

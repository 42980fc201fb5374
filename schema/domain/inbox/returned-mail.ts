/** The headers that distinguish them, by lower-case name. Nothing else of a message is requested. */
export const INBOX_HEADERS = [
  'content-type',
  'content-disposition',
  'in-reply-to',
  'references',
  'return-path',
  'auto-submitted',
  'precedence',
  'list-id',
  'x-autoreply',
  'x-autorespond',
  'x-autoreply-from',
  'x-autoresponse',
  'x-mail-autoreply',
  'x-auto-response-suppress',
  'x-precedence',
  'preference',
  'x-fc-machinegenerated',
  'x-zendesk-from-account-id',
  'x-rt-ticket',
  'x-otrs-loop',
  'x-freshdesk-ticket-id',
  'x-failed-recipients',
  'x-ms-exchange-message-is-ndr',
  'x-ms-exchange-generated-message-source',
  'authentication-results',
  'x-mergewell-email',
] as const

/** A message as the rules see it: without a body, except for an automatic answer. */
export interface ReturnedMail {
  /** address of the sender, in lower case */
  from: string
  subject: string
  /** by lower-case name, those of {@link INBOX_HEADERS} */
  headers: Readonly<Record<string, string>>
  /** whether it is an emoji reaction; see {@link isReaction} */
  reaction?: boolean
  receivedAt?: Date
  /** the text of an automatic answer, see {@link isAutomaticAnswer}; absent for all other email */
  text?: string
  /** the class that Exchange gave it, such as IPM.Note; absent if unknown */
  messageClass?: string
}

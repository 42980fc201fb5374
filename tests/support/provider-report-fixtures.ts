import type { BounceKind } from '#domain/inbox/bounce-reasons.ts'

/** The recipient of the reports in api/inbox/fixtures/reports. */
export const GRACE = 'grace@fabrikam.test'

/** Emails that are not reports of a failure. */
export const NO_REPORTS = {
  'exim-still-trying': 'other',
  'opensmtpd-still-trying': 'other',
  'person-at-postmaster': 'reply',
  'receipt-deleted-unread': 'other',
  'sign-in-alert': 'other',
} as const

/** Contents of each report: kind, code, and recipient. */
export const REPORTS: Record<string, readonly (readonly [BounceKind, string | null, string?])[]> = {
  '511-too-many-this-hour': [['passing', '5.1.1']],
  '550-smtp-auth': [['refused', '5.0.0']],
  'action-expired': [['passing', null]],
  'chinese-postmaster': [['address', null]],
  'cisco-access-denied': [['refused', '5.7.1']],
  'cisco-nobody': [['address', '5.1.1']],
  'dma-empty-from': [['address', '5.1.1']],
  'domino-not-listed': [['address', null]],
  'error-sending-your-mail': [['address', '5.1.1']],
  'exchange-did-not-reach': [['address', null]],
  'exim-retry-timeout': [['passing', '5.0.0']],
  'exim-user-filter-refuses': [['refused', '5.0.0']],
  'gateway-wraps-report': [['address', '5.1.1']],
  'gateway-mixed-with-status': [['address', '5.1.1']],
  'gmail-521-receiving-rate': [['passing', '5.2.1']],
  'gmail-limit-reached': [['refused', null]],
  'gmail-message-rejected-69585': [['refused', '5.0.0']],
  'gmail-null-mx': [['address', '4.0.0']],
  'gmail-send-as-misconfigured': [['refused', null]],
  hmailserver: [['address', '5.5.0']],
  'hotmail-mailbox-unavailable': [['address', '5.5.0']],
  'mailman-rejects': [['refused', null, 'news@fabrikam.test']],
  'mimecast-postmaster': [['address', '5.4.1']],
  'no-reverse-dns': [['refused', '5.0.0']],
  'opensmtpd-expired': [['passing', '4.4.7']],
  'pigeonhole-reject-mdn': [['refused', null]],
  'postfix-554-rejected': [['refused', '5.0.0']],
  'postfix-report-unavailable': [['refused', null]],
  'reply-hides-status': [['address', '5.1.1']],
  'returned-mail-postmaster': [['passing', null]],
  'nullmailer-gave-up': [['passing', '4.4.1']],
  'transcript-of-two': [
    ['address', '5.1.1'],
    ['passing', '4.2.2', 'copy@example.org'],
  ],
  'two-recipients-copy-first': [
    ['passing', '5.2.2', 'copy@example.org'],
    ['address', '5.1.1', GRACE],
  ],
  'yahoo-no-mx': [['address', null]],
}

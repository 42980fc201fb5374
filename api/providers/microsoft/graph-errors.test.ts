import { describe, expect, it } from 'vitest'
import { explainFailure } from '#domain/emails/delivery-errors.ts'
import { graphError } from './graph-errors.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const REFUSED = 'Authentication failed with Microsoft 365'
const FORBIDDEN = "Your account doesn't have permission to send emails"
const LIMIT = 'Email sending limit reached'
const ADDRESS = 'Invalid email address'
const UNCERTAIN = 'We are not sure whether this email was sent'
const NO_MAILBOX = 'This account has no mailbox'
const FULL = 'This mailbox is full'
const OTHER = 'Email delivery failed'

function answer(
  status: number,
  code: string,
  message = '',
  headers: Record<string, string> = {},
): Parameters<typeof graphError>[0] {
  const innerError = { 'request-id': '0b1c2d3e-4031-4d5e-8f60-0a1b2c3d4e5f', date: '2026-03-01T12:00:00' }
  return { status, headers, body: JSON.stringify({ error: { code, message, innerError } }) }
}

describe('an error response of Microsoft Graph', () => {
  it.each([
    [401, 'InvalidAuthenticationToken', 'Access token has expired or is not yet valid.', 'sign-in-doubt', REFUSED],
    [
      403,
      'ErrorSendAsDenied',
      'The user account which was used to submit this request does not have the right to send mail on behalf of the specified sending account.',
      'from-refused',
      'This mailbox cannot send from the chosen address',
    ],
    [403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.', 'forbidden', FORBIDDEN],
    [
      403,
      'ErrorMessageSubmissionBlocked',
      'Cannot send mail. Follow the instructions in your Inbox to verify your account.',
      'mailbox-refused',
      'Microsoft has blocked this mailbox from sending',
    ],
    [
      404,
      'MailboxNotEnabledForRESTAPI',
      'The mailbox is either inactive, soft-deleted, or is hosted on-premise.',
      'mailbox-refused',
      NO_MAILBOX,
    ],
    [404, 'ErrorNonExistentMailbox', 'No such mailbox.', 'mailbox-refused', NO_MAILBOX],
    [403, 'ErrorAccountSuspend', 'Suspended.', 'mailbox-refused', 'The email provider has suspended this account'],
    [429, 'ApplicationThrottled', 'Application is over its MailboxConcurrency limit.', 'throttled', LIMIT],
    [429, 'ErrorServerBusy', 'The server cannot service this request right now.', 'uncertain', UNCERTAIN],
    [429, 'SomethingNew', 'Slow down.', 'uncertain', UNCERTAIN],
    [403, 'ErrorQuotaExceeded', 'Mailbox has exceeded maximum mailbox size.', 'mailbox-refused', FULL],
    [507, 'ErrorQuotaExceeded', 'Mailbox has exceeded maximum mailbox size.', 'uncertain', UNCERTAIN],
    [429, 'ErrorExceededMessageLimit', 'The message submission limit was reached.', 'quota', LIMIT],
    [
      400,
      'ErrorInvalidRecipients',
      "At least one recipient isn't valid., Recipient 'room403@x' is not resolved.",
      'bad-recipient',
      ADDRESS,
    ],
    [413, 'RequestEntityTooLarge', 'The request is too large.', 'too-large', OTHER],
    [400, 'ErrorMessageSizeExceeded', 'The message exceeds the maximum supported size.', 'too-large', OTHER],
    [400, 'InvalidInternetMessageHeader', 'The internet message header name should start with x-.', 'rejected', OTHER],
    [409, 'ErrorIrresolvableConflict', 'The change key does not match.', 'uncertain', UNCERTAIN],
    [503, 'ErrorServerBusy', 'The server is busy.', 'uncertain', UNCERTAIN],
    [500, 'ErrorInternalServerError', 'An internal server error occurred.', 'uncertain', UNCERTAIN],
    [502, 'UnknownError', '', 'uncertain', UNCERTAIN],
    [504, 'UnknownError', '', 'uncertain', UNCERTAIN],
  ])('%i %s: %s is classified as %s', (status, code, message, kind, friendly) => {
    const error = graphError(answer(status, code, message), 'delivery', NOW)
    expect(error.kind).toBe(kind)
    expect(error.message).toContain(code)
    expect(explainFailure(error.message).message).toBe(friendly)
    expect(error.retryable).toBe(['throttled', 'unavailable', 'sign-in-doubt'].includes(kind))
    expect(error.mayPass).toBe(code === 'ErrorAccessDenied')
  })

  it.each([
    [answer(403, 'ErrorSendAsDenied', 'No right.'), '403 ErrorSendAsDenied: No right.'],
    [
      answer(401, 'InvalidAuthenticationToken', 'Expired.'),
      'SIGN_IN_REFUSED: 401 InvalidAuthenticationToken: Expired.',
    ],
    [answer(429, 'ApplicationThrottled', 'Over limit.'), '429 ApplicationThrottled: rate limit: Over limit.'],
    [answer(403, 'ErrorExceededMessageLimit', 'Full.'), 'ErrorExceededMessageLimit: quota: Full.'],
    [answer(400, 'ErrorInvalidRecipients', 'Not valid.'), '400 ErrorInvalidRecipients: invalid email: Not valid.'],
    [answer(504, 'UnknownError'), 'UNCERTAIN: 504 UnknownError'],
  ])('is stored with its code and status', (refusal, text) => {
    expect(graphError(refusal, 'delivery', NOW).message).toBe(text)
  })

  it('is classified as unavailable, not uncertain, if repeating the request is harmless', () => {
    expect(graphError(answer(500, 'UnknownError'), 'repeatable', NOW).kind).toBe('unavailable')
  })

  it('is classified as uncertain for a 503 with Retry-After, and the mailbox pauses until then', () => {
    const page = { status: 503, headers: { 'retry-after': '7' }, body: '<html>upstream</html>' }
    expect(graphError(page, 'delivery', NOW)).toMatchObject({ kind: 'uncertain', retryAfterMs: 7_000 })
  })

  it.each([
    ['120', 120_000],
    ['Sun, 01 Mar 2026 12:01:30 GMT', 90_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', undefined],
    ['soon', undefined],
  ])('has its waiting time read from Retry-After: %s', (value, ms) => {
    const error = graphError(answer(429, 'ApplicationThrottled', '', { 'retry-after': value }), 'delivery', NOW)
    expect(error.retryAfterMs).toBe(ms)
  })

  it('is stored without addresses, tokens, ids and line breaks', () => {
    const token = `eyJ0eXAi.${'x'.repeat(60)}.sig`
    const said = `Bad\r\ntoken ${token} for bo@there.test in 0b1c2d3e-4031-4d5e-8f60-0a1b2c3d4e5f at 1770000403 ${'long '.repeat(200)}`
    const { message } = graphError(answer(400, 'Error\r\nBad: x', said), 'delivery', NOW)
    expect(message).toMatch(/^400 ErrorBadx: Bad token <…> for <address> in <id> at <n> long/)
    expect(message.length).toBeLessThan(400)
  })
})

import { describe, expect, it } from 'vitest'
import { explainFailure } from '#domain/emails/delivery-errors.ts'
import { gmailError } from './gmail-errors.ts'
import type { GmailAnswer } from './gmail-errors.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const REFUSED = 'Authentication failed with Microsoft 365'
const FORBIDDEN = "Your account doesn't have permission to send emails"
const LIMIT = 'Email sending limit reached'
const ADDRESS = 'Invalid email address'
const UNCERTAIN = 'We are not sure whether this email was sent'
const POLICY = 'Your Google Workspace does not allow apps to use Gmail'
const DELEGATION = 'Google does not let this account use the mailbox'
const OTHER = 'Email delivery failed'

function answer(code: number, reason: string, message = '', headers: Record<string, string> = {}): GmailAnswer {
  const errors = [{ domain: 'global', reason, message }]
  return { status: code, headers, data: { error: { code, message, errors, status: 'SOME_STATUS' } } }
}

describe('an error response of Gmail', () => {
  it.each([
    [401, 'authError', 'Invalid Credentials', 'sign-in-doubt', REFUSED],
    [403, 'insufficientPermissions', 'Request had insufficient authentication scopes.', 'forbidden', FORBIDDEN],
    [403, 'domainPolicy', 'The domain administrators have disabled Gmail apps.', 'mailbox-refused', POLICY],
    [403, 'forbidden', 'Delegation denied for <address>', 'mailbox-refused', DELEGATION],
    [403, 'delegationDenied', 'No.', 'mailbox-refused', DELEGATION],
    [
      403,
      'accessNotConfigured',
      'Gmail API has not been used.',
      'mailbox-refused',
      'The Gmail API is turned off for this installation',
    ],
    [403, '', "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute per user'", 'throttled', LIMIT],
    [403, '', "Quota exceeded for quota metric 'Queries' and limit 'Queries per day'", 'quota', LIMIT],
    [400, 'failedPrecondition', 'Mail service not enabled', 'mailbox-refused', 'This account has no mailbox'],
    [400, 'failedPrecondition', 'Precondition check failed.', 'rejected', OTHER],
    [403, 'rateLimitExceeded', 'Rate Limit Exceeded', 'throttled', LIMIT],
    [403, 'userRateLimitExceeded', 'User Rate Limit Exceeded', 'throttled', LIMIT],
    [429, 'rateLimitExceeded', 'Too many concurrent requests for user', 'throttled', LIMIT],
    [403, 'dailyLimitExceeded', 'Daily Limit Exceeded', 'quota', LIMIT],
    [429, 'userRateLimitExceeded', 'User-rate limit exceeded. (Mail sending)', 'quota', LIMIT],
    [400, 'invalidArgument', 'Invalid To header', 'bad-recipient', ADDRESS],
    [400, 'invalidArgument', 'Recipient address required', 'bad-recipient', ADDRESS],
    [400, 'invalidArgument', "'raw' RFC822 payload message string is malformed", 'rejected', OTHER],
    [413, 'uploadTooLarge', 'Request is too large.', 'too-large', OTHER],
    [503, 'backendError', 'Backend Error', 'uncertain', UNCERTAIN],
    [500, 'backendError', 'Backend Error', 'uncertain', UNCERTAIN],
    [502, 'backendError', 'Bad Gateway', 'uncertain', UNCERTAIN],
  ])('%i %s: %s is classified as %s', (status, reason, message, kind, friendly) => {
    const error = gmailError(answer(status, reason, message), 'delivery', NOW)
    expect(error.kind).toBe(kind)
    expect(error.message).toContain(reason)
    expect(explainFailure(error.message).message).toBe(friendly)
    expect(error.mayPass).toBe(message === 'Precondition check failed.')
  })

  it('is read in the newer error format too', () => {
    const data = {
      error: {
        code: 429,
        message: 'Quota exceeded',
        status: 'RESOURCE_EXHAUSTED',
        details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'RATE_LIMIT_EXCEEDED' }],
      },
    }
    const error = gmailError({ status: 429, headers: {}, data }, 'delivery', NOW)
    expect(error).toMatchObject({ kind: 'throttled', message: '429 RATE_LIMIT_EXCEEDED: rate limit: Quota exceeded' })
  })

  it('is shown without a status that would wrongly send the person to an administrator', () => {
    expect(gmailError(answer(403, 'rateLimitExceeded', 'Slow'), 'delivery', NOW).message).toBe(
      'rateLimitExceeded: rate limit: Slow',
    )
  })

  it('has its waiting time read from the header or from the message', () => {
    expect(gmailError(answer(429, 'rateLimitExceeded', '', { 'retry-after': '3' }), 'delivery', NOW).retryAfterMs).toBe(
      3000,
    )
    const said = 'User-rate limit exceeded.  Retry after 2026-03-01T12:00:20.500Z (Mail sending)'
    expect(gmailError(answer(429, 'userRateLimitExceeded', said), 'delivery', NOW)).toMatchObject({
      kind: 'quota',
      retryAfterMs: 20_500,
    })
  })

  it('from a proxy makes a send uncertain, and the creation of a draft repeatable', () => {
    const page = { status: 503, headers: {}, data: '<html>' }
    expect(gmailError(page, 'delivery', NOW).kind).toBe('uncertain')
    expect(gmailError(page, 'repeatable', NOW).kind).toBe('unavailable')
  })
})

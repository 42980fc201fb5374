import { describe, expect, it } from 'vitest'
import type { DeliveryFailure } from '#api/sending/provider.ts'
import { networkError, refusalError } from './provider-failures.ts'
import { GMAIL_RULES } from './google/gmail-errors.ts'
import { GRAPH_RULES } from './microsoft/graph-errors.ts'
import { NetworkFailure } from './http-transport.ts'

const TABLES = { graph: GRAPH_RULES, gmail: GMAIL_RULES }

/** status, code (empty: no vendor error body), kind for a delivery, kind for a repeatable step */
type Row = [number, string, DeliveryFailure, DeliveryFailure]

const ANYWHERE: Row[] = [
  [200, '', 'uncertain', 'unavailable'],
  [204, '', 'uncertain', 'unavailable'],
  [302, '', 'uncertain', 'unavailable'],
  [400, 'somethingNew', 'rejected', 'rejected'],
  [400, '', 'uncertain', 'rejected'],
  [401, '', 'sign-in-doubt', 'sign-in-doubt'],
  [403, 'somethingNew', 'forbidden', 'forbidden'],
  [403, '', 'uncertain', 'forbidden'],
  [404, '', 'uncertain', 'rejected'],
  ...[404, 405, 409, 410, 412, 415, 421, 422, 423, 425].map((status): Row => [
    status,
    'somethingNew',
    'uncertain',
    'rejected',
  ]),
  [408, 'somethingNew', 'uncertain', 'unavailable'],
  [413, '', 'too-large', 'too-large'],
  [429, 'somethingNew', 'uncertain', 'throttled'],
  [429, '', 'uncertain', 'throttled'],
  [500, '', 'uncertain', 'unavailable'],
  [503, '', 'uncertain', 'unavailable'],
  [507, '', 'uncertain', 'quota'],
]

const ROWS: Record<keyof typeof TABLES, Row[]> = {
  graph: [
    ...ANYWHERE,
    [202, 'ErrorServerBusy', 'uncertain', 'unavailable'],
    [429, 'ApplicationThrottled', 'throttled', 'throttled'],
    [429, 'TooManyRequests', 'throttled', 'throttled'],
    [429, 'activityLimitReached', 'throttled', 'throttled'],
    [429, 'ErrorServerBusy', 'uncertain', 'throttled'],
    [403, 'ErrorServerBusy', 'uncertain', 'throttled'],
    [503, 'ErrorServerBusy', 'uncertain', 'unavailable'],
    [503, 'ServiceUnavailable', 'uncertain', 'unavailable'],
    [503, 'ApplicationThrottled', 'uncertain', 'throttled'],
    [503, 'ErrorQuotaExceeded', 'uncertain', 'mailbox-refused'],
    [403, 'ErrorQuotaExceeded', 'mailbox-refused', 'mailbox-refused'],
    [409, 'ErrorIrresolvableConflict', 'uncertain', 'unavailable'],
    [412, 'ErrorStaleObject', 'uncertain', 'unavailable'],
    [400, 'ErrorInvalidRecipients', 'bad-recipient', 'bad-recipient'],
  ],
  gmail: [
    ...ANYWHERE,
    [429, 'rateLimitExceeded', 'throttled', 'throttled'],
    [403, 'userRateLimitExceeded', 'throttled', 'throttled'],
    [429, 'RATE_LIMIT_EXCEEDED', 'throttled', 'throttled'],
    [429, 'RESOURCE_EXHAUSTED', 'uncertain', 'throttled'],
    [503, 'backendError', 'uncertain', 'unavailable'],
    [500, 'rateLimitExceeded', 'uncertain', 'throttled'],
    [403, 'dailyLimitExceeded', 'quota', 'quota'],
  ],
}

describe.each(['graph', 'gmail'] as const)('an error response of %s', (vendor) => {
  it.each(ROWS[vendor])(
    '%i %s is classified as %s for a delivery, and as %s if repeating is harmless',
    (status, code, ...kinds) => {
      const refusal = { status, code, message: '', spoken: code !== '', retryAfterMs: 7_000 }
      const errors = (['delivery', 'repeatable'] as const).map((step) => refusalError(TABLES[vendor], refusal, step))
      expect(errors.map(({ kind }) => kind)).toEqual(kinds)
      expect(errors.map(({ retryAfterMs }) => retryAfterMs)).toEqual([7_000, 7_000])
    },
  )
})

it.each([
  [true, 'TIMEOUT', 'uncertain', 'unavailable'],
  [true, 'ECONNRESET', 'uncertain', 'unavailable'],
  [false, 'ECONNREFUSED', 'unavailable', 'unavailable'],
] as const)(
  'a network error (request written: %s, code %s) is classified as %s for a delivery, and as %s otherwise',
  (written, code, ...kinds) => {
    const failure = new NetworkFailure(code, written, null)
    expect([networkError(failure, 'delivery').kind, networkError(failure, 'repeatable').kind]).toEqual(kinds)
  },
)

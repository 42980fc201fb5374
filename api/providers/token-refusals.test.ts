import { describe, expect, it } from 'vitest'
import { GOOGLE_TOKEN_REASONS } from './google/token-reasons.ts'
import { MICROSOFT_TOKEN_REASONS } from './microsoft/token-reasons.ts'
import { tokenError } from './token-refusals.ts'

const REASONS = { microsoft: MICROSOFT_TOKEN_REASONS, google: GOOGLE_TOKEN_REASONS }

const refused = (provider: 'microsoft' | 'google', code: string, message = '', status = 400) =>
  tokenError(REASONS[provider], { status, code, message, spoken: true, retryAfterMs: undefined })

describe("an error of Microsoft's token endpoint", () => {
  it.each([
    ['invalid_client', 'AADSTS7000215: Invalid client secret provided.', 'registration'],
    ['invalid_client', 'AADSTS7000222: The provided client secret keys are expired.', 'registration'],
    ['invalid_client', 'AADSTS700027: The certificate is not registered.', 'registration'],
    ['unauthorized_client', 'AADSTS7000218: The request must contain client_secret.', 'registration'],
    ['invalid_client', '', 'registration'],
    // A single organization can cause these refusals.
    ['invalid_client', 'AADSTS650052: The app needs access to a service.', 'expired'],
    ['unauthorized_client', 'AADSTS700016: Application was not found in the directory.', 'expired'],
    ['invalid_client', 'AADSTS7000229: The client application is missing service principal in the tenant.', 'expired'],
    ['invalid_client', 'AADSTS7999999: Something new.', 'sign-in-doubt'],
    ['unauthorized_client', 'AADSTS7000112: Application is disabled.', 'sign-in-doubt'],
    ['unauthorized_client', '', 'sign-in-doubt'],
    ['invalid_grant', 'AADSTS50173: The provided grant has expired due to it being revoked.', 'expired'],
    ['invalid_grant', 'AADSTS700082: The refresh token has expired due to inactivity.', 'expired'],
    ['invalid_grant', 'AADSTS70008: The provided authorization code or refresh token has expired.', 'expired'],
    ['interaction_required', 'AADSTS50076: Due to a configuration change you must use another factor.', 'expired'],
    ['invalid_grant', 'AADSTS50078: Presented multi-factor authentication has expired.', 'expired'],
    ['invalid_grant', 'AADSTS50079: You must enroll in multi-factor authentication.', 'expired'],
    ['invalid_grant', 'AADSTS65001: The user or administrator has not consented.', 'expired'],
    ['invalid_grant', 'AADSTS53003: Access has been blocked by Conditional Access policies.', 'expired'],
    ['invalid_grant', 'AADSTS50057: The user account is disabled.', 'expired'],
    ['invalid_grant', 'AADSTS70000: The grant is expired. The user must sign in again.', 'expired'],
    ['invalid_grant', 'AADSTS70000: The provided value is not valid.', 'sign-in-doubt'],
    ['invalid_grant', 'AADSTS50196: The server terminated an operation because of a client loop.', 'sign-in-doubt'],
    ['invalid_grant', '', 'sign-in-doubt'],
    ['internal_failure', '', 'sign-in-doubt'],
    ['temporarily_unavailable', 'AADSTS90033: A transient error has occurred.', 'unavailable'],
  ])('%s, %s, is classified as: %s', (code, message, kind) => {
    expect(refused('microsoft', code, message).kind).toBe(kind)
  })
})

describe("an error of Google's token endpoint", () => {
  it.each([
    ['invalid_client', 'The OAuth client was not found.', 'registration'],
    ['deleted_client', 'The OAuth client was deleted.', 'registration'],
    ['disabled_client', 'The OAuth client was disabled.', 'registration'],
    // The refresh token belongs to another client.
    ['unauthorized_client', 'Unauthorized', 'sign-in-doubt'],
    ['invalid_grant', 'Token has been expired or revoked.', 'expired'],
    ['invalid_grant', 'reauth related error (invalid_rapt) invalid_rapt', 'expired'],
    ['invalid_grant', 'Account has been deleted', 'expired'],
    ['admin_policy_enforced', '', 'expired'],
    ['invalid_grant', 'Bad Request', 'sign-in-doubt'],
    ['invalid_grant', '', 'sign-in-doubt'],
    ['internal_failure', '', 'sign-in-doubt'],
  ])('%s, %s, is classified as: %s', (code, message, kind) => {
    expect(refused('google', code, message).kind).toBe(kind)
  })
})

it('an error of a token endpoint that comes from a proxy or has a temporary status is classified as an outage', () => {
  const refusal = { status: 400, code: 'invalid_client', message: '', spoken: true, retryAfterMs: undefined }
  expect(tokenError(GOOGLE_TOKEN_REASONS, { ...refusal, spoken: false }).kind).toBe('unavailable')
  expect(tokenError(GOOGLE_TOKEN_REASONS, { ...refusal, status: 503 }).kind).toBe('unavailable')
  expect(tokenError(GOOGLE_TOKEN_REASONS, { ...refusal, status: 429 }).kind).toBe('throttled')
})

/**
 * Message when the name or the password is missing. This module has no validation rules, so that the sign-in page loads
 * none.
 */
export const MISSING_CREDENTIALS = 'Missing credentials: Please enter both username and password.'

/** Told when a name or a password is missing. Without schemas, so that the sign-in page loads none. */
export const MISSING_CREDENTIALS = 'Missing credentials: Please enter both username and password.'

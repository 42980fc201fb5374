/** Whose mailboxes can be connected. */
export type Provider = 'microsoft' | 'google'

/**
 * Sending to many addresses that never existed stops itself: it is what a bought or guessed list looks like, and
 * providers block mailboxes for it. Admins cannot turn this off, unlike the canary (campaigns.ts).
 */
export const DEAD_ADDRESSES = {
  /** emails that must have left before the share of dead addresses is judged */
  least: 20,
  /** bounces because the address does not exist, in percent, that are still accepted */
  percent: 10,
  /** number of the newest emails of a mailbox that count */
  newest: 100,
  /** days after which an email no longer counts against its mailbox */
  days: 7,
}

/** Emails that a provider took, and how many of them bounced because their address does not exist. */
export interface TakenEmails {
  taken: number
  dead: number
}

/** Returns whether so many of the addresses do not exist that sending stops until an admin resumes it. */
export function tooManyDead({ taken, dead }: TakenEmails): boolean {
  return taken >= DEAD_ADDRESSES.least && dead * 100 > taken * DEAD_ADDRESSES.percent
}

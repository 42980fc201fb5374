import type { Tier } from '../tenants/plans.ts'

/** Modes of registration: who may open a workspace, and how often (product: registration.modes). */

/**
 * Modes of registration: `open`: everybody; `approval`: everybody, but paid plans must be approved by a super admin;
 * `invitation`: by invitation only.
 */
export const REGISTRATION_MODES = ['open', 'approval', 'invitation'] as const
export type RegistrationMode = (typeof REGISTRATION_MODES)[number]

export const BY_INVITATION_ONLY = 'New workspaces are by invitation only. Ask the person who runs this installation.'

/** Returns whether a newly registered workspace has its plan from the start. */
export function confirmedAtSignUp(mode: RegistrationMode, tier: Tier): boolean {
  return mode !== 'approval' || tier === 'free'
}

/** Maximum registration attempts per network, and in total, within `ms`. */
export interface RegistrationLimit {
  ms: number
  network: number
  total: number
  /** words that say when to try again */
  again: string
}

export const REGISTRATION_LIMITS: readonly RegistrationLimit[] = [
  { ms: 3_600_000, network: 10, total: 120, again: 'in an hour' },
  { ms: 86_400_000, network: 30, total: 600, again: 'tomorrow' },
]

/** The message after too many registrations. */
export const TOO_MANY_REGISTRATIONS = {
  network: ({ again }: Pick<RegistrationLimit, 'again'>) =>
    `Too many registrations from your network. Try again ${again}.`,
  total: ({ again }: Pick<RegistrationLimit, 'again'>) =>
    `Too many people are registering right now. Try again ${again}.`,
}

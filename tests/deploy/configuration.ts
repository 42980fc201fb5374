import { environment } from '#api/environment.ts'

/** seconds that a process needs to stop at most, DRAIN_SECONDS aside (api/main.ts) */
export const STOPS_WITHIN = 15

/** The variables that the product reads. */
export function knownVariables(): string[] {
  return Object.keys(environment.shape)
}

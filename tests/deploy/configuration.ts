import { environment } from '#api/environment.ts'

/** seconds that a process needs to stop at most, DRAIN_SECONDS aside (api/main.ts) */
export const STOPS_WITHIN = 15

/** Returns the names of all environment variables that the server reads. */
export function knownVariables(): string[] {
  return Object.keys(environment.shape)
}

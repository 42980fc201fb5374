import { fileOf } from './manifests.ts'

/** seconds that a process needs to stop at most, DRAIN_SECONDS aside (api/main.ts) */
export const STOPS_WITHIN = 15

/** The variables that api/config.ts reads, and those of programs beside it. */
export function knownVariables(): string[] {
  const own = [...fileOf('api/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name ?? '')
  return [...own, 'REDIS_URL']
}

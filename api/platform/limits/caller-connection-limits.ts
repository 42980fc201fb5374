import type { Viewer } from '../call-context.ts'
import type { Pot } from './usage-budget.ts'

/**
 * The caller's limit on open connections or subscriptions, and their workspace's. Programs are counted separately from
 * people, so that a program cannot lock people out.
 */
export function potsOf(
  what: 'sockets' | 'watched',
  { tenantId, userId, sessionId, scopes }: Viewer,
  max: { person: number; workspace: number },
): [Pot, Pot] {
  const [own, all] = scopes ? [`key ${sessionId}`, `programs of ${tenantId}`] : [userId, tenantId]
  return [
    { name: `${what} by ${own}`, max: max.person },
    { name: `${what} in ${all}`, max: max.workspace },
  ]
}

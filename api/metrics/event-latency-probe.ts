import { v7 as newId } from 'uuid'
import type { App } from '#api/platform/app-context.ts'

/**
 * Measures how long events between processes take: sends an event to itself through the database, and records when it
 * arrives. An event that has not arrived when the next one is sent counts with its age, so that a dead listener is
 * noticed.
 */
export function createEventProbe(
  app: Pick<App, 'database' | 'events' | 'metrics'>,
  now = () => performance.now(),
): () => Promise<void> {
  // Nobody else listens for this: it is the name of no workspace.
  const place = newId()
  let sent: { id: string; at: number } | null = null
  const arrived = () => {
    if (!sent) return
    app.metrics.observe('eventLag', {}, (now() - sent.at) / 1_000)
    sent = null
  }
  app.events.listen(place, (event) => {
    if (event !== 'anything' && event.kind === 'probe' && event.id === sent?.id) arrived()
  })
  return async () => {
    arrived()
    const id = newId()
    await app.database.asSystem(async (em) => {
      await app.events.publish(em, { kind: 'probe', tenantId: place, id })
      sent = { id, at: now() }
    })
  }
}

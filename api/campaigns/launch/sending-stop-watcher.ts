import type { App } from '#api/platform/app-context.ts'
import { uuidArray } from '#api/platform/database/database.ts'

/** Tells running slices that all sending of their workspace was stopped. */
export interface StopWatch {
  /** returns a signal that is aborted once the workspace's sending is stopped; call `end` when the slice is over */
  watch(tenantId: string): { signal: AbortSignal; end(): void }
  /** Reads which watched workspaces are stopped, in case an event was lost. */
  look(): Promise<void>
}

/**
 * Watches by events, which arrive within milliseconds. A lost one does no harm to later emails: no claim passes while
 * sending is stopped.
 */
export function createStopWatch({ events, database }: Pick<App, 'events' | 'database'>): StopWatch {
  const watched = new Map<AbortController, string>()
  const look = async () => {
    const ids = [...new Set(watched.values())]
    if (ids.length === 0) return
    const rows = await database.asSystem((em) =>
      em.execute<{ id: string }[]>(
        'select id from tenants where id = any (:ids::uuid[]) and sending_stopped_at is not null',
        { ids: uuidArray(ids) },
      ),
    )
    const stopped = new Set(rows.map(({ id }) => id))
    for (const [controller, tenantId] of watched) if (stopped.has(tenantId)) controller.abort()
  }
  return {
    watch: (tenantId) => {
      const controller = new AbortController()
      watched.set(controller, tenantId)
      const stopListening = events.listen(tenantId, (event) => {
        if (event === 'anything') void look().catch(() => undefined)
        else if (event.kind === 'stop' && event.stopped) controller.abort()
      })
      return {
        signal: controller.signal,
        end: () => {
          stopListening()
          watched.delete(controller)
        },
      }
    },
    look,
  }
}

import type { Topic } from '#domain/email-preferences.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { settingsOf } from './settings.ts'

/** The topics of the workspace: id → topic. */
export async function topicsOf(call: Call): Promise<Map<string, Topic>> {
  const { tenantId } = viewerOf(call)
  const { topics } = await call.app.database.inTenant(tenantId, (em) => settingsOf(em, tenantId))
  return new Map(topics.map((topic) => [topic.id, topic]))
}

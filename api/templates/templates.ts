import { v7 as newId } from 'uuid'
import { templateInput, type TemplateInput } from '#domain/templates.ts'
import { notFound } from '#schema/ids.ts'
import { viewerOf, type Call } from '../context.ts'
import { parseInput } from '../input.ts'
import { ensureRoom } from '../limits.ts'
import { Template } from './template.ts'

/** The templates of the workspace, newest first. */
export async function listTemplates(call: Call): Promise<Template[]> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, (em) => em.find(Template, { tenantId }, { orderBy: { id: 'desc' } }))
}

/** One template, or null. */
export async function findTemplate(call: Call, id: string): Promise<Template | null> {
  return call.app.database.inTenant(viewerOf(call).tenantId, (em) => em.findOne(Template, { id }))
}

/** Saves a template. Throws BAD_INPUT, LIMIT_REACHED. */
export async function createTemplate(call: Call, input: TemplateInput): Promise<Template> {
  const { tenantId, userId } = viewerOf(call)
  const data = parseInput(templateInput, input)
  return call.app.database.inTenant(tenantId, async (em) => {
    await ensureRoom(em, tenantId, 'templates', call.app.clock())
    const template = em.create(Template, { ...data, tenantId, id: newId(), userId, createdAt: call.app.clock() })
    await em.flush()
    return template
  })
}

/** Deletes a template and returns it as it was. Throws NOT_FOUND. */
export async function deleteTemplate(call: Call, id: string): Promise<Template> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const template = await em.findOne(Template, { id })
    if (!template) throw notFound('Template')
    await em.nativeDelete(Template, { tenantId, id })
    return template
  })
}

import { LockMode } from '@mikro-orm/core'
import { v7 as newId } from 'uuid'
import { templateChanges, templateToSave } from '#domain/templates/templates.ts'
import { notFound } from '#schema/object-ids.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { byId } from '#api/platform/database/rows-by-id.ts'
import { sqlOf, type Em } from '#api/platform/database/database.ts'
import { requireFeature } from '#api/tenants/feature-flags.ts'
import { parseInput, present, type InputOf } from '#api/platform/input-validation.ts'
import {
  countOf,
  orderOf,
  readPage,
  searched,
  NEWEST_FIRST,
  type Listed,
  type RequestedOrder,
  type Page,
} from '#api/platform/database/keyset-pagination.ts'
import { ensureRoom } from '#api/tenants/plan-limits.ts'
import { sizeOf } from '#api/rendering/rendering-tasks.ts'
import { Template, type TemplateView } from './template.ts'
import { toStoreWithBlocks, withCurrentBlocks } from './saved-block-uses.ts'
import { previewToStore, withPreviews } from './template-contents.ts'

export interface TemplateFilter {
  search?: string | null | undefined
}
export type TemplateOrder = RequestedOrder<'createdAt' | 'name'>

/** Columns of a template without its contents. */
const COLUMNS = ['tenantId', 'id', 'userId', 'name', 'subject', 'preview', 'createdAt'] as const

/** A page of the workspace's templates without their contents, newest first unless an order is given. */
export async function listTemplates(
  call: Call,
  filter: TemplateFilter | null | undefined,
  orderBy: TemplateOrder | null | undefined,
  page: Page,
): Promise<Listed<TemplateView>[]> {
  const { tenantId } = viewerOf(call)
  const order = orderOf(orderBy, NEWEST_FIRST)
  return call.app.database.inTenant(tenantId, async (em) => {
    const query = matching(em, tenantId, filter)
    return withPreviews(call, em, await readPage(query.select(COLUMNS), order, page))
  })
}

/** Number of matching templates. */
export async function countTemplates(call: Call, filter: TemplateFilter | null | undefined): Promise<number> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    return countOf(matching(em, tenantId, filter))
  })
}

function matching(em: Em, tenantId: string, filter: TemplateFilter | null | undefined) {
  const query = sqlOf(em).selectFrom('templates').where('tenantId', '=', tenantId)
  return searched(query, ['name', 'subject'], filter?.search)
}

/** Templates by id, without their contents. */
export async function templatesOf(call: Call, ids: readonly string[]): Promise<Map<string, TemplateView>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const query = sqlOf(em)
      .selectFrom('templates')
      .where('tenantId', '=', tenantId)
      .where('id', 'in', [...ids])
    return byId(withPreviews(call, em, await query.select(COLUMNS).execute()))
  })
}

/** Saves a template, of text or from the builder. Throws BAD_INPUT, LIMIT_REACHED, FEATURE_OFF. */
export async function createTemplate(call: Call, input: InputOf<typeof templateToSave>): Promise<Template> {
  const { tenantId, userId } = viewerOf(call)
  const { htmlTemplate, ...data } = parseInput(templateToSave, present(input))
  const current = await toStoreWithBlocks(call, htmlTemplate)
  const built = current == null ? null : await build(call, current, data.subject)
  const preview = await previewToStore(call, { content: data.content, htmlTemplate: null, ...built })
  return call.app.database.inTenant(tenantId, async (em) => {
    if (built) await requireFeature(em, tenantId, 'htmlBuilder')
    await ensureRoom(em, tenantId, 'templates', call.app.clock())
    const template = em.create(Template, {
      ...data,
      htmlTemplate: null,
      ...built,
      preview,
      tenantId,
      id: newId(),
      userId,
      createdAt: call.app.clock(),
    })
    await em.flush()
    return template
  })
}

/**
 * Updates a template; omitted fields stay unchanged, and `htmlTemplate: null` removes the builder document. Throws
 * BAD_INPUT, NOT_FOUND, FEATURE_OFF.
 */
export async function updateTemplate(
  call: Call,
  id: string,
  input: InputOf<typeof templateChanges>,
): Promise<Template> {
  const { tenantId } = viewerOf(call)
  const cleared = 'htmlTemplate' in input && input.htmlTemplate === null ? { htmlTemplate: null } : {}
  const { htmlTemplate, ...data } = parseInput(templateChanges, { ...present(input), ...cleared })
  return call.app.database.inTenant(tenantId, async (em) => {
    const template = await em.findOne(Template, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!template) throw notFound('Template')
    em.assign(template, data)
    const document = htmlTemplate === undefined ? template.htmlTemplate : htmlTemplate
    if (document == null) {
      template.htmlTemplate = null
    } else {
      await requireFeature(em, tenantId, 'htmlBuilder')
      const given = htmlTemplate == null ? undefined : data.subject
      const current = await withCurrentBlocks(call, em, document)
      em.assign(template, await build(call, current, given ?? (htmlTemplate == null ? template.subject : '')))
    }
    template.preview = await previewToStore(call, template)
    await em.flush()
    return template
  })
}

function build(call: Call, htmlTemplate: unknown, subject: string) {
  const { tenantId } = viewerOf(call)
  const { publicUrl } = call.app
  return call.app.threads.run(tenantId, 'builtFrom', { htmlTemplate, subject, publicUrl }, sizeOf('', htmlTemplate))
}

/** Deletes a template and returns it. Throws NOT_FOUND. */
export async function deleteTemplate(call: Call, id: string): Promise<Template> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const template = await em.findOne(Template, { id })
    if (!template) throw notFound('Template')
    await em.nativeDelete(Template, { tenantId, id })
    await recordOwn(call, em, { action: 'template_deleted', target: { id, label: template.name } })
    return template
  })
}

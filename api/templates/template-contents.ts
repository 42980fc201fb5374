import { AppError } from '#domain/errors.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { sizeOf } from '#api/rendering/rendering-tasks.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { Template, type TemplateContent, type TemplateView } from './template.ts'

/** Maximum bytes of content and documents in one answer. */
const CONTENTS_MAX = 64 * 1_048_576
/** Number of characters at the beginning of a template from which a missing preview is made. */
const HEAD = 10_000

/**
 * The long parts of templates by id, for lists that are asked for them. Throws TOO_LARGE if they are too much for one
 * answer.
 */
export async function templateContentsOf(call: Call, ids: readonly string[]): Promise<Map<string, TemplateContent>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const [{ bytes }] = await em.execute<[{ bytes: string }]>(
      `select coalesce(sum(octet_length(content) + coalesce(octet_length(html_template::text), 0)), 0) as bytes
       from templates where tenant_id = :tenantId and id = any (:ids::uuid[])`,
      { tenantId, ids: uuidArray(ids) },
    )
    if (Number(bytes) > CONTENTS_MAX) {
      throw new AppError(
        'TOO_LARGE',
        `The contents of these templates are more than ${CONTENTS_MAX / 1_048_576} MB. Ask for fewer at a time.`,
      )
    }
    const rows = await em.find(Template, { tenantId, id: { $in: [...ids] } }, { fields: ['content', 'htmlTemplate'] })
    return new Map(rows.map(({ id, content, htmlTemplate }) => [id, { content, htmlTemplate }]))
  })
}

/** The preview of a template to save, made off the main thread. Throws TOO_LARGE. */
export async function previewToStore(call: Call, template: TemplateContent): Promise<string> {
  const { content, htmlTemplate } = template
  const size = sizeOf(content, htmlTemplate)
  const [preview] = await call.app.threads.run(
    viewerOf(call).tenantId,
    'templatePreviews',
    [{ content, htmlTemplate }],
    size,
  )
  return preview ?? ''
}

/** Makes and stores missing previews of templates, from the beginning of each template. */
export async function withPreviews<T extends TemplateView>(call: Call, em: Em, templates: readonly T[]): Promise<T[]> {
  const { tenantId } = viewerOf(call)
  const ids = templates.flatMap(({ id, preview }) => (preview == null ? [id] : []))
  if (ids.length === 0) return [...templates]
  const heads = await em.execute<{ id: string; content: string }[]>(
    `select id, left(content, ${HEAD}) as content from templates
     where tenant_id = :tenantId and id = any (:ids::uuid[])`,
    { tenantId, ids: uuidArray(ids) },
  )
  const size = heads.reduce((sum, { content }) => sum + content.length, 0)
  const asked = heads.map(({ content }) => ({ content, htmlTemplate: null }))
  const made = await call.app.threads.run(tenantId, 'templatePreviews', asked, size)
  const previews = new Map(heads.map(({ id }, index) => [id, made[index] ?? '']))
  await em.execute(
    `update templates set preview = made.preview
     from jsonb_to_recordset(:made::jsonb) as made (id uuid, preview text)
     where templates.tenant_id = :tenantId and templates.id = made.id and templates.preview is null`,
    { tenantId, made: JSON.stringify([...previews].map(([id, preview]) => ({ id, preview }))) },
  )
  return templates.map((template) => ({ ...template, preview: template.preview ?? previews.get(template.id) ?? '' }))
}

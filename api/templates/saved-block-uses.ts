import { LockMode } from '@mikro-orm/core'
import { mayUse } from '#domain/accounts/api-keys.ts'
import { savedIdsIn } from '#domain/builder/document-without-saved-blocks.ts'
import { AppError } from '#domain/errors.ts'
import { encodeId, uuidOrNull } from '#schema/object-ids.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { sizeOf } from '#api/rendering/rendering-tasks.ts'
import type { Em } from '#api/platform/database/database.ts'
import { SavedBlock } from './saved-block.ts'
import { Template } from './template.ts'
import { previewToStore } from './template-contents.ts'

/** Counts of the places that use a saved block: templates, and campaigns that were not launched. */
export interface SavedBlockUses {
  templates: number
  drafts: number
  /** names of some of them; of campaigns only for callers who may read campaigns */
  names: string[]
}

export const NO_SAVED_BLOCK_USES: SavedBlockUses = { templates: 0, drafts: 0, names: [] }

/** The emails that use a saved block, oldest first. */
interface UsingEmails {
  templates: string[]
  drafts: string[]
}

/** Number of names that are listed. */
const NAMES_MAX = 5
/** Emails that are read and rendered at a time. */
const BATCH = 20

/** SQL: one row for each saved block (`:ids`) in each email that uses it. */
const USING = `
  select email.noun, email.id, email.name, found.used #>> '{}' as block from (
    select 'templates' as noun, id, name, html_template from templates
    where tenant_id = :tenantId and html_template is not null
    union all
    select 'drafts', id, name, html_template from campaigns
    where tenant_id = :tenantId and status = 'draft' and html_template is not null
  ) as email, lateral (
    select distinct used from jsonb_path_query(email.html_template, '$.elements[*].**.saved.id') as used
  ) as found
  where found.used #>> '{}' in (select jsonb_array_elements_text(:ids::jsonb))
  order by email.noun desc, email.id`

interface UsingRow {
  noun: keyof UsingEmails
  id: string
  name: string
  block: string
}

const using = (em: Em, tenantId: string, ids: readonly string[]) =>
  em.execute<UsingRow[]>(USING, { tenantId, ids: JSON.stringify(ids.map((id) => encodeId('SavedBlock', id))) })

/** Returns where saved blocks are used, by their id. */
export async function savedBlockUsesOf(call: Call, ids: readonly string[]): Promise<Map<string, SavedBlockUses>> {
  const viewer = viewerOf(call)
  const rows = await call.app.database.inTenant(viewer.tenantId, (em) => using(em, viewer.tenantId, ids))
  const named = mayUse(viewer, 'campaigns:read') ? rows : rows.filter(({ noun }) => noun === 'templates')
  return new Map(
    ids.map((id) => {
      const isOfIt = ({ block }: UsingRow) => block === encodeId('SavedBlock', id)
      const own = rows.filter(isOfIt)
      const templates = own.filter(({ noun }) => noun === 'templates').length
      const names = named
        .filter(isOfIt)
        .slice(0, NAMES_MAX)
        .map(({ name }) => name)
      return [id, { templates, drafts: own.length - templates, names }]
    }),
  )
}

/** The emails that use a saved block. */
export async function emailsUsing(em: Em, tenantId: string, id: string): Promise<UsingEmails> {
  const rows = await using(em, tenantId, [id])
  const of = (noun: UsingRow['noun']) => rows.flatMap((row) => (row.noun === noun ? [row.id] : []))
  return { templates: of('templates'), drafts: of('drafts') }
}

/**
 * Returns a new document with the current version of its saved blocks, like {@link withCurrentBlocks} for stored
 * documents.
 */
export async function toStoreWithBlocks<T>(call: Call, htmlTemplate: T): Promise<T> {
  if (savedIdsIn(htmlTemplate).length === 0) return htmlTemplate
  return call.app.database.inTenant(viewerOf(call).tenantId, (em) => withCurrentBlocks(call, em, htmlTemplate))
}

/**
 * Returns a builder document with the current version of its saved blocks; the same value if it uses none or nothing
 * changes.
 */
export async function withCurrentBlocks<T>(call: Call, em: Em, htmlTemplate: T): Promise<T> {
  const { tenantId } = viewerOf(call)
  const ids = savedIdsIn(htmlTemplate)
  if (ids.length === 0) return htmlTemplate
  const known = ids.flatMap((id) => uuidOrNull('SavedBlock', id) ?? [])
  const rows = await em.find(SavedBlock, { tenantId, id: { $in: known } })
  const blocks = Object.fromEntries(rows.map(({ id, elements }) => [encodeId('SavedBlock', id), elements]))
  const size = sizeOf('', htmlTemplate) + sizeOf('', blocks)
  const now = await call.app.threads.run(tenantId, 'upToDate', { htmlTemplate, blocks }, size)
  // A document is what the caller has: sound ones only are brought up to date.
  return (now as T | null) ?? htmlTemplate
}

/**
 * Updates a saved block in the emails that use it, and renders them again; if the block was deleted, its uses become
 * ordinary blocks. Campaigns that are no longer drafts stay as they are. Throws BAD_INPUT if an email would become too
 * large, which names the email.
 */
export async function renewUses(call: Call, em: Em, { templates, drafts }: UsingEmails): Promise<void> {
  const { tenantId } = viewerOf(call)
  for (let at = 0; at < templates.length; at += BATCH) {
    const id = { $in: templates.slice(at, at + BATCH) }
    const found = await em.find(
      Template,
      { tenantId, id },
      { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
    )
    for (const template of found) await naming(template.name, () => renewTemplate(call, em, template))
    await em.flush()
  }
  for (let at = 0; at < drafts.length; at += BATCH) {
    await call.app.renewDrafts(call, em, drafts.slice(at, at + BATCH), naming)
  }
}

async function renewTemplate(call: Call, em: Em, template: Template): Promise<void> {
  const { tenantId } = viewerOf(call)
  const htmlTemplate = await withCurrentBlocks(call, em, template.htmlTemplate)
  if (htmlTemplate === template.htmlTemplate) return
  const asked = { htmlTemplate, subject: template.subject, publicUrl: call.app.publicUrl }
  Object.assign(template, await call.app.threads.run(tenantId, 'builtFrom', asked, sizeOf('', htmlTemplate)))
  template.preview = await previewToStore(call, template)
}

/** Runs a change of an email; an error names the email. */
async function naming(name: string, change: () => Promise<void>): Promise<void> {
  try {
    await change()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'BAD_INPUT') throw error
    throw new AppError('BAD_INPUT', `The saved block does not fit into “${name}”. ${error.message}`)
  }
}

/** Function that runs a change of an email and adds the name of the email to an error. */
export type Naming = (name: string, change: () => Promise<void>) => Promise<void>

declare module '#api/platform/app-context.ts' {
  interface App {
    /** updates the saved blocks in drafts and renders them again */
    renewDrafts: (call: Call, em: Em, ids: readonly string[], naming: Naming) => Promise<void>
  }
}

import { LockMode } from '@mikro-orm/core'
import { v7 as newId } from 'uuid'
import { SAVED_BLOCKS_MAX, savedBlockChanges, savedBlockInput } from '#domain/builder/saved-blocks.ts'
import { AppError } from '#domain/errors.ts'
import { notFound } from '#schema/object-ids.ts'
import { viewerOf, viewerWith, type Call } from '#api/platform/call-context.ts'
import { byId } from '#api/platform/database/rows-by-id.ts'
import { requireFeature } from '#api/tenants/feature-flags.ts'
import { takeTurn } from '#api/tenants/plan-limits.ts'
import { parseInput, present } from '#api/platform/input-validation.ts'
import { SavedBlock } from './saved-block.ts'
import { emailsUsing, renewUses } from './saved-block-uses.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'

/** The saved blocks of the workspace, newest first. */
export async function listSavedBlocks(call: Call): Promise<SavedBlock[]> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, (em) => em.find(SavedBlock, { tenantId }, { orderBy: { id: 'desc' } }))
}

/** Saved blocks by id. */
export async function savedBlocksOf(call: Call, ids: readonly string[]): Promise<Map<string, SavedBlock>> {
  return call.app.database.inTenant(viewerOf(call).tenantId, (em) =>
    byId<SavedBlock>(em.find(SavedBlock, { id: { $in: [...ids] } })),
  )
}

/** Saves builder elements under a name. Throws BAD_INPUT, LIMIT_REACHED, FEATURE_OFF. */
export async function createSavedBlock(call: Call, input: { name: string; elements?: unknown }): Promise<SavedBlock> {
  const { tenantId, userId } = viewerOf(call)
  const data = parseInput(savedBlockInput, input)
  return call.app.database.inTenant(tenantId, async (em) => {
    await requireFeature(em, tenantId, 'htmlBuilder')
    await takeTurn(em, tenantId)
    if ((await em.count(SavedBlock, { tenantId })) >= SAVED_BLOCKS_MAX) {
      throw new AppError(
        'LIMIT_REACHED',
        `A workspace can have ${SAVED_BLOCKS_MAX} saved blocks. Delete some before you save another.`,
      )
    }
    const createdAt = call.app.clock()
    const block = em.create(SavedBlock, { ...data, tenantId, id: newId(), createdBy: userId, createdAt })
    await em.flush()
    return block
  })
}

export interface SavedBlockUpdate {
  savedBlock: SavedBlock
  templates: number
  drafts: number
}

/**
 * Changes a saved block, and with it the templates and drafts that use it; says how many. Omitted fields stay. Throws
 * BAD_INPUT (also if an email that uses it would become too large), NOT_FOUND, CONFLICT (changed after `unchangedSince`),
 * FORBIDDEN (drafts use it, and the API key may not write campaigns), FEATURE_OFF.
 */
export async function updateSavedBlock(
  call: Call,
  id: string,
  { unchangedSince, ...input }: { name?: string | null; elements?: unknown; unchangedSince?: Date | null },
): Promise<SavedBlockUpdate> {
  const { tenantId } = viewerOf(call)
  const data = parseInput(savedBlockChanges, present(input))
  return call.app.database.inTenant(tenantId, async (em) => {
    await requireFeature(em, tenantId, 'htmlBuilder')
    const block = await em.findOne(SavedBlock, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!block) throw notFound('SavedBlock')
    if (unchangedSince && (block.updatedAt ?? block.createdAt) > unchangedSince) {
      throw new AppError(
        'CONFLICT',
        'Somebody else changed this saved block meanwhile. Look at it in another email first, or replace it with your version.',
      )
    }
    const emails = data.elements ? await emailsUsing(em, tenantId, id) : { templates: [], drafts: [] }
    const [templates, drafts] = [emails.templates.length, emails.drafts.length]
    if (drafts > 0) viewerWith(call, 'campaigns:write')
    if (templates + drafts > 0 && (data.elements?.length ?? 1) > 1) {
      throw new AppError(
        'BAD_INPUT',
        'A saved block that emails use must be one element. Put its elements into columns, which can be a single one.',
      )
    }
    em.assign(block, { ...data, updatedAt: call.app.clock() })
    await em.flush()
    await renewUses(call, em, emails)
    const changes = [{ field: 'emails', from: null, to: String(templates + drafts) }]
    await recordOwn(call, em, { action: 'saved_block_changed', target: { id, label: block.name }, changes })
    return { savedBlock: block, templates, drafts }
  })
}

/**
 * Deletes a saved block and returns it as it was. In the emails that use it its copies become ordinary blocks. Throws
 * NOT_FOUND.
 */
export async function deleteSavedBlock(call: Call, id: string): Promise<SavedBlock> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const block = await em.findOne(SavedBlock, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!block) throw notFound('SavedBlock')
    const emails = await emailsUsing(em, tenantId, id)
    await em.nativeDelete(SavedBlock, { tenantId, id })
    await renewUses(call, em, emails)
    await recordOwn(call, em, { action: 'saved_block_deleted', target: { id, label: block.name } })
    return block
  })
}

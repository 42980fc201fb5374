import { v7 as newId } from 'uuid'
import { SAVED_BLOCKS_MAX, savedBlockInput } from '#domain/builder/saved-blocks.ts'
import { AppError } from '#domain/errors.ts'
import { notFound } from '#schema/ids.ts'
import { viewerOf, type Call } from '../context.ts'
import { byId } from '../platform/by-id.ts'
import { requireFeature } from '../tenants/features.ts'
import { takeTurn } from '../tenants/limits.ts'
import { parseInput } from '../platform/input.ts'
import { SavedBlock } from './saved-block.ts'
import { recordOwn } from '../audit/record.ts'

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

/** Deletes a saved block and returns it as it was; emails that use it stay unchanged. Throws NOT_FOUND. */
export async function deleteSavedBlock(call: Call, id: string): Promise<SavedBlock> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const block = await em.findOne(SavedBlock, { id })
    if (!block) throw notFound('SavedBlock')
    await em.nativeDelete(SavedBlock, { tenantId, id })
    await recordOwn(call, em, { action: 'saved_block_deleted', target: { id, label: block.name } })
    return block
  })
}

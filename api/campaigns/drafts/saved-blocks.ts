import { LockMode } from '@mikro-orm/core'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { contentToStore } from '#api/rendering/stored-content.ts'
import { withCurrentBlocks, type Naming } from '#api/templates/saved-block-uses.ts'
import { Campaign } from '../campaign.ts'

/**
 * Replaces the saved blocks (parts of the email kept in the library) in a draft by their present version, and renders
 * the draft again if that changes it. Throws BAD_INPUT.
 */
export async function renewDraft(call: Call, em: Em, campaign: Campaign): Promise<void> {
  const htmlTemplate = await withCurrentBlocks(call, em, campaign.htmlTemplate)
  if (htmlTemplate === campaign.htmlTemplate) return
  campaign.htmlTemplate = htmlTemplate
  campaign.content = await contentToStore(call, campaign.tenantId, campaign)
}

/**
 * Replaces the saved blocks (parts of the email kept in the library) in the drafts among these campaigns by their
 * present version; launched campaigns are skipped.
 *
 * @throws BAD_INPUT
 */
export async function renewDrafts(call: Call, em: Em, ids: readonly string[], naming: Naming): Promise<void> {
  const { tenantId } = viewerOf(call)
  const where = { tenantId, id: { $in: [...ids] }, status: 'draft' as const }
  const found = await em.find(Campaign, where, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } })
  for (const campaign of found) {
    await naming(campaign.name, () => renewDraft(call, em, campaign))
    await call.app.events.publish(em, { kind: 'campaign', tenantId, id: campaign.id })
  }
  await em.flush()
}

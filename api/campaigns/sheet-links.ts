import { parse as parseUuid, stringify as uuidText, validate } from 'uuid'
import { sheetLinkEnd } from '#domain/status-sheet.ts'
import { notFound } from '#schema/ids.ts'
import { User } from '../accounts/user.ts'
import { recordOwn } from '../audit/record.ts'
import { viewerOf, viewerWith, type App, type Call } from '../context.ts'
import type { Em } from '../platform/database.ts'
import { hashToken, newToken } from '../platform/secrets.ts'
import { Tenant } from '../tenants/tenant.ts'
import { Campaign } from './campaign.ts'
import { SheetLink } from './sheet-link.ts'

/** Where live links are served. */
export const SHEETS_PATH = '/sheets'

/** ms after which another reading is noted */
const TOUCH = 60_000

/** A key: the workspace, which finds its rows, and 256 random bits. */
const keyOf = (tenantId: string, secret: string) =>
  `${Buffer.from(parseUuid(tenantId)).toString('base64url')}.${secret}`

/** The workspace of a key; null for a text that is no key. */
function tenantOf(key: string): string | null {
  const [workspace = '', secret = '', ...rest] = key.split('.')
  if (rest.length > 0 || secret.length !== 43 || workspace.length !== 22) return null
  const bytes = Buffer.from(workspace, 'base64url')
  if (bytes.length !== 16) return null
  const id = uuidTextOf(bytes)
  return id !== null && validate(id) ? id : null
}

function uuidTextOf(bytes: Uint8Array): string | null {
  try {
    return uuidText(bytes)
  } catch {
    return null
  }
}

/**
 * Makes the caller's live link to a campaign's spreadsheet, in place of an earlier one, and returns its address, which
 * cannot be read again. People only, who may read contacts. Throws NOT_FOUND.
 */
export async function createSheetLink(call: Call, campaignId: string): Promise<{ campaign: Campaign; url: string }> {
  const { tenantId, userId } = viewerWith(call, 'contacts:read')
  const key = keyOf(tenantId, newToken())
  return call.app.database.inTenant(tenantId, async (em) => {
    const campaign = await em.findOne(Campaign, { id: campaignId })
    if (!campaign) throw notFound('Campaign')
    const row = { tenantId, campaignId, userId, keyHash: hashToken(key), createdAt: call.app.clock(), lastReadAt: null }
    await em.upsert(SheetLink, row)
    await recordOwn(call, em, { action: 'sheet_link_created', target: { id: campaignId, label: campaign.name } })
    return { campaign, url: `${call.app.publicUrl}${SHEETS_PATH}/${key}.csv` }
  })
}

/** Revokes the caller's live link to a campaign's spreadsheet, if there is one. Throws NOT_FOUND. */
export async function revokeSheetLink(call: Call, campaignId: string): Promise<Campaign> {
  const { tenantId, userId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const campaign = await em.findOne(Campaign, { id: campaignId })
    if (!campaign) throw notFound('Campaign')
    const revoked = await em.nativeDelete(SheetLink, { tenantId, campaignId, userId })
    const target = { id: campaignId, label: campaign.name }
    if (revoked > 0) await recordOwn(call, em, { action: 'sheet_link_revoked', target })
    return campaign
  })
}

/** The caller's working live links: campaign id → link. */
export async function sheetLinksOf(call: Call, campaignIds: readonly string[]): Promise<Map<string, SheetLink>> {
  const { tenantId, userId } = viewerOf(call)
  const now = call.app.clock()
  const links = await call.app.database.inTenant(tenantId, (em) =>
    em.find(SheetLink, { tenantId, userId, campaignId: { $in: [...campaignIds] } }),
  )
  return new Map(links.filter((link) => sheetLinkEnd(link) > now).map((link) => [link.campaignId, link]))
}

/** The campaign that a key opens. */
export interface OpenedSheet {
  tenantId: string
  campaignId: string
  userId: string
}

/**
 * The campaign that a key opens; null for a key that never was, was replaced or revoked, was not used for 90 days, or
 * whose owner or workspace is gone or inactive. Notes that it was read.
 */
export async function openSheet(app: Pick<App, 'database' | 'clock'>, key: string): Promise<OpenedSheet | null> {
  const tenantId = tenantOf(key)
  if (tenantId === null) return null
  const now = app.clock()
  return app.database.inTenant(tenantId, async (em) => {
    const link = await em.findOne(SheetLink, { tenantId, keyHash: hashToken(key) })
    if (!link || sheetLinkEnd(link) <= now || !(await isOwnerActive(em, link))) return null
    const { campaignId, userId } = link
    if (!link.lastReadAt || now.getTime() - link.lastReadAt.getTime() > TOUCH) {
      await em.nativeUpdate(SheetLink, { tenantId, campaignId, userId }, { lastReadAt: now })
    }
    return { tenantId, campaignId, userId }
  })
}

async function isOwnerActive(em: Em, { tenantId, userId }: SheetLink): Promise<boolean> {
  const [tenant, owner] = [await em.findOne(Tenant, { id: tenantId }), await em.findOne(User, { tenantId, id: userId })]
  return tenant?.isActive === true && owner?.isActive === true
}

/** Deletes every live link of a person who leaves. */
export async function endSheetLinks(em: Em, { tenantId, userId }: { tenantId: string; userId: string }): Promise<void> {
  await em.nativeDelete(SheetLink, { tenantId, userId })
}

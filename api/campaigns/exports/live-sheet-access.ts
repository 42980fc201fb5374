import { LockMode } from '@mikro-orm/core'
import { parse as parseUuid, stringify as uuidText, validate } from 'uuid'
import { AppError } from '#domain/errors.ts'
import { SIGN_IN_FAILURES } from '#domain/accounts/sign-in-failures.ts'
import { SHEET_LINKS_MAX, sheetLinkEnd } from '#domain/campaigns/status-sheet.ts'
import { notFound } from '#schema/object-ids.ts'
import { nameOfMember } from '#api/accounts/workspace-member.ts'
import { notifyOwner } from '#api/accounts/account-notices.ts'
import { ensureRecentSignIn } from '#api/accounts/recent-sign-in.ts'
import { Session } from '#api/accounts/session.ts'
import { User } from '#api/accounts/user.ts'
import { record, recordOwn, type By } from '#api/audit/activity-log-writer.ts'
import type { App } from '#api/platform/app-context.ts'
import { adminOf, viewerOf, viewerWith, type Call } from '#api/platform/call-context.ts'
import { byId } from '#api/platform/database/rows-by-id.ts'
import type { Em } from '#api/platform/database/database.ts'
import { hashToken, newToken } from '#api/platform/secrets/secret-box.ts'
import { takeTurn } from '#api/tenants/plan-limits.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { Campaign } from '../campaign.ts'
import { SheetLink } from './live-sheet-link.ts'

/** Path below which live links to spreadsheets are served. */
export const SHEETS_PATH = '/sheets'

/** Minimum ms between two updates of the time at which a live link was last used. */
const LAST_READ_UPDATE_INTERVAL_MS = 60_000

/** Builds the key in a live link: the workspace id, by which its rows are found, and 256 random bits. */
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
 * Creates the caller's live link to a campaign's spreadsheet, which replaces an earlier one, and notifies the caller by
 * email. The session stays locked meanwhile, so that {@link endSheetLinks}, called when the person's sessions end,
 * misses no link.
 *
 * @returns the URL, which cannot be read again
 * @throws UNAUTHENTICATED
 * @throws FORBIDDEN for API keys
 * @throws REAUTHENTICATE if the person signed in too long ago
 * @throws NOT_FOUND
 * @throws LIMIT_REACHED if the workspace has too many links
 */
export async function createSheetLink(call: Call, campaignId: string): Promise<{ campaign: Campaign; url: string }> {
  const { tenantId, userId } = viewerWith(call, 'contacts:read')
  const { sessionId } = ensureRecentSignIn(call)
  const key = keyOf(tenantId, newToken())
  const now = call.app.clock()
  return call.app.database.inTenant(tenantId, async (em) => {
    const campaign = await em.findOne(Campaign, { id: campaignId })
    if (!campaign) throw notFound('Campaign')
    await takeTurn(em, tenantId)
    const locked = { lockMode: LockMode.PESSIMISTIC_READ } as const
    const session = await em.findOne(Session, { tenantId, id: sessionId, userId }, locked)
    if (!session) throw new AppError('UNAUTHENTICATED', SIGN_IN_FAILURES.signedOut)
    const others = await em.find(SheetLink, {
      tenantId,
      $or: [{ campaignId: { $ne: campaignId } }, { userId: { $ne: userId } }],
    })
    if (others.filter((link) => sheetLinkEnd(link) > now).length >= SHEET_LINKS_MAX) throw tooManyLinks()
    const { bySingleSignOn } = session
    const row = {
      tenantId,
      campaignId,
      userId,
      keyHash: hashToken(key),
      createdAt: now,
      lastReadAt: null,
      bySingleSignOn,
    }
    await em.upsert(SheetLink, row)
    const details = [
      `Campaign: ${campaign.name}.`,
      'Anyone with the link can read who gets the campaign, without signing in. You can revoke it under Settings → Profile.',
    ]
    await notifyOwner(call, em, { tenantId, userId }, 'sheetLinkCreated', details)
    await recordOwn(call, em, { action: 'sheet_link_created', target: { id: campaignId, label: campaign.name } })
    return { campaign, url: `${call.app.publicUrl}${SHEETS_PATH}/${key}.csv` }
  })
}

const tooManyLinks = () =>
  new AppError(
    'LIMIT_REACHED',
    `This workspace already has ${SHEET_LINKS_MAX} live links, which is the limit. Revoke one that is no longer used.`,
  )

/**
 * Revokes a person's live link to a campaign's spreadsheet, if there is one.
 *
 * @param ownerId id of the person; the caller by default; only admins can revoke other people's links
 * @throws FORBIDDEN
 * @throws NOT_FOUND
 */
export async function revokeSheetLink(call: Call, campaignId: string, ownerId?: string): Promise<Campaign> {
  const { tenantId, userId } = viewerOf(call)
  const owner = ownerId ?? userId
  if (owner !== userId) adminOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const campaign = await em.findOne(Campaign, { id: campaignId })
    if (!campaign) throw notFound('Campaign')
    if (!(await em.findOne(User, { tenantId, id: owner }))) throw notFound('User')
    await endSheetLinks(call, em, { tenantId, userId: owner, campaignId }, { userId })
    return campaign
  })
}

/** Returns the working live links, newest first: to admins those of the workspace, to others their own. */
export async function listSheetLinks(call: Call): Promise<SheetLink[]> {
  const { tenantId, userId, role } = viewerOf(call)
  const now = call.app.clock()
  const links = await call.app.database.inTenant(tenantId, (em) =>
    em.find(
      SheetLink,
      { tenantId, ...(role !== 'admin' && { userId }) },
      { orderBy: { createdAt: 'desc', campaignId: 'asc', userId: 'asc' } },
    ),
  )
  return links.filter((link) => sheetLinkEnd(link) > now)
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
 * Returns the campaign whose spreadsheet a key opens, and records the use. Null for a key that does not exist, was
 * replaced or revoked, or was not used for 90 days, and if its owner or workspace is deleted or inactive.
 */
export async function openSheet(app: Pick<App, 'database' | 'clock'>, key: string): Promise<OpenedSheet | null> {
  const tenantId = tenantOf(key)
  if (tenantId === null) return null
  const now = app.clock()
  return app.database.inTenant(tenantId, async (em) => {
    const link = await em.findOne(SheetLink, { tenantId, keyHash: hashToken(key) })
    if (!link || sheetLinkEnd(link) <= now || !(await isOwnerActive(em, link))) return null
    const { campaignId, userId } = link
    if (!link.lastReadAt || now.getTime() - link.lastReadAt.getTime() > LAST_READ_UPDATE_INTERVAL_MS) {
      await em.nativeUpdate(SheetLink, { tenantId, campaignId, userId }, { lastReadAt: now })
    }
    return { tenantId, campaignId, userId }
  })
}

async function isOwnerActive(em: Em, { tenantId, userId }: SheetLink): Promise<boolean> {
  const [tenant, owner] = [await em.findOne(Tenant, { id: tenantId }), await em.findOne(User, { tenantId, id: userId })]
  return tenant?.isActive === true && owner?.isActive === true
}

/**
 * Deletes live links of a person and records each. If the person's sessions end too, call it after they are deleted.
 *
 * @param links owner of the links; `campaignId`: only the link to this campaign; `bySingleSignOn: false`: only links
 * made in sessions that did not begin with single sign-on
 * @param by person who ends the links
 */
export async function endSheetLinks(
  call: Pick<Call, 'app' | 'address' | 'userAgent'>,
  em: Em,
  links: { tenantId: string; userId: string; campaignId?: string; bySingleSignOn?: false },
  by: By,
): Promise<void> {
  const { tenantId, userId } = links
  const found = await em.find(SheetLink, links, { orderBy: { campaignId: 'asc' } })
  if (found.length === 0) return
  await em.nativeDelete(SheetLink, links)
  const ids = found.map(({ campaignId }) => campaignId)
  const campaigns = await byId(em.find(Campaign, { tenantId, id: { $in: ids } }, { fields: ['id', 'name'] }))
  const isOwn = typeof by === 'object' && 'userId' in by && by.userId === userId
  const changes = isOwn ? [] : [{ field: 'owner', from: await nameOfMember(em, { tenantId, userId }), to: null }]
  for (const id of ids) {
    const target = { id, label: campaigns.get(id)?.name ?? null }
    await record(call, em, { action: 'sheet_link_revoked', tenantId, by, target, changes })
  }
}

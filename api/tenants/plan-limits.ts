import { takeLock } from '#api/platform/locks/advisory-locks.ts'
import { sql } from 'kysely'
import { formatSize } from '#domain/campaigns/attachments.ts'
import { AppError, tenantInactive } from '#domain/errors.ts'
import {
  ASK_FOR_MORE,
  PLAN_NOUNS,
  PLANS,
  trialEnded,
  UNLIMITED,
  type PlanNoun,
  type PlanUse,
} from '#domain/tenants/plans.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { contactCount } from './contact-count.ts'
import { sqlOf, type Em } from '#api/platform/database/database.ts'
import { countOf } from '#api/platform/database/keyset-pagination.ts'
import { Tenant } from './tenant.ts'

const LIMITED: Record<
  PlanNoun,
  { count: (em: Em, tenantId: string) => Promise<number>; limit: (tenant: Tenant) => number }
> = {
  contacts: { count: contactCount, limit: (tenant) => tenant.maxContacts },
  // Drafts do not count: many are begun and left.
  campaigns: {
    count: (em, tenantId) => countOf(countedCampaigns(em, tenantId)),
    limit: (tenant) => tenant.maxCampaigns,
  },
  users: { count: (em, tenantId) => countOf(rowsOf(em, 'users', tenantId)), limit: (tenant) => tenant.maxUsers },
  templates: {
    count: (em, tenantId) => countOf(rowsOf(em, 'templates', tenantId)),
    limit: (tenant) => PLANS[tenant.subscriptionTier].templates,
  },
}

const rowsOf = <Table extends 'campaigns' | 'users' | 'templates'>(em: Em, table: Table, tenantId: string) =>
  sqlOf(em).selectFrom<'campaigns' | 'users' | 'templates'>(table).where('tenantId', '=', tenantId)

/**
 * Counts the launched campaigns of a workspace. A repeating campaign counts once, from when it is switched on; neither
 * its runs nor follow-ups count.
 */
const countedCampaigns = (em: Em, tenantId: string) =>
  rowsOf(em, 'campaigns', tenantId)
    .where('parentId', 'is', null)
    .where('answersReplyId', 'is', null)
    .where(
      sql<boolean>`case when campaigns.status <> 'draft' then campaigns.repeat_of is null
      else exists (select from campaign_repeats r where r.tenant_id = ${tenantId}::uuid and r.campaign_id = campaigns.id) end`,
    )

/** Maximum number of drafts in a workspace whose plan limits campaigns. */
export const DRAFTS_MAX = 200

/** Returns what the plan of the caller's workspace limits, and how much of it is used. */
export async function planUse(call: Call): Promise<PlanUse[]> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const tenant = await em.findOneOrFail(Tenant, { id: tenantId })
    const uses: PlanUse[] = []
    for (const noun of PLAN_NOUNS) {
      const most = LIMITED[noun].limit(tenant)
      uses.push({ noun, used: await LIMITED[noun].count(em, tenantId), most: most >= UNLIMITED ? null : most })
    }
    return uses
  })
}

/**
 * Makes room for `adding` more rows, or throws LIMIT_REACHED that names the limit, the usage and what to do. After the
 * end of the trial nothing can be added. Workspaces take turns within themselves until the transaction ends, so that parallel creates
 * cannot exceed a limit together (product: workspace.limits). `adding` is 0 if the rows are already inserted;
 * `inserted` is the number of added rows already inserted.
 */
export async function ensureRoom(
  em: Em,
  tenantId: string,
  noun: PlanNoun,
  now: Date,
  adding = 1,
  inserted = 0,
): Promise<void> {
  const tenant = await takeTurn(em, tenantId)
  requireTrial(tenant, now, `add ${noun}`)
  const most = LIMITED[noun].limit(tenant)
  if (most >= UNLIMITED) return
  const before = (await LIMITED[noun].count(em, tenantId)) - inserted
  if (before + adding <= most) return
  throw noRoom(tenant, noun, most, before, adding)
}

/**
 * Makes room for one more draft, like {@link ensureRoom}. The plan's number of campaigns is no limit of drafts: only a launch
 * needs room for its campaign.
 *
 * @throws LIMIT_REACHED after the end of the trial, or at {@link DRAFTS_MAX} drafts
 */
export async function ensureDraftRoom(em: Em, tenantId: string, now: Date): Promise<void> {
  const tenant = await takeTurn(em, tenantId)
  requireTrial(tenant, now, 'add campaigns')
  if (tenant.maxCampaigns >= UNLIMITED) return
  if (
    (await countOf(
      rowsOf(em, 'campaigns', tenantId)
        .where('parentId', 'is', null)
        .where('answersReplyId', 'is', null)
        .where('status', '=', 'draft'),
    )) < DRAFTS_MAX
  )
    return
  throw new AppError('LIMIT_REACHED', `A workspace can have ${DRAFTS_MAX} drafts. Delete some before you add another.`)
}

/** Makes the launches of a workspace with a limit on campaigns wait for each other until the transaction ends. */
export async function awaitLaunches(em: Em, tenantId: string): Promise<void> {
  const { maxCampaigns } = await em.findOneOrFail(Tenant, { id: tenantId })
  if (maxCampaigns < UNLIMITED) await takeTurn(em, tenantId)
}

/**
 * Throws LIMIT_REACHED if the plan allows no further launch. Without such a limit launches do not wait for each other.
 */
export async function ensureLaunchRoom(em: Em, tenantId: string, now: Date): Promise<void> {
  const { maxCampaigns } = await em.findOneOrFail(Tenant, { id: tenantId })
  if (maxCampaigns < UNLIMITED) await ensureRoom(em, tenantId, 'campaigns', now)
}

/** Returns why no further campaign can be sent; null if one can. */
export async function campaignLimitText(em: Em, tenant: Tenant): Promise<string | null> {
  const most = tenant.maxCampaigns
  const used = most >= UNLIMITED ? 0 : await LIMITED.campaigns.count(em, tenant.id)
  return used < most ? null : noRoom(tenant, 'campaigns', most, used, 1).message
}

/** Makes the error for adding `adding` more rows to the `before` that exist. */
function noRoom(tenant: Tenant, noun: PlanNoun, most: number, before: number, adding: number): AppError {
  const plan = PLANS[tenant.subscriptionTier].name
  const would = adding > 1 ? `, and this would add ${figure(adding)}` : ''
  const remedy = before > 0 ? 'Delete some, or ' : adding > 1 ? 'Upload fewer rows, or ' : ''
  const advice = `${remedy}${ASK_FOR_MORE}.`
  return new AppError(
    'LIMIT_REACHED',
    `Your ${plan} plan allows ${figure(most)} ${noun}; you have ${before === 0 ? 'none' : figure(before)}${would}. ${advice.charAt(0).toUpperCase()}${advice.slice(1)}`,
  )
}

/** Returns how many more contacts the plan allows; null without limit. */
export async function contactRoom(em: Em, tenantId: string): Promise<number | null> {
  const { maxContacts } = await em.findOneOrFail(Tenant, { id: tenantId }, { refresh: true })
  return maxContacts >= UNLIMITED ? null : Math.max(0, maxContacts - (await contactCount(em, tenantId)))
}

const figure = (count: number) => count.toLocaleString('en')

/** Makes room for `adding` more bytes of images, like {@link ensureRoom} for rows. Throws LIMIT_REACHED. */
export async function ensureImageRoom(em: Em, tenantId: string, adding: number, now: Date): Promise<void> {
  const tenant = await takeTurn(em, tenantId)
  requireTrial(tenant, now, 'add images')
  const { name, imageBytes } = PLANS[tenant.subscriptionTier]
  if (imageBytes === null) return
  const kept = await imageBytesOf(em, tenantId)
  if (kept + adding <= imageBytes) return
  throw new AppError(
    'LIMIT_REACHED',
    `Your ${name} plan allows ${formatSize(imageBytes)} of images; you have ${formatSize(kept)}, and this would add ${formatSize(adding)}. Delete some, or ${ASK_FOR_MORE}.`,
  )
}

/** Bytes of images stored in a workspace. */
export async function imageBytesOf(em: Em, tenantId: string): Promise<number> {
  const { bytes } = await sqlOf(em)
    .selectFrom('images')
    .select((eb) => eb.fn.sum<string | null>('size').as('bytes'))
    .where('tenantId', '=', tenantId)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** Error text for launches and test emails after all sending was stopped. */
export const SENDING_STOPPED =
  'All sending of this workspace was stopped. An admin can resume it on the Campaigns page; then try again.'

/** The action that is blocked after the end of the trial. */
export const TO_SEND = 'send email'

/**
 * Makes operations of a workspace wait for each other until the transaction ends; returns the workspace as it is then.
 * Uses a lock of its own, because on a cluster every node has the workspace's row, and locking that would stop all
 * workspaces.
 */
export async function takeTurn(em: Em, tenantId: string): Promise<Tenant> {
  await takeLock(em, 'tenant', tenantId)
  return em.findOneOrFail(Tenant, { id: tenantId }, { refresh: true })
}

/** Reads and locks a workspace's row until the transaction ends, in order to change it. */
export async function lockTenant(em: Em, tenantId: string): Promise<Tenant> {
  // A stronger lock would wait for every transaction that has written a row of the tenant, such as an import.
  await em.execute('select from tenants where id = :tenantId for no key update', { tenantId })
  return em.findOneOrFail(Tenant, { id: tenantId }, { refresh: true })
}

/**
 * Throws TENANT_INACTIVE, CONFLICT if the workspace will be deleted, its sending was stopped or no admin has confirmed their address or, after the end of
 * the trial, LIMIT_REACHED.
 */
export async function ensureMaySend(em: Em, tenantId: string, now: Date): Promise<void> {
  const tenant = await em.findOneOrFail(Tenant, { id: tenantId })
  if (!tenant.isActive) throw tenantInactive()
  const leaving = deletionText(tenant)
  if (leaving !== null) throw new AppError('CONFLICT', leaving)
  if (tenant.sendingStoppedAt) throw new AppError('CONFLICT', SENDING_STOPPED)
  requireProvenEmail(tenant, TO_SEND)
  requireTrial(tenant, now, TO_SEND)
}

/** Throws CONFLICT in a workspace that must not add users yet, because no admin has confirmed their address. */
export async function ensureMayAddUsers(em: Em, tenantId: string): Promise<void> {
  requireProvenEmail(await em.findOneOrFail(Tenant, { id: tenantId }), 'add users')
}

function requireProvenEmail(tenant: Tenant, purpose: string): void {
  const missing = unprovenText(tenant, purpose)
  if (missing !== null) throw new AppError('CONFLICT', missing)
}

/** Message that the address must be confirmed before the workspace can `purpose`; null if it need not be. */
export function unprovenText({ awaitsProvenEmail }: Pick<Tenant, 'awaitsProvenEmail'>, purpose: string): string | null {
  if (!awaitsProvenEmail) return null
  return `To ${purpose}, confirm your email address first. Open the link that we sent you, or get a new one under Settings → Profile.`
}

function requireTrial(tenant: Tenant, now: Date, purpose: string): void {
  const over = trialOver(tenant, now, purpose)
  if (over !== null) throw new AppError('LIMIT_REACHED', over)
}

/** Message that the trial is over, and how to get `purpose` back; null during the trial, or without one. */
export function trialOver({ trialEndsAt }: Pick<Tenant, 'trialEndsAt'>, now: Date, purpose: string): string | null {
  if (!trialEndsAt || !trialEnded(trialEndsAt, now)) return null
  return `Your trial ended on ${dayText(trialEndsAt)} (UTC). To ${purpose} again, ${ASK_FOR_MORE}. You can still read everything.`
}

/** Returns why a workspace that will be deleted sends nothing; null if no deletion is scheduled. */
export function deletionText({ deletionAt }: Pick<Tenant, 'deletionAt'>): string | null {
  if (!deletionAt) return null
  return `This workspace will be deleted on ${dayText(deletionAt)} (UTC), so nothing is sent from it. An admin can cancel that under Settings → Data.`
}

/** A day such as "23 December 2026", in UTC. */
export function dayText(date: Date): string {
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}

/** A moment such as "23 December 2026, 14:05 UTC". */
export function momentText(date: Date): string {
  return `${dayText(date)}, ${date.toISOString().slice(11, 16)} UTC`
}

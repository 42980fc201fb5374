import { LockMode } from '@mikro-orm/core'
import { notADraft } from '#domain/campaigns/campaigns.ts'
import { AppError } from '#domain/errors.ts'
import { changedParts, type LaunchFingerprint, type LaunchPart } from '#domain/campaigns/rehearsals.ts'
import { notFound, uuidOf } from '#schema/object-ids.ts'
import { viewerOf, viewerWith, type Call } from '#api/platform/call-context.ts'
import { Mailbox } from '#api/mailboxes/mailbox.ts'
import type { Em } from '#api/platform/database/database.ts'
import { startTask } from '#api/tasks/start-task.ts'
import { Task } from '#api/tasks/task.ts'
import { Campaign } from '../campaign.ts'
import { countEmails } from '../drafts/draft-emails.ts'
import { mailboxesFor } from '../checks/campaign-problems.ts'
import { localTimeOf } from '../launch/launch-times.ts'
import { CampaignRehearsal } from './campaign-rehearsal.ts'
import { launchFingerprint } from './launch-fingerprint.ts'
import { cancelRehearsal } from './rehearsal-at-launch.ts'
import type { RehearsalInput } from './rehearsal-run.ts'

/** The newest rehearsal of a campaign, with the task that makes it; the task is null once it was deleted. */
export interface Rehearsal extends CampaignRehearsal {
  task: Task | null
}

/** A launch, as a rehearsal of it is asked for. */
export interface LaunchToRehearse {
  mailboxIds: readonly string[]
  /** planned start; null or past = immediately */
  scheduledAt: Date | null
  /**
   * zone of the sender if each recipient gets the email at their local time; null = the same time for everybody. No
   * effect on an immediate launch.
   */
  localTimeZone: string | null
}

/**
 * Starts a rehearsal of a draft's launch from these mailboxes, at a time or immediately, or at that time where each recipient
 * is (`localTimeZone`); one that is running is cancelled.
 * Needs no mailbox: then the report has no times. Throws NOT_FOUND (the campaign or a mailbox), FORBIDDEN (a colleague's
 * mailbox), CONFLICT (not a draft), BAD_INPUT (no recipients, the zone).
 */
export async function rehearseCampaign(
  call: Call,
  id: string,
  { mailboxIds, scheduledAt, ...asked }: LaunchToRehearse,
): Promise<Campaign> {
  const viewer = viewerWith(call, 'campaigns:write')
  const { tenantId } = viewer
  return call.app.database.inTenant(tenantId, async (em) => {
    const campaign = await em.findOne(Campaign, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!campaign) throw notFound('Campaign')
    if (campaign.status !== 'draft') throw new AppError('CONFLICT', notADraft(campaign.status, 'rehearsed'))
    const accounts = await mailboxesFor(em, viewer, campaign, mailboxIds)
    const total = await countEmails(em, campaign)
    if (total === 0) throw new AppError('BAD_INPUT', 'The campaign has no recipients. Choose them, then rehearse it.')
    const start = scheduledAt !== null && scheduledAt > call.app.clock() ? scheduledAt : null
    const localTimeZone = start && (localTimeOf(start, asked.localTimeZone)?.timeZone ?? null)
    const plan = { accounts, scheduledAt: start, localTimeZone }
    await startRehearsal(call, em, campaign, {
      ...plan,
      fingerprint: await launchFingerprint(em, campaign, plan),
      total,
    })
    return campaign
  })
}

/** A launch to rehearse, with its number of recipients. */
interface RehearsedPlan {
  accounts: readonly Pick<Mailbox, 'id'>[]
  /** planned start; null = immediately */
  scheduledAt: Date | null
  localTimeZone: string | null
  fingerprint: LaunchFingerprint
  total: number
}

/** Starts a rehearsal of a locked draft, and cancels one that is running. */
async function startRehearsal(
  call: Call,
  em: Em,
  campaign: Campaign,
  { accounts, scheduledAt, localTimeZone, fingerprint, total }: RehearsedPlan,
): Promise<void> {
  const { tenantId, id: campaignId } = campaign
  const mailboxIds = accounts.map(({ id }) => id)
  const input: RehearsalInput = {
    ...{ campaignId, mailboxIds, scheduledAt: scheduledAt?.toISOString() ?? null, localTimeZone, fingerprint },
  }
  await cancelRehearsal(em, campaign)
  const task = await startTask(call, em, 'rehearseCampaign', { input: { ...input }, total })
  const launch = { taskId: task.id, userId: viewerOf(call).userId, mailboxIds, scheduledAt, localTimeZone }
  const known = await em.findOne(CampaignRehearsal, { tenantId, campaignId })
  if (known) em.assign(known, launch)
  else em.create(CampaignRehearsal, { tenantId, campaignId, ...launch })
  await em.flush()
  await call.app.events.publish(em, { kind: 'campaign', tenantId, id: campaignId })
}

/**
 * Starts a rehearsal of a draft's launch that was checked already, unless one of exactly this launch is running or has its
 * report.
 */
export async function rehearseOnce(call: Call, campaignId: string, plan: RehearsedPlan): Promise<void> {
  const { tenantId } = viewerOf(call)
  await call.app.database.inTenant(tenantId, async (em) => {
    const campaign = await em.findOne(Campaign, { id: campaignId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (campaign?.status !== 'draft' || (await isRehearsed(em, campaign, plan.fingerprint))) return
    await startRehearsal(call, em, campaign, plan)
  })
}

/** Returns whether the newest rehearsal of a campaign is of this launch, and is running or has its report. */
async function isRehearsed(em: Em, { tenantId, id }: Campaign, asked: LaunchFingerprint): Promise<boolean> {
  const known = await em.findOne(CampaignRehearsal, { tenantId, campaignId: id })
  const task = known && (await em.findOne(Task, { tenantId, id: known.taskId }))
  if (!known || task?.status === 'failed') return false
  const isRunning = task?.status === 'running'
  if (isRunning && task.cancelAsked) return false
  const { fingerprint } = isRunning ? (task.input as unknown as RehearsalInput) : known
  return fingerprint != null && changedParts(fingerprint, asked).length === 0
}

/** The rehearsals of campaigns: campaign id → rehearsal. */
export async function rehearsalsOf(call: Call, ids: readonly string[]): Promise<Map<string, Rehearsal>> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const where = { tenantId, campaignId: { $in: [...ids] } }
    const tasks = await em.find(Task, {
      tenantId,
      id: { $in: (await em.find(CampaignRehearsal, where, { fields: ['taskId'] })).map(({ taskId }) => taskId) },
    })
    // Read after the tasks: one that is done has its report.
    const rows = await em.find(CampaignRehearsal, where, { refresh: true })
    return new Map(
      rows.map((row) => [row.campaignId, { ...row, task: tasks.find(({ id }) => id === row.taskId) ?? null }]),
    )
  })
}

/**
 * Returns what changed since the report of a rehearsal: until now for a draft, until the launch afterwards. Compares
 * with a launch from
 * `mailboxIds` at `scheduledAt`, in `localTimeZone` if each recipient gets it where they are; undefined = the one that was
 * rehearsed.
 */
export async function changedSinceRehearsal(
  call: Call,
  rehearsal: Rehearsal,
  launch: { [part in keyof LaunchToRehearse]?: LaunchToRehearse[part] | undefined },
): Promise<LaunchPart[]> {
  const { fingerprint, launched, campaignId: id } = rehearsal
  if (!fingerprint) return []
  if (launched) return changedParts(fingerprint, launched)
  return call.app.database.inTenant(viewerOf(call).tenantId, async (em) => {
    const campaign = await em.findOne(Campaign, { id })
    if (campaign?.status !== 'draft') return []
    const ids = launch.mailboxIds?.map((one) => uuidOf('Mailbox', one)) ?? rehearsal.mailboxIds
    const found = await em.find(Mailbox, { id: { $in: [...ids] } })
    const accounts = ids.flatMap((one) => found.find((account) => account.id === one) ?? [])
    const asked = launch.scheduledAt === undefined ? rehearsal.scheduledAt : launch.scheduledAt
    const scheduledAt = asked && asked > call.app.clock() ? asked : null
    const zone = launch.localTimeZone === undefined ? (rehearsal.localTimeZone ?? null) : launch.localTimeZone
    const localTimeZone = scheduledAt && zone
    return changedParts(fingerprint, await launchFingerprint(em, campaign, { accounts, scheduledAt, localTimeZone }))
  })
}

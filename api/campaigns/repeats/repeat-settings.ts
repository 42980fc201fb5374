import { LockMode } from '@mikro-orm/core'
import { notADraft, sendProblem } from '#domain/campaigns/campaigns.ts'
import { AppError } from '#domain/errors.ts'
import { followUpProblem } from '#domain/campaigns/follow-ups.ts'
import { nextRunAt, repeatInput, type RepeatRule } from '#domain/campaigns/repeats.ts'
import { notFound } from '#schema/object-ids.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { uuidArray, type Em } from '#api/platform/database/database.ts'
import { parseInput, type InputOf } from '#api/platform/input-validation.ts'
import { ensureLaunchRoom, ensureMaySend } from '#api/tenants/plan-limits.ts'
import { noteEvents } from '#api/webhooks/webhook-outbox.ts'
import { Attachment } from '../drafts/attachment.ts'
import { Campaign } from '../campaign.ts'
import { chooseMailboxes, requireFrom } from '../launch/mailbox-selection.ts'
import { requireFeaturesOf } from '../drafts/drafts.ts'
import { followUpsIn } from '../follow-ups/campaign-with-follow-ups.ts'
import { CampaignRepeat } from './campaign-repeat.ts'
import { countDue, countLeftOut, dayBefore, duePeople, passOverLabeled } from './due-recipients.ts'
import { passOverMembers, requireSegment } from './segment-members.ts'
import { forgetRows, passOverRows, requireSource, sheetOfRule } from './new-sheet-rows.ts'
import { refuseWhereApproved, RESTORED, ruleOf, workingDaysOf, type Repeated } from './repeat-rules.ts'

/** Input for a repeat rule: the times at which a campaign repeats, and its recipients. */
export type RepeatInput = InputOf<typeof repeatInput>
type ReadRule = RepeatRule & { includesExisting: boolean }

/**
 * Switches the repetition of a draft on with a rule, from these mailboxes, or off (null). Contacts that matched before
 * are included only if the rule says so. A changed rule, or one that a problem had switched off, continues where it was
 * as long as it concerns the same people. Throws NOT_FOUND, BAD_INPUT, CONFLICT (no draft), FORBIDDEN (a colleague's
 * mailbox), FEATURE_OFF, LIMIT_REACHED, TENANT_INACTIVE.
 */
export async function repeatCampaign(
  call: Call,
  id: string,
  input: RepeatInput | null,
  mailboxIds: readonly string[],
): Promise<Campaign> {
  const { tenantId, userId } = viewerOf(call)
  const rule = input && parseInput(repeatInput, input)
  const now = call.app.clock()
  return call.app.database.inTenant(tenantId, async (em) => {
    const campaign = await em.findOne(Campaign, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!campaign) throw notFound('Campaign')
    await em.execute('select from campaign_repeats where tenant_id = :tenantId and campaign_id = :id for update', {
      tenantId,
      id,
    })
    const before = await em.findOne(CampaignRepeat, { campaignId: id })
    const wasOn = before?.isOn ?? false
    const accounts = rule
      ? await mailboxesForRuns(call, em, campaign, { rule, isNew: before === null, mailboxIds, now })
      : []
    if (rule) {
      const next = nextRunAt(rule, await workingDaysOf(em, tenantId), now)
      const sheetId = sheetOfRule(rule.kind, campaign, before)
      const goesOn = before !== null && isSame(before, { ...rule, sheetId })
      const isOtherSheet = before !== null && (before.sheetId ?? null) !== sheetId
      const started = {
        ...{ ...rule, sheetId },
        ...{ userId, mailboxIds: accounts, isOn: true, nextRunAt: next, offBecause: null, offAt: null },
        since: goesOn ? (before.since ?? null) : rule.includesExisting ? null : now,
        handledDay: goesOn ? before.handledDay : dayBefore(rule, next),
      }
      if (before) Object.assign(before, started)
      else em.create(CampaignRepeat, { ...started, tenantId, campaignId: id, lookedAt: null, createdAt: now })
      await em.flush()
      if (isOtherSheet) await forgetRows(em, { tenantId, campaignId: id })
      if (!goesOn) await beginWith(em, { tenantId, campaignId: id, ...started, rule })
    } else if (before && wasOn) {
      Object.assign(before, { isOn: false, nextRunAt: null, offBecause: null, offAt: now })
      await em.flush()
    } else return campaign
    if (wasOn !== (rule !== null))
      await noteEvents(em, tenantId, [{ event: rule ? 'repeat_started' : 'repeat_stopped', data: { campaignId: id } }])
    const action = rule ? 'campaign_repeat_started' : 'campaign_repeat_stopped'
    await recordOwn(call, em, { action, target: { id, label: campaign.name } })
    await call.app.events.publish(em, { kind: 'campaign', tenantId, id })
    return campaign
  })
}

/** Checks the mailboxes and everything else that each run needs. Returns the ids of the mailboxes. */
async function mailboxesForRuns(
  call: Call,
  em: Em,
  campaign: Campaign,
  { rule, isNew, mailboxIds, now }: { rule: RepeatRule; isNew: boolean; mailboxIds: readonly string[]; now: Date },
): Promise<string[]> {
  const { tenantId, id, status } = campaign
  if (status !== 'draft') {
    throw new AppError('CONFLICT', `${notADraft(status, 'repeated')} Duplicate it, and let the copy repeat.`)
  }
  if (campaign.filePattern) {
    throw new AppError('BAD_INPUT', 'A campaign with a file for each recipient cannot repeat. Remove the files first.')
  }
  await refuseWhereApproved(em, campaign, now)
  await requireSegment(em, { tenantId, rule })
  await requireSource(em, { tenantId, rule, sheetId: campaign.sheetId ?? null })
  const problem = sendProblem({ ...campaign, recipients: 1 }) ?? followUpProblem(await followUpsIn(em, campaign))
  if (problem) throw new AppError('BAD_INPUT', problem)
  await ensureMaySend(em, tenantId, now)
  await requireFeaturesOf(em, { ...campaign, attachments: await em.count(Attachment, { tenantId, campaignId: id }) })
  const accounts = await chooseMailboxes(em, viewerOf(call), mailboxIds)
  requireFrom(accounts, campaign.fromAddress)
  if (isNew) await ensureLaunchRoom(em, tenantId, now)
  return accounts.map((account) => account.id)
}

/**
 * Returns whether a rule continues the previous one: it concerns the same people, and the previous rule was on or only
 * a problem had switched it off.
 */
function isSame(before: CampaignRepeat, rule: ReadRule & { sheetId: string | null }): boolean {
  const parts = ['kind', 'sheetId', 'label', 'segmentId', 'field', 'includesExisting'] as const
  const isGoing = before.isOn || (before.offBecause != null && before.offBecause !== RESTORED)
  return isGoing && parts.every((part) => (before[part] ?? null) === rule[part])
}

/**
 * Starts a rule afresh: deletes the records of whom the previous rule skipped, and records the contacts that match now
 * as skipped, unless the rule includes them.
 */
async function beginWith(em: Em, repeated: Repeated & { includesExisting: boolean }): Promise<void> {
  const { tenantId, campaignId, rule, includesExisting } = repeated
  await em.execute(
    'delete from campaign_repeat_people where tenant_id = :tenantId and campaign_id = :campaignId and run_id is null',
    { tenantId, campaignId },
  )
  if (rule.kind === 'label' && !includesExisting) await passOverLabeled(em, repeated)
  if (rule.kind === 'segment' && !includesExisting) await passOverMembers(em, repeated)
  if (rule.kind === 'new_row' && !includesExisting) await passOverRows(em, repeated)
}

/** The next run of a rule, forecast with today's contacts and emails. */
export interface RepeatPreview {
  /** when the next run is */
  runsAt: Date
  recipients: number
  /** ids of the first contacts who are due */
  contactIds: readonly string[]
  /** number of contacts who are due, but on the suppression list */
  suppressed: number
  /**
   * number of contacts who are due, but have as many emails in the seven days before the run as the workspace allows
   */
  overCeiling: number
  /** values of the date field that are no dates or are ambiguous */
  unreadable: number
}

/** Kinds of rules that skip the contacts or rows that already match when the rule is switched on. */
const PASSES_OVER: ReadonlySet<RepeatRule['kind']> = new Set(['label', 'segment', 'new_row'])

/** Maximum number of example contacts in a preview. */
const EXAMPLES = 5

/**
 * Previews the next run of a campaign by a given rule, on or off, or else by its stored rule; null without a rule.
 * Throws BAD_INPUT, NOT_FOUND (the segment).
 */
export async function previewRepeat(call: Call, id: string, input: RepeatInput | null): Promise<RepeatPreview | null> {
  const { tenantId } = viewerOf(call)
  const given = input && parseInput(repeatInput, input)
  const now = call.app.clock()
  return call.app.database.inTenant(tenantId, async (em) => {
    const before = await em.findOne(CampaignRepeat, { campaignId: id })
    const rule = given ?? (before && { ...ruleOf(before), includesExisting: before.includesExisting })
    if (!rule) return null
    await requireSegment(em, { tenantId, rule })
    const campaign = await em.findOne(Campaign, { tenantId, id })
    const sheetId = sheetOfRule(rule.kind, campaign, before)
    await requireSource(em, { tenantId, rule, sheetId })
    const workingDays = await workingDaysOf(em, tenantId)
    const goesOn = before !== null && isSame(before, { ...rule, sheetId })
    const runsAt = nextRunAt(rule, workingDays, now)
    const repeated = {
      ...{ tenantId, campaignId: id, rule, sheetId },
      since: goesOn ? (before.since ?? null) : rule.includesExisting ? null : now,
      handledDay: goesOn ? before.handledDay : dayBefore(rule, runsAt),
    }
    const people = await duePeople(em, repeated, workingDays, { dueAt: runsAt, at: runsAt })
    const week = { now, start: runsAt }
    const isPassedOver = PASSES_OVER.has(rule.kind) && !rule.includesExisting && !goesOn
    const { count, examples } = isPassedOver
      ? { count: 0, examples: [] }
      : await countDue(em, repeated, people, week, EXAMPLES)
    const leftOut = isPassedOver ? { suppressed: 0, overCeiling: 0 } : await countLeftOut(em, repeated, people, week)
    return { runsAt, recipients: count, contactIds: examples, ...leftOut, unreadable: people.unreadable }
  })
}

/** The repeats of campaigns: campaign id → repeat. */
export async function repeatsOf(call: Call, ids: readonly string[]): Promise<Map<string, CampaignRepeat>> {
  const { tenantId } = viewerOf(call)
  const found = await call.app.database.inTenant(tenantId, (em) =>
    em.find(CampaignRepeat, { tenantId, campaignId: { $in: [...ids] } }),
  )
  return new Map(found.map((repeat) => [repeat.campaignId, repeat]))
}

/** Totals of all runs of repeating campaigns so far. */
export interface RunTotals {
  runs: number
  sent: number
}

/** The totals of the runs of campaigns: campaign id → totals. */
export async function runTotalsOf(call: Call, ids: readonly string[]): Promise<Map<string, RunTotals>> {
  const { tenantId } = viewerOf(call)
  const rows = await call.app.database.inTenant(tenantId, (em) =>
    em.execute<(RunTotals & { id: string })[]>(
      `select repeat_of as id, count(*)::int as runs, coalesce(sum(sent_count), 0)::int as sent from campaigns
       where tenant_id = :tenantId and repeat_of = any (:ids::uuid[]) group by repeat_of`,
      { tenantId, ids: uuidArray(ids) },
    ),
  )
  return new Map(rows.map(({ id, ...totals }) => [id, totals]))
}

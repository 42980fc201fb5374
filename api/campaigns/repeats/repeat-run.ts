import { AppError, isRefusal } from '#domain/errors.ts'
import { mayRunAt, nextRunAt, runDay, runName } from '#domain/campaigns/repeats.ts'
import { TEXT_LIMITS } from '#domain/content/text-limits.ts'
import { User } from '#api/accounts/user.ts'
import { ServiceAccount } from '#api/accounts/service-account.ts'
import { recordProduct } from '#api/audit/activity-log-writer.ts'
import type { App } from '#api/platform/app-context.ts'
import type { Call, Viewer } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { noteEvents } from '#api/webhooks/webhook-outbox.ts'
import { Campaign } from '../campaign.ts'
import { launchAs } from '../launch/launch-campaign.ts'
import { copyCampaign } from '../drafts/drafts.ts'
import { CampaignRepeat } from './campaign-repeat.ts'
import { countDue, duePeople, takePeople, type DuePeople } from './due-recipients.ts'
import { hasSegment } from './segment-members.ts'
import { tellStopped } from './repeat-stopped-emails.ts'
import { readForRun } from './new-sheet-rows.ts'
import { refuseWhereApproved, ruleOf, workingDaysOf, type Repeated } from './repeat-rules.ts'

/** Ends the transaction of a run that is not needed: another process made it, or no contact is due any more. */
class NoRun extends Error {}

interface Key {
  tenantId: string
  campaignId: string
}

/**
 * Makes the runs of repeating campaigns that are due. Several processes may do so at once: each run happens once. A run
 * that cannot be launched only switches its rule off and stores the reason. In workspaces whose sending was stopped the
 * runs wait. Returns the number of campaigns launched.
 */
export async function runRepeats(app: App, stopped: () => boolean = () => false): Promise<number> {
  const due = await app.database.asSystem((em) =>
    em.execute<Key[]>(
      `select r.tenant_id as "tenantId", r.campaign_id as "campaignId" from campaign_repeats r
       join tenants t on t.id = r.tenant_id
       where r.is_on and r.next_run_at <= :now and t.is_active and t.deletion_at is null and t.sending_stopped_at is null
       order by r.next_run_at`,
      { now: app.clock() },
    ),
  )
  let launched = 0
  for (const key of due) {
    if (stopped()) break
    try {
      if (await runOne(app, key)) launched += 1
    } catch (error) {
      app.log.error({ err: error, ...key }, 'A run of a repeating campaign failed; it is tried again')
    }
  }
  return launched
}

/** A run that is due: its rule as it was read, and whose emails are due. */
interface Run {
  repeat: CampaignRepeat
  dueAt: Date
  at: Date
  workingDays: readonly number[]
  people: DuePeople
  count: number
  viewer: Viewer | null
  /** the segment of the rule was deleted */
  isSegmentGone: boolean
}

const repeatedOf = (repeat: CampaignRepeat): Repeated => {
  const { tenantId, campaignId, sheetId = null, since = null, handledDay } = repeat
  return { tenantId, campaignId, sheetId, since, handledDay, rule: ruleOf(repeat) }
}

/** Makes a run of a repeat rule. Returns whether it launched a campaign. */
async function runOne(app: App, key: Key): Promise<boolean> {
  // The sheet is read before the transaction of the run, which must not wait for another server.
  const isSheetThere = await readSheetOf(app, key)
  const run = await app.database.inTenant(key.tenantId, (em) => readRun(app, em, key))
  if (!run) return false
  const { repeat, viewer } = run
  if (!viewer) {
    await switchOff(app, run, 'The person who switched this on is no longer in the workspace. Switch it on again.')
    return false
  }
  if (run.isSegmentGone) {
    await switchOff(app, run, 'The segment of this campaign was deleted. Choose another one, then switch it on again.')
    return false
  }
  if (!isSheetThere) {
    await switchOff(app, run, 'The sheet of this campaign was deleted. Choose another one, then switch it on again.')
    return false
  }
  if (run.count === 0) {
    await app.database.inTenant(key.tenantId, async (em) => settle(app, em, await lockRun(em, run), run))
    return false
  }
  const call = callOf(app, viewer)
  try {
    const makeCopy = (em: Em) => makeRun(call, em, run)
    const options = { mailboxIds: repeat.mailboxIds, scheduledAt: null, makeCopy }
    await launchAs(call, viewer, key.campaignId, options, refuseWhereApproved)
    return true
  } catch (error) {
    if (error instanceof NoRun) return false
    // An error that is no refusal passes, such as an unreachable database: the run is tried again.
    if (!(error instanceof AppError) || !isRefusal(error.code)) throw error
    await switchOff(app, run, error.message)
    return false
  }
}

/** Reads the sheet of a rule about new rows. Returns whether it exists; true for other rules. */
async function readSheetOf(app: App, { tenantId, campaignId }: Key): Promise<boolean> {
  const repeat = await app.database.inTenant(tenantId, (em) => em.findOne(CampaignRepeat, { tenantId, campaignId }))
  return !repeat?.isOn || readForRun(app, repeatedOf(repeat))
}

/** Reads everything that a run needs; null if the run is not due. */
async function readRun(app: App, em: Em, { tenantId, campaignId }: Key): Promise<Run | null> {
  const at = app.clock()
  const repeat = await em.findOne(CampaignRepeat, { tenantId, campaignId })
  const dueAt = repeat?.nextRunAt
  if (!repeat?.isOn || !dueAt) return null
  const workingDays = await workingDaysOf(em, tenantId)
  if (!mayRunAt(ruleOf(repeat), workingDays, dueAt, at)) return null
  const people = await duePeople(em, repeatedOf(repeat), workingDays, { dueAt, at })
  const { count } = await countDue(em, repeatedOf(repeat), people, { now: at, start: at })
  const isSegmentGone = !(await hasSegment(em, repeatedOf(repeat)))
  return { ...{ repeat, dueAt, at, workingDays, people, count, isSegmentGone }, viewer: await viewerFor(em, repeat) }
}

/** Finds the user on whose behalf the run acts; null if they were deleted or deactivated. */
async function viewerFor(em: Em, { tenantId, userId, campaignId }: CampaignRepeat): Promise<Viewer | null> {
  const user = await em.findOne(User, { tenantId, id: userId, isActive: true })
  if (!user && (await em.count(ServiceAccount, { tenantId, id: userId })) === 0) return null
  const rights = { role: user?.role ?? 'user', scopes: null, expiresAt: null, authenticatedAt: null } as const
  return { tenantId, userId, sessionId: campaignId, ...rights }
}

/** A call that no request made. */
function callOf(app: App, viewer: Viewer): Call {
  return {
    ...{ app, viewer, enrolling: null, becomes: () => {}, cookies: { set: () => {}, clear: () => {} } },
    ...{ superAdminId: null, enrollingSuperAdminId: null, superAdminSession: null, device: null },
    ...{ userAgent: 'Repeating campaign', address: '', ignoredCookie: false, overSocket: false },
  }
}

/** Locks the rule of a run; throws {@link NoRun} if another process has made it. */
async function lockRun(em: Em, { repeat: { tenantId, campaignId }, dueAt }: Run): Promise<CampaignRepeat> {
  await em.execute(
    'select from campaign_repeats where tenant_id = :tenantId and campaign_id = :campaignId for update',
    { tenantId, campaignId },
  )
  const repeat = await em.findOne(CampaignRepeat, { tenantId, campaignId })
  if (!repeat?.isOn || repeat.nextRunAt?.getTime() !== dueAt.getTime()) throw new NoRun()
  return repeat
}

/** Makes the campaign of a run with its recipients, in the transaction that launches it. Returns its id. */
async function makeRun(call: Call, em: Em, run: Run): Promise<string> {
  const { dueAt, at, people } = run
  const repeat = await lockRun(em, run)
  const { tenantId, campaignId } = repeat
  const source = await em.findOne(Campaign, { id: campaignId, status: 'draft' })
  if (!source) throw new NoRun()
  const name = runName(source.name, ruleOf(repeat), at, TEXT_LIMITS.campaignName)
  const copy = await copyCampaign(call, em, source, { userId: repeat.userId, name })
  Object.assign(copy, { repeatOf: campaignId, repeatAt: dueAt, rowsOfRun: repeat.kind === 'new_row' })
  await em.flush()
  if ((await takePeople(em, repeatedOf(repeat), people, copy.id, at)) === 0) throw new NoRun()
  await settle(call.app, em, repeat, run)
  await noteEvents(em, tenantId, [{ event: 'repeat_launched', data: { campaignId, runId: copy.id } }])
  await call.app.events.publish(em, { kind: 'campaign', tenantId, id: campaignId })
  return copy.id
}

/** Notes that a run happened, and when the next one is. */
async function settle(
  { events }: App,
  em: Em,
  repeat: CampaignRepeat,
  { at, workingDays, people }: Run,
): Promise<void> {
  Object.assign(repeat, {
    nextRunAt: nextRunAt(ruleOf(repeat), workingDays, at),
    handledDay: new Date(runDay(ruleOf(repeat), at)),
    lookedAt: at,
    ...(people.missed > 0 && { skippedCount: people.missed, skippedAt: at }),
  })
  await em.flush()
  await events.publish(em, { kind: 'campaign', tenantId: repeat.tenantId, id: repeat.campaignId })
}

/** Switches a rule off because its run cannot be made, and emails that once. Not while all sending is stopped: then the run waits. */
async function switchOff(app: App, run: Run, because: string): Promise<void> {
  const { tenantId, campaignId } = run.repeat
  try {
    await app.database.inTenant(tenantId, async (em) => {
      const repeat = await lockRun(em, run)
      const { sendingStoppedAt, deletionAt } = await em.findOneOrFail(Tenant, { id: tenantId })
      if (sendingStoppedAt || deletionAt) return
      Object.assign(repeat, { isOn: false, nextRunAt: null, offBecause: because, offAt: run.at })
      await em.flush()
      const campaign = await em.findOneOrFail(Campaign, { id: campaignId })
      const target = { id: campaignId, label: campaign.name }
      await recordProduct(app, em, { action: 'campaign_repeat_stopped', tenantId, target })
      await noteEvents(em, tenantId, [{ event: 'repeat_failed', data: { campaignId } }])
      await tellStopped(app, em, repeat, { campaign: campaign.name, because })
      await app.events.publish(em, { kind: 'campaign', tenantId, id: campaignId })
    })
  } catch (error) {
    if (!(error instanceof NoRun)) throw error
  }
}

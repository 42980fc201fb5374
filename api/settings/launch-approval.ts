import { APPROVAL_OFF_AFTER_MS, APPROVERS_MIN, CONFIRMS_AFTER_MS } from '#domain/campaigns/approvals.ts'
import { AppError } from '#domain/errors.ts'
import { activeAdmins } from '#api/accounts/active-admins.ts'
import { nameOfMember } from '#api/accounts/workspace-member.ts'
import { User } from '#api/accounts/user.ts'
import { recordOwn, recordProduct, type Act } from '#api/audit/activity-log-writer.ts'
import type { App } from '#api/platform/app-context.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { runPeriodically } from '#api/platform/jobs/periodic-work.ts'
import type { Worker } from '#api/platform/jobs/job-worker.ts'
import type { Letter } from '#api/system-mail/compose-system-email.ts'
import {
  approvalKept,
  approvalOffRequested,
  approvalTurnedOff,
  type ApprovalOffTold,
} from '#api/system-mail/system-email-texts.ts'
import { queueSystemEmail } from '#api/system-mail/system-mail-queue.ts'
import { momentText } from '#api/tenants/plan-limits.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { EmailSettings } from './email-settings.ts'

/**
 * Decides whether launches need a second person, and handles turning that off (product: campaigns.approval-off).
 *
 * Turning approval on works at once. Turning it off is a request: it takes effect when another admin confirms it, or 24
 * hours later. The moment is stored and compared with the clock by {@link isDemanded}, the only reader of the two
 * columns: no job has to run for approval to end. {@link turnOffDue} tidies up afterwards: it writes the activity log
 * and tells the admins.
 */

/** The part of the settings that turns approval on or off. */
type Stored = Pick<EmailSettings, 'launchApproval' | 'approvalOffAt' | 'approvalOffAskedBy'>

/** A request to turn approval off that has not taken effect. */
export interface ApprovalOff {
  at: Date
  /** name of the admin who asked; null if they were deleted */
  askedBy: string | null
  /** True if the caller may turn approval off at once */
  canConfirm: boolean
}

/** Seconds between two checks for approvals that turned off. */
const LOOK_SECONDS = 600

/** Settings while approval is on and no request to turn it off is pending. */
const ON: Stored = { launchApproval: true, approvalOffAt: null, approvalOffAskedBy: null }
const OFF: Stored = { ...ON, launchApproval: false }

/** Returns whether stored settings demand approval at `now`. */
const isDemanded = ({ launchApproval, approvalOffAt }: Stored, now: Date): boolean =>
  launchApproval && !(approvalOffAt && approvalOffAt <= now)

/** Returns whether launches of a workspace need a second person at `now`. */
export async function demandsApproval(em: Em, tenantId: string, now: Date): Promise<boolean> {
  const stored = await em.findOne(EmailSettings, { tenantId })
  return stored !== null && isDemanded(stored, now)
}

/**
 * Returns what the settings show of approval. Only signed-in admins see a request to turn it off.
 *
 * @param call the caller; their role decides what they see
 */
export async function approvalView(
  call: Call,
  em: Em,
  stored: Stored,
): Promise<{ launchApproval: boolean; approvalOff: ApprovalOff | null }> {
  const { tenantId, userId, role, scopes } = viewerOf(call)
  const launchApproval = isDemanded(stored, call.app.clock())
  const { approvalOffAt: at, approvalOffAskedBy: asker } = stored
  if (!launchApproval || !at || role !== 'admin' || scopes !== null) return { launchApproval, approvalOff: null }
  const askedBy = asker ? await nameOfMember(em, { tenantId, userId: asker }) : ''
  const canConfirm = asker !== userId && (await isLongAdmin(em, { tenantId, userId }, call.app.clock()))
  return { launchApproval, approvalOff: { at, askedBy: askedBy || null, canConfirm } }
}

/** Returns whether setting approval to `wanted` changes anything for this person. */
export function changesApproval(call: Call, stored: Stored, wanted: boolean | undefined): wanted is boolean {
  if (wanted === undefined) return false
  const isOn = isDemanded(stored, call.app.clock())
  if (wanted !== isOn) return wanted || stored.approvalOffAskedBy !== viewerOf(call).userId
  return wanted && stored.approvalOffAt !== null && stored.approvalOffAt !== undefined
}

/**
 * Turns approval on, keeps it on, asks to turn it off, or confirms that. Call it only for an admin who signed in recently and
 * if {@link changesApproval}, with the settings locked. Records the act and tells the other admins, except that turning it on
 * is recorded by the caller.
 *
 * @returns what to store
 * @throws BAD_INPUT if a launch could never be approved
 * @throws FORBIDDEN if the person who confirms has not been an admin for 24 hours
 */
export async function changeApproval(call: Call, em: Em, stored: Stored, wanted: boolean): Promise<Stored> {
  const { tenantId, userId } = viewerOf(call)
  const now = call.app.clock()
  const by = await nameOfMember(em, { tenantId, userId })
  const tell = (letter: (told: ApprovalOffTold) => Letter) => tellAdmins(call.app, em, tenantId, letter, { by, userId })
  if (wanted) {
    if (!isDemanded(stored, now)) {
      await requireApprovers(em, tenantId)
      return ON
    }
    await recordOwn(call, em, { action: 'approval_off_cancelled' })
    await tell(approvalKept)
    return ON
  }
  const { approvalOffAt: pending, approvalOffAskedBy: asker } = stored
  if (!pending) {
    const at = new Date(now.getTime() + APPROVAL_OFF_AFTER_MS)
    const changes = [{ field: 'turnsOffAt', from: null, to: at.toISOString() }]
    await recordOwn(call, em, { action: 'approval_off_requested', changes })
    await tell((told) => approvalOffRequested({ ...told, on: momentText(at) }))
    return { ...ON, approvalOffAt: at, approvalOffAskedBy: userId }
  }
  if (!(await isLongAdmin(em, { tenantId, userId }, now))) {
    throw new AppError(
      'FORBIDDEN',
      `Only somebody who has been an admin for 24 hours can confirm this. Approval turns off on ${momentText(pending)}, unless an admin keeps it on.`,
    )
  }
  await recordOwn(call, em, await turnedOff(em, tenantId, asker ?? null))
  await tell(approvalTurnedOff)
  return OFF
}

/** Writes the entry of the activity log which says that approval is off. */
async function turnedOff(em: Em, tenantId: string, asker: string | null): Promise<Pick<Act, 'action' | 'changes'>> {
  const name = asker ? await nameOfMember(em, { tenantId, userId: asker }) : ''
  const changes = [
    { field: 'launchApproval', from: 'true', to: 'false' },
    ...(name ? [{ field: 'requestedBy', from: null, to: name }] : []),
  ]
  return { action: 'approval_turned_off', changes }
}

/**
 * Returns whether a person may approve other people's launches: they have been an admin for 24 hours, or since approval
 * was turned on, so that it works on its first day. The wait keeps a requester from making a new admin who approves at
 * once.
 */
export async function isLongApprover(em: Em, who: { tenantId: string; userId: string }, now: Date): Promise<boolean> {
  if (await isLongAdmin(em, who, now)) return true
  const since = await turnedOnSince(em, who.tenantId, new Date(now.getTime() - CONFIRMS_AFTER_MS))
  return since !== null && isAdminSince(em, who, since)
}

/** Returns when approval was last turned on, if that was after `since`; else null. */
async function turnedOnSince(em: Em, tenantId: string, since: Date): Promise<Date | null> {
  const [on] = await em.execute<{ at: Date }[]>(
    `select at from audit_events where tenant_id = :tenantId and at > :since and action = 'settings_changed'
       and changes @> '[{"field": "launchApproval", "to": "true"}]' order by at desc limit 1`,
    { tenantId, since },
  )
  return on ? new Date(on.at) : null
}

/**
 * Returns whether a person has been an admin for 24 hours. The wait keeps a requester from making, or activating again,
 * a second admin who confirms at once.
 */
const isLongAdmin = (em: Em, who: { tenantId: string; userId: string }, now: Date): Promise<boolean> =>
  isAdminSince(em, who, new Date(now.getTime() - CONFIRMS_AFTER_MS))

async function isAdminSince(em: Em, who: { tenantId: string; userId: string }, since: Date): Promise<boolean> {
  const user = await em.findOne(User, { tenantId: who.tenantId, id: who.userId })
  if (user?.role !== 'admin' || !user.isActive || user.createdAt > since) return false
  const changed = await em.execute<object[]>(
    `select 1 as found from audit_events where tenant_id = :tenantId and at > :since and action = 'user_updated'
       and target_id = :userId
         and (changes @> '[{"field": "role"}]' or changes @> '[{"field": "isActive"}]') limit 1`,
    { ...who, since },
  )
  return changed.length === 0
}

/** Throws BAD_INPUT if a launch could never be approved. */
async function requireApprovers(em: Em, tenantId: string): Promise<void> {
  if ((await activeAdmins(em, tenantId)).length >= APPROVERS_MIN) return
  const message = `Approval needs at least ${APPROVERS_MIN} admins: one requests it, another one decides. Make a colleague an admin first.`
  throw new AppError('BAD_INPUT', message, { fields: { launchApproval: message } })
}

/** Emails the admins, except the one who acts. */
async function tellAdmins(
  app: Parameters<typeof queueSystemEmail>[0] & Pick<App, 'publicUrl'>,
  em: Em,
  tenantId: string,
  letter: (told: ApprovalOffTold) => Letter,
  { by, userId }: { by: string; userId: string | null },
): Promise<void> {
  const { name } = await em.findOneOrFail(Tenant, { id: tenantId })
  const written = letter({ by, workspace: name, url: `${app.publicUrl}/settings` })
  const others = (await activeAdmins(em, tenantId)).filter(({ id }) => id !== userId)
  for (const { email } of others) await queueSystemEmail(app, em, email, written)
}

/**
 * Records and announces in each workspace that approval turned off 24 hours after the request. Runs in any process and as
 * late as it likes: launches do not wait for it.
 *
 * @returns number of workspaces
 */
export async function turnOffDue(app: App, stopped: () => boolean = () => false): Promise<number> {
  const now = app.clock()
  const due = await app.database.asSystem((em) =>
    em.execute<{ tenantId: string }[]>(
      'select tenant_id as "tenantId" from email_settings where launch_approval and approval_off_at <= :now',
      { now },
    ),
  )
  let count = 0
  for (const { tenantId } of due) {
    if (stopped()) break
    if (await app.database.inTenant(tenantId, (em) => turnOffIfDue(app, em, tenantId))) count += 1
  }
  return count
}

/**
 * Turns off the approval of launches in one workspace if its waiting time is over.
 *
 * @returns whether approval was turned off now
 */
export async function turnOffIfDue(app: App, em: Em, tenantId: string): Promise<boolean> {
  const [due] = await em.execute<{ asker: string | null }[]>(
    `with due as (select * from (select tenant_id, approval_off_asked_by as asker from email_settings
       where tenant_id = :tenantId and launch_approval and approval_off_at <= :now for update) as locked)
     update email_settings s set launch_approval = false, approval_off_at = null, approval_off_asked_by = null
     from due where s.tenant_id = :tenantId and s.tenant_id = due.tenant_id returning due.asker`,
    { tenantId, now: app.clock() },
  )
  if (!due) return false
  const { asker } = due
  const by = asker ? await nameOfMember(em, { tenantId, userId: asker }) : ''
  await recordProduct(app, em, { ...(await turnedOff(em, tenantId, asker)), tenantId })
  await tellAdmins(app, em, tenantId, approvalTurnedOff, { by, userId: null })
  return true
}

/** Starts {@link turnOffDue}, now and every ten minutes. */
export const startTurningOffApproval = (app: App): Worker =>
  runPeriodically({
    name: 'Recording that approval of launches is off',
    seconds: LOOK_SECONDS,
    work: (signal) => turnOffDue(app, () => signal.aborted),
    log: app.log,
  })

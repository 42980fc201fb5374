import { hasFeature, PLANS, sendingTier, type Plan, type SendCeiling } from '#domain/tenants/plans.ts'
import { effectiveFigures, heldToPlan, warmupDaysRemaining, type PaceFigures } from '#domain/settings/settings.ts'
import {
  DEFAULT_SETTINGS,
  emailSettingsInput,
  isClearable,
  SETTING_ENTRIES,
  settingsIn,
  type EmailSettings as Settings,
} from '#domain/settings/setting-register.ts'
import type { Probation } from '#domain/pacing/new-workspace-probation.ts'
import { AppError } from '#domain/errors.ts'
import { activeAdmins } from '#api/accounts/active-admins.ts'
import { ensureRecentSignIn } from '#api/accounts/recent-sign-in.ts'
import { viewerWith, viewerOf, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { requireFeature } from '#api/tenants/feature-flags.ts'
import { parseInput, present } from '#api/platform/input-validation.ts'
import { takeTurn } from '#api/tenants/plan-limits.ts'
import type { Jobs } from '#api/platform/jobs/job-queue.ts'
import { currentProbation } from '#api/emails/new-workspace-probation.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { EmailSettings } from './email-settings.ts'
import { approvalView, changeApproval, changesApproval, turnOffIfDue, type ApprovalOff } from './launch-approval.ts'
import { changesBetween } from '#domain/audit.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { wakeMailbox } from '#api/sending/mailbox-queue.ts'

export interface EmailSettingsView extends Settings {
  /** effective values: during warm-up lower than the settings */
  figuresNow: PaceFigures
  warmupDaysRemaining: number
  /** the plan's maximum per mailbox, whatever the settings say */
  planCeilings: readonly SendCeiling[]
  /** seconds: the plan’s range of sending intervals; sending never goes below `min`. null = any */
  planInterval: Plan['interval']
  /** the limit of the workspace while it is new; null once it is known */
  newWorkspaceLimit: Pick<Probation, 'perDay' | 'grows' | 'heldBack'> | null
  /** number of admins who can sign in; each may approve what another one asks for */
  approverCount: number
  /** pending request to turn approval off; null: none, or the caller is no signed-in admin */
  approvalOff: ApprovalOff | null
}

/** The send settings of the workspace. */
export async function emailSettings(call: Call): Promise<EmailSettingsView> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) =>
    view(call, em, await allowed(em, await storedSettings(em, tenantId))),
  )
}

/** Updates send settings; omitted fields stay unchanged. Wakes waiting campaigns. Throws BAD_INPUT, FEATURE_OFF, FORBIDDEN, REAUTHENTICATE. */
export async function updateEmailSettings(
  call: Call,
  input: Readonly<Record<string, unknown>>,
): Promise<EmailSettingsView> {
  const { tenantId, scopes } = viewerWith(call, 'settings:write')
  // null clears some settings; of all others it means "omitted".
  const cleared = SETTING_ENTRIES.filter(([name, entry]) => input[name] === null && isClearable(entry))
  const data = parseInput(emailSettingsInput, {
    ...present(input),
    ...Object.fromEntries(cleared.map(([name]) => [name, null])),
  })
  if (data.agentsReadGmailReplies && scopes !== null) {
    throw new AppError('FORBIDDEN', 'Only a signed-in admin can let agents read replies; an API key cannot.')
  }
  const now = call.app.clock()
  return call.app.database.inTenant(tenantId, async (em) => {
    await takeTurn(em, tenantId)
    if (data.warmupMode) await requireFeature(em, tenantId, 'warmup')
    await turnOffIfDue(call.app, em, tenantId)
    const before = await storedSettings(em, tenantId)
    const { launchApproval: wanted, ...others } = data
    const isApprovalChanged = changesApproval(call, before, wanted)
    const isGuardedChanged = SETTING_ENTRIES.some(
      ([name, { needsRecentSignIn }]) => needsRecentSignIn && data[name] !== undefined && data[name] !== before[name],
    )
    if (isApprovalChanged || isGuardedChanged) requirePersonNow(call)
    const approval = isApprovalChanged ? await changeApproval(call, em, before, wanted) : {}
    const warmsUp = data.warmupMode ?? before.warmupMode
    const warmupStartedAt = warmsUp ? (before.warmupStartedAt ?? now) : null
    const after = { ...before, ...others, ...approval, tenantId, warmupStartedAt }
    await em.upsert(EmailSettings, after)
    const isTurnedOn = !before.launchApproval && after.launchApproval
    const fields = [
      ...(Object.keys(others) as (keyof typeof others)[]),
      ...(isTurnedOn ? ['launchApproval' as const] : []),
    ]
    if (fields.length > 0 || !isApprovalChanged) {
      await recordOwn(call, em, { action: 'settings_changed', changes: changesBetween(before, after, fields) })
    }
    await lookAgain(call.app.jobs, em, tenantId)
    return view(call, em, await allowed(em, after))
  })
}

/** Throws FORBIDDEN for API keys, and REAUTHENTICATE if the person signed in too long ago. */
function requirePersonNow(call: Call): void {
  if (viewerOf(call).scopes !== null) {
    throw new AppError(
      'FORBIDDEN',
      'An API key cannot change the approval of launches or how long data is kept. Sign in as an admin.',
    )
  }
  ensureRecentSignIn(call)
}

/** Wakes a workspace's waiting campaigns when this transaction commits, so that they use the new settings. */
export async function lookAgain(jobs: Jobs, em: Em, tenantId: string): Promise<void> {
  const waiting = await em.execute<{ mailboxId: string }[]>(
    `update campaign_mailboxes m set wakes_at = null from campaigns c
     where m.tenant_id = :tenantId and c.tenant_id = m.tenant_id and c.id = m.campaign_id and c.status = 'sending'
     returning m.mailbox_id as "mailboxId"`,
    { tenantId },
  )
  const mailboxes = new Set(waiting.map(({ mailboxId }) => mailboxId))
  for (const mailboxId of mailboxes) await wakeMailbox(jobs, em, { tenantId, mailboxId })
}

/**
 * The send settings for a tenant's mailboxes, or the defaults. Warm-up requires its feature. Whether launches need approval
 * depends on the clock: ask {@link demandsApproval}.
 */
export async function settingsOf(
  em: Em,
  tenantId: string,
): Promise<Omit<EmailSettings, 'launchApproval' | 'approvalOffAt' | 'approvalOffAskedBy'>> {
  return allowed(em, await storedSettings(em, tenantId))
}

async function storedSettings(em: Em, tenantId: string): Promise<EmailSettings> {
  const row = await em.findOne(EmailSettings, { tenantId })
  if (row) return { ...row }
  return { ...DEFAULT_SETTINGS, tenantId, warmupStartedAt: null, approvalOffAt: null, approvalOffAskedBy: null }
}

/** The effective settings: warm-up is off while its feature is off. */
async function allowed(em: Em, settings: EmailSettings): Promise<EmailSettings> {
  if (!settings.warmupMode) return settings
  const { features } = await em.findOneOrFail(Tenant, { id: settings.tenantId })
  return { ...settings, warmupMode: hasFeature(features, 'warmup') }
}

async function view(call: Call, em: Em, row: EmailSettings): Promise<EmailSettingsView> {
  const now = call.app.clock()
  const { tenantId, warmupMode, warmupStartedAt } = row
  const tenant = await em.findOneOrFail(Tenant, { id: tenantId })
  const plan = PLANS[sendingTier(tenant)]
  return {
    ...settingsIn(row),
    ...(await approvalView(call, em, row)),
    approverCount: (await activeAdmins(em, tenantId)).length,
    figuresNow: effectiveFigures(heldToPlan(row, plan), warmupStartedAt ?? null, now),
    warmupDaysRemaining: warmupDaysRemaining(warmupMode, warmupStartedAt ?? null, now),
    planCeilings: plan.ceilings,
    planInterval: plan.interval,
    newWorkspaceLimit: await currentProbation(em, tenant, now),
  }
}

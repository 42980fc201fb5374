import {
  DEFAULT_SETTINGS,
  emailSettingsInput,
  warmupDaysRemaining,
  type EmailSettings as Settings,
} from '#domain/settings.ts'
import { adminOf, viewerOf, type Call } from '../context.ts'
import type { Em } from '../database.ts'
import { parseInput, present } from '../input.ts'
import { EmailSettings } from './email-settings.ts'

export interface EmailSettingsView extends Settings {
  warmupDaysRemaining: number
}

/** The send settings of the workspace (spec §3 Email settings). */
export async function emailSettings(call: Call): Promise<EmailSettingsView> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => view(await settingsOf(em, tenantId), call.app.clock()))
}

/** Changes send settings; what is left out stays. Campaigns that wait look at the new ones within seconds. Throws BAD_INPUT. */
export async function updateEmailSettings(call: Call, input: object): Promise<EmailSettingsView> {
  const { tenantId } = adminOf(call)
  const data = parseInput(emailSettingsInput, present(input))
  const now = call.app.clock()
  return call.app.database.inTenant(tenantId, async (em) => {
    const before = await settingsOf(em, tenantId)
    const warmsUp = data.warmupMode ?? before.warmupMode
    const warmupStartedAt = warmsUp ? (before.warmupStartedAt ?? now) : null
    const after = { ...before, ...data, tenantId, warmupStartedAt }
    await em.upsert(EmailSettings, after)
    await em.execute(
      `update campaigns set status_reason = null, resumes_at = null where tenant_id = ? and status = 'sending'`,
      [tenantId],
    )
    return view(after, now)
  })
}

/** The settings a mailbox of this tenant sends by; the defaults where nobody changed them. */
export async function settingsOf(em: Em, tenantId: string): Promise<EmailSettings> {
  const row = await em.findOne(EmailSettings, { tenantId })
  return row ? { ...row } : { ...DEFAULT_SETTINGS, tenantId, warmupStartedAt: null }
}

function view(row: EmailSettings, now: Date): EmailSettingsView {
  const { emailsPerInterval, intervalSeconds, dailyLimit, enableThrottling, warmupMode, warmupStartedAt } = row
  return {
    emailsPerInterval,
    intervalSeconds,
    dailyLimit,
    enableThrottling,
    warmupMode,
    warmupDaysRemaining: warmupDaysRemaining(warmupMode, warmupStartedAt ?? null, now),
  }
}

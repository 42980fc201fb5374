import { z } from 'zod'

/** Send settings of a workspace (spec §2 Settings, §3 Email settings, §5 send-rate hints, §9 Recommended send settings). */

export interface EmailSettings {
  /** mails that may leave a mailbox in one interval */
  emailsPerInterval: number
  intervalSeconds: number
  /** mails that may leave a mailbox in any 24 hours */
  dailyLimit: number
  enableThrottling: boolean
  warmupMode: boolean
}

/** The hints of the form: inclusive bounds. They are hints; the server refuses only what makes no sense. */
export const SETTING_HINTS = {
  emailsPerInterval: { min: 1, max: 20 },
  intervalSeconds: { min: 10, max: 3_600 },
  dailyLimit: { min: 10, max: 10_000 },
} as const

export const RECOMMENDED = {
  warmup: { emailsPerInterval: 2, intervalSeconds: 300, dailyLimit: 96 },
  normal: { emailsPerInterval: 4, intervalSeconds: 60, dailyLimit: 500 },
} as const

export const DEFAULT_SETTINGS: EmailSettings = { ...RECOMMENDED.normal, enableThrottling: true, warmupMode: false }

/** Days a warm-up takes; the advice is 30 to 60 (spec §9). */
export const WARMUP_DAYS = 30

const whole = (label: string, max: number) =>
  z
    .number(`${label} must be a number`)
    .int(`${label} must be a whole number`)
    .min(1, `${label} must be at least 1`)
    .max(max, `${label} must be at most ${max}`)

/** Any of the settings; what is left out stays as it is. */
export const emailSettingsInput = z.object({
  emailsPerInterval: whole('Emails per interval', 1_000_000).optional(),
  intervalSeconds: whole('Interval seconds', 86_400).optional(),
  dailyLimit: whole('Daily limit', 1_000_000).optional(),
  enableThrottling: z.boolean('Throttling must be true or false').optional(),
  warmupMode: z.boolean('Warmup mode must be true or false').optional(),
})
export type EmailSettingsInput = z.infer<typeof emailSettingsInput>

/** Whole days of warm-up that remain at `now`; 0 when it is over or off. */
export function warmupDaysRemaining(warmupMode: boolean, startedAt: Date | null, now: Date): number {
  if (!warmupMode || !startedAt) return 0
  const passed = Math.floor((now.getTime() - startedAt.getTime()) / 86_400_000)
  return Math.max(0, WARMUP_DAYS - passed)
}

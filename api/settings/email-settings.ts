import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { SendWindow } from '#domain/settings.ts'

/** A workspace's send settings; a workspace without a row has the defaults (product: settings.pace). */
export const EmailSettings = defineEntity({
  name: 'EmailSettings',
  tableName: 'email_settings',
  properties: {
    tenantId: p.uuid().primary(),
    emailsPerInterval: p.integer(),
    intervalSeconds: p.integer(),
    dailyLimit: p.integer(),
    enableThrottling: p.boolean(),
    warmupMode: p.boolean(),
    warmupStartedAt: p.datetime().nullable(),
    /** when mail may leave; null = at any time */
    sendWindow: p.json<SendWindow | null>().nullable(),
    /** share of refusals and bounces in percent that pauses a campaign; 0 = never */
    canaryPercent: p.integer().default(20),
    /** an email of which nobody can know whether it was sent is sent again */
    sendAgainInDoubt: p.boolean().default(false),
  },
})
export type EmailSettings = InferEntity<typeof EmailSettings>

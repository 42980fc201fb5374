import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A workspace's send settings; a workspace without a row has the defaults (spec §3 Email settings). */
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
  },
})
export type EmailSettings = InferEntity<typeof EmailSettings>

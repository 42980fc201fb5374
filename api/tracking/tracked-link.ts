import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A link of a campaign, kept by us so that a click leads only where the campaign said (no open redirect). */
export const TrackedLink = defineEntity({
  name: 'TrackedLink',
  tableName: 'tracked_links',
  properties: {
    tenantId: p.uuid().primary(),
    id: p.uuid().primary(),
    campaignId: p.uuid(),
    position: p.integer(),
    url: p.text(),
  },
})
export type TrackedLink = InferEntity<typeof TrackedLink>

import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A stored link of a campaign, so that clicks redirect only to the campaign's own targets (no open redirect). */
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

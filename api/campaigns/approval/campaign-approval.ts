import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { ApprovalStatus } from '#domain/campaigns/approvals.ts'
import type { LaunchFingerprint } from '#domain/campaigns/rehearsals.ts'

/** The newest request for approval of a campaign's launch, and what became of it. */
export const CampaignApproval = defineEntity({
  name: 'CampaignApproval',
  tableName: 'campaign_approvals',
  properties: {
    tenantId: p.uuid().primary(),
    campaignId: p.uuid().primary(),
    /** 1 for the first request of the campaign, and one more with each: a decision names the request it is about */
    request: p.integer(),
    status: p.text().$type<ApprovalStatus>(),
    /** the person or service account that asked, and the API key if it was by one */
    askedBy: p.uuid(),
    askedKeyId: p.uuid().nullable(),
    askedAt: p.datetime(),
    note: p.text().nullable(),
    /** mailboxes of the requested launch; with `scheduledAt`, its start (null = as soon as it is approved) */
    mailboxIds: p.array((id) => id),
    scheduledAt: p.datetime().nullable(),
    localTimeZone: p.text().nullable(),
    undoSeconds: p.integer(),
    exceedsCeiling: p.boolean(),
    /** the launch that was approved; a launch that differs from it is refused */
    fingerprint: p.json<LaunchFingerprint>(),
    decidedBy: p.uuid().nullable(),
    decidedAt: p.datetime().nullable(),
    reason: p.text().nullable(),
  },
})
export type CampaignApproval = InferEntity<typeof CampaignApproval>

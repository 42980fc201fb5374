import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { LaunchFingerprint, RehearsalReport } from '#domain/campaigns/rehearsals.ts'

/** The newest rehearsal of a campaign. Its report stays until the next one has ended, and for good after the launch. */
export const CampaignRehearsal = defineEntity({
  name: 'CampaignRehearsal',
  tableName: 'campaign_rehearsals',
  properties: {
    tenantId: p.uuid().primary(),
    campaignId: p.uuid().primary(),
    /** the task that writes, or wrote, the report */
    taskId: p.uuid(),
    /** user who started the rehearsal */
    userId: p.uuid(),
    /** the launch that was rehearsed: the mailboxes, and the start; null = immediately */
    mailboxIds: p.array((id) => id),
    scheduledAt: p.datetime().nullable(),
    /** IANA zone of that time, if each recipient gets it at that time where they are */
    localTimeZone: p.text().nullable(),
    /** the launch that was rehearsed; null until the first report */
    fingerprint: p.json<LaunchFingerprint>().nullable(),
    report: p.json<RehearsalReport>().nullable(),
    reportedAt: p.datetime().nullable(),
    /** the launch that followed; null before the launch */
    launched: p.json<LaunchFingerprint>().nullable(),
  },
})
export type CampaignRehearsal = InferEntity<typeof CampaignRehearsal>

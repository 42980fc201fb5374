import { v7 as newId } from 'uuid'
import type { FollowUpInput } from '#domain/campaigns/follow-ups.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import type { Em } from '#api/platform/database/database.ts'
import { Campaign } from '../campaign.ts'
import { requireFeature } from '#api/tenants/feature-flags.ts'
import { contentToStore } from '#api/rendering/stored-content.ts'
import { followUpsIn, ruleOf } from './campaign-with-follow-ups.ts'

/** Makes the content of follow-ups ready to be stored. Throws BAD_INPUT, TOO_LARGE. */
export async function prepareFollowUps(call: Call, followUps: readonly FollowUpInput[]): Promise<FollowUpInput[]> {
  const { tenantId } = viewerOf(call)
  const prepared: FollowUpInput[] = []
  for (const followUp of followUps) {
    prepared.push({ ...followUp, content: await contentToStore(call, tenantId, followUp) })
  }
  return prepared
}

/** Replaces the follow-ups of a draft. Throws FEATURE_OFF (the builder). */
export async function setFollowUps(em: Em, campaign: Campaign, followUps: readonly FollowUpInput[]): Promise<void> {
  const { tenantId, id: parentId } = campaign
  if (followUps.some(({ useHtmlBuilder, htmlTemplate }) => useHtmlBuilder || htmlTemplate != null)) {
    await requireFeature(em, tenantId, 'htmlBuilder')
  }
  await em.execute('delete from campaigns where tenant_id = :tenantId and parent_id = :parentId', {
    tenantId,
    parentId,
  })
  for (const [index, { link, htmlTemplate, ...followUp }] of followUps.entries()) {
    em.create(Campaign, {
      ...followUp,
      tenantId,
      id: newId(),
      parentId,
      step: index + 2,
      userId: campaign.userId,
      name: campaign.name,
      personalization: campaign.personalization,
      isAbTest: false,
      htmlTemplate: htmlTemplate ?? null,
      conditionLink: link ?? null,
      status: 'draft',
      createdAt: campaign.createdAt,
    })
  }
  await em.flush()
}

/** Copies the follow-ups of a campaign to a draft. */
export async function copyFollowUps(em: Em, source: Campaign, copy: Campaign): Promise<void> {
  const followUps = await followUpsIn(em, source)
  await setFollowUps(
    em,
    copy,
    followUps.map(({ subject, content, attachesFiles, useHtmlBuilder, htmlTemplate, ...stored }) => {
      const { step: _, ...rule } = ruleOf(stored)
      return { ...rule, subject, content, attachesFiles, useHtmlBuilder, htmlTemplate }
    }),
  )
}

/**
 * Freezes the follow-ups of a campaign that starts, by copying to them what all its emails share. Returns the number of
 * the last step; 1 without follow-ups. The caller sets the mailboxes.
 */
export async function startFollowUps(
  em: Em,
  campaign: Campaign,
  followUps: readonly Campaign[],
  now: Date,
): Promise<number> {
  const lastStep = followUps.at(-1)?.step ?? 1
  for (const followUp of followUps) {
    Object.assign(followUp, {
      name: campaign.name,
      userId: campaign.userId,
      language: campaign.language ?? null,
      fromName: campaign.fromName ?? null,
      fromAddress: campaign.fromAddress ?? null,
      topicId: campaign.topicId ?? null,
      replyTo: campaign.replyTo ?? null,
      replyMailboxes: campaign.replyMailboxes,
      cc: campaign.cc ?? null,
      bcc: campaign.bcc ?? null,
      tracking: campaign.tracking ?? null,
      trackOpens: campaign.trackOpens,
      trackClicks: campaign.trackClicks,
      canaryPassed: false,
      startedAt: now,
      lastStep,
    })
  }
  campaign.lastStep = lastStep
  await em.flush()
  return lastStep
}

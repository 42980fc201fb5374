import { LockMode } from '@mikro-orm/core'
import { v7 as newId } from 'uuid'
import { AB_WINNER, type AbMetric } from '#domain/campaigns/ab-winner-rule.ts'
import { campaignChanges, campaignInput, notADraft } from '#domain/campaigns/campaigns.ts'
import { COPY_SUFFIX, DEFAULT_AB_SPLIT } from '#domain/campaigns/campaign-steps.ts'
import { AppError } from '#domain/errors.ts'
import { FEATURES, type Feature } from '#domain/tenants/plans.ts'
import { copiedTracking } from '#domain/tracking/tracking.ts'
import { notFound, uuidOf } from '#schema/object-ids.ts'
import { viewerOf, type Call } from '#api/platform/call-context.ts'
import { sqlOf, type Em } from '#api/platform/database/database.ts'
import { requireFeature } from '#api/tenants/feature-flags.ts'
import { parseInput, present, type InputOf } from '#api/platform/input-validation.ts'
import { settingsOf } from '#api/settings/settings.ts'
import { ensureDraftRoom } from '#api/tenants/plan-limits.ts'
import { Tenant } from '#api/tenants/tenant.ts'
import { watchApproval } from '../approval/voided-approval-event.ts'
import { Attachment } from './attachment.ts'
import { scanAttachments, setAttachments } from './attachments.ts'
import { Campaign } from '../campaign.ts'
import { keepSentRecords } from '#api/emails/ledgers/sent-email-ledger.ts'
import { senderTextsOf } from '../content/email-content.ts'
import { cancelRehearsal } from '../rehearsal/rehearsal-at-launch.ts'
import { noteDeletedRepeat, requireNoRowsRepeated } from '../repeats/repeat-rules.ts'
import { contentToStore } from '#api/rendering/stored-content.ts'
import { chooseRecipients, chooseSheet, sheetToUse } from './recipients.ts'
import { copyRowCells } from './row-cell-overrides.ts'
import { answersAbout } from '../answers/reply-answer-campaigns.ts'
import { followUpsIn, WITH_FOLLOW_UPS } from '../follow-ups/campaign-with-follow-ups.ts'
import { copyFollowUps, prepareFollowUps, setFollowUps } from '../follow-ups/follow-up-steps.ts'
import { recordOwn } from '#api/audit/activity-log-writer.ts'
import { renewDraft } from './saved-blocks.ts'
import { toStoreWithBlocks, withCurrentBlocks } from '#api/templates/saved-block-uses.ts'
import { keepOutcomes } from '#api/emails/outcome-history.ts'

/** Names of the fields that hold the content of a campaign. */
const CONTENT_KEYS = ['subject', 'content', 'useHtmlBuilder', 'htmlTemplate'] as const

/** Fields that null sets back to empty. For all other fields null means "leave unchanged". */
const CLEARABLE = [
  ...(['htmlTemplate', 'tracking', 'language', 'filePattern', 'filesKeptDays'] as const),
  ...(['fromName', 'fromAddress', 'replyTo', 'cc', 'bcc', 'sheetId', 'topicId'] as const),
] as const

/** Creates a draft. Throws BAD_INPUT, NOT_FOUND (a contact, segment or attachment), TOO_LARGE, LIMIT_REACHED, FEATURE_OFF. */
export async function createCampaign(call: Call, input: InputOf<typeof campaignInput>): Promise<Campaign> {
  const { tenantId, userId } = viewerOf(call)
  const { selectedContacts, audience, attachments, followUps, sheetId, ...data } = parseInput(
    campaignInput,
    present(input),
  )
  const contactIds = selectedContacts.map((id) => uuidOf('Contact', id))
  data.htmlTemplate = await toStoreWithBlocks(call, data.htmlTemplate)
  const content = await contentToStore(call, tenantId, data)
  const prepared = await prepareFollowUps(call, followUps)
  await scanAttachments(call.app, attachments)
  return call.app.database.inTenant(tenantId, async (em) => {
    await requireFeaturesOf(em, { ...data, tenantId, attachments: attachments.length, asksToTrack: asksToTrack(data) })
    await ensureDraftRoom(em, tenantId, call.app.clock())
    await requireTopic(em, tenantId, data.topicId)
    const campaign = em.create(Campaign, {
      ...data,
      ...abTest(data),
      tenantId,
      id: newId(),
      userId,
      htmlTemplate: data.htmlTemplate ?? null,
      content,
      status: 'draft',
      createdAt: call.app.clock(),
    })
    await em.flush()
    if (sheetId) campaign.sheetId = await sheetToUse(em, tenantId, sheetId)
    await em.flush()
    if (campaign.sheetId && contactIds.length === 0 && !audience) await chooseSheet(em, campaign, campaign.sheetId)
    else await chooseRecipients(em, campaign, contactIds, audience)
    await setAttachments(call.app, em, campaign, attachments)
    await setFollowUps(em, campaign, prepared)
    await call.app.events.publish(em, { kind: 'campaign', tenantId, id: campaign.id })
    return campaign
  })
}

/**
 * Changes a draft; omitted fields stay, `htmlTemplate: null` removes the builder's document, and null of the fields
 * that have a default returns to it. Throws BAD_INPUT,
 * NOT_FOUND, CONFLICT (no longer a draft), TOO_LARGE, FEATURE_OFF.
 */
export async function updateCampaign(
  call: Call,
  id: string,
  input: InputOf<typeof campaignChanges>,
): Promise<Campaign> {
  const { tenantId } = viewerOf(call)
  const cleared = Object.fromEntries(CLEARABLE.filter((name) => input[name] === null).map((name) => [name, null]))
  const { selectedContacts, audience, attachments, followUps, sheetId, ...data } = parseInput(campaignChanges, {
    ...present(input),
    ...cleared,
  })
  const contactIds = selectedContacts?.map((contactId) => uuidOf('Contact', contactId))
  await scanAttachments(call.app, attachments ?? [])
  const prepared = followUps && (await prepareFollowUps(call, followUps))
  return call.app.database.inTenant(tenantId, async (em) => {
    const campaign = await em.findOne(Campaign, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!campaign) throw notFound('Campaign')
    if (campaign.status !== 'draft') {
      throw new AppError('CONFLICT', notADraft(campaign.status, 'changed'))
    }
    const tellIfVoided = await watchApproval(call.app, em, campaign)
    await requireFeaturesOf(em, {
      ...data,
      tenantId,
      attachments: attachments?.length ?? 0,
      asksToTrack: asksToTrack(data),
    })
    await requireTopic(em, tenantId, data.topicId)
    em.assign(campaign, data)
    if (sheetId !== undefined) {
      const chosen = sheetId ? await sheetToUse(em, tenantId, sheetId) : null
      if (chosen !== (campaign.sheetId ?? null)) await requireNoRowsRepeated(em, id)
      campaign.sheetId = chosen
    }
    if (CONTENT_KEYS.some((key) => data[key] !== undefined)) {
      campaign.htmlTemplate = await withCurrentBlocks(call, em, campaign.htmlTemplate)
      campaign.content = await contentToStore(call, tenantId, campaign)
    }
    em.assign(campaign, abTest(campaign))
    await em.flush()
    if (contactIds || audience) await chooseRecipients(em, campaign, contactIds ?? [], audience)
    else if (sheetId && campaign.sheetId) await chooseSheet(em, campaign, campaign.sheetId)
    if (attachments) await setAttachments(call.app, em, campaign, attachments)
    if (prepared) await setFollowUps(em, campaign, prepared)
    await tellIfVoided()
    await call.app.events.publish(em, { kind: 'campaign', tenantId, id })
    return campaign
  })
}

/** Duplicates a campaign as a draft, attachments included. Throws NOT_FOUND, LIMIT_REACHED, FEATURE_OFF. */
export async function duplicateCampaign(call: Call, id: string): Promise<Campaign> {
  const { tenantId, userId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const source = await em.findOne(Campaign, { id })
    if (!source) throw notFound('Campaign')
    await requireFeaturesOf(em, { ...source, attachments: await em.count(Attachment, { tenantId, campaignId: id }) })
    await ensureDraftRoom(em, tenantId, call.app.clock())
    const copy = await copyCampaign(call, em, source, { userId, name: `${source.name}${COPY_SUFFIX}` })
    const db = sqlOf(em)
    await db
      .insertInto('campaign_contacts')
      .columns(['tenantId', 'campaignId', 'contactId'])
      .expression((eb) =>
        eb
          .selectFrom('campaign_contacts')
          .select((row) => ['tenantId', row.val(copy.id).as('campaignId'), 'contactId'])
          .where('tenantId', '=', tenantId)
          .where('campaignId', '=', source.id),
      )
      .onConflict((known) => known.doNothing())
      .execute()
    await call.app.events.publish(em, { kind: 'campaign', tenantId, id: copy.id })
    return copy
  })
}

/** Copies a campaign with attachments and follow-ups as a new draft without recipients. */
export async function copyCampaign(
  call: Call,
  em: Em,
  source: Campaign,
  own: Pick<Campaign, 'userId' | 'name'>,
): Promise<Campaign> {
  const { tenantId } = source
  const copy = em.create(Campaign, {
    tenantId,
    id: newId(),
    ...own,
    subject: source.subject,
    content: source.content,
    htmlTemplate: source.htmlTemplate ?? null,
    useHtmlBuilder: source.useHtmlBuilder,
    personalization: source.personalization,
    language: source.language ?? null,
    filePattern: source.filePattern ?? null,
    documentTags: source.documentTags ?? null,
    filesKeptDays: source.filesKeptDays ?? null,
    sheetId: source.sheetId ?? null,
    topicId: source.topicId ?? null,
    emailsPer: source.emailsPer,
    takesSheetPeople: source.takesSheetPeople,
    ...senderTextsOf(source),
    tracking:
      source.status === 'draft'
        ? (source.tracking ?? null)
        : copiedTracking(source.tracking, (await settingsOf(em, tenantId)).tracking),
    trackOpens: source.trackOpens,
    trackClicks: source.trackClicks,
    ...abTest(source),
    status: 'draft',
    createdAt: call.app.clock(),
  })
  // The copied campaign may have been launched before a saved block was changed.
  await renewDraft(call, em, copy)
  await em.flush()
  await em.execute(
    `insert into attachments (tenant_id, id, campaign_id, position, name, content_type, size, content, document, document_tags,
       fonts, created_at)
     select tenant_id, gen_random_uuid(), :id, position, name, content_type, size, content, document, document_tags, fonts,
       created_at
     from attachments where tenant_id = :tenantId and campaign_id = :campaignId returning 1`,
    { id: copy.id, tenantId, campaignId: source.id },
  )
  await copyRowCells(em, source, copy)
  await copyFollowUps(em, source, copy)
  return copy
}

/**
 * Deletes a campaign that is not sending and has no emails in flight, with the answers to its replies, and returns it; its sent emails still count for
 * its mailboxes and the rates of its workspace. Throws NOT_FOUND, CONFLICT.
 */
export async function deleteCampaign(call: Call, id: string): Promise<Campaign> {
  const { tenantId } = viewerOf(call)
  return call.app.database.inTenant(tenantId, async (em) => {
    const campaign = await em.findOne(Campaign, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!campaign) throw notFound('Campaign')
    if (campaign.status === 'sending') {
      throw new AppError('CONFLICT', 'This campaign is being sent. Wait until it has finished before deleting it.')
    }
    const answers = await answersAbout(em, campaign)
    if (answers.some(({ status }) => status === 'sending')) {
      throw new AppError(
        'CONFLICT',
        'An answer to a reply is being sent. Wait until it has left before deleting the campaign.',
      )
    }
    for (const each of [campaign, ...(await followUpsIn(em, campaign)), ...answers]) {
      await refuseUnderWay(em, each)
      await keepSentRecords(em, each, { sql: () => 'true', values: {} }, call.app.clock())
      await keepOutcomes(em, each, call.app.clock())
    }
    if (campaign.sentCount + campaign.bouncedCount > 0)
      await em.nativeUpdate(Tenant, { id: tenantId }, { hasSent: true })
    await cancelRehearsal(em, campaign)
    await noteDeletedRepeat(em, tenantId, id)
    const ids = [id, ...answers.map((answer) => answer.id)]
    await em.nativeDelete(Campaign, { tenantId, id: { $in: ids } }, WITH_FOLLOW_UPS)
    await recordOwn(call, em, { action: 'campaign_deleted', target: { id, label: campaign.name } })
    await call.app.events.publish(em, { kind: 'campaign', tenantId, id, removed: true })
    return campaign
  })
}

/**
 * Throws CONFLICT while a campaign has emails in flight, also if it is paused: only the mailbox can find out whether
 * they were sent, and deleting the campaign would lose them.
 */
async function refuseUnderWay(em: Em, { tenantId, id }: Campaign): Promise<void> {
  const underWay = await em.execute<{ count: number; ended: string | null }[]>(
    `select count(*)::int as count, case when a.status = 'error' then a.email end as ended
     from email_logs l left join mailboxes a on a.tenant_id = l.tenant_id and a.id = l.mailbox_id
     where l.tenant_id = :tenantId and l.campaign_id = :id and l.status = 'sending' group by 2 order by 2`,
    { tenantId, id },
  )
  const count = underWay.reduce((sum, row) => sum + row.count, 0)
  if (count === 0) return
  const emails = count === 1 ? '1 email in this campaign is' : `${count} emails in this campaign are`
  const ended = underWay.find((row) => row.ended)?.ended
  const advice = ended
    ? `Only ${ended} can tell whether they were sent. Reconnect or disconnect it, then delete the campaign.`
    : 'Mergewell is checking whether they were sent. Wait a minute, then delete the campaign.'
  throw new AppError('CONFLICT', `${emails} still in progress. ${advice}`)
}

/** Fields that determine which features are used. */
interface Used {
  useHtmlBuilder?: boolean | undefined
  htmlTemplate?: unknown
  isAbTest?: boolean | undefined
  attachments: number
  /** True if tracking was requested explicitly; by default a campaign tracks if the workspace may */
  asksToTrack?: boolean
}

/** The features a campaign uses. */
export function featuresOf(campaign: Used): Feature[] {
  const uses: Partial<Record<Feature, boolean>> = {
    htmlBuilder: campaign.useHtmlBuilder === true || campaign.htmlTemplate != null,
    abTesting: campaign.isAbTest === true,
    attachments: campaign.attachments > 0,
    tracking: campaign.asksToTrack === true,
  }
  return FEATURES.filter((feature) => uses[feature])
}

/** Throws FEATURE_OFF if a campaign uses a feature the workspace does not have. */
export async function requireFeaturesOf(em: Em, campaign: Used & { tenantId: string }): Promise<void> {
  for (const feature of featuresOf(campaign)) await requireFeature(em, campaign.tenantId, feature)
}

function asksToTrack({ tracking, trackOpens, trackClicks }: Partial<Record<string, unknown>>): boolean {
  return trackOpens === true || trackClicks === true || (tracking != null && tracking !== 'off')
}

/**
 * Returns the A/B test to store with a campaign: pending while the test is switched on, otherwise null (product:
 * campaigns.ab-test).
 */
function abTest(campaign: {
  isAbTest: boolean
  abVariantType?: string | null | undefined
  abVariantB?: string | null | undefined
  abSplitPercentage?: number | null | undefined
  abTestShare?: number | null | undefined
  abWinnerMetric?: AbMetric | null | undefined
  abWaitHours?: number | null | undefined
}) {
  const { isAbTest } = campaign
  return {
    isAbTest,
    abVariantType: campaign.abVariantType ?? (isAbTest ? 'subject' : null),
    abVariantB: campaign.abVariantB ?? null,
    abSplitPercentage: campaign.abSplitPercentage ?? (isAbTest ? DEFAULT_AB_SPLIT : null),
    abTestStatus: isAbTest ? 'pending' : null,
    abTestShare: campaign.abTestShare ?? (isAbTest ? AB_WINNER.share.max : null),
    abWinnerMetric: campaign.abWinnerMetric ?? (isAbTest ? ('opens' as const) : null),
    abWaitHours: campaign.abWaitHours ?? (isAbTest ? AB_WINNER.waitHours.usual : null),
  }
}

/** @throws BAD_INPUT if the workspace has no such topic */
async function requireTopic(em: Em, tenantId: string, topicId: string | null | undefined): Promise<void> {
  if (!topicId || (await settingsOf(em, tenantId)).topics.some(({ id }) => id === topicId)) return
  const message = 'There is no such topic. Choose another one, or none.'
  throw new AppError('BAD_INPUT', message, { fields: { topicId: message } })
}

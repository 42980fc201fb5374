import { LockMode } from '@mikro-orm/core'
import { sendProblem } from '#domain/campaigns.ts'
import { AppError } from '#domain/errors.ts'
import { notFound } from '#schema/ids.ts'
import { v7 as newId } from 'uuid'
import { failSuppressed, holdSuppressions } from '../audiences/suppressions.ts'
import { viewerOf, type Call, type Viewer } from '../context.ts'
import type { Em } from '../database.ts'
import { ensureMaySend } from '../limits.ts'
import { MailAccount } from '../mail-accounts/mail-account.ts'
import { Attachment } from './attachment.ts'
import { Campaign } from './campaign.ts'
import { requireFeaturesOf } from './drafts.ts'

const BATCH = 5_000

/**
 * Starts sending a draft: in one transaction the campaign becomes `sending`, every recipient gets a pending log and the work is
 * enqueued. Recipients on the suppression list fail right away. Of simultaneous starts one wins. Throws NOT_FOUND, CONFLICT, BAD_INPUT, TENANT_INACTIVE, LIMIT_REACHED, FEATURE_OFF (spec §7 send).
 */
export async function sendCampaign(call: Call, id: string, mailAccountId: string | null): Promise<Campaign> {
  const viewer = viewerOf(call)
  const { tenantId } = viewer
  return call.app.database.inTenant(tenantId, async (em) => {
    await holdSuppressions(em, tenantId)
    const campaign = await em.findOne(Campaign, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!campaign) throw notFound('Campaign')
    if (campaign.status !== 'draft') {
      throw new AppError(
        'CONFLICT',
        `This campaign is ${campaign.status} already; only a draft can be sent. Duplicate it to send it again.`,
      )
    }
    await ensureMaySend(em, tenantId, call.app.clock())
    const attachments = await em.count(Attachment, { tenantId, campaignId: id })
    await requireFeaturesOf(em, { ...campaign, tenantId, attachments })
    const account = await chooseMailAccount(em, viewer, mailAccountId)
    const recipients = await writeLogs(em, campaign, call.app.clock())
    const problem = sendProblem({ ...campaign, recipients })
    if (problem) throw new AppError('BAD_INPUT', problem)
    campaign.status = 'sending'
    campaign.mailAccountId = account.id
    campaign.totalContacts = recipients
    campaign.startedAt = call.app.clock()
    await em.flush()
    await failSuppressed(em, tenantId, call.app.clock(), { campaignId: id })
    await em.refresh(campaign)
    if (campaign.failedCount === recipients) {
      throw new AppError(
        'BAD_INPUT',
        'Every recipient of this campaign is on the suppression list. Choose other contacts.',
      )
    }
    await call.app.jobs.wakeMailbox(em, { tenantId, mailAccountId: account.id })
    await call.app.events.publish(em, { kind: 'campaign', tenantId, id })
    return campaign
  })
}

/**
 * Goes on with a paused campaign. Mails that failed because the sign-in had expired are pending again (design decision 6).
 * Throws NOT_FOUND, CONFLICT, BAD_INPUT, TENANT_INACTIVE, LIMIT_REACHED.
 */
export async function resumeCampaign(call: Call, id: string): Promise<Campaign> {
  const viewer = viewerOf(call)
  const { tenantId } = viewer
  return call.app.database.inTenant(tenantId, async (em) => {
    await holdSuppressions(em, tenantId)
    const campaign = await em.findOne(Campaign, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!campaign) throw notFound('Campaign')
    if (campaign.status !== 'paused') {
      throw new AppError('CONFLICT', `This campaign is ${campaign.status}; only a paused one can be resumed.`)
    }
    await ensureMaySend(em, tenantId, call.app.clock())
    const account = await chooseMailAccount(em, viewer, campaign.mailAccountId ?? null, true)
    const again = await em.execute<{ id: string }[]>(
      `update email_logs set status = 'pending', error = null, failed_at = null, retry_at = null,
         draft_id = case when mail_account_id = ? then draft_id end
       where tenant_id = ? and campaign_id = ? and status = 'failed' and error like 'EXPIRED_TOKEN%' returning id`,
      [account.id, tenantId, id],
    )
    campaign.failedCount -= again.length
    campaign.status = 'sending'
    campaign.statusReason = null
    campaign.resumesAt = null
    campaign.mailAccountId = account.id
    await em.flush()
    await failSuppressed(em, tenantId, call.app.clock(), { campaignId: id })
    await em.refresh(campaign)
    await call.app.jobs.wakeMailbox(em, { tenantId, mailAccountId: account.id })
    await call.app.events.publish(em, { kind: 'campaign', tenantId, id })
    return campaign
  })
}

/** The mailbox to send from: the one asked for, or the person's own newest, or the workspace's newest. Throws NOT_FOUND, BAD_INPUT. */
async function chooseMailAccount(
  em: Em,
  viewer: Viewer,
  asked: string | null,
  mayBeGone = false,
): Promise<MailAccount> {
  const accounts = await em.find(MailAccount, {}, { orderBy: { connectedAt: 'desc' } })
  const chosen = asked && accounts.find((account) => account.id === asked)
  if (asked && !chosen && !mayBeGone) throw notFound('MailAccount')
  const working = accounts.filter((account) => account.status !== 'error')
  const account = chosen || (working.find(({ userId }) => userId === viewer.userId) ?? working[0])
  if (!account) {
    throw new AppError(
      'BAD_INPUT',
      'No mailbox is connected. Connect Microsoft 365 or Google Gmail in the sidebar and try again.',
    )
  }
  if (account.status === 'error') {
    const vendor = account.provider === 'microsoft' ? 'Microsoft' : 'Google'
    throw new AppError(
      'BAD_INPUT',
      `The ${vendor} access token of ${account.email} has expired. Connect the mailbox again and try again.`,
    )
  }
  return account
}

/** Writes a pending log for every chosen contact, oldest contact first; returns how many. */
async function writeLogs(em: Em, campaign: Campaign, now: Date): Promise<number> {
  const { tenantId, id: campaignId } = campaign
  const contacts = await em.execute<{ id: string }[]>(
    'select contact_id as id from campaign_contacts where tenant_id = ? and campaign_id = ? order by contact_id',
    [tenantId, campaignId],
  )
  for (let start = 0; start < contacts.length; start += BATCH) {
    const chosen = contacts.slice(start, start + BATCH).map(({ id }) => ({ contact_id: id, log_id: newId() }))
    await em.execute(
      `insert into email_logs (tenant_id, id, campaign_id, contact_id, contact_name, contact_email, merge_values, status, created_at)
       select c.tenant_id, chosen.log_id, ?, c.id, trim(c.first_name || ' ' || c.last_name), c.email,
         jsonb_build_object('firstName', c.first_name, 'lastName', c.last_name, 'fields', c.fields), 'pending', ?
       from jsonb_to_recordset(?::jsonb) as chosen (contact_id uuid, log_id uuid)
       join contacts c on c.tenant_id = ? and c.id = chosen.contact_id`,
      [campaignId, now, JSON.stringify(chosen), tenantId],
    )
  }
  return contacts.length
}

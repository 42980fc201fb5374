import type { campaignInput } from '#domain/campaigns/campaigns.ts'
import { mergeRows, type EmailsPer, type MergeAction, type MergeRows } from '#domain/contacts/sheet-rules.ts'
import { AppError } from '#domain/errors.ts'
import { encodeId } from '#schema/object-ids.ts'
import { rowsToSheet } from '#api/contacts/sheets/rows-to-sheet-update.ts'
import { viewerWith, type Call } from '#api/platform/call-context.ts'
import { parseInput, type InputOf } from '#api/platform/input-validation.ts'
import type { Campaign } from '../campaign.ts'
import { sendCampaign, type SendOptions } from '../launch/launch-campaign.ts'
import { rehearseCampaign } from '../rehearsal/rehearsals.ts'
import { createCampaign } from './drafts.ts'

/** Rows and the email about them, in one call. */
export interface Merge extends MergeRows {
  subject: string
  content: string
  attachments?: InputOf<typeof campaignInput>['attachments'] | null | undefined
  emailsPer: EmailsPer
  action: MergeAction
  launch: Pick<SendOptions, 'scheduledAt' | 'undoSeconds'> & {
    /** ids of the sending mailboxes as in the API */
    mailboxIds: readonly string[]
    mailboxUuids: readonly string[]
  }
}

/**
 * Result of a merge: its campaign, and why it was not rehearsed or launched; null if it was, or was not asked to be.
 */
export interface MergeOutcome {
  campaign: Campaign
  refusal: AppError | null
}

/**
 * Stores rows as a sheet and an email about them as a draft, and then rehearses or launches it. The draft stays if that is refused.
 *
 * @throws BAD_INPUT, LIMIT_REACHED, FEATURE_OFF and others of `createCampaign`: then there is no draft either
 */
export async function createMerge(
  call: Call,
  { subject, content, attachments, emailsPer, action, launch, ...given }: Merge,
): Promise<MergeOutcome> {
  viewerWith(call, 'campaigns:write')
  if (action === 'launch') viewerWith(call, 'campaigns:send')
  const rows = parseInput(mergeRows, given)
  const sheet = await rowsToSheet(call, rows)
  const draft = {
    ...{ name: rows.name, subject, content, emailsPer, sheetId: encodeId('Sheet', sheet.id) },
    ...(attachments && { attachments }),
  }
  const campaign = await createCampaign(call, draft)
  try {
    return { campaign: await follow(call, campaign, action, launch), refusal: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { campaign, refusal: error }
  }
}

function follow(call: Call, campaign: Campaign, action: MergeAction, launch: Merge['launch']): Promise<Campaign> {
  const { mailboxIds, mailboxUuids, scheduledAt, undoSeconds } = launch
  if (action === 'launch') {
    return sendCampaign(call, campaign.id, {
      mailboxIds: mailboxUuids,
      scheduledAt,
      ...(undoSeconds != null && { undoSeconds }),
    })
  }
  if (action === 'rehearse')
    return rehearseCampaign(call, campaign.id, { mailboxIds, scheduledAt, localTimeZone: null })
  return Promise.resolve(campaign)
}

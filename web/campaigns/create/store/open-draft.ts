import type { ApolloClient } from '@apollo/client'
import { MAX_LISTED_IDS, NOBODY, type Audience } from '../audience/audience.ts'
import { furthestStep } from '../steps/wizard-steps.ts'
import { localId, newDraft, NO_TEST, writtenPart, type Draft } from './campaign-draft.ts'
import { deleteTabDraft, loadTabDrafts, type TabDraft } from './drafts-of-tab.ts'
import { loadTabFiles } from './files-of-tab.ts'
import { CAMPAIGN_DRAFT, CAMPAIGN_RECIPIENT_IDS } from '../operations.ts'
import type { SavedVersion } from './save-draft.ts'

/** The draft the wizard opens with. */
export interface OpenedDraft {
  draft: Draft
  /** The version on the server; null if none. */
  saved: SavedVersion | null
  /** Origin of the draft: new, stored in this tab, or opened from the list of campaigns. */
  from: 'new' | 'tab' | 'server'
}

/** Error: a draft can no longer be edited; its message says why. */
export class DraftUnavailable extends Error {}

/**
 * Opens the requested draft, else the latest unsaved one of this tab, else a new one. Unsaved changes in this tab win;
 * if their campaign was sent or deleted meanwhile, they become a new draft. Rejects with DraftUnavailable when the requested
 * draft does not exist or is no longer a draft.
 */
export async function openDraft(client: ApolloClient, userId: string, asked: string | null): Promise<OpenedDraft> {
  const local = loadTabDrafts(userId).find(({ draft, saved }) =>
    asked === null ? draft.isNew || !saved : draft.campaignId === asked,
  )
  if (local && !local.saved) {
    const files = await loadTabFiles(local.draft.id)
    const lostFiles = local.fileNames.filter((name) => !files.some((file) => file.name === name))
    const draft = { ...local.draft, files, lostFiles }
    const gone = await goneFor(client, draft.campaignId)
    if (gone && asked !== null) throw gone
    return { draft: gone ? asNew(draft) : draft, saved: null, from: local.isBegun ? 'new' : 'tab' }
  }
  const id = asked ?? local?.draft.campaignId
  if (!id) return { draft: newDraft(), saved: null, from: 'new' }
  try {
    const saved = await loadSavedVersion(client, id, local ?? null)
    const { draft } = saved
    // The address names the draft, so opening it needs no announcement.
    return { draft, saved, from: asked === null && draft.isNew ? 'tab' : 'server' }
  } catch (error) {
    if (asked !== null || !(error instanceof DraftUnavailable)) throw error
    // Sent or deleted elsewhere: nothing is left to edit.
    if (local) deleteTabDraft(userId, local.draft.id)
    return { draft: newDraft(), saved: null, from: 'new' }
  }
}

/**
 * Returns the reason why a draft's campaign can no longer be edited; null when it can be, or when the server is
 * unreachable.
 */
async function goneFor(client: ApolloClient, id: string | null): Promise<DraftUnavailable | null> {
  if (id === null) return null
  return fetchDraft(client, id).then(
    () => null,
    (error: unknown) => (error instanceof DraftUnavailable ? error : null),
  )
}

/** Copies a draft for a new campaign. Recipients known only to the server are dropped. */
function asNew(draft: Draft): Draft {
  const audience = draft.audience.kind === 'kept' ? NOBODY : draft.audience
  const files = draft.files.map((file) => (file.file ? { ...file, storedId: undefined } : file))
  return { ...draft, campaignId: null, isNew: true, audience, files }
}

/** Loads a draft from the server; rejects with DraftUnavailable when it does not exist or is no longer a draft. */
export async function fetchDraft(client: ApolloClient, id: string) {
  const { data } = await client.query({ query: CAMPAIGN_DRAFT, variables: { id }, fetchPolicy: 'no-cache' })
  const campaign = data?.campaign
  if (!campaign) throw new DraftUnavailable('This draft no longer exists. It may have been deleted.')
  if (campaign.status !== 'draft')
    throw new DraftUnavailable('This campaign has already been sent, so you cannot change it.')
  return campaign
}

/**
 * Loads the server's version of a draft, completed by fields that only this tab knows. Rejects as `fetchDraft` does.
 */
export async function loadSavedVersion(
  client: ApolloClient,
  id: string,
  local: Pick<TabDraft, 'draft' | 'saved'> | null,
): Promise<SavedVersion> {
  const fromTab = local?.draft
  const campaign = await fetchDraft(client, id)
  const { name, subject, content, useHtmlBuilder, htmlTemplate, isAbTest, totalContacts } = campaign
  const draft: Draft = {
    ...newDraft(fromTab?.id ?? localId()),
    ...(fromTab && { launch: fromTab.launch, templateId: fromTab.templateId }),
    isNew: fromTab?.isNew ?? false,
    campaignId: id,
    name,
    subject,
    // With the builder it is generated HTML, not text for Simple Text.
    content: useHtmlBuilder ? '' : content,
    sender: {
      fromName: campaign.fromName ?? '',
      fromAddress: campaign.fromAddress ?? '',
      replyTo: campaign.replyTo ?? '',
      cc: campaign.cc ?? '',
      bcc: campaign.bcc ?? '',
    },
    useHtmlBuilder,
    htmlTemplate: htmlTemplate ?? null,
    abTest: {
      isEnabled: isAbTest,
      variantB: campaign.abVariantB ?? '',
      splitPercentage: campaign.abSplitPercentage ?? NO_TEST.splitPercentage,
      share: campaign.abTestShare ?? NO_TEST.share,
      metric: campaign.abWinnerMetric ?? NO_TEST.metric,
      waitHours: campaign.abWaitHours ?? NO_TEST.waitHours,
    },
    followUps: campaign.followUps.map((step) => ({ ...writtenPart(step), id: localId() })),
    language: campaign.language,
    topicId: campaign.topicId,
    tracking: campaign.tracking,
    trackOpens: campaign.trackOpens,
    trackClicks: campaign.trackClicks,
    files: campaign.attachments.map((file) => ({
      id: file.id,
      name: file.name,
      type: file.contentType,
      size: file.size,
      storedId: file.id,
      document: file.document,
      ...(file.hasMergeTags && { hasMergeTags: true }),
    })),
    audience: (local && conditionOf(local, totalContacts)) ?? (await audienceOf(client, id, totalContacts)),
  }
  const furthest = furthestStep(draft, undefined)
  return {
    draft: { ...draft, step: fromTab ? Math.min(fromTab.step, furthest) : furthest },
    recipients: totalContacts,
  }
}

/**
 * Returns this tab's audience condition, which the server does not store; null when somebody changed the recipients
 * since.
 */
function conditionOf(
  { draft: { audience }, saved }: Pick<TabDraft, 'draft' | 'saved'>,
  recipients: number,
): Audience | null {
  return audience.kind === 'matching' && saved?.recipients === recipients ? audience : null
}

/** Loads the recipients of a draft: as ids when they are few, so that each can be toggled. */
async function audienceOf(client: ApolloClient, id: string, count: number): Promise<Audience> {
  if (count > MAX_LISTED_IDS) return { kind: 'kept', count }
  const { data } = await client.query({ query: CAMPAIGN_RECIPIENT_IDS, variables: { id }, fetchPolicy: 'no-cache' })
  return { kind: 'picked', ids: new Set(data?.campaign?.selectedContactIds) }
}

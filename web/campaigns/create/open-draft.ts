import type { ApolloClient } from '@apollo/client'
import { DEFAULT_AB_SPLIT } from '#domain/campaigns.ts'
import { NAMED_AT_MOST, NOBODY, type Audience } from './audience.ts'
import { dropFiles, loadFiles } from './draft-files.ts'
import { dropDraft, loadDrafts, type StoredDraft } from './draft-store.ts'
import { furthestStep, localId, newDraft, type Draft, type DraftFile } from './draft.ts'
import { CAMPAIGN_DRAFT, CAMPAIGN_RECIPIENT_IDS } from './operations.ts'
import type { SavedWork, Work } from './save-draft.ts'

/** What the wizard begins with. */
export interface Opened extends Work {
  /** What the server has of it; null: nothing. */
  saved: SavedWork | null
  /** Where it comes from: new, left in this tab, or chosen among the campaigns. */
  from: 'new' | 'tab' | 'server'
  /** Names of files that could not be kept over a reload. */
  lostFiles: readonly string[]
}

/** A draft that cannot be gone on with, and why. */
export class DraftGone extends Error {}

/**
 * The draft that is asked for, else the one begun or left unsaved in this tab last, else a new one. What this tab holds and the server does
 * not goes before; where its campaign was sent or deleted meanwhile, it is what a new one begins with.
 * Rejects with DraftGone when the one asked for is not there or no draft any more.
 */
export async function openDraft(client: ApolloClient, userId: string, asked: string | null): Promise<Opened> {
  const local = loadDrafts(userId).find(({ draft, saved }) =>
    asked === null ? draft.isNew || !saved : draft.campaignId === asked,
  )
  if (local && !local.saved) {
    const { draft, fileNames } = local
    const files = await loadFiles(draft.id)
    const lostFiles = fileNames.filter((name) => !files.some((file) => file.name === name))
    const gone = await goneFor(client, draft.campaignId)
    if (gone && asked !== null) throw gone
    return { ...(gone ? asNew(draft, files) : { draft, files }), lostFiles, saved: null, from: 'tab' }
  }
  const id = asked ?? local?.draft.campaignId
  if (!id) return { ...fresh(), saved: null, from: 'new', lostFiles: [] }
  try {
    const work = await readDraft(client, id, local ?? null)
    return {
      draft: work.draft,
      files: work.files,
      saved: work,
      from: work.draft.isNew ? 'tab' : 'server',
      lostFiles: [],
    }
  } catch (error) {
    if (asked !== null || !(error instanceof DraftGone)) throw error
    // It was sent or deleted elsewhere: nothing of it is left to write here.
    if (local) dropDraft(userId, local.draft.id)
    return { ...fresh(), saved: null, from: 'new', lostFiles: [] }
  }
}

/** An empty draft. */
export function fresh(): Work {
  return { draft: newDraft(localId()), files: [] }
}

/** Why the campaign of a draft cannot be written any more; null where it can, or where the server cannot be asked. */
async function goneFor(client: ApolloClient, id: string | null): Promise<DraftGone | null> {
  if (id === null) return null
  return campaignOf(client, id).then(
    () => null,
    (error: unknown) => (error instanceof DraftGone ? error : null),
  )
}

/** A draft for a campaign of its own. Recipients whom only the server knew are not known to that one. */
function asNew(draft: Draft, files: readonly DraftFile[]): Work {
  const audience = draft.audience.kind === 'kept' ? NOBODY : draft.audience
  return {
    draft: { ...draft, campaignId: null, isNew: true, audience },
    files: files.map((file) => (file.file ? { ...file, storedId: undefined } : file)),
  }
}

/** What the server has of a draft; rejects with DraftGone where it is not there or no draft any more. */
export async function campaignOf(client: ApolloClient, id: string) {
  const { data } = await client.query({ query: CAMPAIGN_DRAFT, variables: { id }, fetchPolicy: 'no-cache' })
  const campaign = data?.campaign
  if (!campaign) throw new DraftGone('This draft is not there any more. It may have been deleted.')
  if (campaign.status !== 'draft') throw new DraftGone('This campaign was sent already, so it cannot be changed.')
  return campaign
}

/** A draft as the server has it, with what only this tab knows of it. Rejects as `campaignOf` does. */
export async function readDraft(
  client: ApolloClient,
  id: string,
  local: Pick<StoredDraft, 'draft' | 'saved'> | null,
): Promise<SavedWork> {
  const fromTab = local?.draft
  const campaign = await campaignOf(client, id)
  const { name, subject, content, useHtmlBuilder, htmlTemplate, isAbTest, totalContacts } = campaign
  const draft: Draft = {
    ...newDraft(fromTab?.id ?? localId()),
    ...(fromTab && { launch: fromTab.launch, templateId: fromTab.templateId }),
    isNew: fromTab?.isNew ?? false,
    campaignId: id,
    name,
    subject,
    // Of the builder's it is generated HTML: no words to go on with in Simple Text.
    content: useHtmlBuilder ? '' : content,
    useHtmlBuilder,
    htmlTemplate: htmlTemplate ?? null,
    abTest: {
      isEnabled: isAbTest,
      variantB: campaign.abVariantB ?? '',
      splitPercentage: campaign.abSplitPercentage ?? DEFAULT_AB_SPLIT,
    },
    trackOpens: campaign.trackOpens,
    trackClicks: campaign.trackClicks,
    audience: (local && conditionOf(local, totalContacts)) ?? (await audienceOf(client, id, totalContacts)),
  }
  const files = campaign.attachments.map((file) => ({
    id: file.id,
    name: file.name,
    type: file.contentType,
    size: file.size,
    storedId: file.id,
  }))
  const furthest = furthestStep(draft, undefined)
  return {
    draft: { ...draft, step: fromTab ? Math.min(fromTab.step, furthest) : furthest },
    files,
    recipients: totalContacts,
  }
}

/** The condition this tab chose them by, which the server does not keep; null where it has others by now, as somebody chose them. */
function conditionOf(
  { draft: { audience }, saved }: Pick<StoredDraft, 'draft' | 'saved'>,
  recipients: number,
): Audience | null {
  return audience.kind === 'matching' && saved?.recipients === recipients ? audience : null
}

/** The recipients: by id where they are few, so that they can be turned over one by one. */
async function audienceOf(client: ApolloClient, id: string, count: number): Promise<Audience> {
  if (count > NAMED_AT_MOST) return { kind: 'kept', count }
  const { data } = await client.query({ query: CAMPAIGN_RECIPIENT_IDS, variables: { id }, fetchPolicy: 'no-cache' })
  return { kind: 'picked', ids: new Set(data?.campaign?.selectedContacts) }
}

/** Forgets what this tab holds of a draft; what the server has stays. */
export function forgetDraft(userId: string, draftId: string): void {
  dropDraft(userId, draftId)
  dropFiles(draftId)
}

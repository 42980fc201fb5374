import type { ApolloClient } from '@apollo/client'
import { ownPartOf } from '#domain/builder/document-without-saved-blocks.ts'
import { sameJson } from '#web/client/json-equality.ts'
import type { DraftSession } from '#web/drafts/draft-session.ts'
import type { CampaignDraftQuery } from '#web/generated/graphql.ts'
import { localId, NO_TEST, writtenPart, type Draft } from './campaign-draft.ts'
import { fetchDraft, loadSavedVersion } from './open-draft.ts'
import type { SavedVersion } from './save-draft.ts'

/**
 * Handles changes that another tab, device or colleague makes to the draft that is open here:
 *
 * 1. The other tabs of this browser announce each save; the server tells of all other changes.
 * 2. This tab compares the server's draft with the version that it loaded or saved last.
 * 3. If parts differ, nothing is saved until the person loads the other version or keeps this one.
 */

/** The version of the open draft that somebody else saved. */
export interface OtherVersion {
  /**
   * Returns the parts of the draft that differ on the server from the saved version. Rejects when the server is
   * unreachable or the draft was deleted.
   */
  remoteChanges: () => Promise<string[]>
  /**
   * Looks whether the draft was changed elsewhere, once this tab has saved. Keeps the previous result when the server
   * cannot be reached.
   */
  lookElsewhere: () => Promise<void>
  /** Saves this tab's version over the one that was saved elsewhere; rejects when loading fails. */
  keepThisVersion: () => Promise<void>
  /** Replaces this tab's version by the server's; rejects when loading fails. */
  loadOtherVersion: () => Promise<void>
}

/** Compares the draft of a session with the server's, and lets one of the two versions win. */
export function followOtherVersion(client: ApolloClient, session: DraftSession<Draft, SavedVersion>): OtherVersion {
  const now = () => session.store.getState()

  async function remoteChanges() {
    const { draft, saved } = now()
    return draft.campaignId === null ? [] : differencesFrom(await fetchDraft(client, draft.campaignId), saved)
  }

  /** Resolves when no save is under way. */
  const idle = () =>
    new Promise<void>((resolve) => {
      if (!now().isSaving) return resolve()
      const leave = session.store.subscribe(({ isSaving }) => {
        if (isSaving) return
        leave()
        resolve()
      })
    })

  async function lookElsewhere(): Promise<void> {
    await idle()
    const { saved } = now()
    // A draft of an earlier visit that was never compared with the server's is saved first.
    if (saved.draft.campaignId === null) return
    const changedElsewhere = await remoteChanges().catch(() => null)
    if (changedElsewhere === null) return
    if (now().saved !== saved || now().isSaving) return lookElsewhere()
    if (changedElsewhere.join() !== now().draft.changedElsewhere.join()) {
      session.edit((draft) => ({ ...draft, changedElsewhere }))
    }
  }

  /** Loads the server's current version of the draft; null while the draft was never saved. */
  async function loadOther(): Promise<SavedVersion | null> {
    const { draft, saved } = now()
    return draft.campaignId === null ? null : loadSavedVersion(client, draft.campaignId, { draft, saved })
  }

  return {
    remoteChanges,
    lookElsewhere,
    keepThisVersion: async () => {
      const other = await loadOther()
      if (other) session.replace({ ...now().draft, changedElsewhere: [] }, other)
    },
    loadOtherVersion: async () => {
      const other = await loadOther()
      if (other) session.replace(other.draft, other)
    },
  }
}

type Stored = Pick<
  NonNullable<CampaignDraftQuery['campaign']>,
  | 'name'
  | 'subject'
  | 'content'
  | 'fromName'
  | 'fromAddress'
  | 'replyTo'
  | 'cc'
  | 'bcc'
  | 'useHtmlBuilder'
  | 'htmlTemplate'
  | 'isAbTest'
  | 'abVariantB'
  | 'abSplitPercentage'
  | 'followUps'
  | 'abTestShare'
  | 'abWinnerMetric'
  | 'abWaitHours'
  | 'language'
  | 'topicId'
  | 'tracking'
  | 'trackOpens'
  | 'trackClicks'
  | 'totalContacts'
  | 'attachments'
>

/**
 * The parts of a campaign that differ on the server from what this tab loaded or saved: "subject", "content". Empty when
 * equal.
 */
export function differencesFrom(stored: Stored, { draft, recipients }: SavedVersion): string[] {
  const parts: Record<string, boolean> = {
    // A draft without a name keeps the stored name.
    name: draft.name.trim() !== '' && stored.name.trim() !== draft.name.trim(),
    subject: stored.subject.trim() !== draft.subject.trim(),
    content: otherContent(stored, draft),
    'sender and copies': SENDER.some((name) => (stored[name] ?? '').trim() !== draft.sender[name].trim()),
    'A/B test': otherTest(stored, draft),
    'follow-ups': !sameJson(stored.followUps.map(writtenPart), draft.followUps.map(writtenPart)),
    attachments: !sameJson(
      stored.attachments.map(({ id, name, document }) => ({ id, name, document })),
      draft.files.map(({ storedId, name, document = null }) => ({ id: storedId, name, document })),
    ),
    language: stored.language !== draft.language,
    topic: stored.topicId !== draft.topicId,
    tracking:
      stored.tracking !== draft.tracking ||
      stored.trackOpens !== (draft.trackOpens ?? stored.trackOpens) ||
      stored.trackClicks !== (draft.trackClicks ?? stored.trackClicks),
    recipients: stored.totalContacts !== recipients,
  }
  return Object.keys(parts).filter((part) => parts[part])
}

const SENDER = ['fromName', 'fromAddress', 'replyTo', 'cc', 'bcc'] as const

/**
 * Returns whether the email's content differs from the server's. With the builder, content is generated from the
 * document, so the documents are compared, without the contents of saved blocks, which may have changed everywhere.
 */
function otherContent(stored: Stored, { useHtmlBuilder, content, htmlTemplate }: Draft): boolean {
  if (stored.useHtmlBuilder !== useHtmlBuilder) return true
  return useHtmlBuilder
    ? !sameJson(ownPartOf(stored.htmlTemplate ?? null), ownPartOf(htmlTemplate ?? null))
    : stored.content !== content
}

function otherTest(stored: Stored, { abTest }: Draft): boolean {
  if (stored.isAbTest !== abTest.isEnabled) return true
  const { variantB, splitPercentage, share, metric, waitHours } = abTest
  const isSame =
    (stored.abVariantB ?? '').trim() === variantB.trim() &&
    (stored.abSplitPercentage ?? NO_TEST.splitPercentage) === splitPercentage &&
    (stored.abTestShare ?? NO_TEST.share) === share &&
    (stored.abWinnerMetric ?? NO_TEST.metric) === metric &&
    (stored.abWaitHours ?? NO_TEST.waitHours) === waitHours
  return abTest.isEnabled && !isSame
}

const CHANNEL = 'mergewell-campaign-drafts'
/** Random id of this tab, because a broadcast channel also delivers a message within the tab that sent it. */
const TAB = localId()

interface SaveNotice {
  tab: string
  campaignId: string
}

/** Tells the other tabs of this browser that this one saved a draft. Older browsers tell nothing. */
export function announceSave(campaignId: string, tab = TAB): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  channel.postMessage({ tab, campaignId } satisfies SaveNotice)
  channel.close()
}

/** Calls back with the campaign's id whenever another tab of this browser saves a draft; returns a function that stops it. */
export function onSaveElsewhere(listener: (campaignId: string) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {}
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }: MessageEvent<SaveNotice>) => {
    if (data.tab !== TAB) listener(data.campaignId)
  })
  return () => channel.close()
}

import type { ApolloClient } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useUser } from '#web/accounts/current-user.tsx'
import { createDraftSession, type DraftKind, type DraftSession, type DraftState } from '#web/drafts/draft-session.ts'
import { saveProblem } from '../../creation-problem.ts'
import { MAKES_PDFS } from '../operations.ts'
import { announceSave, followOtherVersion, onSaveElsewhere, type OtherVersion } from './changed-elsewhere.ts'
import { hasContent, newDraft, type Draft } from './campaign-draft.ts'
import type { OpenedDraft } from './open-draft.ts'
import { isSavable, saveDraft, unsavedChanges, type SavedVersion } from './save-draft.ts'
import { deleteExpiredTabDrafts, deleteTabDraft, storeTabDraft } from './drafts-of-tab.ts'
import { deleteExpiredTabFiles, storeTabFiles } from './files-of-tab.ts'

/**
 * The one store of the wizard. Its state holds
 * - `draft`: the campaign as it is edited in this tab,
 * - `saved`: the version that the server has; what differs from it are the unsaved changes,
 * - `isSaving` and `failure`: how saving goes.
 *
 * The draft is stored in this tab (drafts-of-tab.ts, files-of-tab.ts) and autosaved on the server (save-draft.ts), so that no
 * reload, navigation or other device loses anything. While it was changed elsewhere, it is only stored in this tab.
 */
export interface DraftStore
  extends Pick<DraftSession<Draft, SavedVersion>, 'store' | 'open' | 'discard'>, OtherVersion {
  change: (part: Partial<Draft>) => void
  /** Makes the server re-apply the audience's condition: it has the contacts that matched at the last save. */
  reapplyAudience: () => void
  /** Saves until the server has everything; resolves to the campaign's id (null without a name), rejects on errors. */
  save: () => Promise<string | null>
  /** Starts an empty draft; the server's version stays among the campaigns. */
  startOver: () => void
}

type State = DraftState<Draft, SavedVersion>

const NOTHING_SAVED = (): SavedVersion => ({ draft: newDraft(), recipients: 0 })

const hasUnsavedChanges = (draft: Draft, saved: SavedVersion) =>
  hasContent(draft) && (draft.campaignId === null || unsavedChanges(draft, saved.draft).length > 0)

/** Describes how a campaign's draft is stored in this tab, and saved on the server. */
function campaignKind(client: ApolloClient, userId: string): DraftKind<Draft, SavedVersion> {
  return {
    hasUnsavedChanges,
    storeInBrowser: (draft, saved) => {
      if (!hasContent(draft)) deleteTabDraft(userId, draft.id)
      else storeTabDraft(userId, draft, hasUnsavedChanges(draft, saved) ? null : { recipients: saved.recipients })
      return true
    },
    deleteFromBrowser: (draft) => deleteTabDraft(userId, draft.id),
    autosave: {
      isSavable: (draft) => isSavable(draft) && draft.changedElsewhere.length === 0,
      save: async (draft, saved) => {
        const { campaignId, storedIds, tagged, recipients } = await saveDraft(client, draft, saved.draft)
        announceSave(campaignId)
        const kind = client.readQuery({ query: MAKES_PDFS })?.server.makesPdfs ? 'pdf' : 'docx'
        return {
          withAnswer: (now) => ({
            ...now,
            campaignId,
            files: now.files.map(({ document, ...file }) => ({
              ...file,
              storedId: storedIds.get(file.id) ?? file.storedId,
              document: document === undefined && tagged.has(file.id) ? kind : document,
            })),
          }),
          // The server does not know yet what a document with merge tags becomes.
          saved: (now) => ({
            draft: {
              ...now,
              files: now.files.map((file) => (tagged.has(file.id) ? { ...file, document: undefined } : file)),
            },
            recipients,
          }),
        }
      },
    },
  }
}

/** Creates the store of the draft that was opened for this person. */
export function createDraftStore(client: ApolloClient, userId: string, opened: OpenedDraft): DraftStore {
  const { draft, saved } = opened
  const session = createDraftSession(campaignKind(client, userId), { draft, saved: saved ?? NOTHING_SAVED() })
  const now = () => session.store.getState()
  const change: DraftStore['change'] = (part) => session.edit((before) => ({ ...before, ...part }))
  const otherVersion = followOtherVersion(client, session)
  return {
    ...otherVersion,
    store: session.store,
    discard: session.discard,
    change,
    reapplyAudience: () => {
      const { audience } = now().draft
      if (audience.kind === 'matching') change({ audience: { ...audience } })
    },
    save: async () => {
      await session.save()
      return now().draft.campaignId
    },
    startOver: () => {
      deleteTabDraft(userId, now().draft.id)
      const empty = newDraft()
      session.replace(empty, { draft: empty, recipients: 0 })
    },
    open: (page) => {
      void deleteExpiredTabFiles(Date.now())
      deleteExpiredTabDrafts(userId, now().draft.id, Date.now())
      const storeFiles = (state: State, before?: State) => {
        const { id, files } = state.draft
        if (id !== before?.draft.id || files !== before.draft.files) void storeTabFiles(id, files)
      }
      storeFiles(now())
      const stopStoringFiles = session.store.subscribe(storeFiles)
      const close = session.open(page)
      const stopListening = onSaveElsewhere((id) => {
        if (id === now().draft.campaignId) void otherVersion.lookElsewhere()
      })
      return () => {
        stopListening()
        stopStoringFiles()
        close()
      }
    },
  }
}

/**
 * Progress of saving a draft. `local`: stored only in this tab, because it has no name yet. `held`: the same, because the
 * draft was changed elsewhere.
 */
export type SaveState = 'empty' | 'local' | 'unsaved' | 'saving' | 'saved' | 'failed' | 'held'

function saveStateOf({ draft, saved, isSaving, failure }: State): SaveState {
  if (!hasContent(draft)) return 'empty'
  if (isSaving) return 'saving'
  if (!hasUnsavedChanges(draft, saved)) return 'saved'
  if (draft.changedElsewhere.length > 0) return 'held'
  if (failure?.draft === draft) return 'failed'
  return isSavable(draft) ? 'unsaved' : 'local'
}

/** The wizard's store together with its current state. */
export type OpenDraftStore = ReturnType<typeof useDraftStore>

/** Creates the wizard's store for the draft that was opened, and keeps it open while the wizard is shown. */
export function useDraftStore(opened: OpenedDraft) {
  const client = useApolloClient()
  const userId = useUser().id
  const [draftStore] = useState(() => createDraftStore(client, userId, opened))
  useEffect(() => draftStore.open(), [draftStore])
  const state = useStore(draftStore.store)
  const { draft, saved, failure } = state
  return {
    ...draftStore,
    draft,
    saveState: saveStateOf(state),
    /** Reason why saving failed; null when it did not. */
    problem: failure?.draft === draft ? saveProblem(failure.error) : null,
    /** Number of recipients in the saved version. */
    recipients: saved.recipients,
  }
}

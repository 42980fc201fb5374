import type { ApolloClient } from '@apollo/client'
import { createDraftSession, type DraftSession, type DraftState } from '#web/drafts/draft-session.ts'
import { differencesFrom } from './changed-elsewhere.ts'
import { saveProblem } from './creation-problem.ts'
import { storeFiles, sweepFiles } from './draft-files.ts'
import { deleteDraft, storeDraft, deleteExpiredDrafts } from './draft-store.ts'
import { hasContent, type Draft, type DraftFile } from './draft.ts'
import { fetchDraft, deleteLocalDraft, emptyWork, readDraft, type OpenedDraft } from './open-draft.ts'
import { isSavable, saveDraft, unsaved, type SavedWork, type Work } from './save-draft.ts'

/** The wizard's work. */
export interface CampaignWork extends Work {
  /** Names of files lost in a reload. */
  readonly lostFiles: readonly string[]
}

type State = DraftState<CampaignWork, SavedWork>

/** The save state of a draft. `local`: stored only in this tab, because it has no name yet. */
export type SaveState = 'empty' | 'local' | 'unsaved' | 'saving' | 'saved' | 'failed'

/**
 * A campaign in the wizard. Input and files are stored in this tab and autosaved on the server, so that no reload,
 * navigation or other device loses anything.
 */
export interface CampaignDraft extends Omit<DraftSession<CampaignWork, SavedWork>, 'save'> {
  change: (part: Partial<Draft>) => void
  setFiles: (files: readonly DraftFile[]) => void
  /** Makes the server re-apply the audience's condition: it has the contacts that matched at the last save. */
  reapplyAudience: () => void
  /** Saves until the server has everything; resolves to the campaign's id (null without a name), rejects on errors. */
  save: () => Promise<string | null>
  /** The parts that differ on the server from this tab's last save. Rejects when the server is unreachable or the draft gone. */
  remoteChanges: () => Promise<string[]>
  /** Replaces this tab's draft with the server's; rejects when loading fails. */
  reload: () => Promise<void>
  /** Starts an empty draft; the server's version stays among the campaigns. */
  startOver: () => void
}

const isDirty = (work: CampaignWork, saved: SavedWork) =>
  hasContent(work.draft, work.files) && (work.draft.campaignId === null || unsaved(work, saved) !== null)

/** Creates the session of a campaign that was opened for this person. */
export function createCampaignDraft(client: ApolloClient, userId: string, opened: OpenedDraft): CampaignDraft {
  const { draft, files, lostFiles } = opened
  const session = createDraftSession<CampaignWork, SavedWork>(
    {
      isDirty,
      keep: (work, saved) => {
        if (hasContent(work.draft, work.files)) {
          const kept = isDirty(work, saved) ? null : { recipients: saved.recipients }
          storeDraft(userId, work.draft, work.files, kept)
        } else deleteDraft(userId, work.draft.id)
        return true
      },
      forget: (work) => deleteLocalDraft(userId, work.draft.id),
      autosave: {
        isSavable,
        save: async (work, saved) => {
          const { campaignId, storedIds, recipients } = await saveDraft(client, work, saved)
          return {
            settle: (now) => ({
              ...now,
              draft: { ...now.draft, campaignId },
              files: now.files.map((file) => ({ ...file, storedId: storedIds.get(file.id) ?? file.storedId })),
            }),
            saved: (now) => ({ draft: now.draft, files: now.files, recipients }),
          }
        },
      },
    },
    { work: { draft, files, lostFiles }, saved: opened.saved ?? { ...emptyWork(), recipients: 0 } },
  )
  const now = () => session.store.getState()
  const change: CampaignDraft['change'] = (part) =>
    session.edit((work) => ({ ...work, draft: { ...work.draft, ...part } }))

  return {
    ...session,
    change,
    setFiles: (chosen) => session.edit((work) => ({ ...work, files: chosen })),
    reapplyAudience: () => {
      const { audience } = now().work.draft
      if (audience.kind === 'matching') change({ audience: { ...audience } })
    },
    save: async () => {
      await session.save()
      return now().work.draft.campaignId
    },
    remoteChanges: async () => {
      const { work, saved } = now()
      const id = work.draft.campaignId
      return id === null ? [] : differencesFrom(await fetchDraft(client, id), saved)
    },
    reload: async () => {
      const { work, saved } = now()
      const id = work.draft.campaignId
      if (id === null) return
      const next = await readDraft(client, id, { draft: work.draft, saved })
      session.settle({ draft: next.draft, files: next.files, lostFiles: [] }, next)
    },
    startOver: () => {
      deleteLocalDraft(userId, now().work.draft.id)
      const next = emptyWork()
      session.settle({ ...next, lostFiles: [] }, { ...next, recipients: 0 })
    },
    open: (page) => {
      void sweepFiles(Date.now())
      deleteExpiredDrafts(userId, now().work.draft.id, Date.now())
      const keepAttached = ({ work }: State, before?: State) => {
        if (work.draft.id !== before?.work.draft.id || work.files !== before.work.files) {
          void storeFiles(work.draft.id, work.files)
        }
      }
      keepAttached(now())
      const leave = session.store.subscribe(keepAttached)
      const close = session.open(page)
      return () => {
        leave()
        close()
      }
    },
  }
}

/** How far a draft is saved. */
export function saveState({ work, saved, isSaving, failure }: State): SaveState {
  if (!hasContent(work.draft, work.files)) return 'empty'
  if (isSaving) return 'saving'
  if (!isDirty(work, saved)) return 'saved'
  if (failure?.of === work) return 'failed'
  return isSavable(work) ? 'unsaved' : 'local'
}

/** Why saving failed; null when it did not. */
export function saveFailure({ work, failure }: State): string | null {
  return failure?.of === work ? saveProblem(failure.error) : null
}

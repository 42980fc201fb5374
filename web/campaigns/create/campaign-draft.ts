import type { ApolloClient } from '@apollo/client'
import { createDraftSession, type DraftSession, type DraftState } from '#web/drafts/draft-session.ts'
import { differencesFrom } from './changed-elsewhere.ts'
import { saveProblem } from './creation-problem.ts'
import { storeFiles, sweepFiles } from './draft-files.ts'
import { deleteDraft, storeDraft, deleteExpiredDrafts } from './draft-store.ts'
import { hasContent, type Draft, type DraftFile } from './draft.ts'
import { fetchDraft, deleteLocalDraft, emptyWork, readDraft, type OpenedDraft } from './open-draft.ts'
import { announceSave, onSaveElsewhere } from './other-tabs.ts'
import { isSavable, saveDraft, unsaved, type SavedWork, type Work } from './save-draft.ts'

/** The wizard's work. */
export interface CampaignWork extends Work {
  /** Names of files lost in a reload. */
  readonly lostFiles: readonly string[]
  /** Parts that were changed in another tab or by somebody else. Nothing is saved until the person chooses a version. */
  readonly changedElsewhere: readonly string[]
}

const NOTHING_LEFT = { lostFiles: [], changedElsewhere: [] }

type State = DraftState<CampaignWork, SavedWork>

/**
 * The save state of a draft. `local`: stored only in this tab, because it has no name yet. `held`: the same, because the
 * draft was changed elsewhere.
 */
export type SaveState = 'empty' | 'local' | 'unsaved' | 'saving' | 'saved' | 'failed' | 'held'

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
  /** Looks whether the draft was changed elsewhere, once this tab has saved. Keeps the last answer when it cannot tell. */
  lookElsewhere: () => Promise<void>
  /** Saves this tab's version over what was changed elsewhere; rejects when loading fails. */
  keepMine: () => Promise<void>
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
        isSavable: (work) => isSavable(work) && work.changedElsewhere.length === 0,
        save: async (work, saved) => {
          const { campaignId, storedIds, recipients } = await saveDraft(client, work, saved)
          announceSave(campaignId)
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
    {
      work: { draft, files, lostFiles, changedElsewhere: [] },
      saved: opened.saved ?? { ...emptyWork(), recipients: 0 },
    },
  )
  const now = () => session.store.getState()
  const change: CampaignDraft['change'] = (part) =>
    session.edit((work) => ({ ...work, draft: { ...work.draft, ...part } }))

  const remoteChanges = async () => {
    const { work, saved } = now()
    const id = work.draft.campaignId
    return id === null ? [] : differencesFrom(await fetchDraft(client, id), saved)
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
    // Work of an earlier visit that was never compared with the server's: it is saved first.
    if (saved.draft.campaignId === null) return
    const changedElsewhere = await remoteChanges().catch(() => null)
    if (changedElsewhere === null) return
    if (now().saved !== saved || now().isSaving) return lookElsewhere()
    if (changedElsewhere.join() !== now().work.changedElsewhere.join()) {
      session.edit((work) => ({ ...work, changedElsewhere }))
    }
  }

  return {
    ...session,
    change,
    lookElsewhere,
    keepMine: async () => {
      const { work, saved } = now()
      const id = work.draft.campaignId
      if (id === null) return
      const theirs = await readDraft(client, id, { draft: work.draft, saved })
      session.settle({ ...now().work, changedElsewhere: [] }, theirs)
    },
    setFiles: (chosen) => session.edit((work) => ({ ...work, files: chosen })),
    reapplyAudience: () => {
      const { audience } = now().work.draft
      if (audience.kind === 'matching') change({ audience: { ...audience } })
    },
    save: async () => {
      await session.save()
      return now().work.draft.campaignId
    },
    remoteChanges,
    reload: async () => {
      const { work, saved } = now()
      const id = work.draft.campaignId
      if (id === null) return
      const next = await readDraft(client, id, { draft: work.draft, saved })
      session.settle({ draft: next.draft, files: next.files, ...NOTHING_LEFT }, next)
    },
    startOver: () => {
      deleteLocalDraft(userId, now().work.draft.id)
      const next = emptyWork()
      session.settle({ ...next, ...NOTHING_LEFT }, { ...next, recipients: 0 })
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
      const stopListening = onSaveElsewhere((id) => {
        if (id === now().work.draft.campaignId) void lookElsewhere()
      })
      return () => {
        stopListening()
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
  if (work.changedElsewhere.length > 0) return 'held'
  if (failure?.of === work) return 'failed'
  return isSavable(work) ? 'unsaved' : 'local'
}

/** Why saving failed; null when it did not. */
export function saveFailure({ work, failure }: State): string | null {
  return failure?.of === work ? saveProblem(failure.error) : null
}

import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useUser } from '#web/accounts/current-user.tsx'
import { saveProblem } from './creation-problem.ts'
import { keepFiles, sweepFiles } from './draft-files.ts'
import { dropDraft, keepDraft, sweepDrafts } from './draft-store.ts'
import { hasWork, type Draft, type DraftFile } from './draft.ts'
import { changedElsewhere } from './changed-elsewhere.ts'
import { campaignOf, forgetDraft, fresh, readDraft, type Opened } from './open-draft.ts'
import { isSavable, saveDraft, unsaved, type SavedWork, type Work } from './save-draft.ts'

/** Debounce delay of storing input in this tab, in ms. */
const KEEP_AFTER = 300
/** Debounce delay of saving on the server, in ms. */
const SAVE_AFTER = 1_000

/** The save state of a draft. `local`: stored only in this tab, because it has no name yet. */
export type SaveState = 'empty' | 'local' | 'unsaved' | 'saving' | 'saved' | 'failed'

/**
 * The wizard's draft. Input and files are stored in this tab and autosaved on the server, so that no reload, navigation
 * or other device loses anything.
 */
export function useDraft(opened: Opened) {
  const client = useApolloClient()
  const userId = useUser().id
  const [work, setWork] = useState<Work>({ draft: opened.draft, files: opened.files })
  const [lostFiles, setLostFiles] = useState(opened.lostFiles)
  const [saved, setSaved] = useState<SavedWork>(opened.saved ?? { ...fresh(), recipients: 0 })
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<{ of: Work; error: unknown } | null>(null)

  const latest = useRef({ work, saved, dropped: false })
  useEffect(() => {
    latest.current = { ...latest.current, work, saved }
  }, [work, saved])

  const change = useCallback(
    (part: Partial<Draft>) => setWork((now) => ({ ...now, draft: { ...now.draft, ...part } })),
    [],
  )
  /** Makes the server re-apply the audience's condition: it has the contacts that matched at the last save. */
  const chooseAgain = useCallback(
    () =>
      setWork((now) => {
        const { audience } = now.draft
        return audience.kind === 'matching' ? { ...now, draft: { ...now.draft, audience: { ...audience } } } : now
      }),
    [],
  )
  const setFiles = useCallback((files: readonly DraftFile[]) => setWork((now) => ({ ...now, files })), [])

  const underWay = useRef<Promise<string | null>>(null)
  /** Saves until the server has everything; resolves to the campaign's id (null without a name), rejects on errors. */
  const save = useCallback((): Promise<string | null> => {
    const run = async () => {
      setSaving(true)
      try {
        for (;;) {
          const { work: now, saved: before, dropped } = latest.current
          const { campaignId: id } = now.draft
          if (dropped || !isSavable(now) || (id !== null && !unsaved(now, before))) return id
          try {
            const { campaignId, storedIds, recipients } = await saveDraft(client, now, before)
            const named = (each: Work): Work => ({
              draft: { ...each.draft, campaignId },
              files: each.files.map((file) => ({ ...file, storedId: storedIds.get(file.id) ?? file.storedId })),
            })
            const known: SavedWork = { ...named(now), recipients }
            latest.current = { ...latest.current, work: named(latest.current.work), saved: known }
            setWork(named)
            setSaved(known)
            setFailure(null)
          } catch (error) {
            setFailure({ of: now, error })
            throw error
          }
        }
      } finally {
        setSaving(false)
      }
    }
    underWay.current ??= run().finally(() => {
      underWay.current = null
    })
    return underWay.current
  }, [client])

  const empty = !hasWork(work.draft, work.files)
  const todo = !empty && (work.draft.campaignId === null || unsaved(work, saved) !== null)
  const savable = isSavable(work)
  const failed = failure?.of === work
  useEffect(() => {
    if (!todo || !savable || saving || failed) return
    const timer = setTimeout(() => {
      if (latest.current.work === work) save().catch(() => undefined)
    }, SAVE_AFTER)
    return () => clearTimeout(timer)
  }, [work, todo, savable, saving, failed, save])

  const keep = useCallback(
    ({ work: now, saved: before }: { work: Work; saved: SavedWork } = latest.current) => {
      if (latest.current.dropped) return
      if (hasWork(now.draft, now.files)) {
        const isSaved = now.draft.campaignId !== null && unsaved(now, before) === null
        keepDraft(userId, now.draft, now.files, isSaved ? { recipients: before.recipients } : null)
      } else dropDraft(userId, now.draft.id)
    },
    [userId],
  )
  useEffect(() => {
    const timer = setTimeout(() => keep({ work, saved }), KEEP_AFTER)
    return () => clearTimeout(timer)
  }, [work, saved, keep])
  useEffect(() => {
    void sweepFiles(Date.now())
    sweepDrafts(userId, latest.current.work.draft.id, Date.now())
    const keepNow = () => keep()
    window.addEventListener('pagehide', keepNow)
    return () => {
      window.removeEventListener('pagehide', keepNow)
      keep()
    }
  }, [keep, userId])
  useEffect(() => {
    if (!latest.current.dropped) void keepFiles(work.draft.id, work.files)
  }, [work.draft.id, work.files])

  /** Deletes the draft in this tab and stops storing the page's state. */
  const drop = useCallback(() => {
    latest.current.dropped = true
    forgetDraft(userId, latest.current.work.draft.id)
  }, [userId])
  /** Starts an empty draft; the server's version stays among the campaigns. */
  const startOver = useCallback(() => {
    forgetDraft(userId, latest.current.work.draft.id)
    const next = fresh()
    const known = { ...next, recipients: 0 }
    latest.current = { work: next, saved: known, dropped: false }
    setWork(next)
    setSaved(known)
    setLostFiles([])
    setFailure(null)
  }, [userId])

  /**
   * The parts that differ on the server from this tab's last save, as text. Rejects when the server is unreachable or
   * the draft is gone.
   */
  const changesElsewhere = useCallback(async () => {
    const { work: now, saved: known } = latest.current
    const id = now.draft.campaignId
    return id === null ? [] : changedElsewhere(await campaignOf(client, id), known)
  }, [client])
  /** Replaces this tab's draft with the server's; rejects when loading fails. */
  const loadAnew = useCallback(async () => {
    const { work: before, saved: known } = latest.current
    const id = before.draft.campaignId
    if (id === null) return
    const next = await readDraft(client, id, { draft: before.draft, saved: known })
    const { recipients, ...now } = next
    latest.current = { work: now, saved: next, dropped: false }
    setWork(now)
    setSaved({ ...now, recipients })
    setLostFiles([])
    setFailure(null)
  }, [client])

  const state: SaveState = empty
    ? 'empty'
    : saving
      ? 'saving'
      : !todo
        ? 'saved'
        : failed
          ? 'failed'
          : savable
            ? 'unsaved'
            : 'local'
  return {
    draft: work.draft,
    files: work.files,
    change,
    chooseAgain,
    setFiles,
    /** Names of files lost in a reload. */
    lostFiles,
    state,
    /** The server's recipient count. */
    recipients: saved.recipients,
    /** Why saving failed. */
    problem: failed ? saveProblem(failure.error) : null,
    save,
    changesElsewhere,
    loadAnew,
    drop,
    startOver,
  }
}

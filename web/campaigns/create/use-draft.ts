import { useCallback, useEffect, useRef, useState } from 'react'
import { useUser } from '#web/accounts/current-user.tsx'
import { keepFiles, loadFiles, sweepFiles } from './draft-files.ts'
import { dropDraft, keepDraft, loadDraft } from './draft-store.ts'
import { hasWork, localId, newDraft, type Draft, type DraftFile } from './draft.ts'

/** How soon what was typed is kept, in ms. */
const KEEP_AFTER = 300

/**
 * The draft of the wizard: what was left in this tab, or a new one. It is kept as one types, files included, so that a reload or
 * another page loses nothing.
 */
export function useDraft() {
  const userId = useUser().id
  const [start] = useState(() => loadDraft(userId))
  const [draft, setDraft] = useState<Draft>(() => start?.draft ?? newDraft(localId()))
  const [files, setFilesState] = useState<readonly DraftFile[]>([])
  const [lostFiles, setLostFiles] = useState<readonly string[]>([])
  const [filesLoaded, setFilesLoaded] = useState(start === null || start.fileNames.length === 0)

  useEffect(() => {
    void sweepFiles(Date.now())
    if (filesLoaded || !start) return
    let wanted = true
    const load = async () => {
      const found = await loadFiles(start.draft.id)
      if (!wanted) return
      setFilesState(found)
      setLostFiles(start.fileNames.filter((name) => !found.some((file) => file.name === name)))
      setFilesLoaded(true)
    }
    void load()
    return () => {
      wanted = false
    }
  }, [start, filesLoaded])

  const setFiles = useCallback(
    (next: readonly DraftFile[]) => {
      setFilesState(next)
      void keepFiles(draft.id, next)
    },
    [draft.id],
  )

  const latest = useRef({ draft, files, filesLoaded, dropped: false })
  useEffect(() => {
    latest.current = { ...latest.current, draft, files, filesLoaded }
    if (!filesLoaded) return
    const timer = setTimeout(() => keep(userId, latest.current), KEEP_AFTER)
    return () => clearTimeout(timer)
  }, [userId, draft, files, filesLoaded])
  useEffect(() => {
    const flush = () => keep(userId, latest.current)
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [userId])

  /** Forgets the draft in the tab; what the page still shows is kept no more. */
  const drop = useCallback(() => {
    latest.current.dropped = true
    dropDraft(userId)
    void keepFiles(latest.current.draft.id, [])
  }, [userId])

  const change = useCallback((part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part })), [])
  const startOver = useCallback(() => {
    void keepFiles(latest.current.draft.id, [])
    setFilesState([])
    setLostFiles([])
    setDraft(newDraft(localId()))
  }, [])

  return {
    draft,
    change,
    files,
    setFiles,
    /** Names of files that could not be kept over a reload. */
    lostFiles,
    /** There was a draft in this tab. */
    resumed: start !== null && start.draft.id === draft.id,
    dirty: hasWork(draft, files),
    drop,
    startOver,
  }
}

function keep(
  userId: string,
  {
    draft,
    files,
    filesLoaded,
    dropped,
  }: { draft: Draft; files: readonly DraftFile[]; filesLoaded: boolean; dropped: boolean },
): void {
  if (dropped || !filesLoaded) return
  if (hasWork(draft, files)) keepDraft(userId, draft, files)
  else dropDraft(userId)
}

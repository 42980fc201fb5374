import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useStore } from 'zustand'
import { choiceFrom, choiceInput } from './import-choices.ts'
import type { UploadSession } from './upload-session.ts'

/** Query parameter of /upload with the id of the previewed file. */
const FILE = 'file'

/**
 * Keeps the previewed file's id in the page's URL and the user's choices in the history state: a reload or Back
 * restores them while the server keeps the file.
 */
export function useUploadAddress(desk: UploadSession): void {
  const [params, setParams] = useSearchParams()
  const { state: kept } = useLocation()
  const upload = useStore(desk.store)
  const named = params.get(FILE)
  const start = useRef({ named, kept: kept as unknown })

  useEffect(() => {
    const { named: fileId, kept: choice } = start.current
    if (fileId !== null) void desk.resume(fileId, choiceFrom(choice))
  }, [desk])

  useEffect(() => {
    // The file in the address is already loading.
    if (upload !== desk.store.getState()) return
    if (upload.state === 'preview') {
      setParams({ [FILE]: upload.preview.id }, { replace: true, state: choiceInput(upload.choice) })
    } else if (named !== null && (upload.state === 'idle' || upload.state === 'importing' || upload.state === 'done')) {
      setParams({}, { replace: true })
    }
  }, [desk, upload, named, setParams])
}

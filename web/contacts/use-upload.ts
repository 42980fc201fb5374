import { useApolloClient } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { INVALID_FILE_TYPE, isSpreadsheetUpload } from '#domain/contacts.ts'
import { errorMessage } from '#web/errors.ts'
import { useSignOut } from '#web/shell/sign-out.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { refreshContacts } from './contact-lists.ts'
import { UploadError, uploadContacts, type ImportResult, type UploadPhase } from './upload.ts'

/** Where an upload stands. */
export type UploadState =
  | { state: 'idle' }
  | ({ fileName: string } & UploadPhase)
  | { state: 'done'; fileName: string; result: ImportResult }
  /** `uncertain`: the line broke, and the server may have gone on. */
  | { state: 'failed'; fileName: string; reason: string; uncertain: boolean }

/** Uploads one spreadsheet after the other and says how it went (spec §5, §8 Upload). Leaving the page does not stop it. */
export function useUpload() {
  const client = useApolloClient()
  const signOut = useSignOut()
  const [upload, setUpload] = useState<UploadState>({ state: 'idle' })
  const running = useRef<AbortController>(null)

  async function start(file: File): Promise<void> {
    if (!isSpreadsheetUpload(file)) {
      toast({ ...INVALID_FILE_TYPE, variant: 'destructive' })
      return
    }
    const fileName = file.name
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    setUpload({ state: 'uploading', share: 0, fileName })
    try {
      const result = await uploadContacts(file, { signal, onPhase: (phase) => setUpload({ ...phase, fileName }) })
      await refreshContacts(client)
      setUpload({ state: 'done', fileName, result })
      toast({ title: 'Upload Successful', description: result.message })
    } catch (error) {
      if (signal.aborted) {
        setUpload({ state: 'idle' })
        return
      }
      if (error instanceof UploadError && error.status === 401) await signOut()
      const reason = errorMessage(error, 'Failed to upload contacts')
      const uncertain = !(error instanceof UploadError)
      if (uncertain) await refreshContacts(client)
      setUpload({ state: 'failed', fileName, reason, uncertain })
      toast({ title: 'Upload Failed', description: reason, variant: 'destructive' })
    }
  }

  return { upload, start, cancel: () => running.current?.abort() }
}

import type { ApolloClient } from '@apollo/client'
import { INVALID_FILE_TYPE, isSpreadsheetUpload } from '#domain/contacts.ts'
import { errorCode, errorMessage, isSignedOut } from '#web/errors.ts'
import { toast } from '#web/ui/toast-store.ts'
import { addTask, followTask, importOf } from '../tasks/follow-tasks.ts'
import type { TaskRow } from '../tasks/operations.ts'
import { AS_RECOGNISED, choiceInput, type Choice } from './choice.ts'
import { COMMIT_IMPORT, IMPORT_PREVIEW, type ImportPreview } from './operations.ts'
import { sendFile, type SendPhase } from './send-file.ts'

/** What kept a file from being looked at or imported. */
export interface Problem {
  title: string
  line: string
}

/** What the file or the plan has against it. */
export const refused = (line: string): Problem => ({ title: 'It cannot be imported like this', line })

const UNKNOWN: Problem = {
  title: 'It is not known whether the import began',
  line: 'The answer of the server did not arrive. Press Upload Contacts again: what has begun is shown, and nothing is imported twice.',
}

/** Where an upload stands. */
export type UploadState =
  | { state: 'idle' }
  | ({ fileName: string } & SendPhase)
  /** Looked at before anything is written. `checking`: a new look is on its way. */
  | { state: 'preview'; preview: ImportPreview; choice: Choice; checking: boolean; problem: Problem | null }
  /** `task` is null until the server has taken it. */
  | { state: 'importing'; fileName: string; task: TaskRow | null }
  | { state: 'done'; fileName: string; task: TaskRow }
  | { state: 'failed'; fileName: string; reason: string }

/** One spreadsheet on its way into the contacts. Leaving the page does not stop it. */
export interface UploadDesk {
  state: () => UploadState
  subscribe: (listener: () => void) => () => void
  /** Sends a file to be looked at, in place of the one before. */
  choose: (file: File, signOut: () => Promise<void>) => Promise<void>
  /** Looks once more at a file that the server keeps, unless another is at hand. */
  resume: (fileId: string, choice: Choice) => Promise<void>
  /** Has another look with other choices. */
  change: (choice: Choice) => Promise<void>
  /** Imports what is looked at. */
  commit: () => Promise<void>
  /** Calls off a file on its way, or forgets the one that is looked at. */
  drop: () => void
}

type Looked = Extract<UploadState, { state: 'preview' }>

/** Says in a toast that a file was not imported; why, in a sentence. */
function complain(error: unknown): string {
  return refuse(errorMessage(error, 'Failed to upload contacts'))
}

/** The same where the reason is known already. */
function refuse(description: string): string {
  toast({ title: 'Upload Failed', description, variant: 'destructive' })
  return description
}

const desks = new WeakMap<ApolloClient, UploadDesk>()

/** The desk of a session: one for all pages. */
export function uploadDesk(client: ApolloClient): UploadDesk {
  const desk = desks.get(client) ?? createDesk(client)
  desks.set(client, desk)
  return desk
}

function createDesk(client: ApolloClient): UploadDesk {
  let state: UploadState = { state: 'idle' }
  let sending: AbortController | undefined
  const listeners = new Set<() => void>()
  const become = (next: UploadState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const failed = (fileName: string, error: unknown) => become({ state: 'failed', fileName, reason: complain(error) })

  async function choose(file: File, signOut: () => Promise<void>): Promise<void> {
    if (!isSpreadsheetUpload(file)) {
      toast({ ...INVALID_FILE_TYPE, variant: 'destructive' })
      return
    }
    const fileName = file.name
    const { signal } = (sending = new AbortController())
    become({ state: 'sending', share: 0, fileName })
    try {
      const preview = await sendFile(file, { signal, onPhase: (phase) => become({ ...phase, fileName }) })
      become({ state: 'preview', preview, choice: AS_RECOGNISED, checking: false, problem: null })
      if (preview.problem !== null) refuse(preview.problem)
    } catch (error) {
      if (signal.aborted) return
      if (isSignedOut(error)) await signOut()
      failed(fileName, error)
    }
  }

  async function resume(id: string, choice: Choice): Promise<void> {
    if (state.state !== 'idle') return
    // Its name comes with it.
    const fileName = 'Your file'
    const { signal } = (sending = new AbortController())
    become({ state: 'reading', fileName })
    try {
      const variables = { id, choice: choiceInput(choice) }
      const { data } = await client.query({ query: IMPORT_PREVIEW, variables, fetchPolicy: 'no-cache' })
      if (signal.aborted) return
      if (!data) throw new Error('Failed to upload contacts')
      become({ state: 'preview', preview: data.importPreview, choice, checking: false, problem: null })
    } catch (error) {
      if (signal.aborted) return
      if (errorCode(error) !== 'NOT_FOUND') return failed(fileName, error)
      complain(error)
      become({ state: 'idle' })
    }
  }

  async function change(choice: Choice): Promise<void> {
    if (state.state !== 'preview') return
    become({ ...state, choice, checking: true, problem: null })
    const { id } = state.preview
    const isLatest = () => state.state === 'preview' && state.choice === choice
    try {
      const variables = { id, choice: choiceInput(choice) }
      const { data } = await client.query({ query: IMPORT_PREVIEW, variables, fetchPolicy: 'no-cache' })
      if (!isLatest() || !data || state.state !== 'preview') return
      become({ ...state, preview: data.importPreview, checking: false })
    } catch (error) {
      if (isLatest() && state.state === 'preview') {
        become({ ...state, checking: false, problem: refused(errorMessage(error)) })
      }
    }
  }

  async function commit(): Promise<void> {
    if (state.state !== 'preview') return
    const looked = state
    const { id, fileName } = looked.preview
    become({ state: 'importing', fileName, task: null })
    try {
      const variables = { id, choice: choiceInput(looked.choice) }
      const { data } = await client.mutate({ mutation: COMMIT_IMPORT, variables })
      const task = data?.commitImport
      if (!task) throw new Error('Failed to upload contacts')
      addTask(client, task)
      await watch(looked, task)
    } catch (error) {
      // Its answer may have been lost, or it was begun before.
      const begun = await importOf(client, id).catch(() => undefined)
      if (begun) await watch(looked, begun)
      else if (begun === undefined || errorCode(error) === null) become({ ...looked, problem: UNKNOWN })
      else if (errorCode(error) === 'NOT_FOUND') failed(fileName, error)
      else become({ ...looked, problem: refused(complain(error)) })
    }
  }

  async function watch(looked: Looked, task: TaskRow): Promise<void> {
    const { fileName } = looked.preview
    become({ state: 'importing', fileName, task })
    const ended = await followTask(client, task)
    if (ended.status === 'done') become({ state: 'done', fileName, task: ended })
    else become({ ...looked, problem: ended.error === null ? null : refused(ended.error) })
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    choose,
    resume,
    change,
    commit,
    drop: () => {
      sending?.abort()
      if (state.state !== 'importing') become({ state: 'idle' })
    },
  }
}

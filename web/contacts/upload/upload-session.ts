import type { ApolloClient } from '@apollo/client'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { INVALID_FILE_TYPE, isSpreadsheetUpload } from '#domain/contacts/contacts.ts'
import type { Sessions } from '#web/accounts/tab-sessions.ts'
import { errorCode, errorMessage, isSignedOut } from '#web/client/call-errors.ts'
import { toast } from '#web/ui/toast-store.ts'
import { addTask, followTask, importOf } from '../tasks/follow-tasks.ts'
import type { TaskRow } from '../tasks/operations.ts'
import { AS_DETECTED, choiceInput, type Choice } from './import-choices.ts'
import { COMMIT_IMPORT, IMPORT_PREVIEW, type ImportPreview } from './operations.ts'
import { sendFile, type SendPhase } from './send-file.ts'

/** Reason why a file could not be previewed or imported. */
export interface Problem {
  title: string
  description: string
}

/** Returns a problem with the file or the plan, described by a sentence. */
export const refused = (line: string): Problem => ({
  title: 'This file cannot be imported as is',
  description: line,
})

const UNKNOWN: Problem = {
  title: 'We are not sure whether the import started',
  description:
    'The server did not respond. Press Upload Contacts again. If the import has already started, you will see its progress. Nothing is imported twice.',
}

/** The state of an upload. */
export type UploadState =
  | { state: 'idle' }
  | ({ fileName: string } & SendPhase)
  /** The preview before anything is written. `checking`: a new preview is loading. */
  | { state: 'preview'; preview: ImportPreview; choice: Choice; checking: boolean; problem: Problem | null }
  /** `task` is null until the server accepted it. */
  | { state: 'importing'; fileName: string; task: TaskRow | null }
  | { state: 'done'; fileName: string; task: TaskRow }
  | { state: 'failed'; fileName: string; reason: string }

/** The upload and import of one spreadsheet. It continues when the page is left. */
export interface UploadSession {
  /** Store with the state of the upload. */
  store: StoreApi<UploadState>
  /** Uploads a file for a preview, replacing the previous one. */
  choose: (file: File, signOut: Sessions['end']) => Promise<void>
  /** Loads the preview of a file that is already on the server, unless another preview is shown. */
  resume: (fileId: string, choice: Choice) => Promise<void>
  /** Reloads the preview with other choices. */
  change: (choice: Choice) => Promise<void>
  /** Imports the previewed file. */
  commit: () => Promise<void>
  /** Cancels an upload, or discards the previewed file. */
  drop: () => void
}

type Looked = Extract<UploadState, { state: 'preview' }>

/** Shows a toast that a file was not imported; returns the reason as a sentence. */
function complain(error: unknown): string {
  return refuse(errorMessage(error, 'Failed to upload contacts'))
}

/** Refuses a file for a known reason. */
function refuse(description: string): string {
  toast({ title: 'Upload Failed', description, variant: 'destructive' })
  return description
}

const desks = new WeakMap<ApolloClient, UploadSession>()

/** Returns the upload of the client's session, shared by all pages. */
export function uploadSession(client: ApolloClient): UploadSession {
  const desk = desks.get(client) ?? createDesk(client)
  desks.set(client, desk)
  return desk
}

/** State of an upload, with the functions that change it. */
interface Desk {
  client: ApolloClient
  store: StoreApi<UploadState>
  become: (next: UploadState) => void
  /** returns the preview; null if none is shown */
  looked: () => Looked | null
  /** ends the upload with an error, and shows it */
  failed: (fileName: string, error: unknown) => void
  /** cancels the running upload or the loading of the first preview */
  sending?: AbortController
}

function createDesk(client: ApolloClient): UploadSession {
  const store = createStore<UploadState>(() => ({ state: 'idle' }))
  const become = (next: UploadState) => store.setState(next, true)
  const desk: Desk = {
    client,
    store,
    become,
    looked: () => {
      const now = store.getState()
      return now.state === 'preview' ? now : null
    },
    failed: (fileName, error) => become({ state: 'failed', fileName, reason: complain(error) }),
  }
  return {
    store,
    choose: (...asked) => choose(desk, ...asked),
    resume: (...asked) => resume(desk, ...asked),
    change: (choice) => change(desk, choice),
    commit: () => commit(desk),
    drop: () => {
      desk.sending?.abort()
      if (store.getState().state !== 'importing') become({ state: 'idle' })
    },
  }
}

async function choose(desk: Desk, file: File, signOut: Sessions['end']): Promise<void> {
  if (!isSpreadsheetUpload(file)) {
    toast({ ...INVALID_FILE_TYPE, variant: 'destructive' })
    return
  }
  const fileName = file.name
  const { signal } = (desk.sending = new AbortController())
  desk.become({ state: 'sending', share: 0, fileName })
  try {
    const preview = await sendFile(file, { signal, onPhase: (phase) => desk.become({ ...phase, fileName }) })
    desk.become({ state: 'preview', preview, choice: AS_DETECTED, checking: false, problem: null })
    if (preview.problem !== null) refuse(preview.problem)
  } catch (error) {
    if (signal.aborted) return
    if (isSignedOut(error)) await signOut('session ended')
    desk.failed(fileName, error)
  }
}

async function resume(desk: Desk, id: string, choice: Choice): Promise<void> {
  if (desk.store.getState().state !== 'idle') return
  // The real name comes with the preview.
  const fileName = 'Your file'
  const { signal } = (desk.sending = new AbortController())
  desk.become({ state: 'reading', fileName })
  try {
    const variables = { id, choice: choiceInput(choice) }
    const { data } = await desk.client.query({ query: IMPORT_PREVIEW, variables, fetchPolicy: 'no-cache' })
    if (signal.aborted) return
    if (!data) throw new Error('Failed to upload contacts')
    desk.become({ state: 'preview', preview: data.importPreview, choice, checking: false, problem: null })
  } catch (error) {
    if (signal.aborted) return
    if (errorCode(error) !== 'NOT_FOUND') return desk.failed(fileName, error)
    complain(error)
    desk.become({ state: 'idle' })
  }
}

async function change(desk: Desk, choice: Choice): Promise<void> {
  const before = desk.looked()
  if (!before) return
  desk.become({ ...before, choice, checking: true, problem: null })
  const { id } = before.preview
  /** Returns the preview; null if the user has changed the choices since the request. */
  const latest = () => (desk.looked()?.choice === choice ? desk.looked() : null)
  try {
    const variables = { id, choice: choiceInput(choice) }
    const { data } = await desk.client.query({ query: IMPORT_PREVIEW, variables, fetchPolicy: 'no-cache' })
    const now = latest()
    if (now && data) desk.become({ ...now, preview: data.importPreview, checking: false })
  } catch (error) {
    const now = latest()
    if (now) desk.become({ ...now, checking: false, problem: refused(errorMessage(error)) })
  }
}

async function commit(desk: Desk): Promise<void> {
  const before = desk.looked()
  if (!before) return
  const { id, fileName } = before.preview
  desk.become({ state: 'importing', fileName, task: null })
  try {
    const variables = { id, choice: choiceInput(before.choice) }
    const { data } = await desk.client.mutate({ mutation: COMMIT_IMPORT, variables })
    const task = data?.commitImport?.task
    if (!task) throw new Error('Failed to upload contacts')
    addTask(desk.client, task)
    await watch(desk, before, task)
  } catch (error) {
    // The response of the import may be lost, or the import was started earlier.
    const begun = await importOf(desk.client, id).catch(() => undefined)
    if (begun) await watch(desk, before, begun)
    else if (begun === undefined || errorCode(error) === null) desk.become({ ...before, problem: UNKNOWN })
    else if (errorCode(error) === 'NOT_FOUND') desk.failed(fileName, error)
    else desk.become({ ...before, problem: refused(complain(error)) })
  }
}

async function watch(desk: Desk, before: Looked, task: TaskRow): Promise<void> {
  const { fileName } = before.preview
  desk.become({ state: 'importing', fileName, task })
  const ended = await followTask(desk.client, task)
  if (ended.status === 'done') desk.become({ state: 'done', fileName, task: ended })
  else desk.become({ ...before, problem: ended.error === null ? null : refused(ended.error) })
}

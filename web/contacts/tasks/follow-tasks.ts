import type { ApolloClient } from '@apollo/client'
import { toast, type ToastOptions } from '#web/ui/toast-store.ts'
import { refreshContacts } from '../contact-lists.ts'
import { contactsDeleted } from '../contact-texts.ts'
import { NEWEST_TASKS, TASK, TASK_PROGRESS, TASKS, type TaskRow } from './operations.ts'

/** Background tasks that are being followed, by Apollo client. */
const followed = new WeakMap<ApolloClient, Map<string, Promise<TaskRow>>>()

/**
 * Follows a background task to its end, even when the page changes; then reloads contacts and shows the result as a
 * toast. Idempotent per task.
 */
export function followTask(client: ApolloClient, task: TaskRow): Promise<TaskRow> {
  const tasks = followed.get(client) ?? new Map<string, Promise<TaskRow>>()
  followed.set(client, tasks)
  const known = tasks.get(task.id)
  if (known) return known
  const end = endOf(client, task).then(async (ended) => {
    await refreshContacts(client)
    toast(toastFor(ended))
    tasks.delete(task.id)
    return ended
  })
  tasks.set(task.id, end)
  return end
}

/** Adds a background task that was just started to those shown. */
export function addTask(client: ApolloClient, task: TaskRow): void {
  client.cache.updateQuery({ query: TASKS, variables: { first: NEWEST_TASKS } }, (data) => {
    if (!data || data.tasks.edges.some(({ node }) => node.id === task.id)) return null
    const edge = { __typename: 'TaskEdge' as const, node: task }
    return { tasks: { ...data.tasks, edges: [edge, ...data.tasks.edges] } }
  })
}

/** The running or finished import of an uploaded file; null if there is none. Throws when the server is unreachable. */
export async function importOf(client: ApolloClient, fileId: string): Promise<TaskRow | null> {
  const variables = { first: NEWEST_TASKS }
  const { data } = await client.query({ query: TASKS, variables, fetchPolicy: 'network-only' })
  const stands = ({ node }: { node: TaskRow }) =>
    node.fileId === fileId && (node.status === 'running' || node.status === 'done')
  return data?.tasks.edges.find(stands)?.node ?? null
}

/** Waits for the end of a task, announced by the socket or by any other query that updates the task in the cache. */
function endOf(client: ApolloClient, task: TaskRow): Promise<TaskRow> {
  if (task.status !== 'running') return Promise.resolve(task)
  const variables = { id: task.id }
  client.cache.writeQuery({ query: TASK, variables, data: { task } })
  // The socket reconnects by itself; until then the page refetches.
  const line = client.subscribe({ query: TASK_PROGRESS, variables }).subscribe({ error: () => undefined })
  return new Promise((resolve) => {
    const stop = client.cache.watch({
      query: TASK,
      variables,
      optimistic: true,
      callback: ({ result, complete }) => {
        const now = (result as { task?: TaskRow | null } | null)?.task
        if (!complete || !now || now.status === 'running') return
        stop()
        line.unsubscribe()
        resolve(now)
      },
    })
  })
}

/** Returns the toast for a finished background task. */
export function toastFor(task: TaskRow): ToastOptions {
  const { kind, status, error } = task
  const words = WORDS[kind]
  if (status === 'done') return { title: words.done, description: words.outcome(task) }
  if (status === 'cancelled') return { title: words.cancelled, description: words.asBefore }
  return { title: words.failed, description: words.failure(error), variant: 'destructive' }
}

const WORDS = {
  importContacts: {
    done: 'Upload Successful',
    outcome: ({ message }: TaskRow) => message ?? '',
    cancelled: 'Upload Cancelled',
    asBefore: 'No contacts were added.',
    failed: 'Upload Failed',
    failure: (error: string | null) => error ?? 'Failed to upload contacts',
  },
  undoImport: {
    done: 'Import Undone',
    outcome: ({ message }: TaskRow) => message ?? '',
    cancelled: 'Undo Cancelled',
    asBefore: 'The import was kept.',
    failed: 'Undo Failed',
    failure: (error: string | null) => error ?? 'The import could not be undone. Your contacts have not changed.',
  },
  deleteContacts: {
    done: 'Contacts Deleted',
    outcome: ({ done }: TaskRow) => contactsDeleted(done),
    cancelled: 'Deletion Cancelled',
    asBefore: 'No contacts were deleted.',
    failed: 'Bulk Delete Failed',
    failure: (error: string | null) => ['Failed to delete selected contacts.', error].filter(Boolean).join(' '),
  },
  addTags: {
    done: 'Tags Added',
    outcome: ({ message }: TaskRow) => message ?? '',
    cancelled: 'Tagging Cancelled',
    asBefore: 'No tags were added.',
    failed: 'Tags could not be changed',
    failure: (error: string | null) => error ?? 'No tags were added. Try again.',
  },
  rehearseCampaign: {
    done: 'Rehearsal Finished',
    outcome: ({ message }: TaskRow) => message ?? '',
    cancelled: 'Rehearsal Cancelled',
    asBefore: 'The last report was kept.',
    failed: 'Rehearsal Failed',
    failure: (error: string | null) => error ?? 'The launch could not be rehearsed. Try again.',
  },
  removeTags: {
    done: 'Tags Removed',
    outcome: ({ message }: TaskRow) => message ?? '',
    cancelled: 'Removal Cancelled',
    asBefore: 'No tags were removed.',
    failed: 'Tags could not be changed',
    failure: (error: string | null) => error ?? 'No tags were removed. Try again.',
  },
} as const

import type { ApolloClient } from '@apollo/client'
import { BULK_DELETE_CONTACTS, DELETE_CONTACTS } from './operations.ts'
import type { Chosen } from './selection.ts'
import { addTask, followTask } from './tasks/follow-tasks.ts'

/** Up to this many are deleted in one call; more become a task with progress. */
const AT_ONCE = 1_000

/**
 * Deletes the selection of `count` contacts. Resolves with their number, or with null when a task deletes them and
 * reports its own result.
 */
export async function deleteChosen(client: ApolloClient, chosen: Chosen, count: number): Promise<number | null> {
  if (count <= AT_ONCE) {
    const { data } = await client.mutate({ mutation: DELETE_CONTACTS, variables: chosen })
    return data?.deleteContacts ?? 0
  }
  const { data } = await client.mutate({ mutation: BULK_DELETE_CONTACTS, variables: chosen })
  if (data) {
    addTask(client, data.bulkDeleteContacts)
    void followTask(client, data.bulkDeleteContacts)
  }
  return null
}

import type { ApolloClient } from '@apollo/client'
import { DELETE_CONTACTS } from './operations.ts'
import type { Chosen } from './contact-selection.ts'
import { addTask, followTask } from './tasks/follow-tasks.ts'

/**
 * Deletes the selected contacts. Resolves with their number, or with null when a background task deletes them and
 * reports its own result.
 */
export async function deleteChosen(client: ApolloClient, chosen: Chosen): Promise<number | null> {
  const { data } = await client.mutate({ mutation: DELETE_CONTACTS, variables: { input: chosen } })
  const { task, contactCount } = data?.deleteContacts ?? {}
  if (!task) return contactCount ?? 0
  addTask(client, task)
  void followTask(client, task)
  return null
}

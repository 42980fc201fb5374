import type { ApolloClient } from '@apollo/client'
import type { ContactRowFragment } from '#web/generated/graphql.ts'
import { ADD_TAGS, CONTACT_ROW, REMOVE_TAGS } from './operations.ts'
import { isSelected, type Chosen, type Selection } from './contact-selection.ts'
import { addTask, followTask } from './tasks/follow-tasks.ts'

/**
 * Adds tags to the selected contacts, or removes them. Resolves with the number of contacts, or with null when a
 * background task changes them and reports its own result.
 */
export async function changeTags(
  client: ApolloClient,
  verb: 'add' | 'remove',
  tags: string[],
  chosen: Chosen,
): Promise<number | null> {
  const variables = { input: { tags, ...chosen } }
  const { data } =
    verb === 'add'
      ? await client.mutate({ mutation: ADD_TAGS, variables })
      : await client.mutate({ mutation: REMOVE_TAGS, variables })
  const { task, contactCount } = (data && ('addTags' in data ? data.addTags : data.removeTags)) ?? {}
  if (!task) return contactCount ?? 0
  addTask(client, task)
  void followTask(client, task)
  return null
}

/**
 * Updates the tags of the loaded contacts without reloading them, so that a long list keeps its scroll position;
 * reloads the tags in use.
 */
export async function showTags(
  client: ApolloClient,
  verb: 'add' | 'remove',
  tags: readonly string[],
  rows: readonly ContactRowFragment[],
  selection: Selection,
): Promise<void> {
  const keys = new Set(tags.map((tag) => tag.toLowerCase()))
  await client
    .refetchQueries({
      updateCache(cache) {
        for (const row of rows) {
          if (!isSelected(selection, row.id)) continue
          const others = row.tags.filter((tag) => !keys.has(tag.toLowerCase()))
          const next = verb === 'add' ? [...others, ...tags].toSorted((a, b) => a.localeCompare(b)) : others
          const id = cache.identify({ __typename: 'Contact', id: row.id })
          cache.updateFragment({ id, fragment: CONTACT_ROW }, (data) => (data ? { ...data, tags: next } : null))
        }
        for (const fieldName of ['contactTags', 'segments']) cache.evict({ id: 'ROOT_QUERY', fieldName })
      },
    })
    .catch(() => undefined)
}

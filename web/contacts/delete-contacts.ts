import type { ApolloClient } from '@apollo/client'
import { contactFilter } from './contact-lists.ts'
import { CONTACT_IDS, DELETE_CONTACTS } from './operations.ts'
import type { Selection } from './selection.ts'

/** Ids in one call; a call stays well below a megabyte. */
const AT_ONCE = 5_000
const PAGE = 500

/**
 * Deletes what is chosen among the contacts that match a search and returns how many there were. All that match is one call,
 * whatever their number.
 */
export async function deleteSelected(client: ApolloClient, selection: Selection, search: string): Promise<number> {
  const filter = contactFilter(search)
  if (selection.all && selection.except.size === 0) return deleteBatch(client, { filter: filter ?? {} })
  const ids = selection.all ? await idsExcept(client, selection.except, filter) : [...selection.ids]
  let deleted = 0
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    deleted += await deleteBatch(client, { ids: ids.slice(start, start + AT_ONCE) })
  }
  return deleted
}

async function deleteBatch(
  client: ApolloClient,
  variables: { ids: string[] } | { filter: { search?: string } },
): Promise<number> {
  const { data } = await client.mutate({ mutation: DELETE_CONTACTS, variables })
  return data?.deleteContacts ?? 0
}

async function idsExcept(
  client: ApolloClient,
  except: ReadonlySet<string>,
  filter: { search: string } | undefined,
): Promise<string[]> {
  const ids: string[] = []
  let after: string | null = null
  do {
    const page: { data?: { contacts: IdPage } } = await client.query({
      query: CONTACT_IDS,
      variables: { first: PAGE, after, filter },
      fetchPolicy: 'no-cache',
    })
    const contacts = page.data?.contacts
    for (const { node } of contacts?.edges ?? []) if (!except.has(node.id)) ids.push(node.id)
    after = contacts?.pageInfo.hasNextPage ? contacts.pageInfo.endCursor : null
  } while (after !== null)
  return ids
}

interface IdPage {
  edges: { node: { id: string } }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

import type { ApolloClient } from '@apollo/client'
import { contactFilter } from '#web/contacts/contact-lists.ts'
import { CONTACT_IDS } from '#web/contacts/operations.ts'
import type { Selection } from '#web/contacts/selection.ts'

/** The most the server gives at once. */
const PAGE = 500

/** Told how many ids are there so far. */
export type OnGathered = (count: number) => void

/** The ids of all contacts that match a search, newest first, however many there are. */
export async function matchingIds(client: ApolloClient, search: string, onGathered: OnGathered): Promise<string[]> {
  const filter = contactFilter(search)
  const ids: string[] = []
  let after: string | null = null
  do {
    const page: IdPage | undefined = (
      await client.query({ query: CONTACT_IDS, variables: { first: PAGE, after, filter }, fetchPolicy: 'no-cache' })
    ).data?.contacts
    for (const { node } of page?.edges ?? []) ids.push(node.id)
    onGathered(ids.length)
    after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
  } while (after !== null)
  return ids
}

interface IdPage {
  edges: { node: { id: string } }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

/** The ids behind an audience, as they are now. */
export async function recipientIds(
  client: ApolloClient,
  audience: Selection,
  onGathered: OnGathered,
): Promise<string[]> {
  if (!audience.all) return [...audience.ids]
  const ids = await matchingIds(client, '', onGathered)
  return ids.filter((id) => !audience.except.has(id))
}

/** The audience with these contacts added. */
export function withContacts(audience: Selection, ids: readonly string[]): Selection {
  const set = new Set(audience.all ? audience.except : audience.ids)
  for (const id of ids) {
    if (audience.all) set.delete(id)
    else set.add(id)
  }
  return audience.all ? { all: true, except: set } : { all: false, ids: set }
}

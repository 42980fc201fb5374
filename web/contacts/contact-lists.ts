import type { ApolloCache, ApolloClient, Reference } from '@apollo/client'
import { useQuery } from '@apollo/client/react'
import { useCallback, useMemo } from 'react'
import type { ContactsQueryVariables } from '#web/generated/graphql.ts'
import { usePagination } from '#web/shared/use-pagination.ts'
import { filterOf, type View } from './filter/contact-view.ts'
import { CONTACTS } from './operations.ts'
import { useContactTotal } from './use-contact-total.ts'

/** Page size: small enough not to block scrolling. */
export const FIRST_ROWS = 100

/** Default: newest first. */
export type ContactOrder = ContactsQueryVariables['orderBy']

/** A view's contacts, page by page. Keeps showing the previous rows while another view loads. */
export function useContactList(view: View, orderBy?: ContactOrder) {
  const variables = { first: FIRST_ROWS, filter: filterOf(view), orderBy }
  const { data, previousData, loading, error, fetchMore, refetch } = useQuery(CONTACTS, {
    variables,
    notifyOnNetworkStatusChange: true,
  })
  const list = (data ?? previousData)?.contacts
  const fetchPage = useCallback((after: string) => fetchMore({ variables: { first: FIRST_ROWS, after } }), [fetchMore])
  const { loadMore, moreError } = usePagination(data?.contacts.pageInfo, fetchPage)

  const contacts = useMemo(() => list?.edges.map(({ node }) => node), [list])
  const stale = data === undefined && list !== undefined
  return {
    contacts,
    ...useContactTotal(variables.filter, list, stale),
    /** True while the shown contacts are those of the previous view. */
    stale,
    loading,
    error,
    refetch,
    loadMore,
    moreError,
  }
}

/** Cached query fields that depend on contacts, including the figures. */
const OF_CONTACTS = ['contacts', 'stats', 'contactImports', 'contactTags', 'contactFields', 'segments']

/** Evicts all contact lists and figures, and reloads those on screen (after upload and deletion). */
export async function refreshContacts(client: ApolloClient): Promise<void> {
  await client
    .refetchQueries({
      updateCache(cache) {
        for (const fieldName of OF_CONTACTS) cache.evict({ id: 'ROOT_QUERY', fieldName })
      },
    })
    // A failed refetch is reported where it is shown.
    .catch(() => undefined)
}

/** Reloads tags, fields and segments where they are shown. */
export async function reloadFilterChoices(client: ApolloClient): Promise<void> {
  await client
    .refetchQueries({
      updateCache(cache) {
        for (const fieldName of ['contactTags', 'contactFields', 'segments']) {
          cache.evict({ id: 'ROOT_QUERY', fieldName })
        }
      },
    })
    .catch(() => undefined)
}

/** Removes a deleted contact from the cached lists, so that a long list keeps its position; reloads the figures. */
export async function removeContact(client: ApolloClient, id: string): Promise<void> {
  await client
    .refetchQueries({
      updateCache(cache) {
        takeOut(cache, id)
        cache.evict({ id: 'ROOT_QUERY', fieldName: 'stats' })
      },
    })
    .catch(() => undefined)
}

interface StoredList {
  totalCount?: number
  /** rows of the list; missing where only the total was queried */
  edges?: readonly { node: Reference }[]
}

function takeOut(cache: ApolloCache, id: string): void {
  cache.modify<{ contacts: StoredList }>({
    fields: {
      contacts: (value, { readField, DELETE }) => {
        const list = value as StoredList
        const edges = list.edges?.filter(({ node }) => readField('id', node) !== id)
        // A list that has not loaded this row may or may not count it: evict it.
        return edges === undefined || edges.length === list.edges?.length ? DELETE : { ...list, edges }
      },
    },
  })
  cache.evict({ id: cache.identify({ __typename: 'Contact', id }) })
}

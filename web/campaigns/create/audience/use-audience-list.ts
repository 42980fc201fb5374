import { useQuery } from '@apollo/client/react'
import { useCallback, useMemo } from 'react'
import { filterOf, type View } from '#web/contacts/filter/contact-view.ts'
import { CONTACT_TOTAL } from '#web/contacts/operations.ts'
import { useContactTotal } from '#web/contacts/use-contact-total.ts'
import { useLoadFailure } from '#web/contacts/use-load-failure.ts'
import type { AudienceContactsQuery } from '#web/generated/graphql.ts'
import { usePagination } from '#web/shared/use-pagination.ts'
import type { Audience } from './audience.ts'
import { AUDIENCE_CONTACTS } from '../operations.ts'

/** Number of contacts on the first page of the audience list (Quick Select takes up to 100), and on further pages. */
const FIRST_CARDS = 100
const MORE_CARDS = 500

export type AudienceContact = AudienceContactsQuery['contacts']['edges'][number]['node']

/**
 * Loads the contacts of a view (search and filters), newest first, page by page. Keeps showing the previous view's
 * contacts while another view loads.
 */
export function useAudienceList(view: View) {
  const filter = filterOf(view)
  const { data, previousData, loading, error, fetchMore, refetch } = useQuery(AUDIENCE_CONTACTS, {
    variables: { first: FIRST_CARDS, filter },
    notifyOnNetworkStatusChange: true,
  })
  const list = (data ?? previousData)?.contacts
  const fetchPage = useCallback((after: string) => fetchMore({ variables: { first: MORE_CARDS, after } }), [fetchMore])
  const { loadMore, moreError } = usePagination(data?.contacts.pageInfo, fetchPage)

  const contacts = useMemo(() => list?.edges.map(({ node }) => node), [list])
  const stale = data === undefined && list !== undefined
  const count = useContactTotal(filter, list, stale)
  const failure = useLoadFailure({ contacts, stale, error })
  return {
    contacts,
    /**
     * Reason why the view's contacts could not be loaded; null when there are some, or while loading. Without contacts
     * the reason stays until some arrive.
     */
    failure,
    ...count,
    /** True while the shown contacts are those of the previous view. */
    stale,
    loading,
    refetch,
    loadMore,
    moreError,
  }
}

/** The number of contacts that match an audience's condition. */
export interface MatchCount {
  /** number of contacts; undefined while unknown, or without a condition */
  count: number | undefined
  /** Error of the last count of recipients; null if it did not fail. */
  error: unknown
  retryCount: () => void
}

/** Counts the contacts that match an audience's condition. */
export function useMatchCount(audience: Audience): MatchCount {
  const view = audience.kind === 'matching' ? audience.view : null
  const { data, error, loading, refetch } = useQuery(CONTACT_TOTAL, {
    variables: { filter: view ? filterOf(view) : undefined },
    skip: view === null,
    fetchPolicy: 'no-cache',
  })
  return {
    count: view ? data?.contacts.totalCount : undefined,
    error: error && !loading ? error : null,
    retryCount: () => void refetch().catch(() => undefined),
  }
}

import { useQuery } from '@apollo/client/react'
import { useCallback, useMemo } from 'react'
import { filterOf, type View } from '#web/contacts/filter/contact-view.ts'
import { useLoadFailure } from '#web/contacts/use-load-failure.ts'
import type { AudienceContactsQuery } from '#web/generated/graphql.ts'
import { useMore } from '#web/use-more.ts'
import type { Audience } from './audience.ts'
import { AUDIENCE_CONTACTS, AUDIENCE_COUNT } from './operations.ts'

/** Cards asked for when a list is first shown (Quick Select takes up to 100), and when it is scrolled on. */
const FIRST_CARDS = 100
const MORE_CARDS = 500

export type AudienceContact = AudienceContactsQuery['contacts']['edges'][number]['node']

/** The contacts of a view, newest first, page by page. While another view is under way the old cards stay. */
export function useAudienceList(view: View) {
  const { data, previousData, loading, error, fetchMore, refetch } = useQuery(AUDIENCE_CONTACTS, {
    variables: { first: FIRST_CARDS, filter: filterOf(view) },
    notifyOnNetworkStatusChange: true,
  })
  const list = (data ?? previousData)?.contacts
  const fetchPage = useCallback((after: string) => fetchMore({ variables: { first: MORE_CARDS, after } }), [fetchMore])
  const { loadMore, moreError } = useMore(data?.contacts.pageInfo, fetchPage)

  const contacts = useMemo(() => list?.edges.map(({ node }) => node), [list])
  const stale = data === undefined && list !== undefined
  const failure = useLoadFailure({ contacts, stale, error })
  return {
    contacts,
    /** Why there are no cards of what is asked for; null where there are, or may yet be. Without any it stays until some come. */
    failure,
    total: list?.totalCount ?? 0,
    /** The cards shown are those of the view before. */
    stale,
    loading,
    refetch,
    loadMore,
    moreError,
  }
}

/** How many contacts match the condition of an audience. */
export interface Matching {
  /** undefined while that is not known, or where there is no condition */
  count: number | undefined
  /** Why they could not be counted; null while that is not so. */
  error: unknown
  countAgain: () => void
}

/** Counts the contacts that match the condition of an audience. */
export function useMatching(audience: Audience): Matching {
  const view = audience.kind === 'matching' ? audience.view : null
  const { data, error, loading, refetch } = useQuery(AUDIENCE_COUNT, {
    variables: { filter: view ? filterOf(view) : undefined },
    skip: view === null,
    fetchPolicy: 'no-cache',
  })
  return {
    count: view ? data?.contacts.totalCount : undefined,
    error: error && !loading ? error : null,
    countAgain: () => void refetch().catch(() => undefined),
  }
}

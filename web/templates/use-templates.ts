import { useQuery } from '@apollo/client/react'
import { useCallback, useMemo } from 'react'
import { usePagination } from '#web/use-more.ts'
import { TEMPLATES, TEMPLATES_PAGE } from './operations.ts'

/** The workspace's templates, newest first, page by page. `templates` is undefined while loading. */
export function useTemplates() {
  const { data, loading, error, refetch, fetchMore } = useQuery(TEMPLATES, {
    variables: { first: TEMPLATES_PAGE },
    notifyOnNetworkStatusChange: true,
  })
  const list = data?.templates
  const templates = useMemo(() => list?.edges.map(({ node }) => node), [list])
  const fetchPage = useCallback(
    (after: string) => fetchMore({ variables: { first: TEMPLATES_PAGE, after } }),
    [fetchMore],
  )
  const more = usePagination(list?.pageInfo, fetchPage)
  return { templates, total: list?.totalCount ?? 0, more, loading, error, refetch }
}

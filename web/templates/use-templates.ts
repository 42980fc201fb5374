import type { ApolloCache } from '@apollo/client'
import { useQuery } from '@apollo/client/react'
import { useCallback, useMemo } from 'react'
import type { TemplateTotalQuery } from '#web/generated/graphql.ts'
import { PLAN_USE } from '#web/shell/operations.ts'
import { usePagination } from '#web/shared/use-pagination.ts'
import { useTotal } from '#web/shared/use-list-total.ts'
import { TEMPLATE_TOTAL, TEMPLATES, TEMPLATES_PAGE } from './operations.ts'

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
  return { templates, list, more, loading, error, refetch }
}

/** Returns how many templates there are on all pages; undefined until they are counted. */
export function useTemplateTotal(list: ReturnType<typeof useTemplates>['list']): number | undefined {
  const totalOf = (counted: TemplateTotalQuery) => counted.templates.totalCount
  return useTotal({ query: TEMPLATE_TOTAL, variables: {}, totalOf, list }).total
}

/** Corrects the cached total and the cached use of the plan, if there are any. */
export function changeTemplateTotal(cache: ApolloCache, by: number): void {
  cache.updateQuery(
    { query: TEMPLATE_TOTAL },
    (counted) => counted && { templates: { ...counted.templates, totalCount: counted.templates.totalCount + by } },
  )
  cache.updateQuery({ query: PLAN_USE }, (plan) => {
    const counted = plan?.tenant.planUse.map((use) =>
      use.noun === 'templates' ? { ...use, used: use.used + by } : use,
    )
    return plan && counted && { tenant: { ...plan.tenant, planUse: counted } }
  })
}

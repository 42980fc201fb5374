import { useApolloClient, useQuery } from '@apollo/client/react'
import { useEffect, useMemo } from 'react'
import type { TaskKind } from '#web/generated/graphql.ts'
import { useRefetchWhileDown } from '#web/client/websocket-state.ts'
import { followTask } from './follow-tasks.ts'
import { NEWEST_TASKS, TASKS, type TaskRow } from './operations.ts'

/** The running tasks of these kinds, from all users; keep `kinds` stable. Each is followed to its end. */
export function useRunningTasks(kinds: readonly TaskKind[]): TaskRow[] {
  const client = useApolloClient()
  const { data, refetch } = useQuery(TASKS, {
    variables: { first: NEWEST_TASKS },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  })
  const running = useMemo(
    () =>
      (data?.tasks.edges ?? [])
        .map(({ node }) => node)
        .filter(({ kind, status }) => status === 'running' && kinds.includes(kind)),
    [data, kinds],
  )
  useEffect(() => {
    for (const task of running) void followTask(client, task)
  }, [client, running])
  useRefetchWhileDown(() => refetch(), running.length > 0)
  return running
}

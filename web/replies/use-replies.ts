import { useMutation, useQuery, useSubscription } from '@apollo/client/react'
import { useCallback, useEffect, useRef } from 'react'
import { useUser } from '#web/accounts/current-user.tsx'
import { errorMessage } from '#web/client/call-errors.ts'
import { stateOfReply, type ReplyState } from '#domain/inbox/replies.ts'
import { toast } from '#web/ui/toast-store.ts'
import { usePagination } from '#web/shared/use-pagination.ts'
import { REPLIES, REPLIES_CHANGED, UPDATE_REPLIES, type ReplyRow } from './operations.ts'

const PAGE = 50

export interface RepliesFilter {
  state: ReplyState
  /** id of the campaign; null: all campaigns */
  campaignId: string | null
}

/** Loads the replies that match a filter, live, with the actions on them. */
export function useReplies({ state, campaignId }: RepliesFilter) {
  const user = useUser()
  const filter = { state, campaignId }
  const { data, previousData, loading, error, fetchMore, refetch } = useQuery(REPLIES, {
    variables: { first: PAGE, filter },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
  })
  const list = data?.replies
  const rows = list?.edges.map(({ node }) => node)
  const known = useRef<readonly ReplyRow[] | null>(null)
  useEffect(() => {
    known.current = rows ?? known.current
  })

  // Changed replies are in the cache already; the list is read again if others belong to it.
  useSubscription(REPLIES_CHANGED, {
    ignoreResults: true,
    onData: ({ data: { data: changes } }) => {
      const listed = known.current
      if (!changes || !listed) return
      const { missed, replies } = changes.repliesChanged
      const isNew = replies.some(({ id }) => !listed.some((row) => row.id === id))
      if (missed || isNew) refetch().catch(() => undefined)
    },
  })

  const more = usePagination(
    list?.pageInfo,
    useCallback((after) => fetchMore({ variables: { first: PAGE, after } }), [fetchMore]),
  )
  const [update] = useMutation(UPDATE_REPLIES)
  const change = async (
    reply: ReplyRow,
    changes: { done?: boolean; assigneeId?: string | null; snoozedUntil?: string | null; isPositive?: boolean },
  ): Promise<boolean> => {
    try {
      await update({ variables: { input: { ids: [reply.id], ...changes } } })
      return true
    } catch (problem) {
      toast({ title: 'Reply Not Changed', description: errorMessage(problem), variant: 'destructive' })
      return false
    }
  }

  return {
    replies: rows?.filter((row) => belongs(row, state, user.id)),
    /** true while another filter is loading */
    isReplaced: list === undefined && previousData !== undefined,
    loading,
    error,
    refetch,
    more,
    setDone: (reply: ReplyRow, done: boolean) => change(reply, { done }),
    setPositive: (reply: ReplyRow, isPositive: boolean) => change(reply, { isPositive }),
    snooze: (reply: ReplyRow, snoozedUntil: string | null) => change(reply, { snoozedUntil }),
    assign: (reply: ReplyRow, assigneeId: string | null) => change(reply, { assigneeId }),
  }
}

/** Returns whether a changed reply still belongs to a list. */
function belongs(reply: ReplyRow, state: ReplyState, userId: string): boolean {
  const { doneAt, snoozedUntil, answeredAt, assignee, answers } = reply
  // A reply stays in the list while its answer is sent, so that sending can be undone where the answer was written.
  if (state === 'all' || (state !== 'done' && answers.some((answer) => answer.state === 'sending'))) return true
  const times = [doneAt, snoozedUntil, answeredAt].map((at) => (at ? new Date(at) : null))
  const now = stateOfReply({ doneAt: times[0], snoozedUntil: times[1], answeredAt: times[2] }, new Date())
  return state === 'mine' ? now === 'open' && assignee?.id === userId : now === state
}

import { useApolloClient, useMutation, useQuery } from '@apollo/client/react'
import { useCallback } from 'react'
import { errorMessage } from '#web/client/call-errors.ts'
import { toast } from '#web/ui/toast-store.ts'
import { usePagination } from '#web/shared/use-pagination.ts'
import { useTotal } from '#web/shared/use-list-total.ts'
import { SEND_TO_FAILED } from '../campaign-mutations.ts'
import { describeAnswers } from './answer-texts.ts'
import { ASK_MAILBOX, CONFIRM_ARRIVED, UNCERTAIN_COUNT, UNCERTAIN_EMAILS, type UncertainEmail } from './operations.ts'

/** Number of uncertain emails per page, and the most that one call can resolve. */
const PAGE = 100

/** The workspace's uncertain emails and actions on them. Each action reloads the list and counts it. */
export function useUncertain() {
  const client = useApolloClient()
  const { data, loading, error, fetchMore, refetch } = useQuery(UNCERTAIN_EMAILS, {
    variables: { first: PAGE },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
  })
  const list = data?.uncertainEmails
  const more = usePagination(
    list?.pageInfo,
    useCallback((after) => fetchMore({ variables: { first: PAGE, after } }), [fetchMore]),
  )
  const { total, atLeast } = useTotal({
    query: UNCERTAIN_COUNT,
    variables: {},
    totalOf: ({ uncertainEmails }) => uncertainEmails.totalCount,
    list,
    again: true,
  })
  const [askMailbox] = useMutation(ASK_MAILBOX)
  const [confirmArrived] = useMutation(CONFIRM_ARRIVED)
  const [sendToFailed] = useMutation(SEND_TO_FAILED)

  const act = async (failed: string, work: () => Promise<{ title: string; description: string }>) => {
    try {
      toast(await work())
    } catch (problem) {
      toast({ title: failed, description: errorMessage(problem), variant: 'destructive' })
    }
    // The notice on the list of campaigns shows this total too.
    client.query({ query: UNCERTAIN_COUNT, fetchPolicy: 'network-only' }).catch(() => undefined)
    await refetch().catch(() => undefined)
  }

  return {
    emails: list?.edges.map(({ node }) => node),
    total,
    atLeast,
    loading,
    error,
    refetch,
    more,
    ask: (ids: readonly string[]) =>
      act('Mailbox Not Checked', async () => {
        const { data: asked } = await askMailbox({ variables: { ids: [...ids] } })
        const answers = asked?.askMailbox?.askedEmails?.map(({ answer }) => answer) ?? []
        return { title: 'Mailbox Checked', description: describeAnswers(answers) }
      }),
    arrived: (ids: readonly string[]) =>
      act('Not Saved', async () => {
        const { data: settled } = await confirmArrived({ variables: { ids: [...ids] } })
        const count = settled?.confirmArrived?.emailLogs?.length ?? 0
        return {
          title: 'Marked as Arrived',
          description: count === 1 ? '1 email marked as delivered.' : `${count} emails marked as delivered.`,
        }
      }),
    sendAgain: (emails: readonly UncertainEmail[]) =>
      act('Send Failed', async () => {
        for (const [id, ofCampaign] of Map.groupBy(emails, ({ campaign }) => campaign?.id)) {
          if (id === undefined) continue
          await sendToFailed({ variables: { id, emailLogIds: ofCampaign.map((email) => email.id) } })
        }
        return {
          title: 'Sending Again',
          description:
            emails.length === 1 ? '1 email is being sent again.' : `${emails.length} emails are being sent again.`,
        }
      }),
  }
}

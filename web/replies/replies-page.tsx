import { useQuery, useSubscription } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { REPLY_STATES, type ReplyState } from '#domain/inbox/replies.ts'
import { WriteToPeople } from '#web/campaigns/merge-sheet/write-to-people.tsx'
import { StopAllSending } from '#web/campaigns/stop/stop-all-sending.tsx'
import { errorMessage } from '#web/client/call-errors.ts'
import { Page } from '#web/shell/page-layout.tsx'
import { ShowMore } from '#web/shared/show-more.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Segmented } from '#web/ui/segmented-control.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { Kbd } from '#web/ui/keyboard-key.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { OPEN_REPLIES, REPLIES_CHANGED, REPLY_CAMPAIGNS, type ReplyRow } from './operations.ts'
import { ReplyItem } from './reply-item.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import { useReplyKeys } from './use-reply-keys.ts'
import { useReplies, type RepliesFilter } from './use-replies.ts'

const STATES: readonly { value: ReplyState; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'mine', label: 'Mine' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'done', label: 'Done' },
  { value: 'all', label: 'All' },
]

const EMPTY: Record<ReplyState, { title: string; line: string }> = {
  open: { title: 'No open replies', line: 'When a recipient answers one of your emails, the reply appears here.' },
  mine: {
    title: 'No open replies are assigned to you',
    line: 'Open a reply and assign it to yourself to see it here.',
  },
  waiting: {
    title: 'No replies are waiting',
    line: 'A reply waits here once you have answered it, until the person writes again, or while it is snoozed.',
  },
  done: { title: 'No replies are done', line: 'Mark a reply as done once you have dealt with it.' },
  all: { title: 'No replies yet', line: 'When a recipient answers one of your emails, the reply appears here.' },
}

/** Keys that work while the focus is in the list, and their acts. */
const KEYS = [
  ['J', 'next'],
  ['K', 'previous'],
  ['Enter', 'open'],
  ['R', 'answer'],
  ['E', 'done'],
  ['Ctrl Enter', 'send answer'],
  ['Esc', 'close answer'],
] as const

/** Number of campaigns offered in the filter. */
const CAMPAIGNS = 100

/** /replies: the replies of recipients of all campaigns. The page's URL holds the filter. */
export function RepliesPage() {
  const [params, setParams] = useSearchParams()
  const state = REPLY_STATES.find((each) => each === params.get('state')) ?? 'open'
  const campaignId = params.get('campaign') || null
  const counts = useOpenCounts(campaignId)
  const choose = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return (
    <Page title="Replies" line="What people wrote back, across all campaigns" actions={<StopAllSending />}>
      <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="w-full sm:w-96">
          <Segmented
            label="Show"
            hideLabel
            value={state}
            options={STATES.map((each) => ({ ...each, label: labelOf(each, counts) }))}
            onChange={(value) => choose('state', value === 'open' ? '' : value)}
          />
        </div>
        <CampaignFilter campaignId={campaignId} onChoose={(id) => choose('campaign', id)} />
      </div>
      <Replies key={`${state} ${campaignId}`} filter={{ state, campaignId }} />
    </Page>
  )
}

type Counts = ReturnType<typeof useOpenCounts>

/** Returns the label of a list of replies, with the number of open replies in it. */
function labelOf({ value, label }: (typeof STATES)[number], counts: Counts): string {
  const count = value === 'open' || value === 'mine' ? counts[value] : 0
  return count > 0 ? `${label} ${count.toLocaleString()}` : label
}

/** Counts all open replies and those assigned to the user, live. */
function useOpenCounts(campaignId: string | null) {
  const options = { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first' } as const
  const open = useQuery(OPEN_REPLIES, { variables: { filter: { state: 'open', campaignId } }, ...options })
  const mine = useQuery(OPEN_REPLIES, { variables: { filter: { state: 'mine', campaignId } }, ...options })
  useSubscription(REPLIES_CHANGED, {
    ignoreResults: true,
    onData: () => {
      open.refetch().catch(() => undefined)
      mine.refetch().catch(() => undefined)
    },
  })
  return { open: open.data?.replies.totalCount ?? 0, mine: mine.data?.replies.totalCount ?? 0 }
}

interface Replied {
  repliedCount: number
}
/** Returns whether somebody replied to a campaign or one of its follow-ups. */
const hasReplies = (campaign: Replied & { followUps: readonly Replied[] }) =>
  [campaign, ...campaign.followUps].some(({ repliedCount }) => repliedCount > 0)

/** Select of a campaign, with a door to a draft for everybody who replied to it. */
function CampaignFilter({ campaignId, onChoose }: { campaignId: string | null; onChoose: (id: string) => void }) {
  const { data } = useQuery(REPLY_CAMPAIGNS, {
    variables: { first: CAMPAIGNS },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  })
  const campaigns = (data?.campaigns.edges ?? [])
    .map(({ node }) => node)
    .filter((campaign) => campaign.id === campaignId || hasReplies(campaign))
  const chosen = campaigns.find(({ id }) => id === campaignId)
  return (
    <>
      <Select
        aria-label="Campaign"
        className="w-full sm:w-72"
        value={campaignId ?? ''}
        onChange={({ target }) => onChoose(target.value)}
        options={[
          { value: '', label: 'All campaigns' },
          ...campaigns.map(({ id, name }) => ({ value: id, label: name })),
          ...(campaignId !== null && !chosen ? [{ value: campaignId, label: 'This campaign' }] : []),
        ]}
      />
      {chosen && hasReplies(chosen) && (
        <WriteToPeople
          people={{ audience: { filter: { campaignOutcome: { campaignId: chosen.id, outcome: 'replied' } } } }}
          name={`${chosen.name} (replied)`}
        >
          Write to all who replied
        </WriteToPeople>
      )}
    </>
  )
}

function Replies({ filter }: { filter: RepliesFilter }) {
  const list = useReplies(filter)
  const { replies, loading, error, refetch, more } = list
  const box = useRef<HTMLUListElement>(null)
  useKeptFocus(box)
  const [answering, setAnswering] = useState<string | null>(null)
  /** Moves the focus to the neighbor of a reply that leaves the list. */
  const moveFocus = (index: number) => {
    const headings = box.current?.querySelectorAll<HTMLElement>('[data-reply]')
    const next = headings?.[index + 1] ?? headings?.[index - 1]
    next?.focus()
  }
  const setDone = async (id: string, done: boolean) => {
    const index = replies?.findIndex((reply) => reply.id === id) ?? -1
    const reply = replies?.[index]
    if (!reply) return
    if (filter.state !== 'all') moveFocus(index)
    if (!(await list.setDone(reply, done))) return
    toast({
      title: done ? 'Marked as done' : 'Opened again',
      description: `The reply of ${reply.fromEmail}.`,
      action: { label: 'Undo', onClick: () => void list.setDone(reply, !done) },
    })
  }
  const snooze = async (reply: ReplyRow, until: string | null) => {
    if (!(await list.snooze(reply, until)) || until === null) return
    toast({
      title: 'Snoozed',
      description: `The reply of ${reply.fromEmail} is set aside until the morning of that day.`,
      action: { label: 'Undo', onClick: () => void list.snooze(reply, reply.snoozedUntil ?? null) },
    })
  }
  useReplyKeys(box, {
    answer: setAnswering,
    done: (id) => void setDone(id, replies?.find((reply) => reply.id === id)?.doneAt == null),
  })
  if (replies === undefined) {
    if (!error || loading) return <RepliesSkeleton />
    return (
      <Card>
        <ErrorState
          title="Replies could not be loaded"
          line={errorMessage(error)}
          onRetry={() => void refetch().catch(() => undefined)}
        />
      </Card>
    )
  }
  if (replies.length === 0 && !more.hasMore) {
    return (
      <Card>
        <EmptyState drawing="letter" {...EMPTY[filter.state]} />
      </Card>
    )
  }
  return (
    <Card flush>
      <ul ref={box} aria-label="Replies">
        {replies.map((reply) => (
          <li key={reply.id} className="border-b border-line last:border-b-0">
            <ReplyItem
              reply={reply}
              onDone={(done) => setDone(reply.id, done)}
              onAssign={(id) => list.assign(reply, id)}
              onPositive={(is) => list.setPositive(reply, is)}
              onSnooze={(until) => snooze(reply, until)}
              isAnswering={answering === reply.id}
              onAnswering={(is) => setAnswering(is ? reply.id : null)}
            />
          </li>
        ))}
      </ul>
      <ShowMore more={more} of="replies" busy={loading} />
      <p className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-xs text-ink-soft max-sm:hidden">
        {KEYS.map(([key, what]) => (
          <span key={key} className="flex items-center gap-1.5">
            <Kbd keys={key} /> {what}
          </span>
        ))}
      </p>
    </Card>
  )
}

function RepliesSkeleton() {
  return (
    <Loading label="Loading replies" className="grid gap-3">
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-16 rounded-md" />
      ))}
    </Loading>
  )
}

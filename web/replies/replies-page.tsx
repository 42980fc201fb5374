import { useQuery } from '@apollo/client/react'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { REPLY_STATES, type ReplyState } from '#domain/inbox/replies.ts'
import { StopAllSending } from '#web/campaigns/stop/stop-all.tsx'
import { errorMessage } from '#web/client/errors.ts'
import { Page } from '#web/shell/page.tsx'
import { ShowMore } from '#web/shared/show-more.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Select } from '#web/ui/select.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { REPLY_CAMPAIGNS } from './operations.ts'
import { ReplyItem } from './reply-item.tsx'
import { useReplies, type RepliesFilter } from './use-replies.ts'

const STATES: readonly { value: ReplyState; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'mine', label: 'Mine' },
  { value: 'done', label: 'Done' },
  { value: 'all', label: 'All' },
]

const EMPTY: Record<ReplyState, { title: string; line: string }> = {
  open: { title: 'No open replies', line: 'When a recipient answers one of your emails, the reply appears here.' },
  mine: { title: 'No open replies are assigned to you', line: 'Assign a reply to yourself when you open it.' },
  done: { title: 'No replies are done', line: 'Mark a reply as done once you have dealt with it.' },
  all: { title: 'No replies yet', line: 'When a recipient answers one of your emails, the reply appears here.' },
}

/** Campaigns to choose from. */
const CAMPAIGNS = 100

/** /replies: what recipients of all campaigns answered. The filter is in the address. */
export function RepliesPage() {
  const [params, setParams] = useSearchParams()
  const state = REPLY_STATES.find((each) => each === params.get('state')) ?? 'open'
  const campaignId = params.get('campaign') || null
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
        <div className="w-full sm:w-80">
          <Segmented
            label="Show"
            hideLabel
            value={state}
            options={STATES}
            onChange={(value) => choose('state', value === 'open' ? '' : value)}
          />
        </div>
        <CampaignFilter campaignId={campaignId} onChoose={(id) => choose('campaign', id)} />
      </div>
      <Replies key={`${state} ${campaignId}`} filter={{ state, campaignId }} />
    </Page>
  )
}

function CampaignFilter({ campaignId, onChoose }: { campaignId: string | null; onChoose: (id: string) => void }) {
  const { data } = useQuery(REPLY_CAMPAIGNS, {
    variables: { first: CAMPAIGNS },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  })
  const campaigns = (data?.campaigns.edges ?? [])
    .map(({ node }) => node)
    .filter(({ id, ...own }) => id === campaignId || [own, ...own.followUps].some((each) => each.repliedCount > 0))
  const isUnknown = campaignId !== null && !campaigns.some(({ id }) => id === campaignId)
  return (
    <Select
      aria-label="Campaign"
      className="w-full sm:w-72"
      value={campaignId ?? ''}
      onChange={({ target }) => onChoose(target.value)}
      options={[
        { value: '', label: 'All campaigns' },
        ...campaigns.map(({ id, name }) => ({ value: id, label: name })),
        ...(isUnknown ? [{ value: campaignId, label: 'This campaign' }] : []),
      ]}
    />
  )
}

function Replies({ filter }: { filter: RepliesFilter }) {
  const list = useReplies(filter)
  const { replies, loading, error, refetch, more } = list
  const box = useRef<HTMLUListElement>(null)
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
  /** A reply that leaves the list hands the focus to its neighbor. */
  const moveFocus = (index: number) => {
    const headings = box.current?.querySelectorAll<HTMLElement>('[data-reply]')
    const next = headings?.[index + 1] ?? headings?.[index - 1]
    next?.focus()
  }
  return (
    <Card flush>
      <ul ref={box} aria-label="Replies">
        {replies.map((reply, index) => (
          <li key={reply.id} className="border-b border-line last:border-b-0">
            <ReplyItem
              reply={reply}
              onDone={async (done) => {
                const leaves = filter.state !== 'all'
                if (leaves) moveFocus(index)
                await list.setDone(reply, done)
              }}
              onAssign={(id) => list.assign(reply, id)}
            />
          </li>
        ))}
      </ul>
      <ShowMore more={more} of="replies" busy={loading} />
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

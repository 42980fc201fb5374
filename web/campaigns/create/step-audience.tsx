import { useApolloClient } from '@apollo/client/react'
import { RotateCw, Search, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { QUICK_SELECT_SIZES } from '#domain/campaigns.ts'
import { useContactList } from '#web/contacts/contact-lists.ts'
import { resultCount } from '#web/contacts/contact-words.ts'
import { EVERYTHING, NOTHING, toggled, type Selection } from '#web/contacts/selection.ts'
import { errorMessage } from '#web/errors.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/cn.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { AdornedInput } from '#web/ui/input.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { ContactCards } from './contact-cards.tsx'
import { chosenCount } from './draft.ts'
import { matchingIds, withContacts } from './recipient-ids.ts'

/** How long a search rests before it is asked, in ms. */
const SEARCH_AFTER = 250

export interface StepAudienceProps {
  audience: Selection
  onChange: (audience: Selection) => void
  /** Contacts in the workspace; undefined while that is not known. */
  total: number | undefined
}

/** Step 2: who gets it (spec §2 Create campaign wizard). */
export function StepAudience({ audience, onChange, total }: StepAudienceProps) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed, SEARCH_AFTER).trim()
  const list = useContactList(search)
  const { contacts } = list
  const chosen = chosenCount(audience, total)

  if (contacts === undefined) {
    if (!list.error || list.loading) return <AudienceSkeleton />
    return (
      <Card>
        <ErrorState
          title="Your contacts could not be loaded"
          line={errorMessage(list.error)}
          onRetry={() => void list.refetch().catch(() => undefined)}
        />
      </Card>
    )
  }
  if (list.total === 0 && search === '' && !list.stale) return <NoContacts />
  return (
    <Card flush>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line p-3">
        <AdornedInput
          type="search"
          aria-label="Search contacts"
          placeholder="Search contacts by name or email..."
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          before={<Search aria-hidden="true" className="size-4" />}
          className="min-w-0 grow basis-60 sm:max-w-96"
        />
        {search !== '' && <Badge icon={null}>{resultCount(list.total)}</Badge>}
        <p role="status" className="figures ml-auto font-strong">
          {(chosen ?? 0).toLocaleString()} selected{' '}
          {total !== undefined && <span className="font-normal text-ink-soft">of {total.toLocaleString()}</span>}
        </p>
      </div>
      <Choices search={search} shown={contacts} audience={audience} onChange={onChange} />
      {list.total === 0 ? (
        <EmptyState
          drawing="search"
          title="No contacts match your search"
          action={<Button onClick={() => setTyped('')}>Clear the search</Button>}
        />
      ) : (
        <div className={cn('transition-opacity', list.stale && 'opacity-60')}>
          <ContactCards
            key={search}
            contacts={contacts}
            total={list.total}
            selection={audience}
            onToggle={(id) => onChange(toggled(audience, id))}
            onMissing={list.loadMore}
          />
        </div>
      )}
      {list.moreError !== null && (
        <Callout
          tone="bad"
          role="alert"
          title="More contacts could not be loaded"
          className="m-3"
          action={
            <Button size="sm" icon={RotateCw} onClick={() => void list.loadMore()}>
              Try again
            </Button>
          }
        >
          {errorMessage(list.moreError)}
        </Callout>
      )}
    </Card>
  )
}

interface ChoicesProps {
  search: string
  shown: readonly { id: string }[]
  audience: Selection
  onChange: (audience: Selection) => void
}

/** Many at once. With a search, Select All and Quick Select mean what it found. */
function Choices({ search, shown, audience, onChange }: ChoicesProps) {
  const client = useApolloClient()
  const [gathered, setGathered] = useState<number | null>(null)
  const latest = useRef(audience)
  useEffect(() => {
    latest.current = audience
  })

  async function selectAll() {
    if (search === '') return onChange(EVERYTHING)
    setGathered(0)
    try {
      const ids = await matchingIds(client, search, setGathered)
      onChange(withContacts(latest.current, ids))
    } catch (error) {
      toast({ title: 'Select All failed', description: errorMessage(error), variant: 'destructive' })
    } finally {
      setGathered(null)
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-3 py-2">
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={gathered !== null} onClick={() => void selectAll()}>
          Select All
        </Button>
        <Button size="sm" onClick={() => onChange(NOTHING)}>
          Select None
        </Button>
      </div>
      <div role="group" aria-label="Quick Select" className="flex flex-wrap items-center gap-1">
        <span aria-hidden="true" className="mr-1 text-ink-soft">
          Quick Select
        </span>
        {QUICK_SELECT_SIZES.map((size) => (
          <Button
            key={size}
            size="sm"
            variant="quiet"
            aria-label={`First ${size}`}
            onClick={() => onChange({ all: false, ids: new Set(shown.slice(0, size).map(({ id }) => id)) })}
            className="figures min-w-9 px-2"
          >
            {size}
          </Button>
        ))}
      </div>
      {gathered !== null && gathered > 0 && (
        <p role="status" className="figures text-xs text-ink-soft">
          {gathered.toLocaleString()} found so far
        </p>
      )}
    </div>
  )
}

function NoContacts() {
  return (
    <Card>
      <EmptyState
        drawing="cards"
        title="No contacts yet"
        line="A campaign needs someone to go to. What you have written is kept."
        action={
          <Button asChild icon={Upload}>
            <Link to="/upload">Upload Contacts</Link>
          </Button>
        }
      />
    </Card>
  )
}

function AudienceSkeleton() {
  return (
    <Loading label="Loading contacts...">
      <Card flush>
        <div className="border-b border-line p-3">
          <Skeleton className="h-9 w-full sm:w-96" />
        </div>
        <div className="grid gap-2 p-3 md:grid-cols-2 lg:grid-cols-3">
          {[0, 1, 2, 3, 4, 5].map((card) => (
            <Skeleton key={card} className="h-15 rounded-md" />
          ))}
        </div>
      </Card>
    </Loading>
  )
}

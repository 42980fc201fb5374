import { RotateCw, Upload } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { contactCount } from '#web/contacts/contact-texts.ts'
import { ContactFilters, useFilterChoices } from '#web/contacts/filter/contact-filters.tsx'
import { isEveryone, type View } from '#web/contacts/filter/contact-view.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { MoreFailed } from '#web/shared/show-more.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Refreshing } from '#web/ui/refreshing-overlay.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useDebounced } from '#web/ui/use-debounced-value.ts'
import { AudienceChoices } from './audience-choices.tsx'
import { chosenCount, isChosen, isPickable, NOBODY, toggled, type Audience } from './audience.ts'
import { ContactCards } from './contact-cards.tsx'
import { isSegmentDeleted } from '../../creation-problem.ts'
import { useAudienceList, type MatchCount } from './use-audience-list.ts'

export interface StepAudienceProps {
  audience: Audience
  onChange: (audience: Audience) => void
  /** Count of the audience's condition. */
  matching: MatchCount
}

/** Step 2: the recipients (product: campaigns.audience). */
export function StepAudience({ audience, onChange, matching }: StepAudienceProps) {
  const [view, setView] = useState<View>(audience.kind === 'matching' ? audience.view : {})
  const search = useDebounced(view.search ?? '').trim()
  const shown: View = { ...view, search }
  const choices = useFilterChoices()
  const list = useAudienceList(shown)
  const { contacts, failure } = list
  const chosen = chosenCount(audience, matching.count)

  if (contacts === undefined && failure === null) return <AudienceSkeleton />
  if (contacts !== undefined && list.total === 0 && isEveryone(shown) && !list.stale) return <NoContacts />
  const isGone = isSegmentDeleted(matching.error)
  const pickable = isPickable(audience, shown)

  function chooseOthers() {
    onChange(NOBODY)
    setView({})
  }

  return (
    <Card flush>
      <ContactFilters
        view={view}
        onChange={setView}
        choices={choices}
        results={isEveryone(shown) || failure !== null ? null : (list.total ?? null)}
      >
        <p role="status" className="figures ml-auto font-strong">
          {matching.error === null ? `${chosen?.toLocaleString() ?? '…'} selected` : 'Count unavailable'}
        </p>
      </ContactFilters>
      {contacts !== undefined && failure === null && (
        <AudienceChoices
          view={shown}
          label={choices.labelOf(shown)}
          total={list.total}
          shown={contacts}
          audience={audience}
          onChange={onChange}
        />
      )}
      {isGone && <SegmentGone audience={audience} onOthers={chooseOthers} />}
      {matching.error !== null && !isGone && failure === null && (
        <Callout
          tone="bad"
          role="alert"
          title="The selected contacts could not be counted"
          className="m-3"
          action={
            <Button size="sm" icon={RotateCw} onClick={matching.retryCount}>
              Try again
            </Button>
          }
        >
          {errorMessage(matching.error)}
        </Callout>
      )}
      {!pickable && !isGone && (
        <Chosen
          audience={audience}
          count={chosen}
          onShow={audience.kind === 'matching' ? () => setView(audience.view) : undefined}
          onOthers={() => onChange(NOBODY)}
        />
      )}
      {contacts === undefined || failure !== null ? (
        <ErrorState
          title="Your contacts could not be loaded"
          line={errorMessage(failure)}
          onRetry={() => void list.refetch().catch(() => undefined)}
          retrying={list.loading}
          action={isEveryone(shown) ? undefined : <Button onClick={() => setView({})}>Show all contacts</Button>}
        />
      ) : list.total === 0 ? (
        <EmptyState
          drawing="search"
          title="No contacts match your search"
          action={<Button onClick={() => setView({})}>Clear the search</Button>}
        />
      ) : (
        <Refreshing busy={list.stale}>
          <ContactCards
            key={JSON.stringify(shown)}
            contacts={contacts}
            total={list.atLeast}
            isChosen={(id) => pickable && isChosen(audience, id)}
            onToggle={pickable ? (id) => onChange(toggled(audience, id)) : undefined}
            onMissing={list.loadMore}
          />
        </Refreshing>
      )}
      <MoreFailed more={list.uncounted} of="contacts" title="The contacts could not be counted" />
      <MoreFailed more={list} of="contacts" />
    </Card>
  )
}

interface ChosenProps {
  audience: Audience
  count: number | undefined
  /** Shows the chosen contacts. Absent when they cannot be listed. */
  onShow?: () => void
  onOthers: () => void
}

/** Describes the selection when the list shows other contacts. */
function Chosen({ audience, count, onShow, onOthers }: ChosenProps) {
  const who = audience.kind === 'matching' ? audience.label : 'already selected'
  return (
    <Callout
      className="m-3"
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="quiet" onClick={onOthers}>
            Choose other contacts
          </Button>
          {onShow && (
            <Button size="sm" onClick={onShow}>
              Show them
            </Button>
          )}
        </div>
      }
    >
      This campaign will be sent to {count === undefined ? 'all contacts' : contactCount(count)} {who}. The list below
      also shows other contacts.
    </Callout>
  )
}

/** The audience's segment was deleted, so it cannot select recipients. */
function SegmentGone({ audience, onOthers }: Pick<ChosenProps, 'audience' | 'onOthers'>) {
  const who = audience.kind === 'matching' ? audience.label : ''
  return (
    <Callout
      tone="bad"
      role="alert"
      title="The segment was deleted"
      className="m-3"
      action={
        <Button size="sm" onClick={onOthers}>
          Choose other contacts
        </Button>
      }
    >
      This campaign was set to be sent to contacts {who}. Choose the recipients again.
    </Callout>
  )
}

function NoContacts() {
  return (
    <Card>
      <EmptyState
        drawing="cards"
        title="No contacts yet"
        line="A campaign needs recipients. Your changes are kept."
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
    <Loading>
      <Card flush>
        <div className="flex items-center gap-4 border-b border-line p-3">
          <Skeleton className="h-9 min-w-0 grow sm:max-w-96" />
          <p className="shrink-0 text-ink-soft">Loading contacts...</p>
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

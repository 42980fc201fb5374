import type { ReactNode } from 'react'
import { AUDIT_ACTIONS, type AuditAction } from '#domain/audit.ts'
import type { AuditEventFieldsFragment } from '#web/generated/graphql.ts'
import { ShowMore } from '#web/shared/show-more.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { More } from '#web/shared/use-pagination.ts'
import { EVERYTHING, type ActivityFilter } from './activity-filter.ts'
import { ActivityTable } from './activity-table.tsx'
import { ACTION_WORDS } from './activity-texts.ts'

export interface ActivityListProps {
  description: string
  filter: ActivityFilter
  onFilter: (filter: ActivityFilter) => void
  actions?: ReactNode
  /** more filter controls, shown before the others */
  children?: ReactNode
  /** entries of the activity log; undefined while loading */
  events: readonly AuditEventFieldsFragment[] | undefined
  more: More
  /** the error message if the entries could not be loaded */
  problem: string | undefined
  loading: boolean
  onRetry: () => void
}

const ACTIONS = [
  { value: '', label: 'Everything' },
  ...AUDIT_ACTIONS.map((action) => ({ value: action, label: ACTION_WORDS[action] })),
]

/** An activity log (who did what and when) with its filter, while loading, empty, failed or loaded. */
export function ActivityList(props: ActivityListProps) {
  const { description, filter, onFilter, actions, children, events, more, problem, loading, onRetry } = props
  const isNarrowed = Object.entries(EVERYTHING).some(([name, value]) => filter[name as keyof ActivityFilter] !== value)
  return (
    <Card title="Activity" description={description} actions={actions} flush>
      <div className="grid gap-4 px-5 pb-4 sm:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        {children}
        <Field label="Action">
          <Select
            value={filter.action}
            onChange={({ target }) => onFilter({ ...filter, action: target.value as AuditAction | '' })}
            options={ACTIONS}
          />
        </Field>
        <Field label="Search names">
          <Input
            type="search"
            value={filter.search}
            onChange={({ target }) => onFilter({ ...filter, search: target.value })}
          />
        </Field>
        <div className="grid grid-cols-2 gap-4 lg:col-span-2">
          {(['from', 'to'] as const).map((name) => (
            <Field key={name} label={name === 'from' ? 'From' : 'To'}>
              <Input
                type="date"
                max="9999-12-31"
                value={filter[name]}
                onChange={({ target }) => onFilter({ ...filter, [name]: target.value })}
              />
            </Field>
          ))}
        </div>
      </div>
      {events && events.length > 0 ? (
        <>
          <ActivityTable events={events} />
          <ShowMore more={more} of="entries" busy={loading} />
        </>
      ) : events ? (
        <EmptyState
          drawing={isNarrowed ? 'search' : 'cards'}
          title={isNarrowed ? 'No entries match this filter' : 'No activity yet'}
        />
      ) : problem === undefined ? (
        <Loading label="Loading the activity log..." className="grid gap-4 border-t border-line p-5">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} className="w-full" />
          ))}
        </Loading>
      ) : (
        <ErrorState title="The activity log could not be loaded" line={problem} onRetry={onRetry} retrying={loading} />
      )}
    </Card>
  )
}

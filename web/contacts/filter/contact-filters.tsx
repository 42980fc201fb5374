import { useQuery } from '@apollo/client/react'
import { ListFilter, Search, X } from '#web/ui/generated/icons.ts'
import { useCallback, type ReactNode } from 'react'
import { AUDIENCE_LIMITS } from '#domain/audiences.ts'
import type { FilterChoicesQuery } from '#web/generated/graphql.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { AdornedInput } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { resultCount } from '../contact-texts.ts'
import { FILTER_CHOICES } from '../operations.ts'
import { moreConditions, describeView, type View } from './contact-view.ts'
import { FilterDialog } from './filter-dialog.tsx'

export type FilterChoices = Pick<FilterChoicesQuery, 'segments' | 'contactTags'> & {
  /** True once the segments and fields are loaded. */
  known: boolean
}

const NONE: FilterChoicesQuery = { segments: [], contactTags: [] }

/**
 * Loads the segments and tags to filter by, and returns a function for the label of a view: "in the segment
 * “Regulars”".
 */
export function useFilterChoices(): FilterChoices & { labelOf: (view: View) => string } {
  const { data: come, loading } = useQuery(FILTER_CHOICES, { fetchPolicy: 'cache-and-network' })
  const data = come ?? NONE
  const labelOf = useCallback((view: View) => describeView(view, data.segments), [data])
  return { ...data, known: come !== undefined && !loading, labelOf }
}

export interface ContactFiltersProps {
  view: View
  onChange: (view: View) => void
  choices: FilterChoices
  /** The number of results; null hides it. */
  results: number | null
  /** Actions on segments, shown next to them. */
  besideSegments?: ReactNode
  /** Actions on the whole view, after the added conditions. */
  besideConditions?: ReactNode
  /** Content at the end of the line of filters. */
  children?: ReactNode
}

/** Filters for a contact list: search, segment, tag and other conditions. */
export function ContactFilters(props: ContactFiltersProps) {
  const { view, onChange, choices, results, besideSegments, besideConditions, children } = props
  const { segments, contactTags, known } = choices
  const hasSegments = segments.length > 0 || Boolean(view.segmentId)
  const isListed = !view.segmentId || segments.some(({ id }) => id === view.segmentId)
  const conditions = moreConditions(view)
  return (
    <div className="grid grid-cols-1 gap-2 border-b border-line p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <AdornedInput
          type="search"
          aria-label="Search contacts"
          placeholder="Search contacts by name or email..."
          value={view.search ?? ''}
          maxLength={AUDIENCE_LIMITS.search}
          onChange={(event) => onChange({ ...view, search: event.target.value })}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          before={<Search aria-hidden="true" className="size-4" />}
          className={cn(
            'min-w-0 grow',
            // Next to both menus, tablets have no room for its text.
            hasSegments && contactTags.length > 0 ? 'basis-full lg:max-w-96 lg:basis-60' : 'basis-60 sm:max-w-96',
          )}
        />
        {hasSegments && (
          <span className="flex min-w-0 grow basis-44 items-center gap-1 sm:max-w-64">
            <Select
              aria-label="Segment"
              value={view.segmentId ?? ''}
              onChange={({ target }) => onChange({ ...view, segmentId: target.value || undefined })}
              className="min-w-0 grow"
              options={[
                { value: '', label: 'All segments' },
                // An active filter is shown and can be removed, even when its segment or tag is gone.
                ...(isListed ? [] : [{ value: view.segmentId ?? '', label: known ? 'Deleted segment' : '…' }]),
                ...segments.map(({ id, name, contactCount }) => ({
                  value: id,
                  label: counted(name, contactCount),
                })),
              ]}
            />
            {besideSegments}
          </span>
        )}
        {contactTags.length > 0 && (
          <Select
            aria-label="Tag"
            value={view.tags?.[0] ?? ''}
            onChange={({ target }) => {
              const others = view.tags?.slice(1).filter((tag) => tag !== target.value) ?? []
              onChange({ ...view, tags: target.value ? [target.value, ...others] : others })
            }}
            className="grow basis-36 sm:max-w-52"
            options={[
              { value: '', label: 'All tags' },
              ...contactTags.map(({ name, contactCount }) => ({
                value: name,
                label: counted(name, contactCount),
              })),
            ]}
          />
        )}
        <FilterDialog
          trigger={<Button icon={ListFilter}>Filter</Button>}
          title="Filter contacts"
          view={view}
          applyLabel="Show contacts"
          onApply={onChange}
        />
        {results !== null && (
          <p role="status" className="sm:ml-auto">
            <Badge icon={null}>{resultCount(results)}</Badge>
          </p>
        )}
        {children}
      </div>
      {(conditions.length > 0 || besideConditions) && (
        <div className="flex flex-wrap items-center gap-2">
          {conditions.map(({ words, without }) => (
            <button
              key={words}
              type="button"
              aria-label={`Remove condition: ${words}`}
              onClick={() => onChange(without)}
              className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-full border border-edge bg-surface pr-2 pl-3 text-xs font-strong transition-colors hover:bg-ink/5 pointer-coarse:h-10"
            >
              <span className="truncate">{words}</span>
              <X aria-hidden="true" className="size-3.5 shrink-0 text-ink-soft" />
            </button>
          ))}
          {besideConditions}
        </div>
      )}
    </div>
  )
}

function counted(name: string, count: number): string {
  return `${name} (${count.toLocaleString()})`
}

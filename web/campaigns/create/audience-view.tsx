import { useQuery } from '@apollo/client/react'
import { Search } from 'lucide-react'
import { useCallback, type ReactNode } from 'react'
import { resultCount } from '#web/contacts/contact-words.ts'
import type { AudienceChoicesQuery } from '#web/generated/graphql.ts'
import { Badge } from '#web/ui/badge.tsx'
import { AdornedInput } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { AUDIENCE_CHOICES } from '../operations.ts'
import type { View } from './audience.ts'

type Options = Pick<AudienceChoicesQuery, 'segments' | 'contactTags'>

/** The segments and tags there are, and what a view of them is called: "in the segment “Regulars”". */
export function useAudienceOptions(): Options & { labelOf: (view: View) => string } {
  const { data } = useQuery(AUDIENCE_CHOICES, { fetchPolicy: 'cache-and-network' })
  const labelOf = useCallback(
    ({ search, tags, segmentId }: View) => {
      const segment = data?.segments.find(({ id }) => id === segmentId)
      return [
        segment && `in the segment “${segment.name}”`,
        tags?.length && `with the tag “${tags.join('”, “')}”`,
        search && `that match “${search}”`,
      ]
        .filter(Boolean)
        .join(' ')
    },
    [data],
  )
  return { segments: data?.segments ?? [], contactTags: data?.contactTags ?? [], labelOf }
}

export interface AudienceViewProps {
  view: View
  onChange: (view: View) => void
  options: Options
  /** How many are found; null where all are shown. */
  results: number | null
  children: ReactNode
}

/** What narrows the list: a search, a segment, a tag. */
export function AudienceView({ view, onChange, options, results, children }: AudienceViewProps) {
  const { segments, contactTags } = options
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line p-3">
      <AdornedInput
        type="search"
        aria-label="Search contacts"
        placeholder="Search contacts by name or email..."
        value={view.search ?? ''}
        onChange={(event) => onChange({ ...view, search: event.target.value })}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        before={<Search aria-hidden="true" className="size-4" />}
        className="min-w-0 grow basis-60 sm:max-w-96"
      />
      {segments.length > 0 && (
        <Select
          aria-label="Segment"
          value={view.segmentId ?? ''}
          onChange={({ target }) => onChange({ ...view, segmentId: target.value || undefined })}
          className="grow basis-40 sm:max-w-56"
          options={[
            { value: '', label: 'All segments' },
            ...segments.map(({ id, name, contactCount }) => ({ value: id, label: counted(name, contactCount) })),
          ]}
        />
      )}
      {contactTags.length > 0 && (
        <Select
          aria-label="Tag"
          value={view.tags?.[0] ?? ''}
          onChange={({ target }) => onChange({ ...view, tags: target.value ? [target.value] : undefined })}
          className="grow basis-40 sm:max-w-56"
          options={[
            { value: '', label: 'All tags' },
            ...contactTags.map(({ name, contactCount }) => ({ value: name, label: counted(name, contactCount) })),
          ]}
        />
      )}
      {results !== null && <Badge icon={null}>{resultCount(results)}</Badge>}
      {children}
    </div>
  )
}

function counted(name: string, count: number): string {
  return `${name} (${count.toLocaleString()})`
}

import { useQuery } from '@apollo/client/react'
import { ChevronDown, Search } from '#web/ui/generated/icons.ts'
import { useState } from 'react'
import { fullName } from '#domain/contacts/contacts.ts'
import { filterOf } from '#web/contacts/filter/contact-view.ts'
import { errorMessage } from '#web/client/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { AdornedInput } from '#web/ui/input.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { useDebounced } from '#web/ui/use-debounced-value.ts'
import type { PreviewContactsQuery } from '#web/generated/graphql.ts'
import { PREVIEW_CONTACTS } from '../builder-operations.ts'

export type PreviewContact = PreviewContactsQuery['contacts']['edges'][number]['node']

/** Number of contacts suggested at once; search finds the others. */
const OFFERED = 8

/** The workspace's contacts that match a search. */
export function usePreviewContacts(search: string) {
  const { data, previousData, error } = useQuery(PREVIEW_CONTACTS, {
    variables: { first: OFFERED, filter: filterOf({ search }) },
    fetchPolicy: 'no-cache',
  })
  return { contacts: (data ?? previousData)?.contacts.edges.map(({ node }) => node), error }
}

export interface ContactPickerProps {
  /** null: an unknown recipient, so that every fallback shows */
  contact: PreviewContact | null
  onChange: (contact: PreviewContact | null) => void
}

/** Picks the contact whose values fill the preview, searched on the server. */
export function ContactPicker({ contact, onChange }: ContactPickerProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label="Preview as"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" className="max-w-64 min-w-0 shrink">
          <span className="truncate font-normal">
            <span className="text-ink-soft">Preview as </span>
            {contact ? fullName(contact) || contact.email : 'Unknown contact'}
          </span>
          <ChevronDown aria-hidden="true" className="size-4 shrink-0" />
        </Button>
      }
    >
      <Choices
        onChoose={(chosen) => {
          setOpen(false)
          onChange(chosen)
        }}
      />
    </Popover>
  )
}

function Choices({ onChoose }: { onChoose: (contact: PreviewContact | null) => void }) {
  const [search, setSearch] = useState('')
  const { contacts, error } = usePreviewContacts(useDebounced(search))
  return (
    <div className="grid gap-2">
      <AdornedInput
        before={<Search aria-hidden="true" className="size-4" />}
        aria-label="Search contacts"
        placeholder="Search contacts"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <ul aria-label="Contacts" className="-mx-2 grid">
        {contacts?.map((each) => (
          <li key={each.id}>
            <Choice title={fullName(each) || each.email} line={each.email} onChoose={() => onChoose(each)} />
          </li>
        ))}
        <li>
          <Choice title="Unknown contact" line="All merge tags show their fallbacks" onChoose={() => onChoose(null)} />
        </li>
      </ul>
      {contacts?.length === 0 && <p className="text-ink-soft">No contacts match your search</p>}
      {error && <p className="text-bad">{errorMessage(error)}</p>}
    </div>
  )
}

function Choice({ title, line, onChoose }: { title: string; line: string; onChoose: () => void }) {
  return (
    <button
      type="button"
      onClick={onChoose}
      className="grid w-full rounded-sm px-2 py-1.5 text-left hover:bg-ink/6 pointer-coarse:min-h-11"
    >
      <span className="truncate font-strong">{title}</span>
      <span className="truncate text-xs text-ink-soft">{line}</span>
    </button>
  )
}

import { useVirtualizer } from '@tanstack/react-virtual'
import { Check } from '#web/ui/generated/icons.ts'
import { memo, useCallback, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { fullName, initials } from '#domain/contacts/contacts.ts'
import { cn } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useSteps } from '#web/ui/use-media-query.ts'
import type { AudienceContact } from './use-audience-list.ts'

/** In px, including the gap below. */
const CARD_HEIGHT = 68

export interface ContactCardsProps {
  contacts: readonly AudienceContact[]
  total: number
  isChosen: (id: string) => boolean
  /** Absent when read-only. */
  onToggle?: (id: string) => void
  /** Loads more. */
  onMissing: () => void
}

/**
 * Contacts as toggle cards, virtualized for hundreds of thousands. One Tab stop; arrow keys move, Space and Enter
 * toggle.
 */
export function ContactCards({ contacts, total, isChosen, onToggle, onMissing }: ContactCardsProps) {
  const { md, lg } = useSteps()
  const columns = lg ? 3 : md ? 2 : 1
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const [focused, setFocused] = useState(false)
  const more = contacts.length < total
  const rows = Math.ceil((contacts.length + (more ? columns : 0)) / columns)
  const virtual = useVirtualizer({
    count: rows,
    getScrollElement: () => box.current,
    estimateSize: () => CARD_HEIGHT,
    overscan: 8,
    initialRect: { width: 1, height: CARD_HEIGHT * 8 },
  })
  const items = virtual.getVirtualItems()
  const last = ((items.at(-1)?.index ?? -1) + 1) * columns
  const missing = more && last > contacts.length

  useEffect(() => {
    if (missing) onMissing()
  }, [missing, contacts.length, onMissing])

  const toggle = useRef(onToggle)
  useEffect(() => {
    toggle.current = onToggle
  })
  const press = useCallback((index: number, contactId: string) => {
    setActive(index)
    toggle.current?.(contactId)
  }, [])

  function walk(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key]
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? CARD_HEIGHT) / CARD_HEIGHT)) * columns
    const leap = { Home: -active, End: contacts.length - 1 - active, PageDown: page, PageUp: -page }[event.key]
    const contact = contacts[active]
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      if (contact) onToggle?.(contact.id)
      return
    }
    if (step === undefined && leap === undefined) return
    event.preventDefault()
    const next = Math.min(contacts.length - 1, Math.max(0, active + (step ?? leap ?? 0)))
    setActive(next)
    virtual.scrollToIndex(Math.floor(next / columns))
  }

  return (
    <div
      ref={box}
      role="listbox"
      tabIndex={0}
      aria-label="Contacts"
      aria-multiselectable
      aria-disabled={onToggle === undefined || undefined}
      aria-activedescendant={contacts[active] ? `${id}-${active}` : undefined}
      onKeyDown={walk}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className="overflow-y-auto p-3 focus-visible:-outline-offset-2 aria-disabled:opacity-60"
      style={{ height: `min(max(280px, 100dvh - 530px), ${rows * CARD_HEIGHT + 24}px)` }}
    >
      <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => (
          <div
            key={item.key}
            role="presentation"
            className="absolute inset-x-0 top-0 grid gap-2"
            style={{
              height: item.size,
              transform: `translateY(${item.start}px)`,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {Array.from({ length: columns }, (_, column) => {
              const index = item.index * columns + column
              const contact = contacts[index]
              if (!contact) return index < total ? <SkeletonCard key={index} /> : null
              return (
                <ContactCard
                  key={contact.id}
                  id={`${id}-${index}`}
                  contact={contact}
                  chosen={isChosen(contact.id)}
                  active={focused && index === active}
                  index={index}
                  total={total}
                  onPress={press}
                />
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}

interface ContactCardProps {
  id: string
  contact: AudienceContact
  chosen: boolean
  active: boolean
  index: number
  total: number
  onPress: (index: number, contactId: string) => void
}

const CARD = 'flex h-15 items-center gap-3 rounded-md border px-3'

/** Memoized for scrolling. */
const ContactCard = memo(function Card({ id, contact, chosen, active, index, total, onPress }: ContactCardProps) {
  return (
    // The list has focus and handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-posinset={index + 1}
      aria-setsize={total}
      aria-selected={chosen}
      onClick={() => onPress(index, contact.id)}
      className={cn(
        CARD,
        'cursor-pointer transition-colors select-none',
        chosen ? 'border-ink bg-ink/5 inset-ring inset-ring-ink' : 'border-line hover:border-edge',
        active && 'outline-2 outline-offset-2 outline-ink',
      )}
    >
      <span
        aria-hidden="true"
        className={cn(
          'grid size-8 shrink-0 place-items-center rounded-full border text-xs font-strong transition-colors',
          chosen ? 'border-ink bg-ink text-paper' : 'border-line bg-paper text-ink-soft',
        )}
      >
        {chosen ? <Check strokeWidth={3} className="size-4" /> : initials(contact)}
      </span>
      <span className="grid min-w-0">
        <span className="truncate font-strong">{fullName(contact) || contact.email}</span>
        <span className="truncate text-ink-soft">{contact.email}</span>
      </span>
    </div>
  )
})

function SkeletonCard() {
  return (
    <div className={cn(CARD, 'border-line')}>
      <Skeleton className="size-8 rounded-full" />
      <Skeleton className="h-8 w-40" />
    </div>
  )
}

import { Search, type LucideIcon } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { cn } from './cn.ts'
import { SCRIM } from './dialog.tsx'
import { Spinner } from './spinner.tsx'
import { useReturnFocus } from './use-return-focus.ts'

/** A command in the palette. */
export interface PaletteEntry {
  id: string
  label: string
  /** Smaller text after the label, to tell similar entries apart. */
  note?: ReactNode
  icon: LucideIcon
  /** Runs the entry after the palette has closed. */
  run: () => void
}

export interface PaletteGroup {
  title: string
  entries: readonly PaletteEntry[]
}

export interface CommandPaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Accessible name. */
  label: string
  placeholder: string
  query: string
  onQueryChange: (query: string) => void
  /** Matches in order; the caller omits empty groups. */
  groups: readonly PaletteGroup[]
  /** More results may follow. */
  busy?: boolean
  /** Shown when nothing matches. */
  nothing: string
}

/** A modal search box with a list: arrow keys select, Enter runs, Escape closes. */
export function CommandPalette({ open, onOpenChange, label, ...rest }: CommandPaletteProps) {
  const returnFocus = useReturnFocus()
  const content = useRef<HTMLDivElement>(null)
  const ran = useRef(false)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content
          ref={content}
          aria-describedby={undefined}
          className="fixed inset-x-3 top-3 z-40 mx-auto flex max-h-[min(32rem,calc(100dvh-1.5rem))] max-w-xl flex-col overflow-hidden rounded-md border border-line bg-surface sm:top-[12vh] data-[state=closed]:animate-vanish data-[state=open]:animate-appear"
          onOpenAutoFocus={() => {
            ran.current = false
            returnFocus.onOpenAutoFocus()
          }}
          onCloseAutoFocus={(event) => {
            if (!ran.current) return returnFocus.onCloseAutoFocus(event)
            // The chosen entry may already have taken focus, as a dialog does.
            event.preventDefault()
            const { activeElement } = document
            const isFree = !activeElement || activeElement === document.body || content.current?.contains(activeElement)
            if (isFree) document.getElementById('content')?.focus({ preventScroll: true })
          }}
        >
          <Radix.Title className="sr-only">{label}</Radix.Title>
          <Choice
            {...rest}
            label={label}
            onRun={(entry) => {
              ran.current = true
              onOpenChange(false)
              entry.run()
            }}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type ChoiceProps = Omit<CommandPaletteProps, 'open' | 'onOpenChange'> & { onRun: (entry: PaletteEntry) => void }

function Choice({ label, placeholder, query, onQueryChange, groups, busy = false, nothing, onRun }: ChoiceProps) {
  const id = useId()
  const [activeId, setActiveId] = useState<string | null>(null)
  const entries = groups.flatMap((group) => group.entries)
  // Defaults to the first entry, also when the active entry disappears.
  const active = Math.max(
    0,
    entries.findIndex((entry) => entry.id === activeId),
  )
  const current = entries[active]
  const optionId = (entry: PaletteEntry) => `${id}-${entry.id}`
  const currentId = current && optionId(current)

  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])

  function keys(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const last = entries.length - 1
    const next: Record<string, number> = {
      ArrowDown: active === last ? 0 : active + 1,
      ArrowUp: active === 0 ? last : active - 1,
      PageDown: Math.min(last, active + 8),
      PageUp: Math.max(0, active - 8),
    }
    const to = next[event.key]
    if (to !== undefined) {
      event.preventDefault()
      setActiveId(entries[to]?.id ?? null)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (current) onRun(current)
    }
  }

  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-4">
        {busy ? <Spinner /> : <Search aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />}
        <input
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={currentId}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={query}
          onChange={(event) => {
            setActiveId(null)
            onQueryChange(event.target.value)
          }}
          onKeyDown={keys}
          className="h-12 min-w-0 grow bg-transparent text-base outline-none placeholder:text-ink-soft"
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={label} className="min-h-0 grow overflow-y-auto p-2">
        {groups.map(({ title, entries: members }) => (
          <div key={title} role="group" aria-labelledby={`${id}-${title}`} className="pb-1">
            <p id={`${id}-${title}`} className="px-3 pt-2 pb-1 text-xs font-strong text-ink-soft">
              {title}
            </p>
            {members.map((entry) => (
              <Option
                key={entry.id}
                id={optionId(entry)}
                entry={entry}
                selected={entry === current}
                onPoint={() => setActiveId(entry.id)}
                onRun={() => onRun(entry)}
              />
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={entries.length === 0 ? 'px-6 pb-6 text-center text-ink-soft' : 'sr-only'}>
        {entries.length > 0 ? `${entries.length} to choose from` : busy ? 'Searching...' : nothing}
      </p>
    </>
  )
}

interface OptionProps {
  id: string
  entry: PaletteEntry
  selected: boolean
  onPoint: () => void
  onRun: () => void
}

function Option({ id, entry: { label, note, icon: Icon }, selected, onPoint, onRun }: OptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the input above keeps focus and handles the keys
    <div
      id={id}
      role="option"
      aria-selected={selected}
      onPointerMove={onPoint}
      onClick={onRun}
      className={cn(
        'flex min-h-10 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5 pointer-coarse:min-h-11',
        selected && 'bg-ink/7',
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
      <span className="min-w-0 shrink-0 truncate max-w-[70%]">{label}</span>
      {note && <span className="min-w-0 grow truncate text-xs text-ink-soft">{note}</span>}
    </div>
  )
}

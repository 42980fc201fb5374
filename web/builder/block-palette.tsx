import { Search } from '#web/ui/generated/icons.ts'
import type { Icon as IconType } from '#web/ui/icon.tsx'
import { useRef, useState, type ReactNode } from 'react'
import { Draggable, Droppable, type DraggableProvided } from 'react-beautiful-dnd'
import { flushSync } from 'react-dom'
import { PALETTE } from '#domain/builder/blocks.ts'
import { IconButton } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { AdornedInput } from '#web/ui/input.tsx'
import { addBlock } from './block-actions.ts'
import { iconOf } from './block-icons.ts'
import { labelOf } from './block-texts.ts'
import { useBuilderStore } from './builder-store.ts'
import { SOURCE } from './block-drag.tsx'
import { OWN_UNDO } from './use-canvas-input.ts'

export interface PaletteProps {
  /** Shown as a panel beside the email, or as a strip above it on small screens. */
  look: 'panel' | 'strip'
  /** The saved blocks. */
  saved: ReactNode
  /** Other ways to begin. */
  children: ReactNode
}

/** The Elements palette (product: builder.moves): click to add a block at the end, or drag it to any place. */
export function Palette({ look, saved, children }: PaletteProps) {
  const store = useBuilderStore()
  const [search, setSearch] = useState('')
  const [isSearching, setSearching] = useState(false)
  const box = useRef<HTMLSpanElement>(null)
  const entries = PALETTE.map((entry) => {
    const columns = 'columns' in entry ? entry.columns : undefined
    return { type: entry.type, columns, label: labelOf(entry.type, columns) }
  }).filter(({ label }) => isFound(label, search))
  const isPanel = look === 'panel'
  function close() {
    setSearch('')
    setSearching(false)
  }

  const field = (
    <AdornedInput
      {...{ [OWN_UNDO]: '' }}
      before={<Search aria-hidden="true" className="size-4" />}
      type="search"
      aria-label="Search elements"
      placeholder={isPanel ? 'Search elements' : 'Search'}
      value={search}
      onChange={(event) => setSearch(event.target.value)}
      onKeyDown={({ key }) => key === 'Escape' && close()}
      onBlur={() => search === '' && setSearching(false)}
      className={isPanel ? 'mb-3 [&_input]:h-8 [&_input]:pr-1' : 'w-36'}
    />
  )
  const nothing = entries.length === 0 && (
    <p role="status" className={cn('text-ink-soft', !isPanel && 'shrink-0 self-center')}>
      No elements match “{search.trim()}”.
    </p>
  )
  const list = (
    <ul
      aria-label="Elements"
      className={isPanel ? 'grid grid-cols-2 gap-1.5' : 'flex gap-1.5 [&>li]:w-19 [&>li]:shrink-0 [&_button]:min-h-13'}
    >
      {entries.map(({ type, columns, label }) => (
        <PaletteEntry
          key={label}
          source={paletteSource(type, columns)}
          label={label}
          icon={iconOf(type, columns)}
          onPress={() => addBlock(store, type, columns)}
        />
      ))}
    </ul>
  )
  if (!isPanel) {
    return (
      // The entries of the palette take the focus, and with it scroll into view.
      <section
        aria-label="Elements"
        className="relative flex shrink-0 items-stretch gap-1.5 group-has-data-sheet/frame:max-sm:hidden overflow-x-auto overscroll-x-contain border-b border-line px-3 py-1.5"
      >
        <span ref={box} className="flex shrink-0 items-center">
          {isSearching ? (
            field
          ) : (
            <IconButton
              icon={Search}
              label="Search elements"
              onClick={() => {
                flushSync(() => setSearching(true))
                box.current?.querySelector('input')?.focus()
              }}
            />
          )}
        </span>
        {list}
        {nothing}
        <div className="flex items-center gap-1.5">{children}</div>
        <div className="[&>h3]:hidden [&>ul]:flex [&>ul]:max-h-none [&>ul]:items-center">{saved}</div>
      </section>
    )
  }
  return (
    <section aria-label="Elements" className="p-3">
      <h2 className="sr-only">Elements</h2>
      {field}
      {list}
      {nothing}
      {saved}
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-1.5 [&_svg]:hidden">{children}</div>
    </section>
  )
}

/** Returns whether each word of a search occurs in a label. */
const isFound = (label: string, search: string) =>
  search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => label.toLowerCase().includes(word))

/** The drag id of a palette entry. */
function paletteSource(type: string, columns: number | undefined): string {
  return columns === undefined ? type : `${type}:${columns}`
}

/** The palette entry for a drag id. */
export function paletteEntry(source: string): (typeof PALETTE)[number] | undefined {
  return PALETTE.find((entry) => paletteSource(entry.type, 'columns' in entry ? entry.columns : undefined) === source)
}

export interface PaletteEntryProps {
  /** Drag id of the palette entry. */
  source: string
  label: string
  icon: IconType
  onPress: () => void
  /** Another button next to the entry, such as delete. */
  aside?: ReactNode
  look?: 'tile' | 'line'
}

/**
 * A palette entry, which becomes a block when pressed or dragged into the email. Each entry has its own drag list, so
 * that the others do not move during a drag; a copy fills its place. The pressed element itself moves, because touch
 * events stop once their target leaves the DOM.
 */
export function PaletteEntry({ source, label, icon: Icon, onPress, aside, look = 'tile' }: PaletteEntryProps) {
  const face = (
    <>
      <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
      <span className={look === 'tile' ? 'w-full text-balance' : 'min-w-0 grow truncate'}>{label}</span>
    </>
  )
  const button = (drag: DraggableProvided | null, isDragging = false) => (
    <button
      type="button"
      ref={drag?.innerRef}
      {...drag?.draggableProps}
      {...drag?.dragHandleProps}
      aria-describedby={undefined}
      onClick={(event) => {
        // Dragging prevents focus on press; without it the editor's shortcuts would not work.
        event.currentTarget.focus({ preventScroll: true })
        onPress()
      }}
      className={cn(
        'flex w-full cursor-grab touch-manipulation items-center rounded-sm border border-line bg-surface transition-[border-color,background-color] select-none',
        'hover:border-edge hover:bg-ink/4 focus-visible:border-ink',
        look === 'tile'
          ? 'h-full min-h-15 flex-col justify-center gap-1.5 px-1 py-2 text-xs leading-4'
          : 'min-h-8 gap-2 px-2.5 text-left pointer-coarse:min-h-11',
        isDragging && 'border-ink',
      )}
    >
      {face}
    </button>
  )
  return (
    <Droppable droppableId={`palette:${source}`} isDropDisabled>
      {({ innerRef, droppableProps, placeholder }, { draggingFromThisWith }) => (
        <li ref={innerRef} {...droppableProps} className="relative flex min-w-0 items-stretch gap-1">
          {draggingFromThisWith && button(null)}
          <Draggable draggableId={`${SOURCE}${source}`} index={0} disableInteractiveElementBlocking>
            {(drag, { isDragging }) => button(drag, isDragging)}
          </Draggable>
          {aside}
          <span className="hidden">{placeholder}</span>
        </li>
      )}
    </Droppable>
  )
}

import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Draggable, Droppable, type DraggableProvided } from 'react-beautiful-dnd'
import { PALETTE } from '#domain/builder/blocks.ts'
import { Card } from '#web/ui/card.tsx'
import { cn } from '#web/ui/cn.ts'
import { addBlock } from './block-actions.ts'
import { iconOf } from './block-icons.ts'
import { labelOf } from './block-words.ts'
import { useBuilderStore } from './builder-store.ts'
import { SOURCE } from './drag.tsx'

/** The Elements palette (product: builder.moves): click to add a block at the end, or drag it to any place. */
export function Palette({ children }: { children?: ReactNode }) {
  const store = useBuilderStore()
  return (
    <Card title="Elements">
      <ul aria-label="Elements" className="grid grid-cols-3 gap-1.5 sm:grid-cols-5 lg:grid-cols-2">
        {PALETTE.map((entry) => {
          const columns = 'columns' in entry ? entry.columns : undefined
          return (
            <PaletteEntry
              key={labelOf(entry.type, columns)}
              source={paletteSource(entry.type, columns)}
              label={labelOf(entry.type, columns)}
              icon={iconOf(entry.type, columns)}
              onPress={() => addBlock(store, entry.type, columns)}
            />
          )
        })}
      </ul>
      {children}
    </Card>
  )
}

/** The drag id of a palette entry. */
function paletteSource(type: string, columns: number | undefined): string {
  return columns === undefined ? type : `${type}:${columns}`
}

/** The palette entry for a drag id. */
export function paletteEntry(source: string): (typeof PALETTE)[number] | undefined {
  return PALETTE.find((entry) => paletteSource(entry.type, 'columns' in entry ? entry.columns : undefined) === source)
}

export interface PaletteEntryProps {
  /** Its drag id. */
  source: string
  label: string
  icon: LucideIcon
  onPress: () => void
  /** Next to the entry: another action. */
  aside?: ReactNode
  look?: 'tile' | 'line'
}

/**
 * An entry that becomes a block. Each has its own list, so that the others do not move during a drag; a copy fills its
 * place. The pressed element itself moves, because touch events stop once their target leaves the DOM.
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
        'flex w-full cursor-grab touch-pan-y items-center rounded-sm border border-line bg-surface transition-[border-color,background-color] select-none',
        'hover:border-edge hover:bg-ink/4 focus-visible:border-ink',
        look === 'tile'
          ? 'h-full min-h-16 flex-col justify-center gap-1.5 px-1 py-2 text-xs leading-4'
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

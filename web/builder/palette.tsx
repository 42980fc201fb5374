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

/** The Elements palette (product: builder.moves): a click adds a block at the end, dragging puts it anywhere. */
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

/** The palette's entry of a kind, as drags name it. */
function paletteSource(type: string, columns: number | undefined): string {
  return columns === undefined ? type : `${type}:${columns}`
}

/** The entry of the palette that a drag names. */
export function paletteEntry(source: string): (typeof PALETTE)[number] | undefined {
  return PALETTE.find((entry) => paletteSource(entry.type, 'columns' in entry ? entry.columns : undefined) === source)
}

export interface PaletteEntryProps {
  /** What a drag names it. */
  source: string
  label: string
  icon: LucideIcon
  onPress: () => void
  /** Beside the entry: another thing to do with it. */
  aside?: ReactNode
  look?: 'tile' | 'line'
}

/**
 * Something that becomes a block. Each stands in a list of its own, so that the others keep still while it is dragged; a copy holds its place.
 * What was pressed is what moves: a finger's movements are told to nobody once the element under it is taken out of the page.
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
        // Dragging keeps the press from giving the focus, and without it the keys of the editor would go elsewhere.
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

import { GripVertical, Trash2 } from '#web/ui/generated/icons.ts'
import { memo, useEffect, useRef, useState, type ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { Draggable, type DraggableProvidedDragHandleProps } from 'react-beautiful-dnd'
import { isLocked, type BuilderElement } from '#domain/builder/builder-document.ts'
import { shownTo } from '#web/editor/condition-texts.ts'
import type { CaretPlace } from '#web/editor/rich-text.tsx'
import { cn } from '#web/ui/class-names.ts'
import { deleteBlock } from '../block-actions.ts'
import { nameOf } from '../block-texts.ts'
import { useBuilder, useBuilderStore } from '../builder-store.ts'
import { useIsDragging } from '../block-drag.tsx'
import { SavedBand } from '../saved-block-use.tsx'
import { BlockBody } from './block-body.tsx'
import { blockKey, handleKey, PROPERTIES_BUTTON, selectsOnFocus } from './block-keys.ts'
import { ColumnsBody, type BlockProps } from './columns-body.tsx'
import { MailPart } from './rendered-block.tsx'

/** A block of the email: selected by click, moved by its handle, deleted by its button. */
export const Block: ComponentType<BlockProps> = memo(function DraggableBlock({
  element,
  index,
  count,
  context: around,
}: BlockProps) {
  return (
    <Draggable draggableId={element.id} index={index} disableInteractiveElementBlocking>
      {({ innerRef, draggableProps, dragHandleProps }, { isDragging }) => (
        <li ref={innerRef} {...draggableProps} className="list-none">
          <Frame
            element={element}
            index={index}
            count={count}
            context={around}
            handle={dragHandleProps}
            isDragging={isDragging}
          />
        </li>
      )}
    </Draggable>
  )
})

interface FrameProps extends BlockProps {
  handle: DraggableProvidedDragHandleProps | null
  isDragging: boolean
}

const TOOL =
  'absolute -top-3 z-10 grid h-6 place-items-center rounded-full border border-ink bg-surface text-ink opacity-0 transition-opacity ' +
  'hover:bg-ink hover:text-paper focus-visible:opacity-100 pointer-coarse:-top-4 pointer-coarse:h-9'

/** Re-renders only for changes of the block itself: a drag mostly moves list items around it. */
const Frame = memo(function BlockFrame({ element, index, count, context: around, handle, isDragging }: FrameProps) {
  const store = useBuilderStore()
  const { id } = element
  const isSelected = useBuilder((state) => state.selectedId === id)
  const isStop = useBuilder(({ selectedId, history }) => (selectedId ?? history.present.elements[0]?.id) === id)
  const isCarried = useBuilder((state) => state.carried?.id === id)
  const frame = useRef<HTMLDivElement>(null)
  const isTouch = useRef(false)
  const [caret, setCaret] = useState<CaretPlace | null>(null)
  if (!isSelected && caret) setCaret(null)
  useEffect(() => {
    // A new block mounts selected.
    if (store.state().selectedId === id) frame.current?.scrollIntoView({ block: 'nearest' })
  }, [store, id])
  const name = nameOf(element)
  // State instead of CSS: a :has() rule would be matched on hundreds of blocks in each frame of a drag.
  const [isHovered, setHovered] = useState(false)
  const isBusy = useIsDragging()
  const isShown = isSelected || isDragging || isHovered
  return (
    // The frame takes focus and keys as a whole; its content has its own controls.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={frame}
      role="group"
      aria-label={`${name}, ${index + 1} of ${count}${isSelected ? ', selected' : ''}`}
      data-block={id}
      data-selected={isSelected || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={isStop ? 0 : -1}
      onPointerOver={({ target }) => setHovered(!isBusy() && ownerOf(target) === id)}
      onPointerLeave={() => setHovered(false)}
      onPointerDown={({ pointerType }) => {
        isTouch.current = pointerType === 'touch'
      }}
      onMouseDown={(event) => {
        // The first click can type: the editor takes the place of the text and puts the caret where it was pressed. A
        // first tap only selects, without the on-screen keyboard.
        if (isTouch.current || !(event.target instanceof Element)) return
        const isTool = event.target.closest('[data-tool]') !== null
        if (isSelected || isTool || ownerOf(event.target) !== id) return
        const isText = event.target.closest('[data-written]') !== null
        if (isText) event.preventDefault()
        setCaret(isText ? { x: event.clientX, y: event.clientY } : null)
        store.select(id)
      }}
      onClick={(event) => {
        if (ownerOf(event.target) !== id) return
        event.preventDefault()
        store.select(id)
      }}
      onFocus={(event) => event.target === event.currentTarget && selectsOnFocus(id) && store.select(id)}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return
        if (event.key === 'Enter') {
          event.preventDefault()
          flushSync(() => {
            setCaret('end')
            store.select(id)
          })
          edit(event.currentTarget)
        } else if (blockKey(store, id, event)) {
          event.preventDefault()
        }
      }}
      className={cn(
        'relative outline-none',
        'before:pointer-events-none before:absolute before:inset-0 before:z-[1] before:rounded-[3px] before:border before:border-transparent',
        // A light line next to the dark one, because emails have backgrounds of any color.
        isHovered && 'before:border-[#5c677d]/60 before:shadow-[inset_0_0_0_1px_rgb(255_255_255/0.6)]',
        isSelected &&
          'before:border-2 before:border-[#1f2a44]! before:shadow-[0_0_0_1px_#fff,inset_0_0_0_1px_#fff]! focus-visible:before:outline-2 focus-visible:before:outline-offset-2 focus-visible:before:outline-[#1f2a44]',
        isCarried && 'before:border-dashed!',
        isDragging && 'bg-white/90',
      )}
    >
      {element.condition && (
        <p className="bg-[#e8ecf4] px-2 py-0.5 text-xs text-[#1f2a44]">{shownTo(element.condition)}</p>
      )}
      {screensOf(element) && <p className="bg-[#e8ecf4] px-2 py-0.5 text-xs text-[#1f2a44]">{screensOf(element)}</p>}
      {element.saved && <SavedBand element={element} />}
      {isLocked(element) ? (
        <MailPart element={element} around={around} />
      ) : element.columns ? (
        <ColumnsBody element={element} around={around} block={Block} />
      ) : (
        <BlockBody element={element} around={around} editable={isSelected} caret={caret} />
      )}
      <button
        type="button"
        {...handle}
        aria-describedby={undefined}
        tabIndex={isSelected ? 0 : -1}
        data-handle={id}
        data-tool=""
        aria-label={`Move ${name}`}
        aria-pressed={isCarried}
        onKeyDown={(event) => {
          if (handleKey(store, id, event)) event.preventDefault()
          event.stopPropagation()
        }}
        onBlur={({ currentTarget }) => {
          // Switching windows keeps the handle focused and the block picked up; a move blurs the handle and refocuses it.
          if (isCarried && document.activeElement !== currentTarget) store.putDown()
        }}
        className={cn(
          TOOL,
          'w-10 cursor-grab touch-none pointer-coarse:w-14',
          element.columns ? 'left-2' : 'left-1/2 -translate-x-1/2',
          isShown && 'opacity-100',
        )}
      >
        {isShown && <GripVertical aria-hidden="true" className="size-3.5 rotate-90" />}
      </button>
      {isShown && (
        <button
          type="button"
          tabIndex={isSelected ? 0 : -1}
          data-tool=""
          aria-label={`Delete ${name}`}
          onClick={(event) => {
            event.stopPropagation()
            deleteBlock(store, id)
          }}
          className={cn(
            TOOL,
            'w-6 pointer-coarse:w-9',
            element.columns ? 'left-14 pointer-coarse:left-18' : 'right-2',
            (isSelected || isHovered) && 'opacity-100',
          )}
        >
          <Trash2 aria-hidden="true" className="size-3.5" />
        </button>
      )}
    </div>
  )
})

/** Returns the name of the only screens (phones or computers) on which a block is shown; null for all. */
const screensOf = ({ styles: { hideOn } }: BuilderElement) =>
  hideOn === 'phone' ? 'Desktop only' : hideOn === 'desktop' ? 'Phones only' : null

function ownerOf(target: EventTarget): string | null {
  return target instanceof Element ? (target.closest('[data-block]')?.getAttribute('data-block') ?? null) : null
}

/** Starts editing a block's text, or opens its properties if it has no text. */
function edit(frame: HTMLElement): void {
  const box = frame.querySelector<HTMLElement>('[contenteditable=true]')
  const isWritten = frame.querySelector('[data-written]') !== null
  if (!isWritten) document.querySelector<HTMLElement>(`[${PROPERTIES_BUTTON}][aria-expanded=false]`)?.click()
  const first = document.querySelector<HTMLElement>(
    '[data-properties] :is(input, textarea, select, [contenteditable=true], [data-first])',
  )
  // A text takes the focus when its editor is there.
  if (box || !isWritten) (box ?? first)?.focus()
}

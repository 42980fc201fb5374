import { useEffect, useId, useMemo, useRef, useState, type RefObject } from 'react'
import { Droppable } from 'react-beautiful-dnd'
import { CONTAINER_COLOR, pageColorOf, surroundingsOf } from '#domain/builder/render-document.ts'
import { cn } from '#web/ui/class-names.ts'
import { useBuilder, useBuilderStore } from '../builder-store.ts'
import { useIsDropEnabled } from '../block-drag.tsx'
import { CANVAS_ATTRIBUTE, ROOT } from '../drag-zones.ts'
import { startWith } from '../gallery-dialog.tsx'
import { galleryTemplate, SAMPLE } from '../gallery-list.ts'
import { KEYS_HINT } from './block-keys.ts'
import { Block } from './block.tsx'

/** The empty canvas message. */
export const EMPTY_CANVAS = 'Drag elements here to start building your email'

/** Width of the canvas in px below which columns are stacked, as in the email on phones. */
const STACK_BELOW = 448

/** The drop area: fills its place, at least 300 px high (product: builder.layout). */
export function Canvas() {
  const store = useBuilderStore()
  const elements = useBuilder((state) => state.history.present.elements)
  const globalStyles = useBuilder((state) => state.history.present.globalStyles)
  const lang = useBuilder((state) => state.history.present.lang)
  const around = useMemo(() => surroundingsOf({ globalStyles, lang }), [globalStyles, lang])
  const isOpen = useIsDropEnabled(ROOT)
  const hint = useId()
  const canvas = useRef<HTMLDivElement>(null)
  const isNarrow = useIsNarrow(canvas)
  return (
    // A click outside the blocks clears the selection; the keyboard equivalent is Escape.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      ref={canvas}
      {...{ [CANVAS_ATTRIBUTE]: '' }}
      data-narrow={isNarrow || undefined}
      onClick={(event) => {
        // A drag prevents the click at its end.
        if (event.defaultPrevented || !(event.target instanceof Element)) return
        if (!event.target.closest('[data-block]')) store.select(null)
      }}
      style={{ backgroundColor: pageColorOf(globalStyles), colorScheme: 'light' }}
      className="group/canvas flex h-full flex-col overflow-auto overscroll-contain p-3 text-[#333333] sm:p-5"
    >
      <p id={hint} className="sr-only">
        {KEYS_HINT}
      </p>
      <Droppable droppableId={ROOT} isDropDisabled={!isOpen}>
        {({ innerRef, droppableProps, placeholder }, { isDraggingOver }) => (
          <ul
            ref={innerRef}
            {...droppableProps}
            aria-label="Blocks"
            aria-describedby={hint}
            style={{ maxWidth: around.width, backgroundColor: CONTAINER_COLOR }}
            className={cn(
              'relative mx-auto w-full shrink-0 grow rounded-[8px] outline-2 outline-offset-2 outline-transparent transition-[outline-color]',
              isDraggingOver && 'outline-[#1f2a44]/60 outline-dashed',
            )}
          >
            {elements.length === 0 && !isDraggingOver && (
              <li className="absolute inset-3 grid list-none place-items-center rounded-[6px] border border-dashed border-[#868e96] p-6 text-center text-base text-[#495057]">
                <div className="grid justify-items-center gap-4">
                  <p>{EMPTY_CANVAS}</p>
                  <button
                    type="button"
                    onClick={() => {
                      const sample = galleryTemplate(SAMPLE)
                      if (sample) startWith(store, sample.name, sample.document)
                    }}
                    className="rounded-[6px] border border-[#868e96] bg-white px-3 py-1.5 text-sm font-strong text-[#1f2a44] hover:bg-[#f1f3f5]"
                  >
                    Start with the sample template
                  </button>
                </div>
              </li>
            )}
            {elements.map((element, index) => (
              <Block key={element.id} element={element} index={index} count={elements.length} context={around} />
            ))}
            {placeholder}
          </ul>
        )}
      </Droppable>
    </div>
  )
}

/**
 * Returns whether a box is narrow. It is measured by script: dragged elements are position: fixed, which some browsers
 * resolve against the container of a container query.
 */
function useIsNarrow(box: RefObject<HTMLElement | null>): boolean {
  const [isNarrow, setNarrow] = useState(false)
  useEffect(() => {
    if (!box.current) return undefined
    const observer = new ResizeObserver(([entry]) => entry && setNarrow(entry.contentRect.width < STACK_BELOW))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box])
  return isNarrow
}

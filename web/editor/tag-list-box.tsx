import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { cn } from '#web/ui/class-names.ts'
import type { TagList } from './tag-suggestion.ts'

/** px between the caret and the list */
const GAP = 6

/** List of the fields that match the text typed after a brace, shown below or above it. The focus stays in the text. */
export function TagListBox({ id, list }: { id: string; list: TagList }) {
  const { fields, at, place, choose } = list
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const here = place()
    if (!box.current || !here) return
    const { offsetHeight, offsetWidth, style } = box.current
    const fitsBelow = here.bottom + GAP + offsetHeight < window.innerHeight
    style.top = `${Math.max(8, fitsBelow ? here.bottom + GAP : here.top - GAP - offsetHeight)}px`
    style.left = `${Math.max(8, Math.min(here.left, window.innerWidth - offsetWidth - 8))}px`
  })
  return createPortal(
    <div role="region" aria-label="Suggestions">
      <div
        ref={box}
        id={id}
        role="listbox"
        aria-label="Merge tags"
        className="pointer-events-auto fixed z-[60] w-60 rounded-md border border-edge bg-surface p-1"
      >
        {fields.map((field, index) => (
          // The keyboard chooses from within the text.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={field.name}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(field)}
            className={cn(
              'flex min-h-8 cursor-pointer items-center justify-between gap-3 rounded-sm px-2.5 text-sm pointer-coarse:min-h-11',
              index === at ? 'bg-ink/10' : 'hover:bg-ink/6',
            )}
          >
            <span className="truncate">{field.label}</span>
            {field.label !== field.name && <span className="truncate text-xs text-ink-soft">{field.name}</span>}
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {fields.length === 1 ? '1 merge tag' : `${fields.length} merge tags`}. Use the arrow keys, then Enter.
      </p>
    </div>,
    document.body,
  )
}

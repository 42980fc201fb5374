import { cn } from '#web/ui/class-names.ts'
import { ArrowDown, ArrowUp, ArrowUpDown } from '#web/ui/generated/icons.ts'
import type { GridColumn } from './grid-columns.ts'
import type { Sort } from './row-order.ts'

export interface GridHeadProps {
  column: GridColumn
  sort: Sort | null
  onSort: (column: GridColumn) => void
  /** Inserts a merge tag at the place that was edited last; absent where the email cannot be edited. */
  onInsert?: ((tag: string) => void) | undefined
}

const SORTED = { none: ArrowUpDown, ascending: ArrowUp, descending: ArrowDown } as const

/** Returns the sort direction of a column as ARIA names it. */
export const sortedBy = (sort: Sort | null, { key }: GridColumn): keyof typeof SORTED =>
  sort?.column.key !== key ? 'none' : sort.isDescending ? 'descending' : 'ascending'

/** The title of a column, which inserts its merge tag, and a button that sorts the rows by it. */
export function GridHead({ column, sort, onSort, onInsert }: GridHeadProps) {
  const { title, tag } = column
  const sorted = sortedBy(sort, column)
  const Icon = SORTED[sorted]
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span className="truncate">{onInsert && tag !== null ? <HeadTag {...{ title, tag, onInsert }} /> : title}</span>
      <button
        type="button"
        aria-label={`Sort by ${title}`}
        onClick={() => onSort(column)}
        className={cn(
          'grid size-6 shrink-0 place-items-center rounded-sm hover:bg-ink/6 hover:text-ink pointer-coarse:size-9',
          sorted === 'none' ? 'text-ink-soft/60' : 'text-ink',
        )}
      >
        <Icon aria-hidden="true" className="size-3.5" />
      </button>
    </span>
  )
}

/**
 * A column title that is dragged into the email as a merge tag, or inserted at the last cursor position by a click,
 * Enter or Space.
 */
function HeadTag({ title, tag, onInsert }: { title: string; tag: string; onInsert: (tag: string) => void }) {
  return (
    // A button cannot be dragged in Firefox.
    <span
      role="button"
      tabIndex={0}
      draggable
      title={`Drag ${tag} into the email, or press Enter to insert it`}
      aria-label={`Insert ${tag}`}
      onClick={() => onInsert(tag)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onInsert(tag)
      }}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData('text/plain', tag)
        dataTransfer.effectAllowed = 'copy'
      }}
      className="cursor-grab rounded-sm underline decoration-dotted underline-offset-2 hover:text-ink"
    >
      {title}
    </span>
  )
}

import { memo, useMemo, type ComponentType } from 'react'
import { Droppable } from 'react-beautiful-dnd'
import type { BuilderElement } from '#domain/builder/builder-document.ts'
import { columnGap } from '#domain/builder/render-blocks.ts'
import type { Surroundings } from '#domain/builder/render-parts.ts'
import { wordOf } from '#domain/builder/style-values.ts'
import { cn } from '#web/ui/class-names.ts'
import { columnList, useIsDropEnabled } from '../block-drag.tsx'
import { ZONE_ATTRIBUTE } from '../drag-zones.ts'
import { stylesOf } from './mail-looks.ts'
import { Styled } from './rendered-block.tsx'

const ALIGN = { top: 'start', middle: 'center', bottom: 'end' } as const

/** The props to render a block. */
export interface BlockProps {
  element: BuilderElement
  index: number
  /** number of siblings, the element included */
  count: number
  context: Surroundings
}

interface ColumnsBodyProps {
  element: BuilderElement
  around: Surroundings
  /** Renders a block in a column. */
  block: ComponentType<BlockProps>
}

/** A row of columns, each a list of blocks. Columns stack on a narrow canvas, as in the email on phones. */
export const ColumnsBody = memo(function Body({ element, around, block }: ColumnsBodyProps) {
  const looks = useMemo(() => stylesOf(element, around), [element, around])
  const { columns = [], styles } = element
  const gap = columnGap(element, around)
  const align = ALIGN[wordOf(styles.verticalAlign, ['top', 'middle', 'bottom']) ?? 'top']
  return (
    <Styled css={looks.cell}>
      <div
        className="flex py-2 group-data-narrow/canvas:flex-col"
        style={{ columnGap: gap, paddingInline: gap / 2, alignItems: 'stretch', fontSize: 16 }}
      >
        {columns.map(({ elements, weight = 1 }, column) => (
          <ColumnList
            key={columnList(element.id, column)}
            id={columnList(element.id, column)}
            label={columns.length === 1 ? 'Band' : `Column ${column + 1}`}
            elements={elements}
            weight={weight}
            align={align}
            around={around}
            block={block}
          />
        ))}
      </div>
    </Styled>
  )
})

interface ColumnListProps {
  id: string
  label: string
  elements: readonly BuilderElement[]
  weight: number
  align: string
  around: Surroundings
  block: ComponentType<BlockProps>
}

function ColumnList({ id, label, elements, weight, align, around, block: Block }: ColumnListProps) {
  const isOpen = useIsDropEnabled(id)
  return (
    <Droppable droppableId={id} isDropDisabled={!isOpen}>
      {({ innerRef, droppableProps, placeholder }, { isDraggingOver }) => (
        <ul
          ref={innerRef}
          {...droppableProps}
          {...{ [ZONE_ATTRIBUTE]: id }}
          aria-label={label}
          style={{ flexGrow: weight, alignContent: align }}
          className={cn(
            // Width shares apply to columns side by side; stacked columns are as high as their blocks.
            'grid min-h-12 min-w-0 basis-0 grid-cols-1 group-data-narrow/canvas:basis-auto rounded-[3px] outline-1 -outline-offset-1 outline-transparent outline-dashed',
            (isDraggingOver || elements.length === 0) && 'outline-[#868e96]',
            isDraggingOver && 'bg-[#1f2a44]/5',
          )}
        >
          {elements.length === 0 && !isDraggingOver && (
            <li className="place-self-center py-3 text-xs text-[#495057]">Drop blocks here</li>
          )}
          {elements.map((element, index) => (
            <Block key={element.id} element={element} index={index} count={elements.length} context={around} />
          ))}
          {placeholder}
        </ul>
      )}
    </Droppable>
  )
}

import { BLOCKS, type ElementType } from './blocks.ts'
import type { BuilderElement } from './builder-document.ts'
import type { ElementStyles, Heading } from './element-properties.ts'
import { COLUMNS_MAX } from './builder-limits.ts'

/** New elements, and texts that become headings. */

/** A new element with the defaults of its kind. `id` is a new short random string. */
export function createElement(type: ElementType, id: string, columns?: number): BuilderElement {
  const block = BLOCKS[type]
  return {
    id,
    type,
    content: block.content,
    styles: block.styles,
    ...(block.link === undefined ? {} : { link: block.link }),
    ...(block.alt === undefined ? {} : { alt: block.alt }),
    ...(block.items === undefined ? {} : { items: block.items }),
    ...(block.links === undefined ? {} : { links: block.links }),
    ...(block.rows === undefined ? {} : { rows: block.rows }),
    ...(block.hasHeader === undefined ? {} : { hasHeader: block.hasHeader }),
    ...(block.columns === undefined ? {} : { columns: emptyColumns(columns ?? block.columns) }),
  }
}

function emptyColumns(count: number): { elements: [] }[] {
  return Array.from({ length: Math.max(1, Math.min(COLUMNS_MAX, count)) }, () => ({ elements: [] }))
}

/** Default styles of headings; 0 is running text. */
const HEADING_LOOKS: Readonly<Record<Heading | 0, ElementStyles>> = {
  0: { fontSize: BLOCKS.text.styles.fontSize, fontWeight: BLOCKS.text.styles.fontWeight },
  1: { fontSize: '32px', fontWeight: 'bold' },
  2: { fontSize: '24px', fontWeight: 'bold' },
  3: { fontSize: '20px', fontWeight: 'bold' },
}

/** Turns a text into a heading or back: changes the default styles too, unless someone customized them. */
export function headingPatch(
  { styles, heading }: Pick<BuilderElement, 'styles' | 'heading'>,
  next: Heading | undefined,
): Pick<BuilderElement, 'styles' | 'heading'> {
  const now = HEADING_LOOKS[heading ?? 0]
  const isOwn = styles.fontSize !== now.fontSize || styles.fontWeight !== now.fontWeight
  return { heading: next, styles: isOwn ? {} : HEADING_LOOKS[next ?? 0] }
}

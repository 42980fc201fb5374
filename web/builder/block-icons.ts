import {
  Code,
  Columns2,
  Columns3,
  Image,
  Menu,
  Minus,
  MousePointerClick,
  MoveVertical,
  RectangleHorizontal,
  Share2,
  SquarePlay,
  Table,
  Type,
} from '#web/ui/generated/icons.ts'
import type { Icon as IconType } from '#web/ui/icon.tsx'
import type { ElementType } from '#domain/builder/blocks.ts'

const ICONS: Readonly<Record<ElementType, IconType>> = {
  text: Type,
  image: Image,
  button: MousePointerClick,
  divider: Minus,
  spacer: MoveVertical,
  columns: Columns2,
  social: Share2,
  html: Code,
  table: Table,
  video: SquarePlay,
  menu: Menu,
}

/** The icon of a block type. */
export function iconOf(type: ElementType, columns?: number): IconType {
  if (columns === 1) return RectangleHorizontal
  return columns === 3 ? Columns3 : ICONS[type]
}

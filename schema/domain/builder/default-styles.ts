import { BLOCKS } from './blocks.ts'
import type { BuilderElement } from './builder-document.ts'
import type { ElementStyles } from './element-properties.ts'
import { lineRatio } from './render-parts.ts'
import { lengthOf } from './style-values.ts'

/** The effective default of a missing (or invalid) style; absent here if it has no value. */
export function unstyled({ type, styles }: Pick<BuilderElement, 'type' | 'styles'>): ElementStyles {
  const otherwise = BLOCKS[type].unstyled
  if (type !== 'text') return otherwise
  return { ...otherwise, lineHeight: String(lineRatio(lengthOf(styles.fontSize) || 16)) }
}

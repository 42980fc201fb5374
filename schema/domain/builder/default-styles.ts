import { BLOCKS } from './blocks.ts'
import type { BuilderElement } from './builder-document.ts'
import type { ElementStyles } from './element-properties.ts'
import { lineRatio } from './render-parts.ts'
import { lengthOf } from './style-values.ts'

/** Returns the default that takes effect for a missing (or invalid) style; absent if there is none. */
export function unstyled({ type, styles }: Pick<BuilderElement, 'type' | 'styles'>): ElementStyles {
  const otherwise = BLOCKS[type].unstyled
  if (type !== 'text') return otherwise
  return { ...otherwise, lineHeight: String(lineRatio(lengthOf(styles.fontSize) || 16)) }
}

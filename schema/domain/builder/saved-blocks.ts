import { z } from 'zod'
import { jsonProblem } from '../json-check.ts'
import { TEXT_LIMITS } from '../content/text-limits.ts'
import {
  allElements,
  builderElements,
  isLocked,
  type BuilderDocument,
  type BuilderElement,
} from './builder-document.ts'
import { isSame } from './element-moves.ts'

/**
 * Reusable blocks of a workspace (saved blocks). An email holds a copy of each saved block that it uses, with the
 * block's id in `saved`. The copies are updated when the saved block changes and whenever the email is stored or
 * opened, so code that renders an email needs to know nothing about saved blocks.
 */

export const SAVED_BLOCKS_MAX = 200
/** bytes of a block as JSON */
const BLOCK_BYTES_MAX = 262_144

const name = z
  .string()
  .trim()
  .min(1, 'A saved block needs a name')
  .max(TEXT_LIMITS.savedBlockName, `The name must be at most ${TEXT_LIMITS.savedBlockName} characters long`)
  .refine((value) => !/[\r\n\0]/.test(value), 'The name must be one line')

const blockElements = builderElements
  .refine((given) => given.length > 0, 'A saved block needs at least one element')
  .refine(
    (given) => allElements(given).every(({ saved }) => saved === undefined),
    'A saved block cannot contain another saved block. Make that one independent first.',
  )
  .superRefine((given, context) => {
    const problem = jsonProblem(given, BLOCK_BYTES_MAX)
    if (problem) context.addIssue({ code: 'custom', message: 'A saved block can have at most 256 KB of valid text' })
  })

export const savedBlockInput = z.object({ name, elements: blockElements })
export const savedBlockChanges = z.object({ name: name.optional(), elements: blockElements.optional() })

/** Saved blocks by their id in the API. */
type SavedElements = ReadonlyMap<string, readonly BuilderElement[]>

/**
 * Makes a new use of a saved block: a copy that follows it. Everyone sees it, until a condition is set in the email.
 */
export function useOf(id: string, [first]: readonly BuilderElement[]): BuilderElement | undefined {
  if (!first) return undefined
  const { condition: _, ...element } = first
  return { ...element, saved: { id } }
}

/**
 * Updates the copies of saved blocks in an email. One that is being edited stays as it is. One that is not among
 * `blocks` (deleted, or of another workspace) becomes an ordinary block, unless `blocks` are only `some` of the
 * workspace's. So does one that now holds several elements, or columns that would be inside columns. Returns the same
 * document if nothing changes.
 */
export function withSavedBlocks(document: BuilderDocument, blocks: SavedElements, some?: 'some'): BuilderDocument {
  const elements = mapUses(document.elements, (use, isInRow) => {
    const block = blocks.get(use.saved?.id ?? '')
    return block === undefined && some ? use : current(use, block ?? [], isInRow)
  })
  return elements === document.elements ? document : { ...document, elements }
}

/** Turns a copy of a saved block into an ordinary block that no longer follows it. */
export function independent(use: BuilderElement): BuilderElement {
  const { saved: _, ...element } = use
  return element
}

function current(use: BuilderElement, [first, ...more]: readonly BuilderElement[], isInRow: boolean): BuilderElement {
  if (!first || more.length > 0 || (isInRow && first.columns)) return independent(use)
  if (!isLocked(use) || isSame(contentOf(first), contentOf(use))) return use
  let count = 0
  const columns = first.columns?.map((column) => ({
    ...column,
    elements: column.elements.map((inner) => ({ ...inner, id: `${use.id.slice(0, 48)}-b${(count += 1)}` })),
  }))
  const { condition: _, ...content } = first
  return {
    ...content,
    ...(columns && { columns }),
    ...(use.condition !== undefined && { condition: use.condition }),
    id: use.id,
    saved: use.saved,
  }
}

/** Returns the parts of an element that come from its saved block. */
function contentOf(element: BuilderElement): object {
  const { id: _, condition: _condition, saved: _saved, columns, ...rest } = element
  return { ...rest, columns: columns?.map((column) => ({ ...column, elements: column.elements.map(withoutId) })) }
}

function withoutId(element: BuilderElement): object {
  const { id: _, ...rest } = element
  return rest
}

/** Changes all elements that show a saved block; the same array if none changes. */
function mapUses(
  elements: readonly BuilderElement[],
  change: (use: BuilderElement, isInRow: boolean) => BuilderElement,
  isInRow = false,
): readonly BuilderElement[] {
  const changed = elements.map((element) => {
    const columns = element.columns?.map((column) => {
      const inner = mapUses(column.elements, change, true)
      return inner === column.elements ? column : { ...column, elements: inner }
    })
    const hasChanged = columns?.some((column, at) => column !== element.columns?.[at]) ?? false
    const now = hasChanged && columns ? { ...element, columns } : element
    return now.saved ? change(now, isInRow) : now
  })
  return changed.every((element, at) => element === elements[at]) ? elements : changed
}

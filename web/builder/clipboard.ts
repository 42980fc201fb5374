import { config } from 'zod'
import { builderElements, DOCUMENT_VERSION, type BuilderElement } from '#domain/builder/document.ts'
import { plainText } from '#domain/builder/rich-text.ts'

// The pages are served under a policy that forbids compiling code, which zod would otherwise try.
config({ jitless: true })

/** Blocks on the clipboard, so that they go from one template to another, also in another tab. */
const TYPE = 'application/x-mergewell-blocks'
/** Where browsers keep the clipboard from us, what was copied last lies here. */
const KEY = 'builder-clipboard'

/** Puts blocks on the clipboard of a copy or cut. */
export function writeBlocks(data: DataTransfer, elements: readonly BuilderElement[]): void {
  const text = textOfBlocks(elements)
  data.setData(TYPE, text)
  data.setData('text/plain', wordsOf(elements))
  keepBlocks(elements)
}

/** Keeps blocks for the Paste button and for browsers without a clipboard of ours. */
export function keepBlocks(elements: readonly BuilderElement[]): void {
  try {
    localStorage.setItem(KEY, textOfBlocks(elements))
  } catch {
    // Then only the browser's own clipboard holds them.
  }
}

/** The blocks that a paste brings; null when it brings something else. */
export function readBlocks(data: DataTransfer): readonly BuilderElement[] | null {
  const own = blocksIn(data.getData(TYPE))
  if (own) return own
  const kept = keptBlocks()
  // Some browsers pass on plain text alone: it is ours when it is what was copied last.
  return kept && data.getData('text/plain') !== '' && data.getData('text/plain') === wordsOf(kept) ? kept : null
}

/** What was copied last; null when nothing was. */
export function keptBlocks(): readonly BuilderElement[] | null {
  try {
    return blocksIn(localStorage.getItem(KEY) ?? '')
  } catch {
    return null
  }
}

function textOfBlocks(elements: readonly BuilderElement[]): string {
  return JSON.stringify({ version: DOCUMENT_VERSION, elements })
}

function blocksIn(text: string): readonly BuilderElement[] | null {
  if (text === '') return null
  try {
    const given: unknown = JSON.parse(text)
    if (typeof given !== 'object' || given === null || !('elements' in given)) return null
    const { data } = builderElements.safeParse(given.elements)
    return data && data.length > 0 ? data : null
  } catch {
    return null
  }
}

/** What blocks say, for programs that know nothing of blocks. */
function wordsOf(elements: readonly BuilderElement[]): string {
  return elements.map(words).filter(Boolean).join('\n\n') || ' '
}

function words({ type, content, columns, items }: BuilderElement): string {
  if (columns) return wordsOf(columns.flatMap((column) => column.elements)).trim()
  if (items) return items.map(({ url }) => url).join('\n')
  return type === 'text' || type === 'button' ? plainText(content) : content
}

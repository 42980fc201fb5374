import { config } from 'zod'
import { BLOCKS } from '#domain/builder/blocks.ts'
import { builderElements, DOCUMENT_VERSION, type BuilderElement } from '#domain/builder/builder-document.ts'
import { plainText } from '#domain/builder/rich-text.ts'

// The CSP forbids code generation, which zod would otherwise try.
config({ jitless: true })

/** Clipboard type of blocks, for copying between templates and tabs. */
const TYPE = 'application/x-mergewell-blocks'
/** Storage key of the last copied blocks, for browsers that deny clipboard access. */
const KEY = 'builder-clipboard'

/** Writes blocks to the clipboard of a copy or cut. */
export function writeBlocks(data: DataTransfer, elements: readonly BuilderElement[]): void {
  const text = textOfBlocks(elements)
  data.setData(TYPE, text)
  data.setData('text/plain', wordsOf(elements))
  storeBlocks(elements)
}

/** Stores blocks for the Paste button and for browsers without clipboard access. */
export function storeBlocks(elements: readonly BuilderElement[]): void {
  try {
    localStorage.setItem(KEY, textOfBlocks(elements))
  } catch {
    // Then only the browser's clipboard has them.
  }
}

/** The pasted blocks; null when the clipboard has other content. */
export function readBlocks(data: DataTransfer): readonly BuilderElement[] | null {
  const own = blocksIn(data.getData(TYPE))
  if (own) return own
  const kept = storedBlocks()
  // Some browsers pass only plain text: it is ours when it matches the last copied blocks.
  return kept && data.getData('text/plain') !== '' && data.getData('text/plain') === wordsOf(kept) ? kept : null
}

/** The last copied blocks; null if none. */
export function storedBlocks(): readonly BuilderElement[] | null {
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

/** Returns the text of blocks, copied for programs that cannot read blocks. */
function wordsOf(elements: readonly BuilderElement[]): string {
  return elements.map(words).filter(Boolean).join('\n\n') || ' '
}

function words({ type, content, columns, items }: BuilderElement): string {
  if (columns) return wordsOf(columns.flatMap((column) => column.elements)).trim()
  if (items) return items.map(({ url }) => url).join('\n')
  return BLOCKS[type].contentKind === 'richText' ? plainText(content) : content
}

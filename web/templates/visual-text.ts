/**
 * Converts edited renderSimpleText output back to Simple Text: blank lines between paragraphs, line breaks, and the few
 * supported tags. Anything else is reduced to its text.
 */
export function simpleTextOf(root: Element): string {
  const blocks: string[] = []
  let line = ''
  const endLine = () => {
    const text = trimmed(line)
    if (text !== '') blocks.push(text)
    line = ''
  }
  for (const node of root.childNodes) {
    const block = blockOf(node)
    if (block === null) {
      line += inlineOf(node)
      continue
    }
    endLine()
    if (block !== '') blocks.push(block)
  }
  endLine()
  return blocks.join('\n\n')
}

const HEADINGS = new Set(['H1', 'H2', 'H3'])
const LISTS = new Set(['UL', 'OL'])
const PARAGRAPHS = new Set(['P', 'DIV', 'H4', 'H5', 'H6', 'BLOCKQUOTE', 'PRE'])
const INLINE: Record<string, string> = { B: 'b', STRONG: 'strong', I: 'i', EM: 'em', U: 'u' }

/** The text of a block; null when the node is not a block. */
function blockOf(node: Node): string | null {
  if (!(node instanceof Element)) return null
  const name = node.tagName
  if (HEADINGS.has(name)) return wrapped(name.toLowerCase(), trimmed(inlineOfAll(node)))
  if (LISTS.has(name)) return listOf(node)
  if (!PARAGRAPHS.has(name)) return null
  // Browsers nest paragraphs when lists end or content is joined.
  return [...node.children].some((child) => blockOf(child) !== null) ? simpleTextOf(node) : trimmed(inlineOfAll(node))
}

function listOf(list: Element): string {
  const items = [...list.children].map((item) => {
    const text = [...item.childNodes]
      .map((node) => {
        const block = blockOf(node)
        return block === null ? inlineOf(node) : `\n${block}`
      })
      .join('')
    return `<li>${trimmed(text)}</li>`
  })
  const name = list.tagName.toLowerCase()
  return `<${name}>\n${items.join('\n')}\n</${name}>`
}

function inlineOfAll(element: Element): string {
  return [...element.childNodes].map(inlineOf).join('')
}

function inlineOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return typed(node.textContent ?? '')
  if (!(node instanceof Element)) return ''
  if (node.tagName === 'BR') return '\n'
  if (node.tagName === 'IMG') return `<img${attributesOf(node, ['src', 'alt', 'width', 'height'])}>`
  if (node.tagName === 'A') return `<a${attributesOf(node, ['href'])}>${inlineOfAll(node)}</a>`
  const tag = INLINE[node.tagName]
  return tag ? wrapped(tag, inlineOfAll(node)) : inlineOfAll(node)
}

function wrapped(tag: string, text: string): string {
  return text === '' ? '' : `<${tag}>${text}</${tag}>`
}

function attributesOf(element: Element, names: readonly string[]): string {
  return names
    .filter((name) => element.hasAttribute(name))
    .map((name) => ` ${name}="${(element.getAttribute(name) ?? '').replaceAll('"', '&quot;')}"`)
    .join('')
}

/** Escapes text for Simple Text, so that it does not read as tags or character references; normalizes spaces. */
function typed(text: string): string {
  return text
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/<(?=\/?(?:a|b|br|em|h[123]|i|img|li|ol|p|strong|u|ul)\b)/gi, '&lt;')
    .replace(/[\n\r\t]/g, ' ')
    .replaceAll('\u00a0', ' ')
}

/** Trims the text of a block. Line breaks that would be ignored at its start, or read as a blank line, become tags. */
function trimmed(text: string): string {
  return text
    .replace(/^[^\S\n]+/, '')
    .trimEnd()
    .replace(/^(?:<[a-z][^>]*>)*\n+|\n(?:[^\S\n]*\n)+/g, (breaks) =>
      breaks
        .split('\n')
        .map((line) => line.trimEnd())
        .join('<br>'),
    )
}

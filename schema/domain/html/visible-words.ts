import { readHtml, textOf, withoutElements } from './html-tokenizer.ts'

/** Tags that can be inside a word. */
const INLINE = new Set('a abbr b big code del em font i ins mark s small span strike strong sub sup u'.split(' '))
/** Elements whose content is not shown as text. */
const HIDDEN = new Set(
  'head title style script template noscript iframe noembed noframes textarea object svg'.split(' '),
)
const ENDS_LINE = /^<(?:br|\/?(?:p|tr|div|li|table|h[1-6]))\b/i

/** The text that HTML shows, with a line break or a space where a tag separates two words. */
export function wordsOfHtml(html: string): string {
  const shown = withoutElements(readHtml(html), ({ name }) => HIDDEN.has(name))
  return [...shown]
    .map((token) => {
      if (token.kind === 'text') return textOf(token)
      if (token.kind === 'comment' || INLINE.has(token.name)) return ''
      return ENDS_LINE.test(token.source) ? '\n' : ' '
    })
    .join('')
}

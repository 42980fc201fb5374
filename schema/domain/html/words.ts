import { readHtml, textOf } from './read.ts'

/** Tags that stand within a word as well as between words. */
const INLINE = new Set('a abbr b big code del em font i ins mark s small span strike strong sub sup u'.split(' '))
/** Elements whose content is not shown; what a browser runs or draws itself among them. */
const HIDDEN = new Set('head title style script template noscript iframe noembed noframes textarea object svg'.split(' '))
const ENDS_LINE = /^<(?:br|\/?(?:p|tr|div|li|table|h[1-6]))\b/i

/** What HTML says in words: the text that is shown, with a line break or a space where a tag parts two words. */
export function wordsOfHtml(html: string): string {
  let hidden: string | null = null
  let words = ''
  for (const token of readHtml(html)) {
    if (token.kind === 'text') {
      if (hidden === null) words += textOf(token)
    } else if (token.kind === 'comment') {
      continue
    } else if (hidden !== null) {
      // A head that is left open ends where the body begins.
      const isEnd = token.kind === 'close' ? token.name === hidden : hidden === 'head' && token.name === 'body'
      if (isEnd) hidden = null
    } else if (token.kind === 'open' && HIDDEN.has(token.name)) {
      hidden = token.name
    } else if (!INLINE.has(token.name)) {
      words += ENDS_LINE.test(token.source) ? '\n' : ' '
    }
  }
  return words
}

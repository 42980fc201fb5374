import { tokenize } from '#domain/builder/tokens.ts'

/** The words of a mail's HTML, for a preview of it. */
export function wordsOf(html: string): string {
  let isStyle = false
  return tokenize(html)
    .map((token) => {
      if (token.kind === 'text') return isStyle ? ' ' : token.source
      isStyle = token.kind === 'open' && token.name === 'style'
      return ' '
    })
    .join('')
}

import { isTag, UNSUBSCRIBE_TAG } from './merge-tags.ts'
import { tagKey } from '../contacts/tag-key.ts'

/** Matches a merge tag cut by formatting: `{<b>first</b>Name}`. */
const CUT =
  /\{((?:[^{}<>]{0,100}<\/?(?:a|b|big|em|font|i|mark|s|small|span|strong|sub|sup|u|wbr)(?:\s[^<>{}]{0,300})?>){1,8}[^{}<>]{0,100})\}/gi
const FORMATTING = /<[^<>]*>/g
/** Matches a link's URL with encoded braces. */
const ENCODED = /(\bhref\s*=\s*["'])([^"'<>]{0,2000}%7B[^"'<>]{0,2000})/gi
/** Matches a link's URL that consists of something and a merge tag: `http://{unsubscribeUrl}`. */
const PREFIXED = /(\bhref\s*=\s*(["']))[^"'<>{}]{1,300}(\{[^{}"'<>]{1,300}\})[^"'<>{}]{0,300}(?=\2)/gi

/**
 * Repairs merge tags that editors and other programs break: formatting within the braces moves behind them, encoded
 * braces in links become braces again, and a link to the unsubscribe URL loses everything else. Pure; linear.
 */
export function repairMergeTags(html: string): string {
  return html
    .replace(CUT, (whole, inner: string) => {
      const tag = `{${inner.replace(FORMATTING, '').replaceAll('&nbsp;', ' ')}}`
      return isTag(tag) ? tag + (inner.match(FORMATTING) ?? []).join('') : whole
    })
    .replace(
      ENCODED,
      (_, start: string, address: string) => start + address.replace(/%7B((?:(?!%7D).){1,302})%7D/gi, decodedTag),
    )
    .replace(PREFIXED, (whole, start: string, _quote, tag: string) => {
      const name = tag.slice(1, -1).split('|')[0] ?? ''
      return tagKey(name) === UNSUBSCRIBE_TAG ? start + tag : whole
    })
}

function decodedTag(encoded: string): string {
  try {
    const tag = decodeURIComponent(encoded)
    return isTag(tag) ? tag : encoded
  } catch {
    return encoded
  }
}

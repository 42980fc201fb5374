import { decodeHTML, decodeHTMLAttribute, decodeHTMLStrict } from 'entities/decode'

/** Text and HTML into one another: the one escaper, and what reads character references. */

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as HTML, whether between tags or between quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => REFERENCES[character] ?? character)
}

/** HTML between tags as text, as browsers read it. */
export const decodeText: (html: string) => string = decodeHTML

/** An attribute's value as text, as browsers read it: in `?a=1&copy=2` there is no reference. */
export const decodeAttribute: (html: string) => string = decodeHTMLAttribute

/** Text in which somebody may have typed character references: they count only with their semicolon, so that `?a=1&copy=2` stays. */
export const decodeTyped: (text: string) => string = decodeHTMLStrict

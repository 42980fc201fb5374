import { decodeHTML, decodeHTMLAttribute, decodeHTMLStrict } from 'entities/decode'

/** Escapes text for HTML, and decodes character references such as &amp;. */

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text, both between tags and between quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => REFERENCES[character] ?? character)
}

/** Decodes the text between tags as browsers do. */
export const decodeText: (html: string) => string = decodeHTML

/** Decodes an attribute's value as browsers do: `?a=1&copy=2` contains no reference. */
export const decodeAttribute: (html: string) => string = decodeHTMLAttribute

/** Decodes text that a person typed. References need their semicolon, so that `?a=1&copy=2` stays. */
export const decodeTyped: (text: string) => string = decodeHTMLStrict

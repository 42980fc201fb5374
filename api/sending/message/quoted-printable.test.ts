import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { MergedText } from './merged-text.ts'
import { quotedPrintableText } from './quoted-printable.ts'

const encoded = (text: string | MergedText) => Buffer.concat(quotedPrintableText(text)).toString('latin1')

/** A decoder written directly from RFC 2045 6.7, without the break before the boundary. */
function decoded(text: string): string {
  const bytes: number[] = []
  const body = text.slice(0, -2).replaceAll('=\r\n', '')
  for (let at = 0; at < body.length; at += 1) {
    if (body[at] === '=') {
      bytes.push(Number.parseInt(body.slice(at + 1, at + 3), 16))
      at += 2
    } else bytes.push(body.charCodeAt(at))
  }
  return Buffer.from(bytes).toString('utf8')
}

const crlf = (text: string) => text.replace(/\r\n?|\n/g, '\r\n')
const pieces = fc.array(
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.constantFrom('\n', ' ', '.', 'From me', '=', 'a'.repeat(200)),
  ),
)

describe('the quoted-printable encoder', () => {
  it.each([
    ['plain text', 'Hello', 'Hello\r\n'],
    ['an equals sign', 'a=b', 'a=3Db\r\n'],
    ['beyond ASCII', 'Zürich', 'Z=C3=BCrich\r\n'],
    ['a space before a line break', 'a \nb', 'a=20\r\nb\r\n'],
    ['a space at the end', 'a ', 'a=20\r\n'],
    ['a dot at the start of a line', 'a\n.b', 'a\r\n=2Eb\r\n'],
    ['lines that mbox escapes', 'a\nFrom here', 'a\r\n=46rom here\r\n'],
  ])('encodes %s', (_what, text, expected) => {
    expect(encoded(text)).toBe(expected)
  })

  it('encodes any text so that it is decoded unchanged, on lines of printable ASCII of at most 76 characters', () => {
    fc.assert(
      fc.property(pieces, fc.array(fc.boolean()), (texts, constant) => {
        const parts = texts.map((text, index) =>
          constant[index] ? { text: text.toWellFormed() } : text.toWellFormed(),
        )
        const whole = crlf(parts.map((part) => (typeof part === 'string' ? part : part.text)).join(''))
        const result = encoded(new MergedText(parts))
        // A line break split between two pieces counts as two: no author can write that.
        fc.pre(
          !/\r(?!\n)|(?<!\r)\n/.test(whole) &&
            parts.map((part) => crlf(typeof part === 'string' ? part : part.text)).join('') === whole,
        )
        expect(decoded(result)).toBe(whole)
        for (const line of result.split('\r\n')) expect(line).toMatch(/^[\x21-\x7e\t ]{0,75}[\x21-\x7e]?$/)
      }),
    )
  })
})

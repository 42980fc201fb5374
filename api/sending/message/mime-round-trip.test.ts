import { array, assert, asyncProperty, constantFrom, oneof, record, string, uint8Array } from 'fast-check'
import { expect, it } from 'vitest'
import { readMail } from '#tests/support/read-mail.ts'
import { MergedText } from './merged-text.ts'
import { composeMime, mimeBytes } from './mime.ts'
import { runsOf } from '#tests/support/full-run-only.ts'

/** Any text, including lone surrogates and control characters. */
const anything = oneof(
  string({ unit: 'grapheme', maxLength: 120 }),
  string({ unit: 'binary', maxLength: 60 }),
  string({ unit: 'grapheme-ascii', maxLength: 200 }),
  string({
    unit: constantFrom(
      '=',
      '?',
      '_',
      '"',
      '\\',
      '<',
      '>',
      '@',
      ',',
      ';',
      ' ',
      '(',
      ')',
      '%',
      '*',
      "'",
      'a',
      '=?UTF-8?Q?x?=',
      '--',
      '\u{1f469}\u200d\u{1f467}',
    ),
    maxLength: 60,
  }),
)
/** File names that both readers can decode: one of them decodes a name that looks encoded a second time. */
const fileName = anything.filter((value) => !value.includes('=?'))
/** Constant pieces of any length between merged ones, so base64 starts at each of its three offsets. */
const merged = array(oneof(record({ text: string({ unit: 'grapheme', maxLength: 400 }) }), anything), {
  minLength: 1,
  maxLength: 6,
}).map((parts) => new MergedText(['x', ...parts, 'x']))

/** The expected header value: well-formed, on one line. */
const arrived = (value: string) =>
  value
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .toWellFormed()
const lines = (value: string) => value.replace(/\r\n?/g, '\n').toWellFormed()

it('a composed message is read back with the same subject, names, file names, text and files by two MIME parsers', async () => {
  await assert(
    asyncProperty(
      record({
        subject: anything,
        from: anything,
        to: anything,
        file: fileName,
        inline: fileName,
        content: uint8Array({ maxLength: 300 }),
        html: merged,
        text: merged,
      }),
      async ({ subject, from, to, file, inline, content, html, text }) => {
        const message = {
          subject,
          from: { name: from, address: 'ana@own.test' },
          to: { name: to, address: 'bo@there.test' },
          html,
          text,
          headers: [],
          attachments: [
            { name: `f${file}f`, contentType: 'application/pdf', size: content.length, content },
            { name: `i${inline}i`, contentType: 'image/png', size: content.length, content, contentId: 'i@x' },
          ],
        }
        const mime = mimeBytes(composeMime(message))
        for (const line of mime.toString('latin1').split('\r\n')) {
          expect(line.length).toBeLessThanOrEqual(78)
          expect(line).toMatch(/^[\t\x20-\x7e]*$/)
        }
        // Padding ends a part; a strict reader would lose anything after it.
        const parts = mime.toString('latin1').slice(mime.indexOf('\r\n\r\n'))
        expect(parts).not.toMatch(/[A-Za-z0-9+/]==?\r\n[A-Za-z0-9+/]/)
        const read = await readMail(mime)
        expect(read.subject).toBe(arrived(subject))
        expect(read.from).toEqual({ name: arrived(from), address: 'ana@own.test' })
        expect(read.to).toEqual([{ name: arrived(to), address: 'bo@there.test' }])
        expect(lines(read.html)).toBe(lines(String(html)))
        expect(lines(read.text)).toBe(lines(String(text)))
        expect(read.files.map(({ name }) => name)).toEqual([arrived(`i${inline}i`), arrived(`f${file}f`)])
        for (const part of read.files) expect(part.content.equals(content)).toBe(true)
      },
    ),
    { numRuns: runsOf(300) },
  )
})

import { decodeWords } from 'postal-mime'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textHeader } from './mime-headers.ts'

const wordsOf = (header: string) => [...header.matchAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/g)]

/** Decodes as GMime does (mu, notmuch, Geary): neighboring words of B are joined first, and padding ends the text. */
function decodedByGmime(header: string): string {
  const runs: { kind: string; text: string }[] = []
  for (const [, kind = '', text = ''] of wordsOf(header)) {
    const last = runs.at(-1)
    if (last?.kind === kind) last.text += text
    else runs.push({ kind, text })
  }
  return Buffer.concat(
    runs.map(({ kind, text }) =>
      kind === 'B'
        ? Buffer.from(text.split('=')[0] ?? '', 'base64')
        : Buffer.from(
            text
              .replaceAll('_', ' ')
              .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
            'latin1',
          ),
    ),
  ).toString('utf8')
}

describe('textHeader, which encodes text in a header,', () => {
  it.each([
    'Größe an alle Mitglieder des Vereins für Leibesübungen in Öhringen und Übersee',
    'Привет всем участникам весеннего собрания нашего клуба любителей природы',
    'A春のお知らせ：新しいサービスのご案内と特別セールのお知らせです。ぜひご覧ください。',
    '🎉 Große Eröffnung 🎉 Großes Fest 🎉 Größte Überraschung des Jahres für alle 🎉',
  ])('writes %s so that programs that join encoded words before decoding show it whole', (subject) => {
    const header = textHeader('Subject', subject)
    expect(decodedByGmime(header)).toBe(subject)
    expect(decodeWords(header.slice('Subject: '.length).replaceAll('\r\n', ''))).toBe(subject)
  })

  it('pads no base64 word but the last, and keeps every line within 76 characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (text) => {
        const header = textHeader('Subject', `ü${text}`)
        const words = wordsOf(header)
        for (const [, kind, inner] of words.slice(0, -1)) if (kind === 'B') expect(inner).not.toContain('=')
        for (const line of header.split('\r\n')) expect(line.length).toBeLessThanOrEqual(76)
      }),
    )
  })
})

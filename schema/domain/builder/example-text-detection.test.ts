import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exampleIn, flatOf } from './example-text-detection.ts'
import { EXAMPLE_TEXTS } from './example-text-table.ts'
import { GALLERY } from './gallery/gallery.ts'
import { allElements, type BuilderElement } from './builder-document.ts'
import { plainText } from './rich-text.ts'
import { documentOf, element } from './testing/documents.ts'
import { warningsOf } from './email-warnings.ts'

/** Figures, prices, dates and placeholders of the sender, all of which must be replaced before sending. */
const FACT = /\d|[€$£%]|your |\[[^\]]+\]/i

/** A short figure such as 25% could be anybody’s own. */
const isTelling = (text: string) => text.length >= 8 || /[€$£]/.test(text)

const textsOf = ({ type, content, rows = [] }: BuilderElement) =>
  type === 'table' ? rows.flat() : type === 'text' ? [plainText(content)] : []

/** The starters' texts with facts that are examples. */
const FOUND = [
  ...new Set(
    GALLERY.flatMap(({ document }) => allElements(document.elements).flatMap(textsOf))
      .map(flatOf)
      .filter((text) => FACT.test(text) && isTelling(text)),
  ),
].toSorted()

if (process.env['UPDATE_EXAMPLES']) {
  const lines = FOUND.map((text) => `  ${JSON.stringify(text)},\n`).join('')
  const head =
    '/** Texts of the starters with facts that are examples. Written by example-text-detection.test.ts (UPDATE_EXAMPLES=1). */\n'
  writeFileSync(
    join(import.meta.dirname, 'example-text-table.ts'),
    `${head}export const EXAMPLE_TEXTS: readonly string[] = [\n${lines}]\n`,
  )
}

describe('the check for example texts that were left in an email', () => {
  it('covers the texts of the starter templates', () => {
    expect(EXAMPLE_TEXTS).toEqual(FOUND)
  })

  it.each(GALLERY)('warns of those in the template $name, each with its block', ({ document }) => {
    const warned = warningsOf(document).filter(
      ({ code, message }) => code === 'PLACEHOLDER' && /example text/.test(message),
    )
    expect(warned.length).toBeGreaterThan(0)
    for (const { elementId } of warned) expect(elementId).toBeDefined()
  })

  it.each([
    ['Your Company · Street 1, 12345 City', 'Your Company'],
    ['Lorem ipsum dolor', 'Lorem ipsum'],
    ['Acme Ltd · 123 Street, Dublin', '123 Street'],
    ['Acme Ltd · 12 Baker Street, Dublin', null],
    ['Hello {firstName}', null],
  ])('finds in %j: %j', (text, expected) => {
    expect(exampleIn(text)).toBe(expected)
  })

  it('reports nothing once they are changed', () => {
    const [text = ''] = FOUND
    const codes = (content: string) => warningsOf(documentOf([element('text', { content })])).map(({ code }) => code)
    expect(codes(text)).toContain('PLACEHOLDER')
    expect(codes('Our spring sale begins on Monday.')).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { textWidth, type FontLook } from './text-width.ts'

const look = (fontFamily: string, more: Partial<FontLook> = {}): FontLook => ({
  fontFamily,
  isBold: false,
  isItalic: false,
  ...more,
})

/** Measured by Chromium at 100 px, in fonts with the metrics of Arial, Times New Roman and Courier New (Liberation). */
const MEASURED: [string, string, boolean, number][] = [
  ['Click Here', 'Arial, sans-serif', false, 461.2],
  ['Hamburgefonts', 'Arial', false, 683.7],
  ['iiii', 'Arial', false, 88.9],
  ['WWWW', 'Arial', false, 377.5],
  ['Click Here', 'Arial', true, 489.2],
  ['Hamburg', 'Times New Roman', false, 377.7],
  ['Take it now', 'Times New Roman', true, 505.6],
  ['any text', 'Courier New', false, 480.1],
]

describe('the estimated width of text', () => {
  it.each(MEASURED)('%s in %s (bold: %s) is %d px, within 1.5%%', (text, font, isBold, measured) => {
    expect(Math.abs(textWidth(text, 100, look(font, { isBold })) / measured - 1)).toBeLessThan(0.015)
  })

  it('uses the first known font of the list', () => {
    const arial = textWidth('Hello', 16, look('Arial'))
    expect(textWidth('Hello', 16, look("'Brand Sans', Helvetica, serif"))).toBe(arial)
    expect(textWidth('Hello', 16, look('Brand Sans'))).toBe(arial)
    expect(textWidth('Hello', 16, look('Verdana'))).toBeGreaterThan(arial)
  })

  it('depends on bold, italic, accents and wide characters', () => {
    const plain = textWidth('Zoe', 20, look('Arial'))
    expect(textWidth('Zoë', 20, look('Arial'))).toBe(plain)
    expect(textWidth('Zoe\u0308', 20, look('Arial'))).toBe(plain)
    expect(textWidth('Zoe', 20, look('Arial', { isBold: true }))).toBeGreaterThan(plain)
    expect(textWidth('Zoe', 20, look('Arial', { isItalic: true }))).toBeGreaterThan(plain)
    expect(textWidth('申込', 20, look('Arial'))).toBeGreaterThanOrEqual(40)
    expect(textWidth('', 20, look('Arial'))).toBe(0)
  })
})

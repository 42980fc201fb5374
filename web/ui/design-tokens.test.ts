import { describe, expect, it } from 'vitest'
import { themes, type Rgb } from '#tests/support/design-token-colors.ts'

function decode(encoded: number): number {
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4
}

function luminance([r, g, b]: Rgb): number {
  return 0.2126 * decode(r) + 0.7152 * decode(g) + 0.0722 * decode(b)
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

/** The blend of `bg-color/10` over a background. */
function over(color: Rgb, background: Rgb, alpha: number): Rgb {
  const mix = (i: 0 | 1 | 2) => color[i] * alpha + background[i] * (1 - alpha)
  return [mix(0), mix(1), mix(2)]
}

const TEXT = ['ink', 'ink-soft', 'accent', 'good', 'waiting', 'bad']
const GROUNDS = ['paper', 'surface']
/** The strongest tint under text of the same color, and under plain text on hover. */
const TINT = 0.08

describe.each(['light', 'dark'] as const)('the design colors of the %s theme', (theme) => {
  const color = (name: string): Rgb => {
    const found = themes[theme][name]
    if (!found) throw new Error(`tokens.css has no --${name}`)
    return found
  }

  it('include every color of the palette', () => {
    const names = ['paper', 'surface', 'ink', 'ink-soft', 'line', 'edge', 'accent', 'good', 'waiting', 'bad']
    expect(Object.keys(themes[theme])).toEqual(names)
  })

  it.each(TEXT.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)))(
    'give text in %s on %s a contrast of at least 4.5',
    (text, ground) => expect(contrast(color(text), color(ground))).toBeGreaterThanOrEqual(4.5),
  )

  it.each(TEXT.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)))(
    'give text in %s on its own tint over %s a contrast of at least 4.5',
    (text, ground) => {
      const background = over(color(text), color(ground), TINT)
      expect(contrast(color(text), background)).toBeGreaterThanOrEqual(4.5)
    },
  )

  it.each(['ink', 'ink-soft', 'bad'])('give text in %s on a hovered row a contrast of at least 4.5', (text) => {
    for (const ground of GROUNDS) {
      expect(contrast(color(text), over(color('ink'), color(ground), TINT))).toBeGreaterThanOrEqual(4.5)
    }
  })

  it.each(['accent', 'bad', 'ink'])(
    'give text in paper on a button filled with %s a contrast of at least 4.5',
    (fill) => expect(contrast(color('paper'), color(fill))).toBeGreaterThanOrEqual(4.5),
  )

  it.each(['edge', 'accent', 'good', 'waiting', 'bad'])(
    'give a shape in %s a contrast of at least 3 to its background',
    (shape) => {
      for (const ground of GROUNDS) expect(contrast(color(shape), color(ground))).toBeGreaterThanOrEqual(3)
    },
  )
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Rgb = readonly [number, number, number]
export type Palette = Record<string, Rgb>

const css = readFileSync(join(import.meta.dirname, '../../web/ui/tokens.css'), 'utf8')
const TOKEN = /--([a-z-]+):\s*light-dark\(oklch\(([^)]+)\),\s*oklch\(([^)]+)\)\)/g

function encode(linear: number): number {
  const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
  return Math.min(1, Math.max(0, value))
}

/** OKLCH → sRGB, https://www.w3.org/TR/css-color-4/#color-conversion-code */
function oklch(text: string): Rgb {
  const [lightness = 0, chroma = 0, hue = 0] = text.split(/\s+/).map(Number)
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

/** The colors of tokens.css in both themes, as sRGB from 0 to 1. */
export const themes: Record<'light' | 'dark', Palette> = { light: {}, dark: {} }
for (const [, name = '', light = '', dark = ''] of css.matchAll(TOKEN)) {
  themes.light[name] = oklch(light)
  themes.dark[name] = oklch(dark)
}

import { COLOR_NAMES } from './color-names.ts'

/** Colors: parsing free text (product: builder.free-text), dark mode, and contrast. */

const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i
const FUNCTION = /^(rgba?|hsla?)\(([^()]*)\)$/i
const NUMBER = /^(-?(?:\d{1,4}(?:\.\d{1,6})?|\.\d{1,6}))(%|deg)?$/

/** A color as #rrggbb, with transparency blended onto white; null if it is not a color. */
export function colorOf(value: string | undefined): string | null {
  const text = value?.trim().toLowerCase() ?? ''
  const named = COLOR_NAMES.get(text)
  if (named) return named
  if (HEX.test(text)) return fromHex(text.slice(1))
  const [, name, inside = ''] = FUNCTION.exec(text) ?? []
  if (!name) return null
  const parts = inside.split(/[\s,/]+/).filter(Boolean)
  const numbers = parts.map((part) => NUMBER.exec(part))
  if (numbers.length < 3 || numbers.length > 4 || numbers.some((number) => !number)) return null
  const [one, two, three, alpha] = numbers.map((number) => ({
    value: Number(number?.[1]),
    percent: number?.[2] === '%',
  }))
  if (!one || !two || !three) return null
  const opacity = alpha ? clamp(alpha.percent ? alpha.value / 100 : alpha.value, 0, 1) : 1
  const channels = name.startsWith('rgb')
    ? [one, two, three].map(({ value: channel, percent }) => (percent ? (channel * 255) / 100 : channel))
    : fromHsl(one.value, two.value / 100, three.value / 100)
  return toHex(channels, opacity)
}

function fromHex(digits: string): string {
  const wide = digits.length <= 4 ? digits.replace(/./g, '$&$&') : digits
  const channels = [0, 2, 4].map((at) => Number.parseInt(wide.slice(at, at + 2), 16))
  return toHex(channels, wide.length === 8 ? Number.parseInt(wide.slice(6), 16) / 255 : 1)
}

function fromHsl(hue: number, saturation: number, lightness: number): number[] {
  const s = clamp(saturation, 0, 1)
  const l = clamp(lightness, 0, 1)
  return [0, 8, 4].map((offset) => {
    const k = (offset + (((hue % 360) + 360) % 360) / 30) % 12
    return 255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  })
}

function toHex(channels: number[], opacity: number): string {
  const onWhite = channels.map((channel) => Math.round(clamp(channel, 0, 255) * opacity + 255 * (1 - opacity)))
  return `#${onWhite.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))

const channelsOf = (hex: string) => [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
const gamma = (channel: number) =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * clamp(channel, 0, 1) ** (1 / 2.4) - 0.055

/** A color in OKLab: lightness (0 to 1) and two hue axes. */
function toOklab(hex: string): [number, number, number] {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab(lightness: number, a: number, b: number): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return toHex(
    channels.map((channel) => gamma(channel) * 255),
    1,
  )
}

/** OKLab lightness that white and black become in dark mode. */
const DARK_PAPER = 0.24
const LIGHT_INK = 0.97
const TEXT_LEAST = 0.62

/**
 * A color (#rrggbb) in clients with automatic dark mode: light backgrounds become dark and dark texts light, with the
 * same hue; others stay.
 */
export function darkColor(hex: string, use: 'background' | 'text'): string {
  const [lightness, a, b] = toOklab(hex)
  if (use === 'background' ? lightness < 0.6 : lightness > 0.72) return hex
  const opposite = DARK_PAPER + (1 - lightness) * (LIGHT_INK - DARK_PAPER)
  const turned = use === 'text' ? Math.max(TEXT_LEAST, opposite) : opposite
  const muted = use === 'background' ? 0.5 : 0.9
  return fromOklab(turned, a * muted, b * muted)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The WCAG contrast of two colors (#rrggbb): 1 to 21; text needs 4.5. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

import { COLOR_NAMES } from './color-names.ts'

/** Colours: out of free text (spec §5), turned dark, and compared. */

const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i
const FUNCTION = /^(rgba?|hsla?)\(([^()]*)\)$/i
const NUMBER = /^(-?(?:\d{1,4}(?:\.\d{1,6})?|\.\d{1,6}))(%|deg)?$/

/** A colour as #rrggbb; what is see-through comes out as it looks on white. Anything that is no colour is null. */
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
    ? [one, two, three].map(({ value: channel, percent }) => (percent ? channel * 2.55 : channel))
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

const channelsOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)

/**
 * What mail clients that turn mails dark by themselves make of a colour (#rrggbb): its lightness the other way round, its hue as it was.
 * White becomes the grey that they take for paper.
 */
export function darkColor(hex: string): string {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex)
  const most = Math.max(red, green, blue)
  const least = Math.min(red, green, blue)
  const lightness = (most + least) / 2
  const spread = most - least
  const saturation = spread === 0 ? 0 : spread / (1 - Math.abs(2 * lightness - 1))
  const sector =
    most === red
      ? (green - blue) / (spread || 1)
      : most === green
        ? (blue - red) / (spread || 1) + 2
        : (red - green) / (spread || 1) + 4
  return toHex(fromHsl(sector * 60, saturation, 0.12 + (1 - lightness) * 0.85), 1)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex).map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours (#rrggbb) as WCAG has it: 1 to 21; 4.5 is what text needs. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** A CSS size split into its number and its unit: `16px`, `1.5` (no unit), `100%`. */
export interface Size {
  amount: number
  unit: string
}

/** Reads a single size; null for anything else, such as `10px 20px` or `auto`. */
export function sizeOf(text: string): Size | null {
  const [, amount, unit = ''] = /^(-?\d{1,6}(?:\.\d{1,4})?) ?(px|em|rem|%|pt)?$/i.exec(text.trim()) ?? []
  return amount === undefined ? null : { amount: Number(amount), unit: unit.toLowerCase() }
}

/** The range and step of a stepper and a slider. */
export interface Scale {
  min: number
  max: number
  step: number
}

/** Moves a size by a number of steps, within the scale; a size without a unit stays without one. */
export function stepped({ amount, unit }: Size, steps: number, { min, max, step }: Scale): string {
  const moved = Math.round((amount + steps * step) / step) * step
  return written({ amount: Math.min(Math.max(moved, min), max), unit })
}

/** A size as text, without rounding errors. */
export const written = ({ amount, unit }: Size): string => `${Number(amount.toFixed(2))}${unit}`

/** Usual range of each property, in px; the text beside it accepts anything. */
export const SCALES: Readonly<Record<string, Scale>> = {
  fontSize: { min: 8, max: 72, step: 1 },
  lineHeight: { min: 1, max: 3, step: 0.1 },
  height: { min: 0, max: 200, step: 1 },
  width: { min: 0, max: 800, step: 10 },
  borderRadius: { min: 0, max: 60, step: 1 },
  borderWidth: { min: 0, max: 20, step: 1 },
  gap: { min: 0, max: 80, step: 1 },
  padding: { min: 0, max: 100, step: 1 },
  margin: { min: 0, max: 100, step: 1 },
  maxWidth: { min: 320, max: 900, step: 10 },
}

/** The scale of a property for a size, in its unit. */
export function scaleOf(property: string, { unit }: Size): Scale {
  const scale = SCALES[property] ?? { min: 0, max: 100, step: 1 }
  if (unit === '%') return { min: 0, max: 100, step: 1 }
  return unit === 'em' || unit === 'rem' ? { min: 0, max: 5, step: 0.1 } : scale
}

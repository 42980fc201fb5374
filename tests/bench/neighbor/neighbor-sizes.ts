/** Sizes of the largest load that a workspace may cause, and of a short run whose figures mean nothing. */
export const SIZES = {
  whole: { points: 500_000, templates: 500, templateLength: 2_000_000, rows: 199_000, pixels: 7_000, contacts: 20_000 },
  small: { points: 5_000, templates: 3, templateLength: 20_000, rows: 500, pixels: 300, contacts: 40 },
}
export type Sizes = typeof SIZES.whole

/** Returns Simple Text with this many list items: the text found to compile slowest for its length. */
export function pointsOf(points: number): string {
  return '- a\n'.repeat(points)
}

/** `part` of `whole` in percent with one decimal; 0 if there is no whole. */
export function rate(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.round((part / whole) * 1_000) / 10
}

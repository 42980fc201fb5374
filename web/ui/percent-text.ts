/** A percentage with at most one decimal, in the user's locale. */
export function percent(value: number, locale?: string): string {
  return `${value.toLocaleString(locale, { maximumFractionDigits: 1 })}%`
}

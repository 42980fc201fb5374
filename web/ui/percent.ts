/** A figure in percent with at most one decimal, as the person writes it. */
export function percent(value: number, locale?: string): string {
  return `${value.toLocaleString(locale, { maximumFractionDigits: 1 })}%`
}

/** Formats of merge tags to choose from: the format as written in the tag, and its label. */
const FORMATS: readonly { value: string; label: string }[] = [
  { value: '', label: 'As written in your list' },
  { value: 'date:long', label: 'Date as 1 July 2026' },
  { value: 'date:full', label: 'Date with weekday' },
  { value: 'date:medium', label: 'Date as 1 Jul 2026' },
  { value: 'date:short', label: 'Date in numbers' },
  { value: 'time', label: 'Time' },
  { value: 'number', label: 'Number' },
  { value: 'number:0', label: 'Whole number' },
  { value: 'number:2', label: 'Number with 2 decimals' },
  ...['EUR', 'USD', 'GBP', 'CHF', 'PLN', 'SEK', 'NOK', 'DKK', 'CZK', 'BRL', 'CAD', 'AUD'].map((currency) => ({
    value: `currency:${currency}`,
    label: `Amount in ${currency}`,
  })),
  { value: 'title', label: 'First Letters Upper Case' },
  { value: 'upper', label: 'UPPER CASE' },
  { value: 'lower', label: 'lower case' },
]

/** Orders of day and month in dates such as 01/07/2026, to choose from. */
export const DATE_ORDERS = [
  { value: '', label: 'The day comes first; unchanged in English' },
  { value: 'dmy', label: '1 July: the day comes first' },
  { value: 'mdy', label: '7 January: the month comes first' },
] as const

/** Returns the formats to choose from, with the current one added if it is another. */
export function formatOptions(current: string): readonly { value: string; label: string }[] {
  const known = FORMATS.some(({ value }) => value === current)
  return known ? FORMATS : [...FORMATS, { value: current, label: formatLabel(current) }]
}

/** Returns the label that people see for the format in a merge tag: `currency:EUR` → “Amount in EUR”. */
export function formatLabel(text: string): string {
  const known = FORMATS.find(({ value }) => value === text.replace(/:(?:dmy|mdy)$/, ''))
  if (known) return known.label
  const [kind, detail] = text.split(':')
  return kind === 'currency' ? `Amount in ${detail}` : `Number with ${detail} decimals`
}

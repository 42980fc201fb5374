/** A value of a metric, with its labels. */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** The values in a text of Prometheus's format. */
export function samplesIn(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const parts = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line)
    if (!parts) return []
    const [, name = '', labels = '', value = ''] = parts
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', held = '']) => [key, held])
    return [{ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }]
  })
}

/** The sum of a metric's values with these labels; null if there is none. */
export function valueOf(text: string, name: string, labels: Record<string, string> = {}): number | null {
  const found = samplesIn(text).filter(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )
  return found.length === 0 ? null : found.reduce((sum, { value }) => sum + value, 0)
}

/*
 * Time-zone data of the runtime. In a browser it stands in for zone-data.ts, whose data would be too large to load;
 * the server sends instants and offsets, so that a browser computes local times of its own zone only.
 */

const formats = new Map<string, Intl.DateTimeFormat | null>()

/** Returns a zone's UTC offset like `zoneOffset` of zone-data.ts, in browsers. */
export function zoneOffset(timeZone: string, instant: number): number | null {
  return runtimeOffset(timeZone, instant)
}

/** UTC offset of a zone at an instant in ms, by the runtime's data; null if the runtime does not know the zone. */
export function runtimeOffset(timeZone: string, instant: number): number | null {
  const format = formatOf(timeZone)
  if (!format) return null
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const local = Date.UTC(
    part['year'] ?? 0,
    (part['month'] ?? 1) - 1,
    part['day'] ?? 1,
    part['hour'] ?? 0,
    part['minute'] ?? 0,
    part['second'] ?? 0,
  )
  return local - Math.floor(instant / 1_000) * 1_000
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  let format: Intl.DateTimeFormat | null = null
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    })
  } catch {
    // The runtime does not know this zone. Names that people typed are not remembered: there is no end to them.
    return null
  }
  formats.set(timeZone, format)
  return format
}

/** Recipients whose place, time zone or country code fits several zones, so that none is certain. */
export interface PlaceDoubt {
  /** the text as written: "Springfield" */
  text: string
  /** zones that fit the place (IANA), the most likely first */
  timeZones: string[]
  recipients: number
}

/** Recipients of one time zone, and when their emails leave. Times in ISO 8601. */
export interface ZoneWave {
  /** time zone; null: unknown */
  timeZone: string | null
  /** UTC offset of the zone at `leavesAt`, such as -05:00 */
  utcOffset: string | null
  recipients: number
  /** doubts about recipients without a known zone: places that fit several, the most frequent first */
  doubts?: readonly PlaceDoubt[]
  /** time at which the chosen hour comes in that zone */
  at: string
  /** time at which the first email may leave */
  leavesAt: string
}

/** Recipients of time zones whose clocks show the same. */
export interface WaveGroup {
  /** zones with the most recipients first; empty: unknown */
  timeZones: string[]
  /** UTC offset at `leavesAt`, such as -05:00; null: unknown zones */
  utcOffset: string | null
  recipients: number
  doubts: readonly PlaceDoubt[]
  at: string
  leavesAt: string
}

/**
 * Groups the time zones in which it is the chosen local time at the same instant, earliest group first. Recipients whose time
 * zone is unknown form groups of their own, so that a person sees how many there are. Pure.
 */
export function groupWaves(waves: readonly ZoneWave[]): WaveGroup[] {
  const groups = Map.groupBy(waves, ({ timeZone, at }) => `${timeZone === null ? 'unknown' : 'known'} ${at}`)
  return [...groups.values()]
    .map((group) => ({
      timeZones: group.toSorted((a, b) => b.recipients - a.recipients).flatMap(({ timeZone }) => timeZone ?? []),
      recipients: group.reduce((sum, { recipients }) => sum + recipients, 0),
      utcOffset: group[0]?.utcOffset ?? null,
      doubts: group[0]?.doubts ?? [],
      at: group[0]?.at ?? '',
      leavesAt: group[0]?.leavesAt ?? '',
    }))
    .toSorted((a, b) => a.at.localeCompare(b.at))
}

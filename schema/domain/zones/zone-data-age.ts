import { ZONE_RELEASE, ZONE_RELEASED_ON } from './zone-data.ts'

/** Days after which time-zone data is likely to lack a change of clocks somewhere. */
const MAX_AGE_DAYS = 120

/** The time-zone data that this installation uses for every local time. */
export interface ZoneDataState {
  /** release of the IANA time zone database, such as "2026f" */
  release: string
  /** day of its publication, YYYY-MM-DD */
  releasedOn: string
  /** True if the data are older than 120 days: an update of Mergewell should be installed */
  isOutdated: boolean
}

/** Returns which time-zone data is in use, and whether it was too old at `now`. */
export function zoneDataState(now: Date): ZoneDataState {
  const age = now.getTime() - Date.parse(ZONE_RELEASED_ON)
  return { release: ZONE_RELEASE, releasedOn: ZONE_RELEASED_ON, isOutdated: age > MAX_AGE_DAYS * 86_400_000 }
}

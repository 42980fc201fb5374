/*
 * The product's own time-zone data, which the server uses for every local time. Countries change their clocks at a few
 * weeks' notice; data that comes with Node, PostgreSQL or a browser is months behind. To update it, install the newest
 * moment-timezone and set ZONE_RELEASED_ON.
 *
 * Imported as `#zone-data`: in a browser that name leads to runtime-zone-data.ts instead.
 */
import moment from 'moment-timezone'
import { runtimeOffset } from './runtime-zone-data.ts'

/** Release of the IANA time zone database, such as "2026f". */
export const ZONE_RELEASE: string = moment.tz.dataVersion
/** Day on which the data of {@link ZONE_RELEASE} was published, as YYYY-MM-DD. Source: the npm registry. */
export const ZONE_RELEASED_ON = '2026-10-29'

/**
 * UTC offset of a zone at an instant.
 *
 * @param timeZone IANA name in any case, or an offset such as "+02:00"
 * @param instant ms since 1970
 * @returns ms, positive east of Greenwich; null if neither the data nor the runtime knows the zone
 */
export function zoneOffset(timeZone: string, instant: number): number | null {
  const zone = moment.tz.zone(timeZone)
  return zone ? Math.round(-zone.utcOffset(instant) * 60_000) : runtimeOffset(timeZone, instant)
}

import { findIana, WINDOWS_TO_IANA_MAP } from 'windows-iana'
import { isTimeZone } from '../../pacing/zone-time.ts'
import { zoneOffset } from '#zone-data'
import { everShows, zoneOfCity, type PlaceZone } from './places.ts'

/**
 * Abbreviations of time zones → zones by country (ISO 3166). An abbreviation is several countries' own: without a known
 * country the first is meant, or nothing certain where `isDoubtful`. Sources: the abbreviations in tzdata 2026f, and for
 * the zones beside them CLDR's names.
 */
const ABBREVIATIONS: Readonly<Record<string, { zones: Readonly<Record<string, string>>; isDoubtful?: true }>> = {
  est: { zones: { US: 'America/New_York', CA: 'America/Toronto', AU: 'Australia/Sydney' } },
  edt: { zones: { US: 'America/New_York', CA: 'America/Toronto' } },
  et: { zones: { US: 'America/New_York', CA: 'America/Toronto' } },
  cst: {
    zones: {
      US: 'America/Chicago',
      CA: 'America/Winnipeg',
      CN: 'Asia/Shanghai',
      CU: 'America/Havana',
      MX: 'America/Mexico_City',
    },
  },
  cdt: { zones: { US: 'America/Chicago', CA: 'America/Winnipeg', CU: 'America/Havana' } },
  ct: { zones: { US: 'America/Chicago', CA: 'America/Winnipeg' } },
  mst: { zones: { US: 'America/Denver', CA: 'America/Edmonton', MX: 'America/Hermosillo' } },
  mdt: { zones: { US: 'America/Denver', CA: 'America/Edmonton' } },
  mt: { zones: { US: 'America/Denver', CA: 'America/Edmonton' } },
  pst: { zones: { US: 'America/Los_Angeles', CA: 'America/Vancouver', MX: 'America/Tijuana', PH: 'Asia/Manila' } },
  pdt: { zones: { US: 'America/Los_Angeles', CA: 'America/Vancouver', MX: 'America/Tijuana' } },
  pt: { zones: { US: 'America/Los_Angeles', CA: 'America/Vancouver' } },
  akst: { zones: { US: 'America/Anchorage' } },
  akdt: { zones: { US: 'America/Anchorage' } },
  hst: { zones: { US: 'Pacific/Honolulu' } },
  ast: { zones: { CA: 'America/Halifax', PR: 'America/Puerto_Rico', SA: 'Asia/Riyadh' }, isDoubtful: true },
  adt: { zones: { CA: 'America/Halifax' } },
  nst: { zones: { CA: 'America/St_Johns' } },
  ndt: { zones: { CA: 'America/St_Johns' } },
  bst: { zones: { GB: 'Europe/London', BD: 'Asia/Dhaka' } },
  ist: { zones: { IN: 'Asia/Kolkata', IE: 'Europe/Dublin', IL: 'Asia/Jerusalem' }, isDoubtful: true },
  cest: { zones: { DE: 'Europe/Berlin' } },
  mez: { zones: { DE: 'Europe/Berlin' } },
  mesz: { zones: { DE: 'Europe/Berlin' } },
  hnec: { zones: { FR: 'Europe/Paris' } },
  eest: { zones: { FI: 'Europe/Helsinki' } },
  west: { zones: { PT: 'Europe/Lisbon' } },
  msk: { zones: { RU: 'Europe/Moscow' } },
  sast: { zones: { ZA: 'Africa/Johannesburg' } },
  wat: { zones: { NG: 'Africa/Lagos' } },
  eat: { zones: { KE: 'Africa/Nairobi' } },
  gst: { zones: { AE: 'Asia/Dubai' } },
  pkt: { zones: { PK: 'Asia/Karachi' } },
  ict: { zones: { TH: 'Asia/Bangkok' } },
  wib: { zones: { ID: 'Asia/Jakarta' } },
  sgt: { zones: { SG: 'Asia/Singapore' } },
  hkt: { zones: { HK: 'Asia/Hong_Kong' } },
  jst: { zones: { JP: 'Asia/Tokyo' } },
  kst: { zones: { KR: 'Asia/Seoul' } },
  aest: { zones: { AU: 'Australia/Sydney' } },
  aedt: { zones: { AU: 'Australia/Sydney' } },
  aet: { zones: { AU: 'Australia/Sydney' } },
  acst: { zones: { AU: 'Australia/Adelaide' } },
  acdt: { zones: { AU: 'Australia/Adelaide' } },
  awst: { zones: { AU: 'Australia/Perth' } },
  nzst: { zones: { NZ: 'Pacific/Auckland' } },
  nzdt: { zones: { NZ: 'Pacific/Auckland' } },
  brt: { zones: { BR: 'America/Sao_Paulo' } },
  art: { zones: { AR: 'America/Argentina/Buenos_Aires' } },
}

/**
 * Windows' zones that CLDR maps wrongly or not at all → zones: one whose city left it (tzdata 2022f, Chihuahua), and names of earlier
 * versions of Windows that calendars and contacts still hold. windows-iana 5.1.0 has none for the latter.
 */
const BESIDE_CLDR: Readonly<Record<string, string>> = {
  'Mountain Standard Time (Mexico)': 'America/Mazatlan',
  'Mexico Standard Time': 'America/Mexico_City',
  'Mexico Standard Time 2': 'America/Mazatlan',
  'Armenian Standard Time': 'Asia/Yerevan',
  'Kamchatka Standard Time': 'Asia/Kamchatka',
  'Mid-Atlantic Standard Time': 'Etc/GMT+2',
}

/** Windows' names in lower case → as Windows spells them. */
const WINDOWS_NAMES = new Map(
  [...WINDOWS_TO_IANA_MAP.map(({ windowsName }) => windowsName), ...Object.keys(BESIDE_CLDR)].map((name) => [
    name.toLowerCase(),
    name,
  ]),
)

/** Words of programs and people → words of Windows' names for time zones, which CLDR maps to zones. */
const WINDOWS_WORDS: readonly [RegExp, string][] = [
  [/\b(daylight|summer|standard)\b/iu, ''],
  [/^alaska$/iu, 'alaskan'],
  [/^arizona$/iu, 'us mountain'],
  [/^indiana\b.*$/iu, 'us eastern'],
  [/^mitteleuropäische zeit$/iu, 'w. europe'],
  [/^hawaii([-/ ]aleutian)?$/iu, 'hawaiian'],
  [/^newfoundland.*$/iu, 'newfoundland'],
  [/^japan$/iu, 'tokyo'],
  [/^(british|greenwich mean|western european|western europe)$/iu, 'gmt'],
  [/^eastern european$/iu, 'fle'],
  [/^australian eastern$/iu, 'aus eastern'],
  [/^australian central$/iu, 'cen. australia'],
  [/^australian western$/iu, 'w. australia'],
]

/**
 * Returns the zone that a text names: an IANA name (also as HubSpot and Salesforce write it), an offset such as "UTC+2",
 * an abbreviation, a name as Windows has it ("W. Europe Standard Time", "Central Time (US & Canada)"), or the first of
 * its cities ("(UTC+01:00) Amsterdam, Berlin").
 *
 * @param country ISO 3166 code of the person, if known: decides between countries with a name in common
 * @returns candidates where the name is that of several zones; null if it names none
 */
export function zoneOfName(written: string, country: string | null): PlaceZone | null {
  const text = written.trim().replace(/[−–]/gu, '-')
  const key = text.toLowerCase().replaceAll('.', '')
  const abbreviation = Object.hasOwn(ABBREVIATIONS, key) ? ABBREVIATIONS[key] : undefined
  if (abbreviation) {
    const { zones, isDoubtful } = abbreviation
    const own = country === null ? undefined : zones[country]
    const [first = ''] = Object.values(zones)
    return own || !isDoubtful ? { timeZone: own ?? first } : { candidates: Object.values(zones) }
  }
  const name = text
    .replaceAll('_slash_', '/')
    .replace(/\([^()]{0,100}\)$/u, '')
    .trim()
    .replaceAll(' ', '_')
  if (/[A-Za-z]/.test(name) && isTimeZone(name)) return { timeZone: name }
  const inside = /\(([A-Za-z_]+\/[A-Za-z_/]+)\)\s*$/u.exec(text)?.[1]
  if (inside && isTimeZone(inside)) return { timeZone: inside }
  const [, prefix, rest = text] = /^\(([^()]{0,20})\)(.*)$/u.exec(text) ?? []
  const offset = offsetZone(prefix ?? text)
  // “Eastern Time - Brisbane”, as Google Calendar names zones: the city tells whose Eastern Time it is.
  const city = rest.split(/\s-\s/u).slice(1).join(' - ')
  const ofCity = city ? (firstCity(city, country, offset) ?? windowsZone(city, country)) : null
  const named = ofCity ?? windowsZone(rest, country)
  return (named && shows(named, offset) ? named : null) ?? firstCity(rest, country, offset) ?? offset
}

/** Returns whether a zone has ever had the offset that was written before its name, if one was: not Eastern Time at GMT+10. */
const shows = (zone: PlaceZone, offset: { timeZone: string } | null): boolean => {
  const ms = offset && zoneOffset(offset.timeZone, 0)
  return ms === null || 'candidates' in zone || everShows(zone.timeZone, ms)
}

/** The first of a list of cities whose clocks show the offset before it, if there is one: rules have changed since. */
function firstCity(text: string, country: string | null, offset: { timeZone: string } | null): PlaceZone | null {
  const ms = offset && zoneOffset(offset.timeZone, 0)
  const found = text.split(',', 8).flatMap((city): PlaceZone[] => {
    const zone = zoneOfCity(city, country, null)
    if (zone === null || ms === null) return zone ? [zone] : []
    const zones = 'candidates' in zone ? zone.candidates : [zone.timeZone]
    return zones.filter((each) => everShows(each, ms)).map((timeZone) => ({ timeZone }))
  })
  return found[0] ?? null
}

/** Windows' names that people elsewhere use for zones of their own, such as Eastern Time in Australia. */
const OF_AMERICA = /^(?:Eastern|Central|Mountain|Pacific|Atlantic) Standard Time$/

function windowsZone(text: string, country: string | null): PlaceZone | null {
  const written = text.slice(0, 80).trim().toLowerCase()
  const [beforeTime = ''] = written.split(/\btime\b/u)
  const stem = WINDOWS_WORDS.reduce((words, [from, to]) => words.replace(from, to).trim(), beforeTime.trim())
  const known = WINDOWS_NAMES.get(written) ?? WINDOWS_NAMES.get(`${stem} standard time`.replaceAll(/\s+/gu, ' '))
  if (!known) return null
  const corrected = BESIDE_CLDR[known]
  if (corrected) return { timeZone: corrected }
  const [own] = country === null ? [] : findIana(known, country)
  if (!own && country !== null && OF_AMERICA.test(known)) return null
  const [usual] = findIana(known)
  const timeZone = own ?? usual
  return timeZone ? { timeZone } : null
}

/** "UTC+2", "GMT-3:30", "+0200". A bare "UTC" or "GMT" is an IANA name. */
function offsetZone(text: string): { timeZone: string } | null {
  const offset = /^(?:utc|gmt)?([+-])(\d{1,2}):?([0-5]\d)?$/i.exec(text.replaceAll(' ', ''))
  if (!offset) return null
  const [, sign, hours = '', minutes = '00'] = offset
  return Number(hours) <= 14 ? { timeZone: `${sign}${hours.padStart(2, '0')}:${minutes}` } : null
}

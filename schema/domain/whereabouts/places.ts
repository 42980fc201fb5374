import { cityMapping } from 'city-timezones'
import { EMAIL_LANGUAGES } from '#domain/languages.ts'
import { placeKey } from './place-key.ts'

/** A place by its name: how many people live there, and the time zone of most of them (IANA). */
interface Place {
  people: number
  timeZone: string
}

/** Codes and names that people write and the sources do not have: normalised name → ISO 3166 code. */
const ALSO: Record<string, string> = {
  uk: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  greatbritain: 'GB',
  usa: 'US',
  unitedstatesofamerica: 'US',
  holland: 'NL',
  czechrepublic: 'CZ',
  turkey: 'TR',
}
/** Names of cities in their own language or another, normalised → the name in the source. */
const CALLED: Record<string, string> = {
  munchen: 'munich',
  koln: 'cologne',
  nuremberg: 'nurnberg',
  hanover: 'hannover',
  frankfurtammain: 'frankfurt',
  wien: 'vienna',
  geneve: 'geneva',
  genf: 'geneva',
  berne: 'bern',
  roma: 'rome',
  milano: 'milan',
  torino: 'turin',
  napoli: 'naples',
  firenze: 'florence',
  venezia: 'venice',
  genova: 'genoa',
  lisboa: 'lisbon',
  oporto: 'porto',
  warszawa: 'warsaw',
  cracow: 'krakow',
  praha: 'prague',
  bruxelles: 'brussels',
  brussel: 'brussels',
  antwerp: 'antwerpen',
  ghent: 'gent',
  denhaag: 'thehague',
  kobenhavn: 'copenhagen',
  gothenburg: 'goteborg',
  sevilla: 'seville',
  athina: 'athens',
  beograd: 'belgrade',
  newyorkcity: 'newyork',
  nyc: 'newyork',
  ciudaddemexico: 'mexicocity',
  cdmx: 'mexicocity',
}
/** Codes of ISO 3166 are two of them. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * Countries, states and cities with their time zones. Names of countries in all languages of emails; a city or state is
 * the most populous one of its name, in its country where that is known. Source: city-timezones (7,300 cities) and the
 * runtime's names of regions.
 */
const cities = new Map<string, Place>()
const states = new Map<string, Place>()
const countries = new Map<string, Place>()
const codes = new Map<string, string>(Object.entries(ALSO))
fill()

/** The ISO 3166 code (two letters) of a country's name or code in any language of emails; null if there is none. */
export function countryOf(text: string): string | null {
  const key = placeKey(text)
  // "n/a" and "NA" stand for "not available" far more often than for Namibia.
  const isCode = key.length <= 3 && text.replace(/[.\s]/gu, '').length === key.length && key !== 'na'
  return key.length > 3 || isCode ? (codes.get(key) ?? null) : null
}

/** The time zone of most people of a country (ISO 3166, two letters); null if it is unknown. */
export const zoneOfCountry = (country: string): string | null => countries.get(country)?.timeZone ?? null

/** The time zone of a city; `country`: ISO 3166 code, null = the most populous city of that name anywhere. */
export const zoneOfCity = (city: string, country: string | null): string | null =>
  cities.get(`${country ?? ''} ${cityKey(city)}`)?.timeZone ?? null

/** The time zone of most people of a state or province, by its name or abbreviation. */
export const zoneOfState = (state: string, country: string | null): string | null =>
  states.get(`${country ?? ''} ${placeKey(state)}`)?.timeZone ?? null

function cityKey(name: string): string {
  const key = placeKey(name)
  return CALLED[key] ?? key
}

function fill(): void {
  const shares = new Map<string, Place>()
  /** Adds up the people of each zone of a place; the zone with the most people is the place's. */
  const add = (places: Map<string, Place>, key: string, { people, timeZone }: Place) => {
    const share = `${places === states ? 'state' : 'country'} ${key} ${timeZone}`
    const sum = (shares.get(share)?.people ?? 0) + people
    shares.set(share, { people: sum, timeZone })
    if (sum > (places.get(key)?.people ?? -1)) places.set(key, { people: sum, timeZone })
  }
  for (const each of cityMapping) {
    const { city, city_ascii: ascii, iso2, iso3, country, province, state_ansi: abbreviation, pop, timezone } = each
    // Stations in Antarctica have no zone, disputed places no code.
    if (!timezone || typeof iso2 !== 'string') continue
    const place = { people: pop, timeZone: timezone }
    for (const name of new Set([placeKey(city), placeKey(ascii)])) {
      for (const key of [`${iso2} ${name}`, ` ${name}`])
        if (pop > (cities.get(key)?.people ?? -1)) cities.set(key, place)
    }
    add(countries, iso2, place)
    for (const state of [province, abbreviation]) {
      if (!state) continue
      add(states, `${iso2} ${placeKey(state)}`, place)
      // An abbreviation alone may be of several countries.
      if (state === province) add(states, ` ${placeKey(state)}`, place)
    }
    for (const name of [iso2, iso3, country]) codes.set(placeKey(name), iso2)
  }
  for (const language of EMAIL_LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const first of LETTERS) {
      for (const second of LETTERS) {
        const name = names.of(first + second)
        // The runtime knows old codes too, such as UK for GB.
        if (name) codes.set(placeKey(name), new Intl.Locale(`und-${first}${second}`).region ?? first + second)
      }
    }
  }
}

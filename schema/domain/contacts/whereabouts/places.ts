import { cityMapping } from 'city-timezones'
import { EMAIL_LANGUAGES } from '../../content/email-languages.ts'
import { zoneOffset } from '#zone-data'
import { COUNTRY_CORRECTIONS, PLACE_CORRECTIONS, TERRITORIES } from './place-corrections.ts'
import { placeKey } from './place-key.ts'
import { STATE_CODES } from './state-codes.ts'

/** A city of the list. */
interface City {
  /** ISO 3166, two letters */
  country: string
  /** normalized names and abbreviations of its state or province */
  states: ReadonlySet<string>
  people: number
  /** IANA */
  timeZone: string
}

/** The time zone of a place; or several that the place may have, the most likely first. */
export type PlaceZone = { timeZone: string } | { candidates: string[] }

/** Codes and names of countries that people write and the sources lack: normalized name → ISO 3166 code. */
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
  northernireland: 'GB',
  eire: 'IE',
  thenetherlands: 'NL',
  america: 'US',
  usofa: 'US',
  unitedstatesus: 'US',
  drc: 'CD',
  drcongo: 'CD',
  uae: 'AE',
  ksa: 'SA',
  korea: 'KR',
  republicofkorea: 'KR',
  korearepublicof: 'KR',
  prc: 'CN',
  peoplesrepublicofchina: 'CN',
  hongkong: 'HK',
  macau: 'MO',
  taiwanprovinceofchina: 'TW',
  russianfederation: 'RU',
  slovakrepublic: 'SK',
  bosnia: 'BA',
  burma: 'MM',
  iranislamicrepublicof: 'IR',
}
/** Names of cities in their own language or another, normalized → the name in the source. */
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
  mexicodf: 'mexicocity',
  washington: 'washingtondc',
  quebeccity: 'quebec',
  kiev: 'kyiv',
  kharkov: 'kharkiv',
  lvov: 'lviv',
  bangalore: 'bengaluru',
  bombay: 'mumbai',
  calcutta: 'kolkata',
  madras: 'chennai',
  saigon: 'hochiminhcity',
  peking: 'beijing',
  canton: 'guangzhou',
  moskva: 'moscow',
  makassar: 'ujungpandang',
  kuwaitcity: 'kuwait',
  telaviv: 'telavivyafo',
  bucuresti: 'bucharest',
  odesa: 'odessa',
  sanktpeterburg: 'stpetersburg',
  leningrad: 'stpetersburg',
  // Islands with a zone of their own, by a city there.
  canarias: 'laspalmas',
  islascanarias: 'laspalmas',
  canaryislands: 'laspalmas',
  kanarischeinseln: 'laspalmas',
  laspalmasdegrancanaria: 'laspalmas',
  grancanaria: 'laspalmas',
  fuerteventura: 'laspalmas',
  lanzarote: 'arrecife',
  tenerife: 'santacruzdetenerife',
  teneriffa: 'santacruzdetenerife',
  azores: 'pontadelgada',
  acores: 'pontadelgada',
  azoren: 'pontadelgada',
  saomiguel: 'pontadelgada',
  terceira: 'angradoheroismo',
  galapagos: 'puertobaquerizomoreno',
}
/** Languages beside those of emails in which countries are named. */
const COUNTRY_LANGUAGES =
  'sv nb da fi is cs sk hu ro hr sl sr bg et lv lt el tr ru uk he ar fa hi th vi id ms ja ko zh zh-Hant ca eu ga'.split(
    ' ',
  )
/** Letters of ISO 3166 codes, each of which has two. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** Factor by which a city must be larger than all others of its name together for the name alone to mean it. */
const WELL_KNOWN = 20
/** Instants at which zones are compared: one a month of the years ahead. */
const INSTANTS = Array.from({ length: 24 }, (_, month) => Date.UTC(2027, month, 15))

/** Long and short forms that mean the same: "Saint Louis" and "St. Louis", "Fort Worth" and "Ft Worth". */
const SHORT: readonly [RegExp, string][] = [
  [/^(saint|sainte|sankt)(?=[\s.-])/iu, 'st'],
  [/^ft(?=[\s.-])/iu, 'fort'],
  [/^mt(?=[\s.-])/iu, 'mount'],
]

/*
 * Cities, states and countries with their time zones. Names of countries in all languages of emails. Sources:
 * city-timezones (7,300 cities) with our corrections, ISO 3166-2, and the runtime's names of regions.
 */
const cities = new Map<string, City[]>()
/** `${country} ${state}` and ` ${state}` → cities of the state */
const states = new Map<string, City[]>()
const countries = new Map<string, City[]>()
const codes = new Map<string, string>(Object.entries(ALSO))
fill()

/** Returns the ISO 3166 code (two letters) of a country's name or code in any language of emails; null if there is none. */
export function countryOf(text: string): string | null {
  const key = placeKey(text)
  // "n/a" and "NA" stand for "not available" far more often than for Namibia.
  const isCode = key.length <= 3 && text.replace(/[.\s]/gu, '').length === key.length && key !== 'na'
  return key.length > 3 || isCode ? (codes.get(key) ?? null) : null
}

/** Returns the time zone of a country (ISO 3166, two letters), candidates if it has several; null if it is unknown. */
export const zoneOfCountry = (country: string): PlaceZone | null => zoneOfAll(countries.get(country) ?? [])

/**
 * Returns the time zone of a city.
 *
 * @param country ISO 3166 code; null: anywhere
 * @param state name or abbreviation of its state or province; null or unknown: any
 * @returns candidates if cities of that name show different times and none is known far better than the others; null if
 *   the list has no such city: one that is not in the list of its state is a small place there, so ask zoneOfState
 */
export function zoneOfCity(city: string, country: string | null, state: string | null): PlaceZone | null {
  const all = cities.get(cityKey(city)) ?? []
  const within = all.filter((each) => country === null || each.country === country)
  const named =
    within.length > 0 ? within : all.filter((each) => country !== null && TERRITORIES[country]?.includes(each.country))
  const key = state === null || !isState(state, country) ? null : placeKey(state)
  const found = key === null ? named : named.filter(({ states: of }) => of.has(key))
  return zoneOfAll(found)
}

/** Returns the country of a city; null if cities of that name lie in several, and none is known far better than the others. */
export function countryOfCity(city: string): string | null {
  const groups = [...Map.groupBy(cities.get(cityKey(city)) ?? [], ({ country }) => country)].toSorted(
    ([, a], [, b]) => peopleOf(b) - peopleOf(a),
  )
  const [first, ...others] = groups
  const rest = others.reduce((sum, [, group]) => sum + peopleOf(group), 0)
  return first && peopleOf(first[1]) >= WELL_KNOWN * rest ? first[0] : null
}

/**
 * Returns the territory with its own code that a state of a country names, such as Puerto Rico of the US; null if none.
 */
export function territoryOf(state: string, country: string): string | null {
  const code = countryOf(state)
  return code !== null && TERRITORIES[country]?.includes(code) ? code : null
}

/** Returns whether the clocks of a zone ever show this offset (ms) in the years ahead. */
export const everShows = (timeZone: string, offset: number): boolean =>
  INSTANTS.some((at) => zoneOffset(timeZone, at) === offset)

/** Returns the time zone of a state or province, by its name or, in a known country, its abbreviation; candidates if it has several. */
export const zoneOfState = (state: string, country: string | null): PlaceZone | null =>
  zoneOfAll(states.get(`${country ?? ''} ${placeKey(state)}`) ?? [])

/** Returns the country of a state's name or abbreviation if only one has it; null otherwise. */
export function countryOfState(state: string): string | null {
  const of = new Set(states.get(`? ${placeKey(state)}`)?.map(({ country }) => country))
  return of.size === 1 ? ([...of][0] ?? null) : null
}

/** Returns whether a country (null: any) has a state or province of this name or abbreviation. */
export const isState = (state: string, country: string | null): boolean =>
  states.has(`${country ?? '?'} ${placeKey(state)}`)

/** Returns whether the clocks of two zones show the same in the years ahead. */
export const showSame = (one: string, other: string): boolean => clockOf(one) === clockOf(other)

/** Returns the offset (ms) of a zone while its clocks are not put forward. */
export const standardOffset = (timeZone: string): number =>
  Math.min(...INSTANTS.map((at) => zoneOffset(timeZone, at) ?? Infinity))

const clocks = new Map<string, string>()

function clockOf(timeZone: string): string {
  let clock = clocks.get(timeZone)
  if (clock === undefined) clocks.set(timeZone, (clock = INSTANTS.map((at) => zoneOffset(timeZone, at)).join()))
  return clock
}

const peopleOf = (group: readonly City[]): number => group.reduce((sum, { people }) => sum + people, 0)

/** The zone of cities whose clocks show the same, but for a few people; else the candidates. */
function zoneOfAll(group: readonly City[]): PlaceZone | null {
  if (group.length === 0) return null
  const groups = [...Map.groupBy(group, ({ timeZone }) => clockOf(timeZone)).values()].toSorted(
    (a, b) => peopleOf(b) - peopleOf(a),
  )
  const zones = groups.flatMap((each) => zoneOfMost(each) ?? [])
  const [first] = zones
  const [most = 0, ...others] = groups.map(peopleOf)
  const rest = others.reduce((sum, people) => sum + people, 0)
  return first !== undefined && most >= WELL_KNOWN * rest ? { timeZone: first } : { candidates: zones }
}

function zoneOfMost(group: readonly City[] | undefined): string | null {
  const zones = [...Map.groupBy(group ?? [], ({ timeZone }) => timeZone)]
  return zones.toSorted(([, a], [, b]) => peopleOf(b) - peopleOf(a))[0]?.[0] ?? null
}

function cityKey(name: string): string {
  const key = placeKey(SHORT.reduce((text, [long, short]) => text.replace(long, short), name.trim()))
  return Object.hasOwn(CALLED, key) ? (CALLED[key] ?? key) : key
}

function fill(): void {
  const put = (places: Map<string, City[]>, key: string, city: City) => {
    const known = places.get(key)
    if (known) known.push(city)
    else places.set(key, [city])
  }
  for (const each of cityMapping) {
    const { city: name, city_ascii: ascii, iso3, country: countryName, province, state_ansi: abbreviation } = each
    const country = COUNTRY_CORRECTIONS[countryName] ?? each.iso2
    const corrections = PLACE_CORRECTIONS.filter(
      (row) =>
        row.country === country &&
        (row.province ?? province) === province &&
        (row.city === undefined || row.city === name),
    )
    const { timeZone = each.timezone, people = each.pop } = Object.assign({}, ...corrections) as Partial<City>
    // Stations in Antarctica have no zone.
    if (!timeZone) continue
    const own = Object.entries(STATE_CODES[country] ?? {}).flatMap(([code, state]) =>
      state === province ? [code] : [],
    )
    const abbreviations = [abbreviation ?? '', ...own].filter(Boolean).map(placeKey)
    const stateKeys = [placeKey(province ?? ''), ...abbreviations].filter(Boolean)
    const city: City = { country, states: new Set(stateKeys), people, timeZone }
    for (const key of new Set([cityKey(name), cityKey(ascii)])) put(cities, key, city)
    put(countries, country, city)
    for (const state of stateKeys) {
      put(states, `${country} ${state}`, city)
      put(states, `? ${state}`, city)
    }
    // Two or three letters alone may be of several countries.
    for (const state of new Set([placeKey(province ?? ''), ...abbreviations.filter(({ length }) => length > 3)]))
      if (state) put(states, ` ${state}`, city)
    for (const code of [country, iso3, countryName]) codes.set(placeKey(code), country)
  }
  const own = new Set(codes.keys())
  for (const language of [...COUNTRY_LANGUAGES, ...EMAIL_LANGUAGES]) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const first of LETTERS) {
      for (const second of LETTERS) {
        const name = names.of(first + second)
        const key = placeKey(name ?? '')
        // Vietnamese names such as Áo are codes of other countries.
        if (key === '' || own.has(key) || /^[a-z]{1,3}$/.test(key)) continue
        // The runtime knows old codes too, such as UK for GB.
        codes.set(key, new Intl.Locale(`und-${first}${second}`).region ?? first + second)
      }
    }
  }
}

import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { zoneOffset } from '#zone-data'
import { placeKey } from './place-key.ts'
import {
  countryOf,
  countryOfCity,
  countryOfState,
  everShows,
  isState,
  territoryOf,
  zoneOfCity,
  zoneOfCountry,
  zoneOfState,
  type PlaceZone,
} from './places.ts'
import { zoneOfName } from './zone-names.ts'

/** What told the time zone of a person. */
export const ZONE_SOURCES = ['timeZone', 'city', 'state', 'country', 'phone', 'address'] as const
export type ZoneSource = (typeof ZONE_SOURCES)[number]

/** What is known of a person. */
export interface Known {
  email: string
  /** column name → value */
  fields: Readonly<Record<string, string>>
}

/** A time zone (IANA name or an offset such as +02:00), and what told it. */
export interface FoundZone {
  timeZone: string
  source: ZoneSource
}

/** A place or name that fits several time zones, so that none is certain. */
export interface ZoneDoubt {
  timeZone: null
  source: ZoneSource
  /** as it is written: "Springfield" */
  text: string
  /** the zones that it fits, the most likely first */
  candidates: string[]
}

type Column = Exclude<ZoneSource, 'address'>

/** Words in the names of columns, normalised, in the languages of emails. */
const WORDS: Record<Column, string> = {
  timeZone:
    'timezone tz zeitzone fuseauhoraire fuseau zonahoraria husohorario fusoorario fusohorario tijdzone strefaczasowa',
  city: 'city town ort stadt wohnort ville ciudad localidad poblacion citta comune cidade localidade plaats stad woonplaats miasto miejscowosc',
  state: 'state province bundesland provincia estado provincie wojewodztwo canton kanton',
  country: 'country countrycode land pays pais paese nazione kraj landeskennzeichen',
  phone:
    'phone phonenumber telephone tel mobile mobilephone cell cellphone telefon telefonnummer handy handynummer mobil mobilnummer rufnummer portable telefono telefonino movil cellulare telefone telemovel celular telefoon telefoonnummer mobiel gsm numertelefonu komorka',
}
const KINDS = new Map<string, Column>(
  Object.entries(WORDS).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind as Column] as const)),
)

/** Country domains that are mostly used for what they spell. */
const SPELLED: ReadonlySet<string> = new Set(
  'ai am as cc cd co fm gg im io la ly me ms nu pw sc sh st to tv vc ws'.split(' '),
)

/**
 * Returns the time zone of a person from what the spreadsheet has of them: a time zone, else the city, state or country, else
 * the prefix of a phone number, else the country of the email address; null if none tells. Columns are known by their names
 * in the languages of emails. A state and a country narrow the city, wherever they are written ("Portland, ME"). A city
 * that fits several zones is a doubt, never the largest city. In a country of several zones without a city or state it is
 * the zone of most people there.
 */
export function timeZoneOf({ email, fields }: Known): FoundZone | ZoneDoubt | null {
  const values = Object.groupBy(
    Object.entries(fields).flatMap(([name, value]) => {
      const kind = kindOf(name)
      return kind && value.trim() !== '' ? [{ kind, value: value.trim() }] : []
    }),
    ({ kind }) => kind,
  )
  const first = <Found>(kind: Column, find: (value: string) => Found | null): Found | null => {
    for (const { value } of values[kind] ?? []) {
      const found = find(value)
      if (found !== null) return found
    }
    return null
  }
  const [place = null, ...parts] = (first('city', (city) => city) ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const partState = parts.find((part) => place && isState(part, null) && zoneOfCity(place, null, part))
  const partCountry = parts
    .filter((part) => part !== partState)
    .map(countryOf)
    .find(Boolean)
  const named = first('country', countryOf) ?? partCountry ?? null
  // Puerto Rico is a state of the US to those who live there.
  const written = (named && first('state', (state) => territoryOf(state, named))) ?? named
  const called = first('phone', countryOfPhone)
  const addressed = countryOfAddress(email)
  const country = written ?? called ?? addressed
  const stateWritten = first('state', (state) => state) ?? partState ?? null
  const inCountry = <Found>(find: (country: string | null) => Found | null): Found | null =>
    find(country) ?? (written ? null : find(null))
  const tries: [ZoneSource, string | null, () => PlaceZone | string | null][] = [
    [
      'timeZone',
      first('timeZone', (text) => text),
      () => first('timeZone', (text) => zoneOfName(text, country ?? (place && countryOfCity(place)))),
    ],
    ['city', place, () => place && inCountry((within) => zoneOfCity(place, within, stateWritten))],
    ['state', stateWritten, () => stateWritten && inCountry((within) => zoneOfState(stateWritten, within))],
    // "CA" alone may be a country; beside a city it is a state.
    [
      'state',
      stateWritten,
      () => (stateWritten && place && !written ? zoneOfState(stateWritten, countryOfState(stateWritten)) : null),
    ],
    ['country', null, () => written && zoneOfCountry(written)],
    ['phone', null, () => called && zoneOfCountry(called)],
    ['address', null, () => addressed && zoneOfCountry(addressed)],
  ]
  let offset: FoundZone | null = null
  for (const [source, text, find] of tries) {
    const found = find()
    if (!found) continue
    if (typeof found !== 'string' && 'candidates' in found) {
      if (offset) break
      return { timeZone: null, source, text: text ?? '', candidates: found.candidates }
    }
    const timeZone = typeof found === 'string' ? found : found.timeZone
    // An offset such as "GMT+2" says half the truth of a place whose clocks change.
    if (/^[+-]/.test(timeZone)) offset = { timeZone, source }
    else if (!offset) return { timeZone, source }
    else return everShows(timeZone, zoneOffset(offset.timeZone, 0) ?? 0) ? { timeZone, source } : offset
  }
  return offset
}

/** What a column holds, by its whole name or one of its words ("Billing Country"). */
function kindOf(name: string): Column | null {
  const words = name.split(/[^\p{L}\p{N}]+/u).map(placeKey)
  return KINDS.get(placeKey(name)) ?? words.map((word) => KINDS.get(word)).find(Boolean) ?? null
}

/** Numbers with an international prefix only. */
function countryOfPhone(text: string): string | null {
  const number = parsePhoneNumberFromString(text.replace(/^\s*00/, '+').slice(0, 40))
  if (!number) return null
  return number.country ?? (number.countryCallingCode === '1' ? 'US' : null)
}

function countryOfAddress(email: string): string | null {
  const ending = email.slice(email.lastIndexOf('.') + 1).toLowerCase()
  return ending.length === 2 && !SPELLED.has(ending) ? countryOf(ending) : null
}

import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { zoneOffset } from '#zone-data'
import { zoneOfAreaCode } from './area-codes.ts'
import { placeKey } from './place-key.ts'
import {
  countryOf,
  countryOfCity,
  countryOfState,
  everShows,
  isState,
  showSame,
  standardOffset,
  territoryOf,
  zoneOfCity,
  zoneOfCountry,
  zoneOfState,
  type PlaceZone,
} from './places.ts'
import { zoneOfName } from './zone-names.ts'

/** Facts that can tell the time zone of a person. */
export const ZONE_SOURCES = ['timeZone', 'city', 'state', 'country', 'phone', 'address'] as const
export type ZoneSource = (typeof ZONE_SOURCES)[number]

/** Known facts about a person's whereabouts. */
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

/** A place, country or name that fits several time zones, so that none is certain. */
export interface ZoneDoubt {
  timeZone: null
  source: ZoneSource
  /** the text as written: "Springfield"; the country code of a phone number: "+1"; the ending of an address: ".au" */
  text: string
  /** zones that fit the place, the most likely first */
  candidates: string[]
}

type Column = Exclude<ZoneSource, 'address'>

/** Words in the names of columns, normalized, in the languages of emails. */
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

/** Country domains that are mostly used for what they spell, such as .io. */
const SPELLED: ReadonlySet<string> = new Set(
  'ai am as cc cd co fm gg im io la ly me ms nu pw sc sh st to tv vc ws'.split(' '),
)

/** Territories with the name of many towns of their country. */
const OFTEN_A_TOWN: ReadonlySet<string> = new Set(['Saint-Martin', 'St. Martin', 'Saint-Barthélemy'].map(placeKey))

/**
 * Returns the time zone of a person from what the spreadsheet has of them: a time zone, else the city, state or country, else
 * the prefix of a phone number, else the country of the email address; null if none tells. Columns are known by their names
 * in the languages of emails. A state and a country narrow the city, wherever they are written ("Portland, ME"). A city,
 * state or country that fits several zones is a doubt, never the zone of most people, unless what follows settles it.
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
  const isCountry = (text: string) => (countryOf(text) === null ? null : text)
  const partCountry = parts.filter((part) => part !== partState).find(isCountry)
  const countryText = first('country', isCountry) ?? partCountry ?? null
  const named = countryText && countryOf(countryText)
  // Puerto Rico is a state of the US to those who live there.
  const territoryIn = (text: string) => named && territoryOf(text, named)
  const islandIn = (text: string) => (OFTEN_A_TOWN.has(placeKey(text)) ? null : territoryIn(text))
  const written = first('state', territoryIn) ?? first('city', islandIn) ?? named
  const called = first('phone', placeOfPhone)
  const ending = email.slice(email.lastIndexOf('.'))
  const addressed = countryOfEnding(ending.slice(1))
  const country = written ?? called?.country ?? addressed
  const stateWritten = first('state', (state) => state) ?? partState ?? null
  const inCountry = <Found>(find: (country: string | null) => Found | null): Found | null =>
    find(country) ?? (written ? null : find(null))
  const islandOf = (state: string | null) =>
    state && written && !isState(state, written) ? zoneOfCity(state, written, null) : null
  const tries: [ZoneSource, string | null, () => PlaceZone | '' | null][] = [
    [
      'timeZone',
      first('timeZone', (text) => text),
      () => first('timeZone', (text) => zoneOfName(text, country ?? (place && countryOfCity(place)))),
    ],
    ['city', place, () => place && inCountry((within) => zoneOfCity(place, within, stateWritten))],
    ['state', stateWritten, () => stateWritten && inCountry((within) => zoneOfState(stateWritten, within))],
    // Many a province has the name of its capital, and islands are written as states.
    ['state', stateWritten, () => islandOf(stateWritten)],
    // "CA" alone may be a country; beside a city it is a state.
    [
      'state',
      stateWritten,
      () => (stateWritten && place && !written ? zoneOfState(stateWritten, countryOfState(stateWritten)) : null),
    ],
    ['country', countryText, () => written && zoneOfCountry(written)],
    ['phone', called?.code ?? null, () => called && (called.zone ?? zoneOfCountry(called.country))],
    ['address', ending, () => addressed && zoneOfCountry(addressed)],
  ]
  let offset: FoundZone | null = null
  let doubt: ZoneDoubt | null = null
  for (const [source, text, find] of tries) {
    const found = find()
    if (!found) continue
    if ('candidates' in found) {
      const { candidates } = found
      if (offset) {
        const ms = msOf(offset)
        const [own, ...others] = candidates.filter((zone) => standardOffset(zone) === ms)
        return own && others.length === 0 ? { timeZone: own, source } : offset
      }
      doubt ??= { timeZone: null, source, text: text ?? '', candidates }
      continue
    }
    const { timeZone } = found
    // An offset such as "GMT+2" says half the truth of a place whose clocks change.
    if (/^[+-]/.test(timeZone)) offset = { timeZone, source }
    else if (doubt && !doubt.candidates.some((zone) => showSame(zone, timeZone))) continue
    else if (!offset) return { timeZone, source }
    else return everShows(timeZone, msOf(offset)) ? { timeZone, source } : offset
  }
  return offset ?? doubt
}

const msOf = ({ timeZone }: FoundZone): number => zoneOffset(timeZone, 0) ?? 0

/** Returns what a column holds, by its whole name or one of its words ("Billing Country"). */
function kindOf(name: string): Column | null {
  const words = name.split(/[^\p{L}\p{N}]+/u).map(placeKey)
  return KINDS.get(placeKey(name)) ?? words.map((word) => KINDS.get(word)).find(Boolean) ?? null
}

interface CalledPlace {
  country: string
  /** country code with its plus sign, such as +1 */
  code: string
  /** zone of the area code; null where the code does not tell */
  zone: PlaceZone | null
}

/** Returns where a number is called; only with an international prefix. */
function placeOfPhone(text: string): CalledPlace | null {
  const number = parsePhoneNumberFromString(
    text
      .normalize('NFKC')
      .replace(/^\s*00/, '+')
      .slice(0, 40),
  )
  if (!number) return null
  const { countryCallingCode: code, nationalNumber } = number
  const country = number.country ?? (code === '1' ? 'US' : null)
  const timeZone = zoneOfAreaCode(code, nationalNumber)
  return country && { country, code: `+${code}`, zone: timeZone === null ? null : { timeZone } }
}

function countryOfEnding(domain: string): string | null {
  const ending = domain.toLowerCase()
  return ending.length === 2 && !SPELLED.has(ending) ? countryOf(ending) : null
}

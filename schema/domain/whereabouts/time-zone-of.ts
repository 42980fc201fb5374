import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { isTimeZone } from '#domain/pacing/zone-time.ts'
import { placeKey } from './place-key.ts'
import { countryOf, zoneOfCity, zoneOfCountry, zoneOfState } from './places.ts'

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
 * The time zone of a person from what the spreadsheet has of them: a time zone, else the city, state or country, else the
 * prefix of a phone number, else the country of the email address; null if none tells. Columns are known by their names
 * in the languages of emails. In a country of several zones without a city or state it is the zone of most people there.
 */
export function timeZoneOf({ email, fields }: Known): FoundZone | null {
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
  const written = first('country', countryOf)
  const called = first('phone', countryOfPhone)
  const addressed = countryOfAddress(email)
  const country = written ?? called ?? addressed
  const tries: [ZoneSource, () => string | null][] = [
    ['timeZone', () => first('timeZone', zoneOfText)],
    ['city', () => first('city', (city) => zoneOfCity(city, country) ?? (written ? null : zoneOfCity(city, null)))],
    [
      'state',
      () => first('state', (state) => zoneOfState(state, country) ?? (written ? null : zoneOfState(state, null))),
    ],
    ['country', () => written && zoneOfCountry(written)],
    ['phone', () => called && zoneOfCountry(called)],
    ['address', () => addressed && zoneOfCountry(addressed)],
  ]
  for (const [source, find] of tries) {
    const timeZone = find()
    if (timeZone) return { timeZone, source }
  }
  return null
}

/** What a column holds, by its whole name or one of its words ("Billing Country"). */
function kindOf(name: string): Column | null {
  const words = name.split(/[^\p{L}\p{N}]+/u).map(placeKey)
  return KINDS.get(placeKey(name)) ?? words.map((word) => KINDS.get(word)).find(Boolean) ?? null
}

/** An IANA name, or an offset such as "UTC+2", "GMT-3:30" or "+0200". */
function zoneOfText(text: string): string | null {
  const name = text.replaceAll(' ', '_')
  const offset = /^(?:utc|gmt)?([+-])(\d{1,2}):?([0-5]\d)?$/i.exec(text.replaceAll(' ', ''))
  if (offset) {
    const [, sign, hours = '', minutes = '00'] = offset
    return Number(hours) <= 14 ? `${sign}${hours.padStart(2, '0')}:${minutes}` : null
  }
  return /[A-Za-z]/.test(name) && isTimeZone(name) ? name : null
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

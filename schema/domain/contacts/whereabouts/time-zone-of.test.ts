import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTimeZone } from '../../pacing/zone-time.ts'
import { timeZoneOf } from './time-zone-of.ts'

const of = (fields: Record<string, string>, email = 'a@example.com') => timeZoneOf({ email, fields })

describe('the time zone of a recipient', () => {
  it.each<[Record<string, string>, string, string]>([
    [{ 'Time zone': 'America/Chicago', City: 'Berlin' }, 'America/Chicago', 'timeZone'],
    [{ Zeitzone: 'Europe/Zurich' }, 'Europe/Zurich', 'timeZone'],
    [{ 'Time Zone': 'America/New York' }, 'America/New_York', 'timeZone'],
    [{ timezone: 'UTC+2' }, '+02:00', 'timeZone'],
    [{ TZ: 'GMT -3:30' }, '-03:30', 'timeZone'],
    [{ City: 'Hamburg' }, 'Europe/Berlin', 'city'],
    [{ Ort: 'München' }, 'Europe/Berlin', 'city'],
    [{ Ville: 'Orléans' }, 'Europe/Paris', 'city'],
    [{ Ciudad: 'Bogotá' }, 'America/Bogota', 'city'],
    [{ Miasto: 'Łódź' }, 'Europe/Warsaw', 'city'],
    [{ City: 'Paris' }, 'Europe/Paris', 'city'],
    [{ City: 'Paris', State: 'TX', Country: 'USA' }, 'America/Chicago', 'state'],
    [{ City: 'Nowhere-on-Sea', Country: 'United Kingdom' }, 'Europe/London', 'country'],
    [{ State: 'CA', Country: 'US' }, 'America/Los_Angeles', 'state'],
    [{ 'State/Province': 'Western Australia', 'Country/Region': 'Australia' }, 'Australia/Perth', 'state'],
    [{ State: 'California' }, 'America/Los_Angeles', 'state'],
    [{ Country: 'UK' }, 'Europe/London', 'country'],
    [{ Land: 'Namibia' }, 'Africa/Windhoek', 'country'],
    [{ Land: 'Österreich' }, 'Europe/Vienna', 'country'],
    [{ Pays: 'Suisse' }, 'Europe/Zurich', 'country'],
    [{ Paese: 'Giappone' }, 'Asia/Tokyo', 'country'],
    [{ 'Billing Country': 'Poland' }, 'Europe/Warsaw', 'country'],
    [{ Country: 'PRT' }, 'Europe/Lisbon', 'country'],
    [{ 'Phone Number': '+61 2 9374 4000' }, 'Australia/Sydney', 'phone'],
    [{ Telefon: '0049 30 901820' }, 'Europe/Berlin', 'phone'],
    [{ Mobile: '+1 212 555 0123' }, 'America/New_York', 'phone'],
  ])('is read from %j', (fields, timeZone, source) => {
    expect(of(fields)).toEqual({ timeZone, source })
  })

  it.each([
    ['anna@firma.de', 'Europe/Berlin'],
    ['ann@shop.co.uk', 'Europe/London'],
    ['ann@studio.io', null],
    ['ann@gmail.com', null],
    ['ann@europe.eu', null],
  ])('is that of the country in the address %s', (email, timeZone) => {
    expect(of({}, email)?.timeZone ?? null).toBe(timeZone)
  })

  it.each<Record<string, string>>([
    { Phone: '030 901820' },
    { City: 'Nowhere-on-Sea' },
    { Country: 'n/a' },
    { Country: 'NA' },
    { State: 'CA' },
    { 'Time zone': '2' },
    { 'Time zone': 'Mars/Base' },
    { Landline: 'Germany' },
    {},
  ])('is unknown with %j, which does not decide it', (fields) => {
    expect(of(fields)).toBeNull()
  })

  it.each<[Record<string, string>, string, string]>([
    // A state or province narrows the city, abbreviations included.
    [{ City: 'Portland', State: 'ME', Country: 'USA' }, 'America/New_York', 'city'],
    [{ City: 'Portland', State: 'Oregon' }, 'America/Los_Angeles', 'city'],
    [{ City: 'Lancaster', State: 'PA', Country: 'US' }, 'America/New_York', 'city'],
    [{ City: 'Pasadena', State: 'CA', Country: 'US' }, 'America/Los_Angeles', 'city'],
    [{ City: 'Pasadena', State: 'TX' }, 'America/Chicago', 'city'],
    [{ City: 'Springfield', State: 'IL', Country: 'US' }, 'America/Chicago', 'city'],
    [{ City: 'Columbia', State: 'MO', Country: 'US' }, 'America/Chicago', 'city'],
    [{ City: 'Rochester', State: 'MN', Country: 'US' }, 'America/Chicago', 'city'],
    [{ City: 'El Paso', State: 'TX' }, 'America/Denver', 'city'],
    [{ City: 'Fort St. John', State: 'BC', Country: 'Canada' }, 'America/Dawson_Creek', 'city'],
    [{ City: 'London', State: 'ON' }, 'America/Toronto', 'city'],
    [{ City: 'Perth', State: 'WA' }, 'Australia/Perth', 'city'],
    [{ City: 'Vancouver', State: 'WA' }, 'America/Los_Angeles', 'city'],
    [{ City: 'Natal', State: 'RN', Country: 'Brasil' }, 'America/Fortaleza', 'city'],
    [{ City: 'Mérida', State: 'Yuc.', Country: 'México' }, 'America/Merida', 'city'],
    [{ City: 'Hyderabad', State: 'TS', Country: 'India' }, 'Asia/Kolkata', 'city'],
    [{ City: 'Saint Louis', State: 'MO' }, 'America/Chicago', 'city'],
    [{ City: 'Portland, ME' }, 'America/New_York', 'city'],
    [{ City: 'Portland, Maine, USA' }, 'America/New_York', 'city'],
    [{ City: 'London, UK' }, 'Europe/London', 'city'],
    [{ City: 'Toronto, CA' }, 'America/Toronto', 'city'],
    [{ City: 'Pasadena, CA' }, 'America/Los_Angeles', 'city'],
    [{ City: 'Smallville', State: 'KS' }, 'America/Chicago', 'state'],
    [{ City: 'Washington', State: 'DC' }, 'America/New_York', 'city'],
    [{ City: 'Kiev' }, 'Europe/Kyiv', 'city'],
    [{ City: 'Smalltown', State: 'QLD', Country: 'AU' }, 'Australia/Brisbane', 'state'],
    // Faults of the list.
    [{ City: 'Perm', Country: 'Russia' }, 'Asia/Yekaterinburg', 'city'],
    [{ City: 'Natal', Country: 'Brazil' }, 'America/Fortaleza', 'city'],
    [{ City: 'Maoming', Country: 'China' }, 'Asia/Shanghai', 'city'],
    [{ City: 'Zhanjiang' }, 'Asia/Shanghai', 'city'],
    [{ City: 'Lhasa', Country: 'China' }, 'Asia/Shanghai', 'city'],
    [{ City: 'Punta Arenas', Country: 'Chile' }, 'America/Punta_Arenas', 'city'],
    [{ City: 'Pristina', Country: 'Kosovo' }, 'Europe/Belgrade', 'city'],
    [{ City: 'Ciudad Juárez', Country: 'Mexico' }, 'America/Ciudad_Juarez', 'city'],
    [{ City: 'Urmia', Country: 'Iran' }, 'Asia/Tehran', 'city'],
    // Names of zones.
    [{ 'Time zone': 'EST' }, 'America/New_York', 'timeZone'],
    [{ 'Time zone': 'Central Time' }, 'America/Chicago', 'timeZone'],
    [{ 'Time zone': 'Central Time', Country: 'Canada' }, 'America/Winnipeg', 'timeZone'],
    [{ 'Time zone': 'Pacific' }, 'America/Los_Angeles', 'timeZone'],
    [{ 'Time zone': 'Eastern Daylight Time' }, 'America/New_York', 'timeZone'],
    [{ 'Time zone': 'W. Europe Standard Time' }, 'Europe/Berlin', 'timeZone'],
    [{ 'Time zone': 'Central Standard Time (Mexico)' }, 'America/Mexico_City', 'timeZone'],
    [{ 'Time zone': '(GMT-06:00) Central Time (US & Canada)' }, 'America/Chicago', 'timeZone'],
    [{ 'Time zone': '(GMT+10:00) Eastern Time - Brisbane' }, 'Australia/Brisbane', 'timeZone'],
    [{ 'Time zone': '(GMT+09:30) Central Time - Adelaide' }, 'Australia/Adelaide', 'timeZone'],
    [{ 'Time zone': '(GMT-07:00) Mountain Time - Arizona' }, 'America/Phoenix', 'timeZone'],
    [{ 'Time zone': 'Mountain Time - Phoenix' }, 'America/Phoenix', 'timeZone'],
    [{ 'Time zone': '(GMT-06:00) Central Time – Regina' }, 'America/Regina', 'timeZone'],
    [{ 'Time zone': '(GMT+01:00) Central European Time - Berlin' }, 'Europe/Berlin', 'timeZone'],
    [{ 'Time zone': 'Eastern Time - US & Canada' }, 'America/New_York', 'timeZone'],
    [{ 'Time zone': '(GMT+10:00) Eastern Time' }, '+10:00', 'timeZone'],
    [{ 'Time zone': '(UTC+01:00) Amsterdam, Berlin, Bern, Rome' }, 'Europe/Amsterdam', 'timeZone'],
    [{ 'Time zone': '(GMT-08:00) Pacific Standard Time (America/Los_Angeles)' }, 'America/Los_Angeles', 'timeZone'],
    [{ 'Time zone': 'us_slash_eastern' }, 'us/eastern', 'timeZone'],
    [{ 'Time zone': 'America/New_York (EST)' }, 'America/New_York', 'timeZone'],
    [{ 'Time zone': 'London' }, 'Europe/London', 'timeZone'],
    [{ 'Time zone': 'Arizona' }, 'America/Phoenix', 'timeZone'],
    [{ 'Time zone': 'IST', Country: 'India' }, 'Asia/Kolkata', 'timeZone'],
    // Found by somebody who had not read the code.
    [{ 'Time zone': 'EST', City: 'Sydney' }, 'Australia/Sydney', 'timeZone'],
    [{ 'Time zone': 'CST', City: 'Shanghai' }, 'Asia/Shanghai', 'timeZone'],
    [{ 'Time zone': 'PST', City: 'Manila' }, 'Asia/Manila', 'timeZone'],
    [{ 'Time zone': 'Mountain Standard Time (Mexico)' }, 'America/Mazatlan', 'timeZone'],
    [{ 'Time zone': 'Mexico Standard Time 2' }, 'America/Mazatlan', 'timeZone'],
    [{ 'Time zone': 'Mexico Standard Time' }, 'America/Mexico_City', 'timeZone'],
    [{ 'Time zone': 'Armenian Standard Time' }, 'Asia/Yerevan', 'timeZone'],
    [{ 'Time zone': 'Kamchatka Standard Time' }, 'Asia/Kamchatka', 'timeZone'],
    [{ 'Time zone': 'Mid-Atlantic Standard Time' }, 'Etc/GMT+2', 'timeZone'],
    [{ 'Time zone': '(UTC-07:00) Chihuahua, La Paz, Mazatlan' }, 'America/Mazatlan', 'timeZone'],
    [{ 'Time zone': 'GMT+2', Country: 'Germany' }, 'Europe/Berlin', 'country'],
    [{ 'Time zone': 'UTC+1', City: 'Paris' }, 'Europe/Paris', 'city'],
    [{ 'Time zone': 'UTC+8', City: 'Paris' }, '+08:00', 'timeZone'],
    [{ City: 'Papeete', Country: 'France' }, 'Pacific/Tahiti', 'city'],
    [{ City: 'Saint-Denis', State: 'La Réunion', Country: 'France' }, 'Indian/Reunion', 'city'],
    [{ City: 'San Juan', State: 'PR', Country: 'US' }, 'America/Puerto_Rico', 'city'],
    [{ State: 'GU', Country: 'USA' }, 'Pacific/Guam', 'country'],
    [{ City: 'Makassar', Country: 'Indonesia' }, 'Asia/Makassar', 'city'],
    [{ 'Time zone': 'CST', Phone: '+86 10 6552 9988' }, 'Asia/Shanghai', 'timeZone'],
    [{ City: 'Guam', Country: 'US' }, 'Pacific/Guam', 'country'],
    [{ State: 'Calif.', Country: 'USA' }, 'America/Los_Angeles', 'state'],
    [{ State: 'TX', Country: 'USA' }, 'America/Chicago', 'state'],
    [{ City: 'Smalltown', State: 'Mass.' }, 'America/New_York', 'state'],
    [{ Ville: 'Saint-Martin', Pays: 'France' }, 'Europe/Paris', 'country'],
    [{ Country: 'Ukraine' }, 'Europe/Kyiv', 'country'],
    [{ Country: 'Spain' }, 'Europe/Madrid', 'country'],
    [{ Land: 'The Netherlands' }, 'Europe/Amsterdam', 'country'],
    [{ Country: '日本' }, 'Asia/Tokyo', 'country'],
    [{ Country: 'Sverige' }, 'Europe/Stockholm', 'country'],
    [{ Country: 'AO' }, 'Africa/Luanda', 'country'],
    [{ Country: 'DR Congo', City: 'Kinshasa' }, 'Africa/Kinshasa', 'city'],
    [{ 'Time zone': 'UTC−03:00' }, '-03:00', 'timeZone'],
    // Islands with a zone of their own.
    [{ City: 'Las Palmas de Gran Canaria', Country: 'Spain' }, 'Atlantic/Canary', 'city'],
    [{ City: 'Adeje', State: 'Canarias', Country: 'España' }, 'Atlantic/Canary', 'state'],
    [{ City: 'Adeje', State: 'Santa Cruz de Tenerife', Country: 'Spain' }, 'Atlantic/Canary', 'state'],
    [{ City: 'Lagoa', State: 'Açores', Country: 'Portugal' }, 'Atlantic/Azores', 'state'],
    [{ Phone: '＋81 3 1234 5678' }, 'Asia/Tokyo', 'phone'],
    [{ Phone: '+34 928 123 456' }, 'Atlantic/Canary', 'phone'],
    [{ Phone: '+34 912 345 678' }, 'Europe/Madrid', 'phone'],
    [{ Phone: '+351 296 123 456' }, 'Atlantic/Azores', 'phone'],
    // In the next rows a phone number settles a doubt about the city or country.
    [{ City: 'Portland', Phone: '+1 207 555 0100' }, 'America/New_York', 'phone'],
    [{ Country: 'US', Phone: '+1 808 555 0100' }, 'Pacific/Honolulu', 'phone'],
    [{ Phone: '+1 416 555 0100' }, 'America/Toronto', 'phone'],
    [{ Phone: '+1 915 555 0100' }, 'America/Denver', 'phone'],
    [{ Phone: '+55 92 3000 0000' }, 'America/Manaus', 'phone'],
    [{ Phone: '+7 423 222 0000' }, 'Asia/Vladivostok', 'phone'],
    [{ Phone: '+61 7 3000 0000' }, 'Australia/Brisbane', 'phone'],
    [{ Country: 'Germany', Phone: '+1 808 555 0100' }, 'Europe/Berlin', 'country'],
    [{ 'Time zone': 'GMT-5', Country: 'US' }, 'America/New_York', 'country'],
    [{ 'Time zone': 'UTC-6', Country: 'US' }, 'America/Chicago', 'country'],
    [{ 'Time zone': 'UTC-7', Country: 'US' }, '-07:00', 'timeZone'],
  ])('is read from %j, though several places have that name', (fields, timeZone, source) => {
    expect(of(fields)).toEqual({ timeZone, source })
  })

  it.each<[Record<string, string>, string, string[]]>([
    [{ City: 'Portland', Country: 'USA' }, 'Portland', ['America/Los_Angeles', 'America/New_York']],
    [{ City: 'Birmingham' }, 'Birmingham', ['Europe/London', 'America/Chicago']],
    [{ 'Time zone': 'IST' }, 'IST', ['Asia/Kolkata', 'Europe/Dublin', 'Asia/Jerusalem']],
    [{ Country: 'United States' }, 'United States', ['America/New_York', 'America/Chicago', 'Pacific/Honolulu']],
    [{ Country: 'U.S.' }, 'U.S.', ['America/New_York']],
    [{ Land: 'Russland' }, 'Russland', ['Europe/Moscow', 'Asia/Vladivostok']],
    [{ City: 'Nowhere, Australia' }, 'Australia', ['Australia/Sydney', 'Australia/Perth']],
    [{ 'Time zone': 'Eastern Time', Country: 'Australia' }, 'Australia', ['Australia/Sydney', 'Australia/Brisbane']],
    [{ State: 'Kentucky' }, 'Kentucky', ['America/New_York', 'America/Chicago']],
    [{ State: 'Indiana', Country: 'USA' }, 'Indiana', ['America/Indiana/Indianapolis', 'America/Chicago']],
    [{ State: 'N. Dakota' }, 'N. Dakota', ['America/Chicago', 'America/Denver']],
    [{ City: 'Smalltown', State: 'IN', Country: 'US' }, 'IN', ['America/Indiana/Indianapolis', 'America/Chicago']],
    [{ Phone: '+7 912 345 6789' }, '+7', ['Europe/Moscow', 'Asia/Vladivostok']],
    [{ Phone: '+61 8 9221 0000' }, '+61', ['Australia/Sydney', 'Australia/Perth']],
    [{ Phone: '+1 701 555 0100' }, '+1', ['America/Chicago', 'America/Denver']],
    [{ Phone: '+52 664 123 4567' }, '+52', ['America/Mexico_City', 'America/Tijuana']],
    [{ Phone: '+61 412 345 678' }, '+61', ['Australia/Sydney', 'Australia/Perth']],
    [{ Phone: '+1 800 555 0100' }, '+1', ['America/New_York', 'Pacific/Honolulu']],
    [{ Country: 'Indonesia', Phone: '+62 811 123 4567' }, 'Indonesia', ['Asia/Jakarta', 'Asia/Jayapura']],
  ])(
    'is not chosen where %j fits several zones, rather than the zone with the most people',
    (fields, text, candidates) => {
      const found = of(fields)
      expect(found).toMatchObject({ timeZone: null, text })
      expect(found).toHaveProperty('candidates', expect.arrayContaining(candidates))
    },
  )

  it('is not chosen where only the ending of the email address names a country with several zones', () => {
    expect(of({}, 'ann@shop.com.au')).toMatchObject({ timeZone: null, source: 'address', text: '.au' })
  })

  it('is read from the most specific column', () => {
    expect(of({ Country: 'Canada', City: 'Vancouver', Phone: '+49 30 901820' }, 'a@firma.de')).toEqual({
      timeZone: 'America/Vancouver',
      source: 'city',
    })
    expect(of({ Phone: '+33 1 42 68 53 00' }, 'a@firma.de')?.source).toBe('phone')
  })

  it('is always one that exists, whatever is written', () => {
    const name = fc.constantFrom('City', 'Country', 'State', 'Phone', 'Time zone', 'Other')
    const value = fc.oneof(
      fc.string(),
      fc.constantFrom('constructor', '__proto__', 'UTC+99', '+14:00', '-0', 'GMT', 'etc/utc', '+'.repeat(300)),
    )
    fc.assert(
      fc.property(fc.dictionary(name, value), fc.string(), (fields, email) => {
        const found = timeZoneOf({ email, fields })
        expect(!found?.timeZone || isTimeZone(found.timeZone)).toBe(true)
      }),
    )
  })
})

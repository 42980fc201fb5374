import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTimeZone } from '#domain/pacing/zone-time.ts'
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
    [{ Country: 'United States' }, 'America/New_York', 'country'],
    [{ Country: 'usa' }, 'America/New_York', 'country'],
    [{ Country: 'UK' }, 'Europe/London', 'country'],
    [{ Country: 'U.S.' }, 'America/New_York', 'country'],
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
  ])('is that of the country of %s', (email, timeZone) => {
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
  ])('is unknown where %j does not tell', (fields) => {
    expect(of(fields)).toBeNull()
  })

  it('prefers what is closest to the person', () => {
    expect(of({ Country: 'Canada', City: 'Vancouver', Phone: '+49 30 901820' }, 'a@firma.de')).toEqual({
      timeZone: 'America/Vancouver',
      source: 'city',
    })
    expect(of({ Phone: '+33 1 42 68 53 00' }, 'a@firma.de')?.source).toBe('phone')
  })

  it('is one that clocks can show, whatever is written', () => {
    const name = fc.constantFrom('City', 'Country', 'State', 'Phone', 'Time zone', 'Other')
    const value = fc.oneof(fc.string(), fc.constantFrom('UTC+99', '+14:00', '-0', 'GMT', 'etc/utc', '+'.repeat(300)))
    fc.assert(
      fc.property(fc.dictionary(name, value), fc.string(), (fields, email) => {
        const found = timeZoneOf({ email, fields })
        expect(found === null || isTimeZone(found.timeZone)).toBe(true)
      }),
    )
  })
})

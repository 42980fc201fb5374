import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { instantOf, isTimeZone, offsetText } from '#domain/pacing/zone-time.ts'
import { ZONE_RELEASE, ZONE_RELEASED_ON, zoneOffset } from './zone-data.ts'
import { zoneDataState } from './zone-data-age.ts'

describe("the product's own time-zone data", () => {
  // 09:00 on 15 December 2026. The first three are an hour off in the data of Node 24.21 (2026c) and earlier.
  it.each([
    ['America/Winnipeg', '14:00'],
    ['America/Inuvik', '15:00'],
    ['America/Havana', '13:00'],
    ['America/Vancouver', '16:00'],
    ['America/Edmonton', '15:00'],
    ['Africa/Casablanca', '09:00'],
    ['europe/berlin', '08:00'],
    ['+05:30', '03:30'],
    ['Etc/GMT+5', '14:00'],
  ])('put 09:00 in %s at %s UTC, whatever the runtime knows', (zone, expected) => {
    const instant = instantOf(Date.parse('2026-12-15T09:00:00Z'), zone)
    expect(new Date(instant).toISOString()).toBe(`2026-12-15T${expected}:00.000Z`)
  })

  it('know every zone that the runtime offers', () => {
    expect(Intl.supportedValuesOf('timeZone').filter((zone) => !isTimeZone(zone))).toEqual([])
  })

  it.each(['Nowhere/Town', '', 'constructor', '__proto__', 'Europe', '+99:00'])('refuse %j as a zone', (zone) => {
    expect(isTimeZone(zone)).toBe(false)
  })

  it('return offsets in the form that browsers use', () => {
    const december = Date.parse('2026-12-15T12:00:00Z')
    const zones = ['America/Winnipeg', 'Asia/Kolkata', 'America/St_Johns', 'UTC']
    expect(zones.map((zone) => offsetText(zone, december))).toEqual(['-05:00', '+05:30', '-03:30', '+00:00'])
    expect(
      new Intl.DateTimeFormat('en', { timeZone: '-03:30', hour: 'numeric', minute: '2-digit' }).format(december),
    ).toBe('8:30 AM')
  })

  it('are the newest release that was checked when the day of release was written down', () => {
    // When this fails, moment-timezone was updated: set ZONE_RELEASED_ON to the day on which that version was published.
    expect([ZONE_RELEASE, ZONE_RELEASED_ON]).toEqual(['2026f', '2026-10-29'])
  })

  it('count as outdated 120 days after their release', () => {
    const day = (days: number) => new Date(Date.parse(ZONE_RELEASED_ON) + days * 86_400_000)
    expect(zoneDataState(day(120))).toEqual({ release: '2026f', releasedOn: ZONE_RELEASED_ON, isOutdated: false })
    expect(zoneDataState(day(121))).toMatchObject({ isOutdated: true })
  })
})

const ZONEINFO = '/usr/share/zoneinfo'
const systemRelease = () =>
  existsSync(join(ZONEINFO, 'tzdata.zi'))
    ? (/^# version (\S+)/.exec(readFileSync(join(ZONEINFO, 'tzdata.zi'), 'utf8'))?.[1] ?? '')
    : ''

describe.skipIf(systemRelease() === '')("the product's own time-zone data, compared with those of the system,", () => {
  const differing = (since: number, until: number) =>
    zoneNames().filter((zone) =>
      systemOffsets(zone, since, until).some(({ from, offset }) => zoneOffset(zone, from) !== offset),
    )

  it.runIf(systemRelease() === ZONE_RELEASE)('give every zone the same offset, until 2037', () => {
    expect(differing(Date.UTC(2010, 0), Date.UTC(2037, 0))).toEqual([])
  })

  it.runIf(systemRelease() !== ZONE_RELEASE)(
    'give every zone the same offset, except those that changed between the releases',
    () => {
      const year = Number(systemRelease().slice(0, 4))
      const zones = differing(Date.UTC(year - 5, 0), Date.UTC(year, 0))
      // Moldova’s clocks since 2022 were corrected in 2026b. More than a few zones would be another cause.
      expect(zones.length, `${systemRelease()}: ${zones.join(', ')}`).toBeLessThanOrEqual(4)
      expect(zoneNames().length).toBeGreaterThan(400)
    },
  )
})

/** Zones with data of their own; the system may be built without the others' history. */
const zoneNames = (): string[] =>
  Object.keys(createRequire(import.meta.url)('moment-timezone/data/meta/latest.json').zones as object).filter((zone) =>
    existsSync(join(ZONEINFO, zone)),
  )

/** Offsets in ms by a compiled zone file (RFC 8536), at each change of clocks between two instants and an hour later. */
function systemOffsets(zone: string, since: number, until: number): { from: number; offset: number }[] {
  const file = readFileSync(join(ZONEINFO, zone))
  const counts = (at: number) =>
    [20, 24, 28, 32, 36, 40].map((offset) => file.readUInt32BE(at + offset)) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ]
  const [isUt, isStd, leap, times, types, chars] = counts(0)
  const second = 44 + times * 5 + types * 6 + chars + leap * 8 + isStd + isUt
  const [, , , times64] = counts(second)
  const body = second + 44
  const offsetOfType = (type: number) => file.readInt32BE(body + times64 * 9 + type * 6) * 1_000
  const changes = Array.from({ length: times64 }, (_, at) => ({
    from: Number(file.readBigInt64BE(body + at * 8)) * 1_000,
    offset: offsetOfType(file.readUInt8(body + times64 * 8 + at)),
  }))
  const before = changes.findLast(({ from }) => from <= since)
  return [
    { from: since, offset: before?.offset ?? offsetOfType(0) },
    ...changes.filter(({ from }) => from > since && from < until),
  ].flatMap(({ from, offset }) => [
    { from, offset },
    { from: from + 3_600_000, offset },
  ])
}

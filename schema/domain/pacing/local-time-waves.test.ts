import { expect, it } from 'vitest'
import { groupWaves } from './local-time-waves.ts'

const wave = (timeZone: string | null, recipients: number, hour: string) => {
  const at = `2026-11-27T${hour}:30:00.000Z`
  return { timeZone, utcOffset: timeZone && '+01:00', recipients, at, leavesAt: at }
}

it('groupWaves puts zones with the same time in one group, the largest first, and unknown ones apart', () => {
  const groups = groupWaves([
    wave('Europe/Paris', 300, '08'),
    wave('Asia/Tokyo', 5, '00'),
    wave('Europe/Berlin', 900, '08'),
    wave(null, 12, '08'),
    wave('Europe/Madrid', 4, '08'),
  ])
  expect(groups.map(({ timeZones, recipients, at }) => [timeZones, recipients, at.slice(11, 13)])).toEqual([
    [['Asia/Tokyo'], 5, '00'],
    [['Europe/Berlin', 'Europe/Paris', 'Europe/Madrid'], 1_204, '08'],
    [[], 12, '08'],
  ])
})

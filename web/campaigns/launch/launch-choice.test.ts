import { expect, test } from 'vitest'
import { toInputValue, describeTime } from './launch-choice.ts'

const HOUR = 3_600_000
const NOW = Date.parse('2026-11-26T12:00:00.000Z')

test.each([10 * HOUR, 26 * HOUR, 200 * HOUR])(
  'the chosen start, %i ms ahead, is described in a sentence with one full stop',
  (ahead) => {
    const sentence = describeTime(toInputValue(new Date(NOW + ahead)), NOW)
    expect(sentence).toMatch(/ in your time zone \(.+\): .*[^.]\.$/)
  },
)

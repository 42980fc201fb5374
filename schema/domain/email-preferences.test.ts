import { describe, expect, it } from 'vitest'
import { choicesIn, pauseEnd, topicsInput } from './email-preferences.ts'

const id = (digit: number) => `0190c5f2-7a3e-4cc1-b1a4-d2f0e6a81b2${digit}`
const topic = (digit: number, name = `Topic ${digit}`) => ({ id: id(digit), name, description: '' })

describe('topicsInput, for the topics of emails,', () => {
  it('accepts topics in their order, without spaces around their texts', () => {
    expect(topicsInput.parse([{ id: id(1).toUpperCase(), name: ' News ' }])).toEqual([topic(1, 'News')])
  })

  it.each([
    ['two topics with one id', [topic(1), topic(1, 'Other')]],
    ['two topics with one name', [topic(1, 'News'), topic(2, 'news')]],
    ['a topic without a name', [topic(1, ' ')]],
    ['a name of two lines', [topic(1, 'a\nb')]],
    ['an id that is no UUID', [{ ...topic(1), id: '1' }]],
    [
      'more than 20 topics',
      Array.from({ length: 21 }, (_, index) => ({ ...topic(1, `T${index}`), id: crypto.randomUUID() })),
    ],
  ])('refuses %s', (_, topics) => expect(topicsInput.safeParse(topics).success).toBe(false))
})

describe("pauseEnd, the end of a recipient's pause,", () => {
  it.each([
    ['2026-03-15T10:00:00.000Z', '2026-06-15T10:00:00.000Z'],
    ['2026-11-30T10:00:00.000Z', '2027-02-28T10:00:00.000Z'],
  ])('of a pause from %s is %s', (now, end) => expect(pauseEnd(new Date(now)).toISOString()).toBe(end))
})

describe('choicesIn, for the form of the preferences page,', () => {
  const now = new Date('2026-03-15T10:00:00Z')
  const read = (form: string, pausedUntil: Date | null = null) =>
    choicesIn(new URLSearchParams(form), [topic(1), topic(2)], { pausedUntil }, now)

  it('unsubscribes from the topics that are not checked, and ignores unknown topics', () => {
    expect(read(`topic=${id(2)}&topic=${id(3)}&monthly=yes`)).toEqual({
      leftTopics: [id(1)],
      isMonthly: true,
      pausedUntil: null,
    })
  })

  it('begins a pause once: saving again does not prolong it', () => {
    const until = new Date('2026-04-01T00:00:00Z')
    expect(read('pause=yes').pausedUntil).toEqual(pauseEnd(now))
    expect(read('pause=yes', until).pausedUntil).toEqual(until)
    expect(read('', until).pausedUntil).toBeNull()
  })
})

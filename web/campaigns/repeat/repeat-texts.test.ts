import { expect, test } from 'vitest'
import { repeatText } from './repeat-texts.ts'

const monthly = { kind: 'monthly', dayOfMonth: 1 } as const

test.each([
  [monthly, 'every month on day 1'],
  [{ ...monthly, dayOfMonth: null, label: 'News' }, 'every month on the last day, to contacts with the tag “News”'],
  [{ ...monthly, segmentId: 's1', segment: { name: 'Customers' } }, 'every month on day 1 to the segment “Customers”'],
  [{ ...monthly, segmentId: 's1', segment: null }, 'every month on day 1 to a segment that was deleted'],
])('the monthly rule %j is described as “%s”', (rule, text) => {
  expect(repeatText(rule)).toBe(text)
})

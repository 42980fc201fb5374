import { expect, it } from 'vitest'
import { changedParts, FINDING_CODES, findingText, limitText, type BindingLimit, type Finding } from './rehearsals.ts'

const figures = { collisionDays: 7, weeklyCeiling: 3 }

it.each<[Pick<Finding, 'code' | 'count' | 'tag'>, string]>([
  [{ code: 'GAP', count: 1, tag: '{Title}' }, 'One recipient has no value for {Title}.'],
  [{ code: 'GAP', count: 1_204, tag: '{Title}' }, '1,204 recipients have no value for {Title}.'],
  [{ code: 'MISSPELLED', count: 2 }, '2 addresses look misspelled.'],
  [{ code: 'RECENTLY_EMAILED', count: 5 }, '5 recipients already got an email from your workspace in the last 7 days.'],
  [
    { code: 'OVER_CEILING', count: 12 },
    '12 recipients would get more than 3 emails in seven days from your workspace. They are left out unless an admin sends to them anyway.',
  ],
  [{ code: 'AWAY', count: 1 }, 'One recipient is out of office at the start and may read this email later.'],
  [{ code: 'CLIPPED', count: 1 }, 'One recipient gets an email over 102 KB. Gmail hides the end of it.'],
])('the text of a rehearsal says what was found: %j', (finding, text) =>
  expect(findingText(finding, figures)).toBe(text),
)

it.each(FINDING_CODES)('the text of the rehearsal finding %s is a whole sentence for one and for many', (code) => {
  for (const count of [1, 2_000]) {
    expect(findingText({ code, count, tag: '{X}' }, figures)).toMatch(/^(One|2,000) [a-z].*\.$/)
  }
})

it.each<[BindingLimit, string]>([
  [
    { reason: 'DAILY_LIMIT', count: 500, seconds: 86_400 },
    'The daily limit is 500 emails in 24 hours for each mailbox.',
  ],
  [
    { reason: 'BETWEEN_INTERVALS', count: 4, seconds: 60 },
    'The pace of your workspace is 4 emails in a minute for each mailbox.',
  ],
  [{ reason: 'PLAN_LIMIT', count: 10, seconds: 1_800 }, 'Your plan allows 10 emails in 30 minutes.'],
  [
    { reason: 'PROVIDER_LIMIT', count: 1, seconds: 45 },
    'The email provider takes 1 email in 45 seconds from each mailbox.',
  ],
  [{ reason: 'OUTSIDE_WINDOW' }, 'Emails leave only in your sending hours.'],
])('the text of a rehearsal names the limit that decides the end: %j', (limit, text) =>
  expect(limitText(limit)).toBe(text),
)

it('the text of a rehearsal names the parts that changed', () => {
  const before = { content: 'a', audience: 'b', sender: 'c', schedule: 'd' }
  expect(changedParts(before, before)).toEqual([])
  expect(changedParts(before, { ...before, audience: 'x', schedule: 'y' })).toEqual(['audience', 'schedule'])
})

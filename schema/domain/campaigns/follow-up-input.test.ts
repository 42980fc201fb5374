import { describe, expect, it } from 'vitest'
import { answerSubject } from './follow-up-limits.ts'
import { followUpInput, followUpsInput } from './follow-ups.ts'

it.each([
  ['Hello {FirstName}', 'Re: Hello {FirstName}'],
  ['Re: Hello', 'Re: Hello'],
  ['RE : Hello', 'RE : Hello'],
  ['Reminder: pay', 'Re: Reminder: pay'],
])('the subject of an answer to “%s” is “%s”', (subject, answer) => {
  expect(answerSubject(subject)).toBe(answer)
})

describe('a follow-up of a draft', () => {
  it('may be empty, since it is checked before the launch', () => {
    expect(followUpInput.parse({})).toEqual({
      waitDays: 3,
      timeOfDay: '09:30',
      timeZone: 'UTC',
      condition: 'no_reply',
      subject: '',
      content: '',
      attachesFiles: false,
      useHtmlBuilder: false,
    })
  })

  it.each([
    [{ waitDays: 0 }, 'A follow-up waits at least 1 working day'],
    [{ waitDays: 91 }, 'A follow-up can wait at most 90 working days'],
    [{ timeOfDay: '9:30' }, 'A follow-up must leave at a time like 09:30'],
    [{ timeZone: 'Mars' }, 'The time zone of a follow-up must be an IANA name such as Europe/Berlin'],
    [{ subject: 'a\nb' }, 'The subject of a follow-up must be one line'],
    [{ link: 'x'.repeat(2_001) }, 'The link of a follow-up must be at most 2,000 characters long'],
  ])('with %j is refused', (input, message) => {
    expect(followUpInput.safeParse(input).error?.issues[0]?.message).toBe(message)
  })

  it('can be one of nine at most', () => {
    const ten = Array.from({ length: 10 }, () => ({}))
    expect(followUpsInput.safeParse(ten).error?.issues[0]?.message).toBe('A campaign can have at most 9 follow-ups')
  })
})

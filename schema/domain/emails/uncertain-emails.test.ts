import { expect, it } from 'vitest'
import { answerOf, SETTLED_AFTER, type Found, type MailboxAnswer } from './uncertain-emails.ts'

const now = new Date('2026-03-02T10:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

it.each<[Found, number, MailboxAnswer]>([
  ['sent', 0, 'sent'],
  ['sent', SETTLED_AFTER, 'sent'],
  ['draft', SETTLED_AFTER, 'notSent'],
  ['draft', SETTLED_AFTER - 1, 'unclear'],
  ['gone', SETTLED_AFTER, 'sent'],
  ['gone', SETTLED_AFTER - 1, 'unclear'],
  ['nothing', SETTLED_AFTER, 'unclear'],
  ['nothing', 0, 'unclear'],
])(
  'a check of an uncertain email that finds "%s" in the mailbox %i ms after the attempt results in %s',
  (found, age, answer) => {
    expect(answerOf(found, ago(age), now)).toBe(answer)
  },
)

import { describe, expect, it } from 'vitest'
import { APPROVAL_TEXT_MAX, approvalNote, decisionRefusal, type DecisionFacts } from './approvals.ts'

const ADMIN: DecisionFacts = {
  decision: 'approve',
  by: { isPerson: true, isAdmin: true, isLongAdmin: true, isAsker: false, madeAskersKey: false },
  asked: { status: 'waiting', request: 2 },
  request: 2,
  isDraft: true,
  hasReason: true,
}
const by = (who: Partial<DecisionFacts['by']>) => ({ by: { ...ADMIN.by, ...who } })
const status = (one: 'approved' | 'declined' | 'withdrawn') => ({ asked: { status: one, request: 2 } })
const decline = { decision: 'decline' } as const
const withdraw = { decision: 'withdraw' } as const

const CASES: [who: string, facts: Partial<DecisionFacts>, refusal: string | null][] = [
  ['another admin approves', {}, null],
  ['another admin approves without a reason', { hasReason: false }, null],
  ['another admin declines', decline, null],
  ['another admin declines without a reason', { ...decline, hasReason: false }, 'BAD_INPUT'],
  ['the admin who asked approves', by({ isAsker: true }), 'FORBIDDEN'],
  ['the admin who asked declines', { ...decline, ...by({ isAsker: true }) }, 'FORBIDDEN'],
  ['the admin who asked withdraws', { ...withdraw, ...by({ isAsker: true }) }, null],
  ['a member who asked withdraws', { ...withdraw, ...by({ isAsker: true, isAdmin: false }) }, null],
  ['a program that asked withdraws', { ...withdraw, ...by({ isAsker: true, isPerson: false }) }, null],
  ['another admin withdraws', withdraw, 'FORBIDDEN'],
  ['a member approves', by({ isAdmin: false }), 'FORBIDDEN'],
  ['a member declines', { ...decline, ...by({ isAdmin: false }) }, 'FORBIDDEN'],
  ['a program of an admin approves', by({ isPerson: false }), 'FORBIDDEN'],
  ['the admin who made the key that asked approves', by({ madeAskersKey: true }), 'FORBIDDEN'],
  ['an admin of less than 24 hours approves', by({ isLongAdmin: false }), 'FORBIDDEN'],
  ['an admin of less than 24 hours declines', { ...decline, ...by({ isLongAdmin: false }) }, null],
  ['nothing was asked', { asked: null }, 'CONFLICT'],
  ['it was asked again', { request: 1 }, 'CONFLICT'],
  ['it was approved before', status('approved'), 'CONFLICT'],
  ['it was declined before', status('declined'), 'CONFLICT'],
  ['it was withdrawn before', status('withdrawn'), 'CONFLICT'],
  ['the campaign is sent already', { isDraft: false }, 'CONFLICT'],
]

describe('the check who may decide on a launch', () => {
  it.each(CASES)('has the right answer when %s', (_, facts, code) => {
    expect(decisionRefusal({ ...ADMIN, ...facts })?.code ?? null).toBe(code)
  })
})

describe('the note of an approval', () => {
  it('is stored trimmed, and as none if it is empty', () => {
    expect(approvalNote.parse({ note: ' For Monday\r\nplease ' })).toEqual({ note: 'For Monday\nplease' })
    for (const note of ['', '  \n', null, undefined]) expect(approvalNote.parse({ note })).toEqual({ note: null })
  })

  it('is refused if it is too long or cannot be stored', () => {
    for (const note of ['x'.repeat(APPROVAL_TEXT_MAX + 1), 'a\0b', '\ud800']) {
      expect(approvalNote.safeParse({ note }).success).toBe(false)
    }
    expect(approvalNote.safeParse({ note: 'x'.repeat(APPROVAL_TEXT_MAX) }).success).toBe(true)
  })
})

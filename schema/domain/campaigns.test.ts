import { describe, expect, it } from 'vitest'
import {
  CAMPAIGN_STATUSES,
  CAMPAIGN_TRANSITIONS,
  isStepValid,
  progressPercent,
  rate,
  sendProblem,
} from './campaigns.ts'

const draft = { name: 'News', subject: 'Hi', content: 'Text', selectedContacts: ['1'] }

describe('the wizard lets one go on only when the step is valid', () => {
  it.each([
    [1, {}, true],
    [1, { name: '   ' }, false],
    [2, {}, true],
    [2, { selectedContacts: [] }, false],
    [3, {}, true],
    [3, { subject: ' ' }, false],
    [3, { content: '\n' }, false],
    [4, { name: '', subject: '', content: '', selectedContacts: [] }, true],
  ])('step %i with %j: %s', (step, change, valid) => {
    expect(isStepValid(step, { ...draft, ...change })).toBe(valid)
  })
})

describe('progress', () => {
  it.each([
    [0, 0, 0],
    [0, 10, 0],
    [1, 3, 33],
    [10, 10, 100],
    [11, 10, 100],
  ])('%i of %i is %i percent, capped at 100', (sent, total, percent) => {
    expect(progressPercent(sent, total)).toBe(percent)
  })

  it('tells rates with one decimal and 0 of nothing', () => {
    expect([rate(1, 3), rate(0, 0), rate(2, 2)]).toEqual([33.3, 0, 100])
  })
})

describe('statuses', () => {
  it('go from draft to sending, from sending to sent, failed or paused, and end there unless paused', () => {
    expect(CAMPAIGN_TRANSITIONS).toEqual({
      draft: ['sending'],
      sending: ['sent', 'failed', 'paused'],
      paused: ['sending', 'failed'],
      sent: [],
      failed: [],
    })
    expect(Object.keys(CAMPAIGN_TRANSITIONS).toSorted((a, b) => a.localeCompare(b))).toEqual(
      CAMPAIGN_STATUSES.toSorted((a, b) => a.localeCompare(b)),
    )
  })

  it('name what keeps a campaign from being sent', () => {
    expect(sendProblem({ subject: 'a', content: 'b', recipients: 1 })).toBeNull()
    expect(sendProblem({ subject: 'a', content: 'b', recipients: 0 })).toContain('no recipients')
    expect(sendProblem({ subject: ' ', content: 'b', recipients: 1 })).toContain('no subject')
    expect(sendProblem({ subject: 'a', content: '', recipients: 1 })).toContain('no content')
  })
})

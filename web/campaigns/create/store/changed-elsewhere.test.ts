import { describe, expect, test } from 'vitest'
import { differencesFrom } from './changed-elsewhere.ts'
import { newDraft, NO_TEST } from './campaign-draft.ts'

const FOLLOW_UP = {
  __typename: 'FollowUp' as const,
  ...{ waitDays: 3, timeOfDay: '09:30', timeZone: 'UTC', condition: 'no_reply' as const, link: null },
  ...{ subject: '', content: 'Did you see it?', attachesFiles: false, useHtmlBuilder: false, htmlTemplate: null },
}
const STORED = {
  name: 'Autumn',
  subject: 'Leaves',
  content: 'They fall.',
  fromName: null,
  fromAddress: null,
  replyTo: null,
  cc: null,
  bcc: null,
  useHtmlBuilder: false,
  htmlTemplate: null,
  isAbTest: false,
  abVariantB: null,
  abSplitPercentage: null,
  abTestShare: null,
  abWinnerMetric: null,
  abWaitHours: null,
  language: null,
  topicId: null,
  tracking: null,
  trackOpens: true,
  trackClicks: true,
  totalContacts: 2,
  followUps: [] as (typeof FOLLOW_UP)[],
  attachments: [
    {
      ...{ __typename: 'Attachment' as const, id: 'f1', name: 'a.txt', contentType: 'text/plain', size: 5 },
      ...{ document: null, hasMergeTags: false },
    },
  ],
}
const SAVED = {
  draft: {
    ...newDraft('here'),
    ...{ campaignId: 'd1', name: 'Autumn', subject: 'Leaves ', content: 'They fall.' },
    files: [{ id: 'local', name: 'a.txt', type: 'text/plain', size: 5, storedId: 'f1' }],
  },
  recipients: 2,
}
const built = (document: object) => ({ useHtmlBuilder: true, htmlTemplate: document })

describe('the list of changes that were made to a draft elsewhere', () => {
  test('is empty when the server has the version that this tab saved', () => {
    expect(differencesFrom(STORED, SAVED)).toEqual([])
  })

  test.each([
    ['name', { name: 'Winter' }],
    ['subject', { subject: 'Storms' }],
    ['content', { content: 'They blow.' }],
    ['sender and copies', { fromName: 'Ann' }],
    ['sender and copies', { bcc: 'a@example.com' }],
    ['content', built({ elements: [] })],
    ['A/B test', { isAbTest: true, abVariantB: 'Falling' }],
    ['follow-ups', { followUps: [FOLLOW_UP] }],
    ['attachments', { attachments: [] }],
    ['language', { language: 'de' as const }],
    ['tracking', { trackOpens: false }],
    ['recipients', { totalContacts: 3 }],
  ])('includes %s', (part, change) => {
    const saved = { ...SAVED, draft: { ...SAVED.draft, trackOpens: true, trackClicks: true } }
    expect(differencesFrom({ ...STORED, ...change }, saved)).toEqual([part])
  })

  test('includes the builder’s document only when its content differs, whatever the order of keys', () => {
    const draft = { ...SAVED.draft, ...built({ version: 1, elements: [{ id: 'e1', type: 'text', content: 'Hi' }] }) }
    const same = built({ elements: [{ content: 'Hi', type: 'text', id: 'e1' }], version: 1 })
    const other = built({ elements: [{ content: 'Ho', type: 'text', id: 'e1' }], version: 1 })
    const html = { ...STORED, content: '<p>generated</p>' }
    expect(differencesFrom({ ...html, ...same }, { ...SAVED, draft })).toEqual([])
    expect(differencesFrom({ ...html, ...other }, { ...SAVED, draft })).toEqual(['content'])
  })

  test('includes an active A/B test: the second subject, the shares or the rule', () => {
    const draft = { ...SAVED.draft, abTest: { ...NO_TEST, isEnabled: true, variantB: 'Falling' } }
    const stored = { ...STORED, isAbTest: true, abVariantB: 'Falling', abSplitPercentage: 50 }
    expect(differencesFrom(stored, { ...SAVED, draft })).toEqual([])
    expect(differencesFrom({ ...stored, abVariantB: 'Blown' }, { ...SAVED, draft })).toEqual(['A/B test'])
    expect(differencesFrom({ ...stored, abSplitPercentage: 20 }, { ...SAVED, draft })).toEqual(['A/B test'])
    for (const change of [{ abTestShare: 20 }, { abWinnerMetric: 'clicks' as const }, { abWaitHours: 8 }])
      expect(differencesFrom({ ...stored, ...change }, { ...SAVED, draft })).toEqual(['A/B test'])
  })
})

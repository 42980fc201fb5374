import { afterEach, describe, expect, test } from 'vitest'
import { contactFilter } from '#domain/audiences.ts'
import type { View } from '#web/contacts/filter/contact-view.ts'
import { audienceInput, type Audience } from '../audience/audience.ts'
import { storeTabDraft, loadTabDrafts, deleteExpiredTabDrafts } from './drafts-of-tab.ts'
import { newDraft } from './campaign-draft.ts'

afterEach(() => sessionStorage.clear())

/** Every condition of a view. */
const EVERY: Required<View> = {
  search: 'smith',
  tags: ['friend'],
  withoutTags: ['press'],
  fields: [
    { name: 'City', equals: 'Cork' },
    { name: 'Company', contains: 'engine' },
    { name: 'Town', isEmpty: true },
  ],
  suppressed: false,
  segmentId: 's1',
}
const CONDITIONS = Object.entries(EVERY) as [keyof View, unknown][]

function keptAndRead(audience: Audience): Audience | undefined {
  storeTabDraft('ann', { ...newDraft('d1'), name: 'Spring', audience })
  return loadTabDrafts('ann')[0]?.draft.audience
}

const matching = (view: View): Audience => ({ kind: 'matching', view, label: 'who match', except: new Set(['p1']) })

describe('the audience of a draft that is stored in the tab', () => {
  test('contains every contact filter except those that audiences do not support', () => {
    const filterable = Object.keys(
      contactFilter.omit({
        ...{ campaignOutcome: true, except: true, emails: true, externalIds: true, updatedSince: true, importId: true },
      }).shape,
    )
    expect(Object.keys(EVERY).toSorted()).toEqual(filterable.toSorted())
  })

  test.each(CONDITIONS)('is restored with its condition on %s, and never as everyone', (name, value) => {
    const audience = matching({ [name]: value })
    const read = keptAndRead(audience)
    expect(read).toEqual(audience)
    expect(read && audienceInput(read)?.audience).toMatchObject(
      name === 'segmentId' ? { segmentId: 's1' } : { filter: { [name]: value } },
    )
  })

  test('is restored with all conditions at once, with selected contacts, and as stored on the server', () => {
    for (const audience of [
      matching(EVERY),
      matching({}),
      { kind: 'picked', ids: new Set(['p1', 'p2']) },
      { kind: 'kept', count: 20_000 },
    ] as const) {
      expect(keptAndRead(audience)).toEqual(audience)
    }
  })

  test.each([
    ['an unknown condition', { town: 'Cork' }],
    ['an unreadable condition', { fields: 'City' }],
  ])('is nobody when it contains %s, and the rest of the draft is restored', (_, view) => {
    keptAndRead(matching(view as View))
    expect(loadTabDrafts('ann')[0]?.draft).toMatchObject({
      name: 'Spring',
      audience: { kind: 'picked', ids: new Set() },
    })
  })
})

describe('drafts stored in the tab', () => {
  const draft = (id: string, campaignId: string | null = null) => ({ ...newDraft(id), campaignId, subject: 'Hello' })
  const ids = () => loadTabDrafts('ann').map((each) => each.draft.id)

  test('are listed together, those that exist only in the tab before those on the server', () => {
    storeTabDraft('ann', draft('written'))
    storeTabDraft('ann', draft('saved', 'c1'), { recipients: 3 })
    storeTabDraft('bob', draft("bob's"))
    expect(ids()).toEqual(['written', 'saved'])
  })

  test('are removed: those on the server when another is opened, the others after a week', () => {
    storeTabDraft('ann', draft('written'))
    storeTabDraft('ann', draft('saved', 'c1'), { recipients: 3 })
    storeTabDraft('ann', draft('open', 'c2'), { recipients: 3 })
    deleteExpiredTabDrafts('ann', 'open', Date.now())
    expect(ids()).toEqual(['written', 'open'])
    deleteExpiredTabDrafts('ann', 'open', Date.now() + 8 * 24 * 3_600_000)
    expect(ids()).toEqual(['open'])
  })
})

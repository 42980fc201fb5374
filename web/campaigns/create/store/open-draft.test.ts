import type { ApolloClient } from '@apollo/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EVERYONE } from '../audience/audience.ts'
import { storeTabDraft } from './drafts-of-tab.ts'
import { newDraft } from './campaign-draft.ts'
import { openDraft } from './open-draft.ts'

/** A draft on the server. */
const STORED = {
  ...{ id: 'd1', status: 'draft', name: 'Autumn', subject: 'Leaves', content: 'They fall.', totalContacts: 2 },
  ...{
    useHtmlBuilder: false,
    htmlTemplate: null,
    isAbTest: false,
    abVariantB: null,
    abSplitPercentage: null,
    followUps: [],
  },
  ...{ fromName: 'Ann', fromAddress: 'team@example.com', replyTo: null, cc: '{Boss}', bcc: null },
  ...{ tracking: null, trackOpens: false, trackClicks: true, selectedContactIds: ['p1', 'p3'], attachments: [] },
}

/** A tab's storage: its entries are its own keys, as in a browser. */
const storage = {
  setItem: (key: string, text: string) => Object.assign(sessionStorage, { [key]: text }),
  getItem: (key: string) => (sessionStorage[key] as string | undefined) ?? null,
  removeItem: (key: string) => Reflect.deleteProperty(sessionStorage, key),
}

beforeEach(() => vi.stubGlobal('sessionStorage', Object.create(storage)))
afterEach(() => vi.unstubAllGlobals())

/** Opens a draft with a server that has this campaign. */
function open(asked: string | null, campaign: object | null = STORED) {
  const client = { query: async () => ({ data: { campaign } }) }
  return openDraft(client as unknown as ApolloClient, 'ann', asked)
}

const HERE = { ...newDraft('here'), campaignId: 'd1', name: 'Autumn', subject: 'L', content: 'T', step: 4 }

describe('opening a draft', () => {
  test('restores what only this tab has, if everything was saved: the step, the launch choice, that it is new', async () => {
    const launch = { when: 'scheduled', at: '2031-05-01T10:30', isLocal: false, mailboxIds: ['m1'] } as const
    storeTabDraft('ann', { ...HERE, step: 3, launch }, { recipients: 2 })
    const { draft, from } = await open(null)
    expect(draft).toMatchObject({ id: 'here', subject: 'Leaves', step: 3, launch, isNew: true })
    expect(draft.sender).toEqual({
      fromName: 'Ann',
      fromAddress: 'team@example.com',
      replyTo: '',
      cc: '{Boss}',
      bcc: '',
    })
    expect(from).toBe('tab')
  })

  test('that was only viewed does not make it the start of a new campaign', async () => {
    storeTabDraft('ann', { ...HERE, isNew: false }, { recipients: 2 })
    expect(await open(null)).toMatchObject({ from: 'new', draft: { name: '', isNew: true } })
  })

  test('of another user in the same tab is impossible', async () => {
    storeTabDraft('bob', HERE)
    expect(await open(null)).toMatchObject({ from: 'new', draft: { name: '' } })
  })

  test('keeps this tab’s condition for the audience, unless somebody changed the recipients since', async () => {
    const audience = {
      ...EVERYONE,
      view: { fields: [{ name: 'City', equals: 'Cork' }] },
      label: 'whose City is “Cork”',
    }
    storeTabDraft('ann', { ...HERE, audience }, { recipients: 2 })
    expect((await open('d1')).draft.audience).toEqual(audience)
    storeTabDraft('ann', { ...HERE, audience }, { recipients: 3 })
    expect((await open('d1')).draft.audience).toEqual({ kind: 'picked', ids: new Set(['p1', 'p3']) })
  })

  test('that was launched while changes were unsaved starts a new campaign with the tab’s content', async () => {
    storeTabDraft('ann', { ...HERE, subject: 'New leaves', audience: EVERYONE })
    const { draft, saved } = await open(null, { ...STORED, status: 'sent' })
    expect(draft).toMatchObject({ campaignId: null, isNew: true, name: 'Autumn', subject: 'New leaves' })
    expect(saved).toBeNull()
  })
})

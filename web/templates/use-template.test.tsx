// @vitest-environment jsdom
import '#web/testing/browser.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { createElement } from '#domain/builder/blocks.ts'
import { emptyDocument } from '#domain/builder/document.ts'
import { loadDrafts, storeDraft } from '#web/campaigns/create/draft-store.ts'
import { newDraft } from '#web/campaigns/create/draft.ts'
import { campaign } from '#web/campaigns/testing.ts'
import { ANN, show, tearDown } from '#web/testing/world.tsx'
import { showPage, template } from './testing.tsx'

afterEach(() => {
  tearDown()
  sessionStorage.clear()
})

const DRAFT_FIELDS = {
  ...{ useHtmlBuilder: false, htmlTemplate: null, abVariantB: null, abSplitPercentage: null },
  ...{ tracking: null, trackOpens: true, trackClicks: true, selectedContactIds: [] },
}

describe('"Use Template"', () => {
  const useFirst = async (world: ReturnType<typeof show>) => {
    await screen.findByText('Name one')
    const [first] = screen.getAllByRole('button', { name: 'Use Template' })
    if (first) await world.user.click(first)
  }

  test('starts a campaign with its subject and content', async () => {
    const world = showPage()
    await useFirst(world)
    expect(await screen.findByText('Another page')).toBeTruthy()
    expect(world.address()).toBe('/create-campaign')
    expect(loadDrafts(ANN.id)[0]?.draft).toMatchObject({ subject: 'Subject one', content: template('one').content })
  })

  test('starts a builder campaign with its document', async () => {
    const document = { ...emptyDocument(), subject: 'Subject one', elements: [createElement('divider', 'd')] }
    const world = showPage([template('one', { content: '<!DOCTYPE html>', htmlTemplate: document })])
    await useFirst(world)
    expect(await screen.findByText('Another page')).toBeTruthy()
    expect(loadDrafts(ANN.id)[0]?.draft).toMatchObject({
      subject: 'Subject one',
      content: '',
      useHtmlBuilder: true,
      htmlTemplate: document,
    })
  })

  test('asks before it replaces written text, and keeps the rest of the draft', async () => {
    storeDraft(ANN.id, { ...newDraft('d1'), name: 'Spring', content: 'My own words' }, [])
    const world = showPage()
    await useFirst(world)
    const question = await screen.findByRole('alertdialog')
    expect(loadDrafts(ANN.id)[0]?.draft.content).toBe('My own words')
    await world.user.click(within(question).getByRole('button', { name: 'Replace' }))
    expect(await screen.findByText('Another page')).toBeTruthy()
    expect(loadDrafts(ANN.id)[0]?.draft).toMatchObject({ id: 'd1', name: 'Spring', content: template('one').content })
  })

  test('keeps the draft’s audience, including a custom field condition', async () => {
    const audience = {
      kind: 'matching' as const,
      view: { fields: [{ name: 'City', equals: 'Cork' }] },
      label: 'whose City is “Cork”',
      except: new Set<string>(),
    }
    storeDraft(ANN.id, { ...newDraft('d1'), name: 'Spring', audience }, [])
    await useFirst(showPage())
    expect(await screen.findByText('Another page')).toBeTruthy()
    expect(loadDrafts(ANN.id)[0]?.draft).toMatchObject({ subject: 'Subject one', audience })
  })

  test('goes into a new campaign when the draft was sent meanwhile, with the tab’s unsaved changes', async () => {
    storeDraft(
      ANN.id,
      { ...newDraft('d1'), campaignId: 'c1', name: 'Autumn', audience: { kind: 'kept', count: 900 } },
      [],
    )
    await useFirst(showPage(undefined, { campaign: { ...campaign('c1'), ...DRAFT_FIELDS, status: 'sent' } }))
    expect(await screen.findByText('Another page')).toBeTruthy()
    expect(loadDrafts(ANN.id)[0]?.draft).toMatchObject({
      ...{ id: 'd1', campaignId: null, name: 'Autumn', subject: 'Subject one' },
      audience: { kind: 'picked', ids: new Set() },
    })
  })

  test('goes into the server’s draft when the tab has no changes', async () => {
    storeDraft(ANN.id, { ...newDraft('d1'), campaignId: 'c1', name: 'Autumn' }, [], { recipients: 0 })
    const renamed = {
      ...campaign('c1', { name: 'Winter', subject: '', content: '', totalContacts: 0 }),
      ...DRAFT_FIELDS,
    }
    await useFirst(showPage(undefined, { campaign: renamed }))
    expect(await screen.findByText('Another page')).toBeTruthy()
    expect(loadDrafts(ANN.id)[0]?.draft).toMatchObject({ campaignId: 'c1', name: 'Winter', subject: 'Subject one' })
  })
})

import '#web/testing/browser.ts'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { createElement } from '#domain/builder/new-element.ts'
import { emptyDocument } from '#domain/builder/builder-document.ts'
import { loadTabDrafts, storeTabDraft } from '#web/campaigns/create/store/drafts-of-tab.ts'
import { newDraft } from '#web/campaigns/create/store/campaign-draft.ts'
import { ANN, show, tearDown } from '#web/testing/world.tsx'
import { showPage, template } from './testing.tsx'

afterEach(() => {
  tearDown()
  sessionStorage.clear()
})

describe('the button "Use Template"', () => {
  const useFirst = async (world: ReturnType<typeof show>) => {
    await screen.findByText('Name one')
    const [first] = screen.getAllByRole('button', { name: 'Use Template' })
    if (first) await world.user.click(first)
  }

  test("starts a campaign with the template's subject and content", async () => {
    const world = showPage()
    await useFirst(world)
    expect(await screen.findByText('Another page')).toBeTruthy()
    expect(world.address()).toBe('/create-campaign')
    expect(loadTabDrafts(ANN.id)[0]?.draft).toMatchObject({ subject: 'Subject one', content: template('one').content })
  })

  test("starts a builder campaign with the template's document", async () => {
    const document = { ...emptyDocument(), subject: 'Subject one', elements: [createElement('divider', 'd')] }
    const world = showPage([template('one', { content: '<!DOCTYPE html>', htmlTemplate: document })])
    await useFirst(world)
    expect(await screen.findByText('Another page')).toBeTruthy()
    expect(loadTabDrafts(ANN.id)[0]?.draft).toMatchObject({
      subject: 'Subject one',
      content: '',
      useHtmlBuilder: true,
      htmlTemplate: document,
    })
  })

  test('begins a new campaign and leaves other drafts unchanged, saved or not', async () => {
    storeTabDraft(ANN.id, { ...newDraft('d1'), name: 'Spring', content: 'My own words' })
    storeTabDraft(ANN.id, { ...newDraft('d2'), campaignId: 'c2', name: 'Autumn' }, { recipients: 0 })
    const before = loadTabDrafts(ANN.id)
    await useFirst(showPage())
    expect(await screen.findByText('Another page')).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    const [begun, ...others] = loadTabDrafts(ANN.id)
    expect(begun?.draft).toMatchObject({ name: '', campaignId: null, content: template('one').content })
    expect(others).toEqual(before)
  })

  test('begins with the second template only when clicked for two in a row', async () => {
    for (let time = 0; time < 2; time += 1) {
      await useFirst(showPage())
      await screen.findByText('Another page')
      tearDown()
    }
    expect(loadTabDrafts(ANN.id)).toHaveLength(1)
  })
})

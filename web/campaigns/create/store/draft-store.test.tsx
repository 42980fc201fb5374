import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ANN, knownError, tearDown } from '#web/testing/world.tsx'
import { campaign } from '../../testing.ts'
import { beginDraft, loadTabDrafts, storeTabDraft } from './drafts-of-tab.ts'
import { newDraft } from './campaign-draft.ts'
import {
  DRAFT,
  next,
  onStep,
  openAudience,
  openDesign,
  openReview,
  people,
  showWizard,
  savedInput,
  paste,
} from '../testing.tsx'
import { itInFull } from '#tests/support/full-run-only.ts'

beforeAll(() => {
  window.scrollTo = () => {}
})
afterEach(() => {
  tearDown()
  sessionStorage.clear()
})

/** Autosave never completes, so restored work comes from the tab. */
const UNSAVED = { root: { createCampaign: () => new Promise(() => {}) } }

describe('a draft in the wizard', () => {
  const again = () => {
    tearDown()
    return showWizard()
  }

  test('gets back its step and all input after a reload', async () => {
    const world = await openDesign(UNSAVED)
    await paste(world, 'Subject', 'Hello')
    window.dispatchEvent(new Event('pagehide'))
    again()
    expect((await screen.findByLabelText<HTMLInputElement>('Subject')).value).toBe('Hello')
    expect(screen.getByText('You are continuing the campaign you started in this tab.')).toBeTruthy()
  })

  test('that was begun with a template opens before others, as a new one', async () => {
    await openDesign(UNSAVED, { subject: 'Half written' })
    tearDown()
    beginDraft(ANN.id, { ...newDraft('begun'), subject: 'From a template' })
    const world = showWizard(UNSAVED)
    await paste(world, 'Campaign Name', 'Summer')
    expect(screen.queryByText(/You are continuing/)).toBeNull()
    window.dispatchEvent(new Event('pagehide'))
    expect(loadTabDrafts(ANN.id).map(({ draft }) => [draft.name, draft.subject])).toEqual([
      ['Summer', 'From a template'],
      ['Spring', 'Half written'],
    ])
    again()
    expect(await screen.findByText(/You are continuing/)).toBeTruthy()
  })

  test('is not launched by a double click on Next', async () => {
    const world = await openDesign()
    await paste(world, 'Subject', 'Hello')
    await paste(world, 'Content', 'Hi')
    await world.user.dblClick(next())
    expect(await onStep('Review and Launch')).toBeTruthy()
    await screen.findByText('Saved as a draft')
    expect(world.address()).toMatch(/^\/campaigns\/create/)
  })

  itInFull('is not launched by Enter in a field of the last step', async () => {
    const world = await openReview()
    await world.user.click(screen.getByRole('switch', { name: 'Test two subjects' }))
    await world.user.type(await screen.findByLabelText('Subject B'), 'Falling{Enter}')
    await screen.findByText('Saved as a draft')
    expect(screen.getByRole('button', { name: 'Create Campaign' })).toBeTruthy()
    expect(world.address()).toMatch(/^\/campaigns\/create/)
  })

  test('can be discarded to start over', async () => {
    await openDesign(UNSAVED)
    const { user } = again()
    await user.click(await screen.findByRole('button', { name: 'Start over' }))
    expect((await screen.findByLabelText<HTMLInputElement>('Campaign Name')).value).toBe('')
  })

  test('is autosaved, and the address in the browser leads back to it', async () => {
    const world = showWizard()
    await paste(world, 'Campaign Name', 'Spring')
    expect(await screen.findByText('Saved as a draft')).toBeTruthy()
    expect(world.askedFor('CreateCampaign')).toHaveLength(1)
    await waitFor(() => expect(world.address()).toBe('/campaigns/create?draft=new&step=1'))
    await world.user.click(next())
    await world.user.click(await screen.findByRole('option', { name: /First2 Last2/ }))
    await waitFor(() => expect(world.askedFor('UpdateCampaign')).toHaveLength(1))
    expect(world.askedFor('UpdateCampaign')).toEqual([
      { input: { id: 'new', selectedContacts: ['p2'], audience: null } },
    ])
    expect(screen.getByLabelText<HTMLInputElement>('Search contacts')).toBeTruthy()
  })

  test('saves a step that was left while the next one is filled in', async () => {
    const world = showWizard()
    await paste(world, 'Campaign Name', 'Spring')
    await world.user.click(next())
    await world.user.click(await screen.findByRole('option', { name: /First2 Last2/ }))
    await world.user.click(next())
    await onStep('Design Email')
    await paste(world, 'Subject', 'News')
    await waitFor(() => expect(world.askedFor('UpdateCampaign')).toHaveLength(2))
    expect(world.askedFor('UpdateCampaign')).toEqual([
      { input: { id: 'new', selectedContacts: ['p2'], audience: null } },
      { input: { id: 'new', subject: 'News' } },
    ])
  })

  itInFull("changes its step with the browser's Back and Forward, also after it was saved", async () => {
    const world = showWizard()
    await paste(world, 'Campaign Name', 'Spring')
    await world.user.click(next())
    await onStep('Select Audience')
    await screen.findByText('Saved as a draft')
    world.back()
    expect(await onStep('Campaign Setup')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Campaign Name').value).toBe('Spring')
    world.forward()
    expect(await onStep('Select Audience')).toBeTruthy()
    expect(world.askedFor('CreateCampaign')).toHaveLength(1)
  })

  test('opens at the step in its link, also in another tab', async () => {
    showWizard({ root: { campaign: DRAFT }, at: '/campaigns/create?draft=d1&step=2' })
    expect(await onStep('Select Audience')).toBeTruthy()
  })

  itInFull('opens at the furthest possible step when its link names a later one, and stays there', async () => {
    const world = showWizard({ at: '/campaigns/create?step=4' })
    await onStep('Campaign Setup')
    await paste(world, 'Campaign Name', 'Spring')
    await screen.findByText('Saved as a draft')
    // The address is changed after the notice.
    await waitFor(() => expect(world.address()).toBe('/campaigns/create?draft=new&step=1'))
    expect(await onStep('Campaign Setup')).toBeTruthy()
  })

  itInFull('keeps its address when Back leads to a step from before the first save', async () => {
    const world = showWizard()
    await paste(world, 'Campaign Name', 'Spring')
    await world.user.click(next())
    await onStep('Select Audience')
    await screen.findByText('Saved as a draft')
    world.back()
    await onStep('Campaign Setup')
    await waitFor(() => expect(world.address()).toBe('/campaigns/create?draft=new&step=1'))
  })

  test('saves pending changes without asking when the user leaves', async () => {
    const world = await openAudience()
    await world.user.click(screen.getByRole('link', { name: 'Back to Campaigns' }))
    await waitFor(() => expect(world.address()).toBe('/campaigns'))
    expect(savedInput(world)).toMatchObject({ name: 'Spring' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('asks on leaving if saving fails; Stay stays, Leave keeps it in the tab', async () => {
    const world = await openAudience({
      contacts: people(3),
      root: {
        createCampaign: () => Promise.reject(knownError('LIMIT_REACHED', 'Your plan has room for 2 campaigns.')),
      },
    })
    await world.user.click(screen.getByRole('link', { name: 'Back to Campaigns' }))
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving this campaign?' })
    expect(dialog.textContent).toContain('Your changes could not be saved. Your plan has room for 2 campaigns.')
    await world.user.click(within(dialog).getByRole('button', { name: 'Stay' }))
    expect(world.address()).toBe('/campaigns/create?step=2')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText(/^Not saved, but kept in this tab\. Your plan has room/)).toBeTruthy()
    await world.user.click(screen.getByRole('link', { name: 'Back to Campaigns' }))
    await world.user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(world.address()).toBe('/campaigns'))
    again()
    expect(await onStep('Select Audience')).toBeTruthy()
  })

  test('asks on leaving if it has no name yet; Discard draft deletes it', async () => {
    storeTabDraft(ANN.id, { ...newDraft('nameless'), subject: 'Mine alone' })
    const world = showWizard()
    await screen.findByLabelText('Campaign Name')
    await world.user.click(screen.getByRole('link', { name: 'Back to Campaigns' }))
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving this campaign?' })
    expect(dialog.textContent).toContain('It was not saved because it has no name.')
    await world.user.click(screen.getByRole('button', { name: 'Discard draft' }))
    await waitFor(() => expect(world.address()).toBe('/campaigns'))
    again()
    expect((await screen.findByLabelText<HTMLInputElement>('Campaign Name')).value).toBe('')
  })

  test('without input does not ask on leaving', async () => {
    const world = showWizard()
    await screen.findByLabelText('Campaign Name')
    await world.user.click(screen.getByRole('link', { name: 'Back to Campaigns' }))
    await waitFor(() => expect(world.address()).toBe('/campaigns'))
    expect(savedInput(world)).toEqual({})
  })

  test('asks for confirmation when the tab is closed until it is saved', async () => {
    const saved = Promise.withResolvers<object>()
    const world = showWizard({ root: { createCampaign: () => saved.promise } })
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    await screen.findByLabelText('Campaign Name')
    expect(closing()).toBe(false)
    await paste(world, 'Campaign Name', 'Spring')
    expect(closing()).toBe(true)
    saved.resolve(campaign('new', { name: 'Spring' }))
    await screen.findByText('Saved as a draft')
    await waitFor(() => expect(closing()).toBe(false))
  })
})

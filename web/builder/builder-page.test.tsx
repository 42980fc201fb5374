import '#web/testing/browser.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { GALLERY } from '#domain/builder/gallery/gallery.ts'
import type { BuilderDocument } from '#domain/builder/builder-document.ts'
import { loadTabDrafts } from '#web/campaigns/create/store/drafts-of-tab.ts'
import { ANN, unexplainedError, findToast, knownError, tearDown } from '#web/testing/world.tsx'
import { storeBuilderDraft } from './browser-drafts.ts'
import {
  block,
  blocksShown,
  BUILDER_ROOT,
  button,
  documentOf,
  entry,
  hideTab,
  storedDrafts,
  open,
  showPage,
  template,
} from './testing.tsx'
import { itInFull } from '#tests/support/full-run-only.ts'

afterEach(() => {
  vi.restoreAllMocks()
  tearDown()
  sessionStorage.clear()
})

describe('the builder page', () => {
  test('links back to the campaigns', async () => {
    showPage()
    await open()
    expect(screen.getByRole('link', { name: 'Back to Campaigns' }).getAttribute('href')).toBe('/campaigns')
  })

  test('starts empty and offers a sample template', async () => {
    const { user } = showPage()
    await open()
    expect(screen.getByText('Drag elements here to start building your email')).toBeTruthy()
    await user.click(button('Start with the sample template'))
    expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe(GALLERY[0]?.document.subject)
    expect(blocksShown().length).toBeGreaterThan(5)
  })

  test('says that the builder was turned off once saving is refused, and keeps the document', async () => {
    let htmlBuilder = true
    const features = { abTesting: true, attachments: true, tracking: true, apiAccess: true, warmup: true }
    const world = showPage('/email-builder', {
      tenant: () => ({ __typename: 'Tenant', id: 't', features: { ...features, htmlBuilder } }),
      createTemplate: () => {
        throw knownError('FEATURE_OFF', 'The HTML builder is turned off for your workspace.')
      },
    })
    await open()
    fireEvent.change(screen.getByLabelText('Subject'), { target: { value: 'Spring' } })
    await world.user.click(entry('Spacer'))
    htmlBuilder = false
    await world.user.click(button('Save Template'))
    expect(await screen.findByText('The HTML builder has been turned off')).toBeTruthy()
    expect(blocksShown()).toHaveLength(1)
    expect(world.askedFor('AllFeatures')).toHaveLength(1)
    expect(world.askedFor('BuilderFeature')).toHaveLength(1)
  })

  test('confirms a save and links to a campaign with the template', async () => {
    const world = showPage()
    await open()
    fireEvent.change(screen.getByLabelText('Subject'), { target: { value: 'Spring' } })
    await world.user.click(entry('Spacer'))
    expect(screen.queryByText('Template Ready')).toBeNull()
    await world.user.click(button('Save Template'))
    const toast = await findToast('Template Saved')
    expect(within(toast).getByText('Your HTML email template has been saved successfully!')).toBeTruthy()
    expect(world.askedFor('CreateTemplate')).toMatchObject([
      { input: { name: 'Spring', subject: 'Spring', htmlTemplate: { elements: [{ type: 'spacer' }] } } },
    ])
    expect(screen.getByText('Template Ready')).toBeTruthy()
    await world.user.click(button('Create Campaign'))
    expect(await screen.findByText('Another page')).toBeTruthy()
    expect(world.address()).toBe('/create-campaign')
    expect(loadTabDrafts(ANN.id)[0]?.draft).toMatchObject({
      subject: 'Spring',
      useHtmlBuilder: true,
      htmlTemplate: { elements: [{ type: 'spacer' }] },
    })
  })

  test('leaves undo in the template name to the browser', async () => {
    const { user } = showPage()
    await open()
    await user.click(entry('Spacer'))
    const undo = { key: 'z', ctrlKey: true }
    expect(fireEvent.keyDown(screen.getByLabelText('Template name'), undo)).toBe(true)
    expect(blocksShown()).toHaveLength(1)
    expect(fireEvent.keyDown(screen.getByLabelText('Subject'), undo)).toBe(false)
    expect(blocksShown()).toEqual([])
  })

  describe('on a template that somebody else saved after it was opened', () => {
    const begin = async () => {
      const server = { template: template('t7', documentOf(block('spacer', 'a'))) }
      const world = showPage('/email-builder?template=t7', { node: () => server.template })
      await open()
      await world.user.click(entry('Divider'))
      server.template = template('t7', documentOf(block('button', 'b')))
      await world.user.click(button('Save Template'))
      const name = 'Overwrite someone else’s changes?'
      const answer = within(await screen.findByRole('alertdialog', { name }))
      expect(world.askedFor('UpdateTemplate')).toEqual([])
      return { ...world, answer: (label: string) => world.user.click(answer.getByRole('button', { name: label })) }
    }
    const built = { htmlTemplate: { elements: [{ type: 'spacer' }, { type: 'divider' }] } }

    test('asks for confirmation before a save', async () => {
      const world = await begin()
      await world.answer('Save anyway')
      await findToast('Template Saved')
      expect(world.askedFor('UpdateTemplate')).toMatchObject([{ input: { id: 't7', ...built } }])
    })

    itInFull('can save a new template instead', async () => {
      const world = await begin()
      await world.answer('Save as a new template')
      await findToast('Template Saved')
      expect(world.askedFor('UpdateTemplate')).toEqual([])
      expect(world.askedFor('CreateTemplate')).toMatchObject([{ input: built }])
      await waitFor(() => expect(world.address()).toBe('/email-builder?template=new'))
    })
  })

  test('does not ask before a save when only the order of keys on the server differs', async () => {
    const stored = documentOf(block('text', 'a', { content: 'Hello' }))
    const turned = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(turned)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .map(([key, each]) => [key, turned(each)])
                .toReversed(),
            )
          : value
    let reads = 0
    const world = showPage('/email-builder?template=t7', {
      node: () => {
        reads += 1
        return template('t7', (reads > 1 ? turned(stored) : stored) as BuilderDocument)
      },
    })
    await open()
    await world.user.click(entry('Divider'))
    await world.user.click(button('Save Template'))
    await findToast('Template Saved')
    expect(reads).toBe(2)
    expect(world.askedFor('UpdateTemplate')).toHaveLength(1)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  itInFull('updates the same template at a second save and keeps the undo history', async () => {
    const world = showPage()
    await open()
    await world.user.click(entry('Spacer'))
    await world.user.click(button('Save Template'))
    await waitFor(() => expect(world.address()).toBe('/email-builder?template=new'))
    await world.user.click(entry('Divider'))
    await world.user.click(button('Save Template'))
    await waitFor(() => expect(world.askedFor('UpdateTemplate')).toHaveLength(1))
    expect(world.askedFor('CreateTemplate')).toHaveLength(1)
    await world.user.click(button('Undo'))
    await world.user.click(button('Undo'))
    expect(blocksShown()).toEqual([])
  })

  test("says why a save beyond the plan's limit is refused, and loses nothing", async () => {
    const world = showPage(undefined, {
      createTemplate: () => {
        throw knownError('LIMIT_REACHED', 'Your plan allows 2 templates.')
      },
    })
    await open()
    await world.user.click(entry('Spacer'))
    await world.user.click(button('Save Template'))
    expect((await findToast('Create Failed')).textContent).toContain('Your plan allows 2 templates.')
    expect(screen.queryByText('Template Ready')).toBeNull()
    expect(blocksShown()).toEqual(['Spacer, 1 of 1, selected'])
  })

  test('shows an error with a retry when it cannot load whether the builder is on', async () => {
    let broken = true
    const tenant = () => (broken ? Promise.reject(unexplainedError()) : BUILDER_ROOT.tenant)
    const { user } = showPage('/email-builder', { tenant })
    expect(await screen.findByText('The builder could not be loaded')).toBeTruthy()
    broken = false
    await user.click(button('Try again'))
    await open()
  })

  test('says when the builder is turned off', async () => {
    showPage(undefined, { tenant: { id: 't', features: { htmlBuilder: false } } })
    expect(await screen.findByText('The HTML builder is turned off for this workspace')).toBeTruthy()
    expect(screen.queryByRole('list', { name: 'Elements' })).toBeNull()
  })
})

describe('a saved template in the builder', () => {
  const saved = documentOf(block('divider', 'a'))

  test('opens from its address', async () => {
    const world = showPage('/email-builder?template=t7', { node: template('t7', saved) })
    await open()
    expect(blocksShown()).toEqual(['Divider, 1 of 1'])
    expect(screen.getByLabelText<HTMLInputElement>('Template name').value).toBe('Spring news')
    expect(world.askedFor('Template')).toEqual([{ id: 't7' }])
  })

  test('shows a message when it does not exist', async () => {
    showPage('/email-builder?template=t7', { node: null })
    expect(await screen.findByText(/This template no longer exists/)).toBeTruthy()
  })

  test('is saved as a new one when it was deleted meanwhile', async () => {
    const world = showPage('/email-builder?template=t7', {
      node: template('t7', saved),
      updateTemplate: () => {
        throw knownError('NOT_FOUND', 'This template is not there any more.')
      },
    })
    await open()
    await world.user.click(entry('Spacer'))
    await world.user.click(button('Save Template'))
    await findToast('Template Saved')
    expect(world.askedFor('CreateTemplate')).toMatchObject([{ input: { name: 'Spring news' } }])
    await waitFor(() => expect(world.address()).toBe('/email-builder?template=new'))
  })

  test('offers its unsaved changes as a new template after it was deleted', async () => {
    storeBuilderDraft(ANN.id, 't7', { name: 'Spring news', document: saved }, Date.now(), null)
    const world = showPage('/email-builder?template=t7', { node: null })
    await open()
    expect(screen.getByText(/The template has been deleted/)).toBeTruthy()
    expect(blocksShown()).toEqual(['Divider, 1 of 1'])
    await waitFor(() => expect(world.address()).toBe('/email-builder'))
    hideTab()
    expect([storedDrafts(), storedDrafts('t7')]).toEqual([[['divider']], []])
    await world.user.click(button('Save Template'))
    await findToast('Template Saved')
    expect(world.askedFor('CreateTemplate')).toMatchObject([{ input: { name: 'Spring news' } }])
  })

  test('offers a retry when loading fails', async () => {
    let broken = true
    const { user } = showPage('/email-builder?template=t7', {
      node: () => (broken ? Promise.reject(unexplainedError()) : template('t7', saved)),
    })
    await screen.findByText('The template could not be opened')
    broken = false
    await user.click(button('Try again'))
    await open()
    expect(blocksShown()).toEqual(['Divider, 1 of 1'])
  })
})

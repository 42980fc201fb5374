// @vitest-environment jsdom
import '#web/testing/browser.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { GALLERY } from '#domain/builder/gallery/gallery.ts'
import type { BuilderDocument } from '#domain/builder/document.ts'
import { loadDrafts } from '#web/campaigns/create/draft-store.ts'
import { ANN, breakdown, findToast, refusal, show, tearDown, type Root } from '#web/testing/world.tsx'
import { BuilderPage } from './builder-page.tsx'
import { keepBuilderDraft, loadBuilderDrafts } from './draft-store.ts'
import { block, blocksShown, BUILDER_ROOT, button, documentOf, entry } from './testing.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  tearDown()
  sessionStorage.clear()
})

interface SaveArgs {
  id?: string
  input: { name: string; subject: string; htmlTemplate: BuilderDocument }
}

const template = (id: string, document: BuilderDocument, name = 'Spring news') => ({
  __typename: 'Template',
  id,
  name,
  subject: document.subject,
  content: '<!DOCTYPE html>',
  htmlTemplate: document,
  preview: '',
  createdAt: '2026-01-31T12:00:00.000Z',
})

function showPage(at = '/email-builder', root: Root = {}) {
  const save = ({ id = 'new', input }: SaveArgs) => template(id, input.htmlTemplate, input.name)
  return show(<BuilderPage />, { at, root: { ...BUILDER_ROOT, createTemplate: save, updateTemplate: save, ...root } })
}

const open = () => screen.findByRole('list', { name: 'Blocks' })
/** What is kept and not saved, the latest first, by its blocks. */
const kept = (templateId: string | null = null) =>
  loadBuilderDrafts(ANN.id, templateId).drafts.map(({ document }) => document.elements.map(({ type }) => type))
const hide = () => fireEvent(window, new Event('pagehide'))

describe('the builder page', () => {
  test('has a way back to the campaigns', async () => {
    showPage()
    await open()
    expect(screen.getByRole('link', { name: 'Back to Campaigns' }).getAttribute('href')).toBe('/campaigns')
  })

  test('begins empty, and has a sample template', async () => {
    const { user } = showPage()
    await open()
    expect(screen.getByText('Drag elements here to start building your email')).toBeTruthy()
    await user.click(button('Start with the sample template'))
    expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe(GALLERY[0]?.document.subject)
    expect(blocksShown().length).toBeGreaterThan(5)
  })

  test('says that the builder was switched off meanwhile once saving is refused, and keeps what is built', async () => {
    let htmlBuilder = true
    const features = { abTesting: true, attachments: true, tracking: true, apiAccess: true, warmup: true }
    const world = showPage('/email-builder', {
      tenant: () => ({ __typename: 'Tenant', id: 't', features: { ...features, htmlBuilder } }),
      createTemplate: () => {
        throw refusal('FEATURE_OFF', 'The HTML builder is switched off for your workspace.')
      },
    })
    await open()
    fireEvent.change(screen.getByLabelText('Subject'), { target: { value: 'Spring' } })
    await world.user.click(entry('Spacer'))
    htmlBuilder = false
    await world.user.click(button('Save Template'))
    expect(await screen.findByText('The HTML builder has been switched off')).toBeTruthy()
    expect(blocksShown()).toHaveLength(1)
    expect(world.askedFor('AllFeatures')).toHaveLength(1)
    expect(world.askedFor('BuilderFeature')).toHaveLength(1)
  })

  test('after a save it says so, and leads on to a campaign with the template', async () => {
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
    expect(loadDrafts(ANN.id)[0]?.draft).toMatchObject({
      subject: 'Spring',
      useHtmlBuilder: true,
      htmlTemplate: { elements: [{ type: 'spacer' }] },
    })
  })

  test('undo in the name of the template is left to the browser', async () => {
    const { user } = showPage()
    await open()
    await user.click(entry('Spacer'))
    const undo = { key: 'z', ctrlKey: true }
    expect(fireEvent.keyDown(screen.getByLabelText('Template name'), undo)).toBe(true)
    expect(blocksShown()).toHaveLength(1)
    expect(fireEvent.keyDown(screen.getByLabelText('Subject'), undo)).toBe(false)
    expect(blocksShown()).toEqual([])
  })

  describe('over a template that somebody else saved after it was opened', () => {
    const begin = async () => {
      const server = { template: template('t7', documentOf(block('spacer', 'a'))) }
      const world = showPage('/email-builder?template=t7', { node: () => server.template })
      await open()
      await world.user.click(entry('Divider'))
      server.template = template('t7', documentOf(block('button', 'b')))
      await world.user.click(button('Save Template'))
      const name = 'Save over what somebody else saved?'
      const answer = within(await screen.findByRole('alertdialog', { name }))
      expect(world.askedFor('UpdateTemplate')).toEqual([])
      return { ...world, answer: (label: string) => world.user.click(answer.getByRole('button', { name: label })) }
    }
    const built = { htmlTemplate: { elements: [{ type: 'spacer' }, { type: 'divider' }] } }

    test('a save asks first, and saves all the same where that is wanted', async () => {
      const world = await begin()
      await world.answer('Save all the same')
      await findToast('Template Saved')
      expect(world.askedFor('UpdateTemplate')).toMatchObject([{ id: 't7', input: built }])
    })

    test('a save can make a new template instead', async () => {
      const world = await begin()
      await world.answer('Save as a new template')
      await findToast('Template Saved')
      expect(world.askedFor('UpdateTemplate')).toEqual([])
      expect(world.askedFor('CreateTemplate')).toMatchObject([{ input: built }])
      await waitFor(() => expect(world.address()).toBe('/email-builder?template=new'))
    })
  })

  test('a save does not ask where nobody else has saved, whatever order the server has the keys in', async () => {
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

  test('a second save changes the same template, and the history goes on', async () => {
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

  test('beyond the plan a save says why, and nothing is lost', async () => {
    const world = showPage(undefined, {
      createTemplate: () => {
        throw refusal('LIMIT_REACHED', 'Your plan allows 2 templates.')
      },
    })
    await open()
    await world.user.click(entry('Spacer'))
    await world.user.click(button('Save Template'))
    expect((await findToast('Create Failed')).textContent).toContain('Your plan allows 2 templates.')
    expect(screen.queryByText('Template Ready')).toBeNull()
    expect(blocksShown()).toEqual(['Spacer, 1 of 1, selected'])
  })

  test('that cannot learn whether the builder is switched on says so, and can be tried again', async () => {
    let broken = true
    const tenant = () => (broken ? Promise.reject(breakdown()) : BUILDER_ROOT.tenant)
    const { user } = showPage('/email-builder', { tenant })
    expect(await screen.findByText('The builder could not be loaded')).toBeTruthy()
    broken = false
    await user.click(button('Try again'))
    await open()
  })

  test('says plainly when the builder is switched off', async () => {
    showPage(undefined, { tenant: { id: 't', features: { htmlBuilder: false } } })
    expect(await screen.findByText('The HTML builder is switched off for this workspace')).toBeTruthy()
    expect(screen.queryByRole('list', { name: 'Elements' })).toBeNull()
  })
})

describe('a saved template', () => {
  const saved = documentOf(block('divider', 'a'))

  test('is opened by its address', async () => {
    const world = showPage('/email-builder?template=t7', { node: template('t7', saved) })
    await open()
    expect(blocksShown()).toEqual(['Divider, 1 of 1'])
    expect(screen.getByLabelText<HTMLInputElement>('Template name').value).toBe('Spring news')
    expect(world.askedFor('Template')).toEqual([{ id: 't7' }])
  })

  test('that is gone says so', async () => {
    showPage('/email-builder?template=t7', { node: null })
    expect(await screen.findByText(/This template is not there any more/)).toBeTruthy()
  })

  test('that was deleted meanwhile is saved as a new one', async () => {
    const world = showPage('/email-builder?template=t7', {
      node: template('t7', saved),
      updateTemplate: () => {
        throw refusal('NOT_FOUND', 'This template is not there any more.')
      },
    })
    await open()
    await world.user.click(entry('Spacer'))
    await world.user.click(button('Save Template'))
    await findToast('Template Saved')
    expect(world.askedFor('CreateTemplate')).toMatchObject([{ input: { name: 'Spring news' } }])
    await waitFor(() => expect(world.address()).toBe('/email-builder?template=new'))
  })

  test('that is gone gives back what was not saved of it, as a new one', async () => {
    keepBuilderDraft(ANN.id, 't7', { name: 'Spring news', document: saved }, Date.now(), null)
    const world = showPage('/email-builder?template=t7', { node: null })
    await open()
    expect(screen.getByText(/The template was deleted meanwhile/)).toBeTruthy()
    expect(blocksShown()).toEqual(['Divider, 1 of 1'])
    await waitFor(() => expect(world.address()).toBe('/email-builder'))
    hide()
    expect([kept(), kept('t7')]).toEqual([[['divider']], []])
    await world.user.click(button('Save Template'))
    await findToast('Template Saved')
    expect(world.askedFor('CreateTemplate')).toMatchObject([{ input: { name: 'Spring news' } }])
  })

  test('that cannot be loaded can be tried again', async () => {
    let broken = true
    const { user } = showPage('/email-builder?template=t7', {
      node: () => (broken ? Promise.reject(breakdown()) : template('t7', saved)),
    })
    await screen.findByText('The template could not be opened')
    broken = false
    await user.click(button('Try again'))
    await open()
    expect(blocksShown()).toEqual(['Divider, 1 of 1'])
  })
})

describe('nothing is lost', () => {
  test('what was not saved is back after a reload, and can be discarded', async () => {
    const root = { node: template('t7', documentOf(block('divider', 'a'))) }
    const first = showPage('/email-builder?template=t7', root)
    await open()
    await first.user.click(entry('Spacer'))
    fireEvent(window, new Event('pagehide'))
    tearDownKeepingStorage()
    const second = showPage('/email-builder?template=t7', root)
    await open()
    expect(screen.getByText(/What you had not saved is back/)).toBeTruthy()
    expect(blocksShown()).toEqual(['Divider, 1 of 2', 'Spacer, 2 of 2'])
    await second.user.click(button('Discard changes'))
    await waitFor(() => expect(blocksShown()).toEqual(['Divider, 1 of 1']))
    expect(kept('t7')).toEqual([])
  })

  test('a starter template takes the place of what was being built as a step that undo takes back', async () => {
    const first = showPage()
    await open()
    await first.user.click(entry('Spacer'))
    fireEvent(window, new Event('pagehide'))
    tearDownKeepingStorage()
    const second = showPage(`/email-builder?start=${GALLERY[1]?.id}`)
    await open()
    await waitFor(() => expect(second.address()).toBe('/email-builder'))
    expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe(GALLERY[1]?.document.subject)
    await second.user.click(button('Undo'))
    expect(blocksShown()).toEqual(['Spacer, 1 of 1'])
  })

  test('a starter template offers what was being built, also after a reload', async () => {
    const first = showPage()
    await open()
    await first.user.click(entry('Spacer'))
    hide()
    tearDownKeepingStorage()
    showPage(`/email-builder?start=${GALLERY[1]?.id}`)
    await open()
    expect(button('Bring it back')).toBeTruthy()
    hide()
    tearDownKeepingStorage()
    const later = showPage()
    await open()
    expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe(GALLERY[1]?.document.subject)
    await later.user.click(button('Bring it back'))
    await waitFor(() => expect(blocksShown()).toEqual(['Spacer, 1 of 1']))
    expect(kept()).toHaveLength(2)
  })

  test('a mail that cannot be read is neither dropped nor overwritten, and one is told', async () => {
    const document = documentOf(block('image', 'a', { alt: 'x'.repeat(501) }))
    keepBuilderDraft(ANN.id, null, { name: '', document }, Date.now(), null)
    const { user } = showPage()
    await open()
    expect(screen.getByText(/is kept, as of .*, but cannot be read: .*alt/)).toBeTruthy()
    await user.click(entry('Spacer'))
    hide()
    expect(loadBuilderDrafts(ANN.id, null).unread).toHaveLength(1)
    expect(kept()).toEqual([['spacer']])
  })

  describe('to another tab', () => {
    const theirs = (held: Parameters<typeof keepBuilderDraft>[4] = null) =>
      keepBuilderDraft(
        ANN.id,
        null,
        { name: '', document: documentOf(block('divider', 'b')) },
        Date.now() + 60_000,
        held,
      )

    test('what it builds stays when a tab with nothing in it is closed', async () => {
      const { user } = showPage()
      await open()
      theirs()
      hide()
      expect(kept()).toEqual([['divider']])
      await user.click(entry('Spacer'))
      await user.click(button('Undo'))
      hide()
      tearDownKeepingStorage()
      expect(kept()).toEqual([['divider']])
    })

    test('what it made of a mail stays when the tab that mail came from is closed', async () => {
      const { user } = showPage()
      await open()
      await user.click(entry('Spacer'))
      hide()
      theirs(loadBuilderDrafts(ANN.id, null).drafts[0] ?? null)
      hide()
      expect(kept()).toEqual([['divider']])
      await user.click(entry('Button'))
      hide()
      expect(kept()).toEqual([['divider'], ['spacer', 'button']])
    })

    test('both are kept where both were built, and one is offered beside the other', async () => {
      const first = showPage()
      await open()
      theirs()
      await first.user.click(entry('Spacer'))
      hide()
      tearDownKeepingStorage()
      const second = showPage()
      await open()
      expect(blocksShown()).toEqual(['Divider, 1 of 1'])
      await second.user.click(button('Bring it back'))
      await waitFor(() => expect(blocksShown()).toEqual(['Spacer, 1 of 1']))
      await second.user.click(button('Discard it'))
      hide()
      expect(kept()).toEqual([['spacer']])
    })
  })

  test('leaving does not ask while this browser keeps it, and asks when it cannot', async () => {
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    const { user } = showPage()
    await open()
    await user.click(entry('Spacer'))
    await waitFor(() => expect(kept()).toEqual([['spacer']]))
    expect(asks()).toBe(false)
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await user.click(entry('Divider'))
    await waitFor(() => expect(asks()).toBe(true))
    await user.click(screen.getByRole('link', { name: 'Back to Campaigns' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Leave without saving?')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Stay' }))
    expect(blocksShown()).toHaveLength(2)
  })
})

/** As a reload does: the page goes, what the browser keeps stays. */
function tearDownKeepingStorage(): void {
  const entries = Object.entries(localStorage)
  tearDown()
  for (const [key, value] of entries) localStorage.setItem(key, String(value))
}

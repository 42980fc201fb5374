import '#web/testing/browser.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { GALLERY } from '#domain/builder/gallery/gallery.ts'
import { ANN, tearDown } from '#web/testing/world.tsx'
import { storeBuilderDraft, loadBuilderDrafts } from './browser-drafts.ts'
import {
  block,
  blocksShown,
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

describe('unsaved changes in the email builder', () => {
  test('are restored after a reload and can be discarded', async () => {
    const root = { node: template('t7', documentOf(block('divider', 'a'))) }
    const first = showPage('/email-builder?template=t7', root)
    await open()
    await first.user.click(entry('Spacer'))
    fireEvent(window, new Event('pagehide'))
    tearDownKeepingStorage()
    const second = showPage('/email-builder?template=t7', root)
    await open()
    expect(screen.getByText(/Restored your unsaved changes/)).toBeTruthy()
    expect(blocksShown()).toEqual(['Divider, 1 of 2', 'Spacer, 2 of 2'])
    await second.user.click(button('Discard changes'))
    await waitFor(() => expect(blocksShown()).toEqual(['Divider, 1 of 1']))
    expect(storedDrafts('t7')).toEqual([])
  })

  test('can be recovered by undo after choosing a starter template', async () => {
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

  itInFull('are offered after choosing a starter template, also after a reload', async () => {
    const first = showPage()
    await open()
    await first.user.click(entry('Spacer'))
    hideTab()
    tearDownKeepingStorage()
    showPage(`/email-builder?start=${GALLERY[1]?.id}`)
    await open()
    expect(button('Restore')).toBeTruthy()
    hideTab()
    tearDownKeepingStorage()
    const later = showPage()
    await open()
    expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe(GALLERY[1]?.document.subject)
    await later.user.click(button('Restore'))
    await waitFor(() => expect(blocksShown()).toEqual(['Spacer, 1 of 1']))
    expect(storedDrafts()).toHaveLength(2)
  })

  test('that cannot be read are neither deleted nor overwritten, and the user is told', async () => {
    const document = documentOf(block('image', 'a', { alt: 'x'.repeat(501) }))
    storeBuilderDraft(ANN.id, null, { name: '', document }, Date.now(), null)
    const { user } = showPage()
    await open()
    expect(screen.getByText(/cannot read an unsaved email in this browser: .*alt/)).toBeTruthy()
    await user.click(entry('Spacer'))
    hideTab()
    expect(loadBuilderDrafts(ANN.id, null).unread).toHaveLength(1)
    expect(storedDrafts()).toEqual([['spacer']])
  })

  describe('in two browser tabs', () => {
    const theirs = (held: Parameters<typeof storeBuilderDraft>[4] = null) =>
      storeBuilderDraft(
        ANN.id,
        null,
        { name: '', document: documentOf(block('divider', 'b')) },
        Date.now() + 60_000,
        held,
      )

    itInFull('stay when an empty second tab is closed', async () => {
      const { user } = showPage()
      await open()
      theirs()
      hideTab()
      expect(storedDrafts()).toEqual([['divider']])
      await user.click(entry('Spacer'))
      await user.click(button('Undo'))
      hideTab()
      tearDownKeepingStorage()
      expect(storedDrafts()).toEqual([['divider']])
    })

    test('stay when the tab in which they were made is closed', async () => {
      const { user } = showPage()
      await open()
      await user.click(entry('Spacer'))
      hideTab()
      theirs(loadBuilderDrafts(ANN.id, null).drafts[0] ?? null)
      hideTab()
      expect(storedDrafts()).toEqual([['divider']])
      await user.click(entry('Button'))
      hideTab()
      expect(storedDrafts()).toEqual([['divider'], ['spacer', 'button']])
    })

    test('stay in both versions, and one is offered next to the other', async () => {
      const first = showPage()
      await open()
      theirs()
      await first.user.click(entry('Spacer'))
      hideTab()
      tearDownKeepingStorage()
      const second = showPage()
      await open()
      expect(blocksShown()).toEqual(['Divider, 1 of 1'])
      await second.user.click(button('Restore'))
      await waitFor(() => expect(blocksShown()).toEqual(['Spacer, 1 of 1']))
      await second.user.click(button('Discard this email'))
      hideTab()
      expect(storedDrafts()).toEqual([['spacer']])
    })
  })

  test('need a confirmation on leaving only when the browser cannot store them', async () => {
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    const { user } = showPage()
    await open()
    await user.click(entry('Spacer'))
    await waitFor(() => expect(storedDrafts()).toEqual([['spacer']]))
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

/** Simulates a reload: the page is removed, browser storage stays. */
function tearDownKeepingStorage(): void {
  const entries = Object.entries(localStorage)
  tearDown()
  for (const [key, value] of entries) localStorage.setItem(key, String(value))
}

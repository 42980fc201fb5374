import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDraftSession, STORE_DELAY_MS, SAVE_DELAY_MS, type DraftKind } from './draft-session.ts'

interface Note {
  text: string
  id: string | null
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A session of a note, with a server and a browser storage that the test controls. */
function world(over: Partial<DraftKind<Note, Note>> = {}) {
  const saves: { text: string; settle: PromiseWithResolvers<void> }[] = []
  const stored: string[] = []
  const page = new EventTarget()
  const session = createDraftSession<Note, Note>(
    {
      hasUnsavedChanges: (draft, saved) => draft.text !== saved.text,
      storeInBrowser: (draft) => stored.push(draft.text) > 0,
      deleteFromBrowser: () => stored.push('(deleted)'),
      autosave: {
        isSavable: ({ text }) => text !== 'nameless',
        save: async ({ text }) => {
          const settle = Promise.withResolvers<void>()
          saves.push({ text, settle })
          await settle.promise
          return { withAnswer: (now) => ({ ...now, id: 'n1' }), saved: (now) => now }
        },
      },
      ...over,
    },
    { draft: { text: '', id: null }, saved: { text: '', id: null } },
  )
  const type = (text: string) => session.edit((draft) => ({ ...draft, text }))
  const now = () => session.store.getState()
  return { session, saves, stored, page, type, now, close: session.open(page) }
}

describe('a draft that is being edited', () => {
  test('is stored in the browser after a pause in typing, once', () => {
    const { type, stored } = world()
    vi.advanceTimersByTime(STORE_DELAY_MS)
    stored.length = 0
    type('a')
    vi.advanceTimersByTime(STORE_DELAY_MS - 1)
    type('ab')
    vi.advanceTimersByTime(STORE_DELAY_MS - 1)
    expect(stored).toEqual([])
    vi.advanceTimersByTime(1)
    expect(stored).toEqual(['ab'])
  })

  test('is stored at once when the page is hidden or closed', () => {
    const { type, stored, page, close } = world()
    type('a')
    page.dispatchEvent(new Event('pagehide'))
    expect(stored).toEqual(['a'])
    type('ab')
    close()
    expect(stored).toEqual(['a', 'ab'])
    page.dispatchEvent(new Event('pagehide'))
    vi.advanceTimersByTime(SAVE_DELAY_MS)
    expect(stored).toEqual(['a', 'ab'])
  })

  test('is reported as not stored when the browser has no room for it', () => {
    let room = false
    const { type, now } = world({ storeInBrowser: () => room })
    type('a')
    vi.advanceTimersByTime(STORE_DELAY_MS)
    expect(now().isStored).toBe(false)
    room = true
    type('ab')
    vi.advanceTimersByTime(STORE_DELAY_MS)
    expect(now().isStored).toBe(true)
  })

  test('is saved after a pause, with what was typed while saving', async () => {
    const { type, saves, now } = world()
    type('a')
    await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS)
    expect(now().isSaving).toBe(true)
    type('ab')
    saves[0]?.settle.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(saves.map(({ text }) => text)).toEqual(['a', 'ab'])
    saves[1]?.settle.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(now()).toMatchObject({ isSaving: false, draft: { text: 'ab', id: 'n1' }, saved: { text: 'ab', id: 'n1' } })
  })

  test('is saved only once, however often saving is requested', async () => {
    const { type, saves, session } = world()
    type('a')
    const both = Promise.all([session.save(), session.save()])
    saves[0]?.settle.resolve()
    await both
    expect(saves).toHaveLength(1)
  })

  test('is not saved while that is impossible, or when nothing changed', async () => {
    const { type, saves } = world()
    type('nameless')
    await vi.advanceTimersByTimeAsync(10 * SAVE_DELAY_MS)
    type('')
    await vi.advanceTimersByTimeAsync(10 * SAVE_DELAY_MS)
    expect(saves).toEqual([])
  })

  test('is saved again after a failure only when the person requests it or continues typing', async () => {
    const { type, saves, session, now } = world()
    type('a')
    await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS)
    saves[0]?.settle.reject(new Error('offline'))
    await vi.advanceTimersByTimeAsync(10 * SAVE_DELAY_MS)
    expect(saves).toHaveLength(1)
    expect(now().failure).toMatchObject({ draft: { text: 'a' }, error: { message: 'offline' } })
    const asked = session.save()
    saves[1]?.settle.reject(new Error('offline'))
    await expect(asked).rejects.toThrow('offline')
    type('ab')
    await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS)
    saves[2]?.settle.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(now()).toMatchObject({ failure: null, saved: { text: 'ab' } })
  })

  test('that was replaced while it was being saved does not affect the new one', async () => {
    const { type, saves, session, now } = world()
    type('a')
    const asked = session.save()
    session.replace({ text: 'b', id: null }, { text: '', id: null })
    saves[0]?.settle.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(now().draft).toEqual({ text: 'b', id: null })
    expect(now().saved).toEqual({ text: '', id: null })
    saves[1]?.settle.resolve()
    await asked
    expect(saves.map(({ text }) => text)).toEqual(['a', 'b'])
  })

  test('that was discarded is neither stored nor saved any more', async () => {
    const { type, saves, stored, session, close } = world()
    type('a')
    session.discard()
    expect(stored).toEqual(['(deleted)'])
    type('ab')
    await vi.advanceTimersByTimeAsync(10 * SAVE_DELAY_MS)
    close()
    expect([stored, saves]).toEqual([['(deleted)'], []])
  })

  test('without autosave is saved only on request', async () => {
    const { type, session, now } = world({ autosave: null })
    type('a')
    await vi.advanceTimersByTimeAsync(10 * SAVE_DELAY_MS)
    expect(now().saved.text).toBe('')
    session.replace({ text: 'a', id: 'n1' }, { text: 'a', id: 'n1' })
    expect(now()).toMatchObject({ draft: { id: 'n1' }, saved: { text: 'a' } })
  })
})

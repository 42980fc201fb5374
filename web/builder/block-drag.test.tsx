import '#web/testing/browser.ts'
import { act, createEvent, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { tearDown } from '#web/testing/world.tsx'
import { nameOf } from './block-texts.ts'
import { block, documentOf, entry, showBuilder } from './testing.tsx'

// Counts renders: each render of a block asks for its name.
vi.mock('./block-texts.ts', async (original) => {
  const words = await original<typeof import('./block-texts.ts')>()
  return { ...words, nameOf: vi.fn<typeof words.nameOf>(words.nameOf) }
})

afterEach(() => {
  vi.useRealTimers()
  tearDown()
})

const drawn = () => new Set(vi.mocked(nameOf).mock.calls.map(([element]) => 'id' in element && element.id))
const nextFrame = () => act(() => new Promise<void>((done) => requestAnimationFrame(() => done())))

function part(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`There is no ${selector}`)
  return found
}

test('dragging a block re-renders only that block', async () => {
  const { now } = showBuilder(documentOf(...Array.from({ length: 20 }, (_, index) => block('divider', `b${index}`))))
  fireEvent.click(part('[data-block="b2"]'))
  vi.mocked(nameOf).mockClear()
  fireEvent.mouseDown(part('[data-handle="b2"]'), { button: 0, clientX: 10, clientY: 10 })
  fireEvent.mouseMove(window, { clientX: 10, clientY: 14 })
  const item = part('[data-rfd-draggable-id="b2"]')
  expect(item.style.position, 'moved by less than 5 px').toBe('')
  fireEvent.mouseMove(window, { clientX: 10, clientY: 15 })
  expect(item.style.position).toBe('fixed')
  for (let y = 30; y < 100; y += 10) {
    fireEvent.mouseMove(window, { clientX: 10, clientY: y })
    await nextFrame()
  }
  expect(drawn()).toEqual(new Set(['b2']))

  fireEvent.keyDown(window, { key: 'Escape', keyCode: 27 })
  fireEvent(item, createEvent.transitionEnd(item, { propertyName: 'transform' }))
  expect(item.style.position).toBe('')
  expect(
    now()
      .elements.map(({ id }) => id)
      .indexOf('b2'),
  ).toBe(2)
})

test('dragging by touch starts after 120 ms, and the touched element stays in the DOM', () => {
  showBuilder()
  const pressed = entry('Divider')
  vi.useFakeTimers()
  fireEvent.touchStart(pressed, { touches: [{ clientX: 10, clientY: 10 }] })
  const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  wait(119)
  expect(pressed.style.position).toBe('')
  wait(1)
  expect([pressed.style.position, pressed.isConnected]).toEqual(['fixed', true])
  expect(screen.getAllByRole('button', { name: 'Divider' }), 'a copy holds its place').toHaveLength(2)
  fireEvent.touchCancel(pressed)
  fireEvent(pressed, createEvent.transitionEnd(pressed, { propertyName: 'transform' }))
  expect(pressed.style.position).toBe('')
})

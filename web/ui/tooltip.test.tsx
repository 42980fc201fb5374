import '#web/testing/browser.ts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TOOLTIP_SKIP_DELAY } from './activated-tooltip.tsx'
import { loadTooltips, TOOLTIP_DELAY, Tooltip } from './tooltip.tsx'

await loadTooltips()

const heard = vi.fn<(what: string) => void>()
const words = vi.fn<() => string>(() => 'Off it goes')

beforeEach(() => {
  vi.useFakeTimers()
  heard.mockClear()
  words.mockClear()
  render(
    <>
      <Tooltip content="Copies it">
        <button>Duplicate</button>
      </Tooltip>
      <Tooltip content="Takes it away">
        <button>Delete</button>
      </Tooltip>
      <Tooltip content={words}>
        <button aria-describedby="why" onPointerMove={() => heard('move')} onFocus={() => heard('focus')}>
          Send
        </button>
      </Tooltip>
    </>,
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const rest = (name: string) => fireEvent.pointerMove(screen.getByRole('button', { name }), { pointerType: 'mouse' })
/** Moves away from the button and from the path to its tooltip. */
function leave(name: string) {
  fireEvent.pointerLeave(screen.getByRole('button', { name }), { pointerType: 'mouse' })
  fireEvent.pointerMove(document.body, { pointerType: 'mouse', clientX: 500, clientY: 500 })
}
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const shown = () => screen.queryByRole('tooltip')?.textContent ?? null

it('a tooltip waits 700 ms before it opens, and skips the wait for 300 ms after the last tooltip', () => {
  expect([TOOLTIP_DELAY, TOOLTIP_SKIP_DELAY]).toEqual([700, 300])
})

it('a tooltip appears after 700 ms of hovering', () => {
  rest('Duplicate')
  pass(699)
  expect(shown()).toBeNull()
  pass(1)
  expect(shown()).toBe('Copies it')
})

it('a tooltip appears at once within 300 ms of the last tooltip', () => {
  rest('Duplicate')
  pass(700)
  leave('Duplicate')
  pass(299)
  rest('Delete')
  expect(shown()).toBe('Takes it away')
})

it('a tooltip waits 700 ms again once 300 ms have passed since the last one', () => {
  rest('Duplicate')
  pass(700)
  leave('Duplicate')
  pass(301)
  rest('Delete')
  expect(shown()).toBeNull()
  pass(700)
  expect(shown()).toBe('Takes it away')
})

it('a tooltip appears at once on keyboard focus', () => {
  act(() => screen.getByRole('button', { name: 'Delete' }).focus())
  expect(shown()).toBe('Takes it away')
})

it('a tooltip does not appear on focus caused by a press', () => {
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Delete' }), { pointerType: 'touch' })
  act(() => screen.getByRole('button', { name: 'Delete' }).focus())
  pass(TOOLTIP_DELAY)
  expect(shown()).toBeNull()
})

it('a tooltip does not appear after the pointer has left', () => {
  rest('Duplicate')
  pass(600)
  leave('Duplicate')
  pass(TOOLTIP_DELAY)
  expect(shown()).toBeNull()
})

it('a tooltip appears alone, never beside another one', () => {
  act(() => screen.getByRole('button', { name: 'Duplicate' }).focus())
  act(() => screen.getByRole('button', { name: 'Delete' }).focus())
  expect(screen.getAllByRole('tooltip').map(({ textContent }) => textContent)).toEqual(['Takes it away'])
})

it('a tooltip hides on Escape and on click, and leaves its element unchanged', () => {
  const button = screen.getByRole('button', { name: 'Delete' })
  act(() => button.focus())
  fireEvent.keyDown(button, { key: 'Escape' })
  expect(shown()).toBeNull()
  act(() => button.blur())
  act(() => button.focus())
  expect(shown()).toBe('Takes it away')
  fireEvent.click(button)
  expect(shown()).toBeNull()
  expect(screen.getByRole('button', { name: 'Delete' })).toBe(button)
  expect(document.activeElement).toBe(button)
})

it('a tooltip describes its element while open, in addition to other descriptions', () => {
  const button = screen.getByRole('button', { name: 'Delete' })
  act(() => button.focus())
  expect(button.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id)
  act(() => button.blur())
  expect(button.getAttribute('aria-describedby')).toBeNull()

  const described = screen.getByRole('button', { name: 'Send' })
  act(() => described.focus())
  expect(described.getAttribute('aria-describedby')).toBe(`why ${screen.getByRole('tooltip').id}`)
  act(() => described.blur())
  expect(described.getAttribute('aria-describedby')).toBe('why')
})

it('a tooltip keeps its element’s own handlers, and builds its content only when needed', () => {
  expect(words).not.toHaveBeenCalled()
  rest('Send')
  act(() => screen.getByRole('button', { name: 'Send' }).focus())
  expect(shown()).toBe('Off it goes')
  expect([heard.mock.calls.length, words.mock.calls.length > 0]).toEqual([2, true])
})

it('a tooltip does not appear if the pointer left before it mounted', () => {
  act(() => {
    rest('Duplicate')
    leave('Duplicate')
  })
  pass(TOOLTIP_DELAY)
  expect(shown()).toBeNull()
})

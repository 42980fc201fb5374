import '#web/testing/browser.ts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TOOLTIP_DELAY, TOOLTIP_SKIP_DELAY, Tooltip, TooltipProvider } from './tooltip.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <TooltipProvider>
      <Tooltip content="Copies it">
        <button>Duplicate</button>
      </Tooltip>
      <Tooltip content="Takes it away">
        <button>Delete</button>
      </Tooltip>
    </TooltipProvider>,
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const rest = (name: string) => fireEvent.pointerMove(screen.getByRole('button', { name }), { pointerType: 'mouse' })
/** Away from the button, and from the way between it and its tooltip. */
function leave(name: string) {
  fireEvent.pointerLeave(screen.getByRole('button', { name }), { pointerType: 'mouse' })
  fireEvent.pointerMove(document.body, { pointerType: 'mouse', clientX: 500, clientY: 500 })
}
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const shown = () => screen.queryByRole('tooltip')?.textContent ?? null

it('has the delays of the spec', () => {
  expect([TOOLTIP_DELAY, TOOLTIP_SKIP_DELAY]).toEqual([700, 300])
})

it('shows a tooltip after the pointer has rested for 700 ms', () => {
  rest('Duplicate')
  pass(699)
  expect(shown()).toBeNull()
  pass(1)
  expect(shown()).toBe('Copies it')
})

it('shows the next tooltip at once within 300 ms of the last', () => {
  rest('Duplicate')
  pass(700)
  leave('Duplicate')
  pass(299)
  rest('Delete')
  expect(shown()).toBe('Takes it away')
})

it('waits 700 ms again once 300 ms have passed since the last tooltip', () => {
  rest('Duplicate')
  pass(700)
  leave('Duplicate')
  pass(301)
  rest('Delete')
  expect(shown()).toBeNull()
  pass(700)
  expect(shown()).toBe('Takes it away')
})

it('shows a tooltip at once to the keyboard', () => {
  act(() => screen.getByRole('button', { name: 'Delete' }).focus())
  expect(shown()).toBe('Takes it away')
})

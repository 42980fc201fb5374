import '#web/testing/browser.ts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  TOAST_DURATION,
  TOAST_LIMIT,
  TOAST_REMOVE_DELAY,
  clearToasts,
  dismissToast,
  toast,
  toasts,
} from './toast-store.ts'
import { Toaster } from './toaster.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(<Toaster />)
})
afterEach(() => {
  act(clearToasts)
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

it('the toaster shows title and description', () => {
  act(() => void toast({ title: 'Contact Added', description: 'Ada can be written to now.' }))
  expect(screen.getByText('Contact Added')).toBeDefined()
  expect(screen.getByText('Ada can be written to now.')).toBeDefined()
})

it('the toaster shows one toast at a time, the newest', () => {
  act(() => void toast({ title: 'Contact Added' }))
  act(() => void toast({ title: 'Contact Deleted' }))
  expect(screen.queryByText('Contact Added')).toBeNull()
  expect(screen.getByText('Contact Deleted')).toBeDefined()
  expect(toasts()).toHaveLength(1)
  expect(TOAST_LIMIT).toBe(1)
})

it('the toaster closes a toast after 5,000 ms', () => {
  act(() => void toast({ title: 'Contact Added' }))
  pass(TOAST_DURATION - 1)
  expect(toasts()[0]?.open).toBe(true)
  pass(1)
  expect(toasts()[0]?.open).toBe(false)
  expect(TOAST_DURATION).toBe(5_000)
})

it('the toaster keeps a closed toast for 1,000,000 ms before removing it', () => {
  act(() => void toast({ title: 'Contact Added' }))
  act(() => dismissToast(toasts()[0]?.id ?? -1))
  pass(TOAST_REMOVE_DELAY - 1)
  expect(toasts()).toHaveLength(1)
  pass(1)
  expect(toasts()).toHaveLength(0)
  expect(TOAST_REMOVE_DELAY).toBe(1_000_000)
})

it('the toaster closes a toast by its button', () => {
  act(() => void toast({ title: 'Delete Failed', description: 'Failed to delete contact.', variant: 'destructive' }))
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(toasts()[0]?.open).toBe(false)
})

it('the toaster runs the action of a toast and closes it', () => {
  const undo = vi.fn<() => void>()
  act(() => void toast({ title: 'Contacts Deleted', action: { label: 'Undo', onClick: undo } }))
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(toasts()[0]?.open).toBe(false)
})

it('the toaster leaves Escape to the dialog on top, then takes it itself', () => {
  const escape = () => act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }))
  render(<Dialog trigger={<button type="button">Open</button>} title="Add Contact" />)
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  act(() => void toast({ title: 'Add Contact Failed' }))
  expect(screen.getByRole('dialog', { name: 'Add Contact' })).toBeDefined()
  escape()
  expect(screen.queryByRole('dialog', { name: 'Add Contact' })).toBeNull()
  expect(toasts()[0]?.open).toBe(true)
  escape()
  expect(toasts()[0]?.open).toBe(false)
})

it('the toaster leaves Escape to a confirmation that is in progress: nothing closes', () => {
  const asked = vi.fn<(open: boolean) => void>()
  render(
    <ConfirmDialog
      open
      title="Delete?"
      description=""
      confirmLabel="Delete"
      onOpenChange={asked}
      onConfirm={() => new Promise(() => {})}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  act(() => void toast({ title: 'Campaign Sent' }))
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(asked).not.toHaveBeenCalled()
  expect(toasts()[0]?.open).toBe(true)
})

it('a toast lies in a corner in which it covers no button, also when another page has come meanwhile', () => {
  const boxes: Record<string, DOMRect> = {
    'Launch campaign': new DOMRect(innerWidth - 150, innerHeight - 60, 120, 40),
    'New Campaign': new DOMRect(20, innerHeight - 60, 120, 40),
  }
  const boxOf = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function box(this: Element) {
    if (this.tagName === 'OL') return new DOMRect(0, 0, 400, 120)
    return boxes[this.textContent] ?? new DOMRect()
  })
  const page = render(<button type="button">Launch campaign</button>)
  act(() => void toast({ title: 'Draft saved' }))
  const corner = () => screen.getByText('Draft saved').closest('ol')?.className
  expect(corner()).toMatch(/\bbottom-0 left-0\b/)
  pass(1_000)
  expect(corner(), 'the toast stays while nothing changes').toMatch(/\bbottom-0 left-0\b/)
  page.rerender(<button type="button">New Campaign</button>)
  pass(1_000)
  expect(corner()).toMatch(/\bright-0 bottom-0\b/)
  boxOf.mockRestore()
})

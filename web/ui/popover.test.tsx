import '#web/testing/browser.ts'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Popover } from './popover.tsx'

afterEach(cleanup)

function show() {
  const focusAfter = vi.fn<() => void>()
  render(
    <>
      <Popover label="Choices" trigger={<button>Open</button>} focusAfter={focusAfter}>
        <button>One</button>
      </Popover>
      <input aria-label="Next field" />
    </>,
  )
  return { user: userEvent.setup(), focusAfter }
}

test('a popover returns the focus to where it belongs when it closes', async () => {
  const { user, focusAfter } = show()
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('dialog', { name: 'Choices' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(focusAfter).toHaveBeenCalledOnce())
})

test('a popover leaves the focus in a field that a person has moved to meanwhile', async () => {
  const { user, focusAfter } = show()
  await user.click(screen.getByRole('button', { name: 'Open' }))
  const dialog = await screen.findByRole('dialog', { name: 'Choices' })
  const field = screen.getByRole('textbox', { name: 'Next field' })
  dialog.addEventListener('focusScope.autoFocusOnUnmount', () => field.focus(), { capture: true })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(focusAfter).not.toHaveBeenCalled()
})

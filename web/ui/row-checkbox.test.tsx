import '#web/testing/browser.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { RowCheckbox } from './row-checkbox.tsx'

afterEach(cleanup)

it('a row checkbox works as a checkbox for pointer, keyboard and screen reader', async () => {
  const onToggle = vi.fn<() => void>()
  const user = userEvent.setup({ delay: null })
  const { rerender } = render(<RowCheckbox label="Select Ann Lee" checked={false} onToggle={onToggle} />)
  const box = () => screen.getByRole('checkbox', { name: 'Select Ann Lee' })
  expect(box().getAttribute('aria-checked')).toBe('false')
  await user.click(box())
  await user.keyboard(' ')
  expect(onToggle).toHaveBeenCalledTimes(2)
  await user.keyboard('{Enter}')
  expect(onToggle).toHaveBeenCalledTimes(2)
  rerender(<RowCheckbox label="Select Ann Lee" checked onToggle={onToggle} />)
  expect(box().getAttribute('aria-checked')).toBe('true')
})

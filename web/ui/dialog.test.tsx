import '#web/testing/browser.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Input } from './input.tsx'

afterEach(cleanup)

it('a dialog focuses its first field', async () => {
  render(
    <Dialog trigger={<Button>Add</Button>} title="Add Contact">
      <Input aria-label="First name" />
    </Dialog>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  expect(document.activeElement).toBe(screen.getByLabelText('First name'))
})

it('a dialog focuses itself when it has only text, and returns focus on close', async () => {
  render(
    <Dialog trigger={<Button>Look</Button>} title="Ada Lovelace">
      Sent
    </Dialog>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Look' }))
  expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Ada Lovelace' }))
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Look' }))
})

import '#web/testing/browser.ts'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

afterEach(cleanup)

async function ask(onConfirm: () => void | Promise<void>) {
  render(
    <ConfirmDialog
      trigger={<Button>Delete Selected</Button>}
      title="Delete 3 contacts?"
      description="This action cannot be undone."
      confirmLabel="Delete"
      busyLabel="Deleting..."
      onConfirm={onConfirm}
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Delete Selected' }))
}

it('a confirm dialog focuses Cancel first, which does nothing and returns focus', async () => {
  const onConfirm = vi.fn<() => void>()
  await ask(onConfirm)
  expect(screen.getByText('This action cannot be undone.')).toBeDefined()
  expect(document.activeElement?.textContent).toBe('Cancel')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(document.activeElement?.textContent).toBe('Delete Selected')
  expect(onConfirm).not.toHaveBeenCalled()
})

it('a confirm dialog stays open during the work and closes when it is done', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await ask(() => promise)
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(screen.getByRole('button', { name: 'Deleting...' })).toHaveProperty('disabled', true)
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('alertdialog')).toBeDefined()
  await act(async () => resolve())
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

it('a confirm dialog returns focus to where it was when opened programmatically, or to the page when that element is gone', async () => {
  function Rows() {
    const [rows, setRows] = useState(['Ann', 'Bob'])
    const [asking, setAsking] = useState<string | null>(null)
    return (
      <main id="content" tabIndex={-1}>
        {rows.map((row) => (
          <Button key={row} onClick={() => setAsking(row)}>
            {row}
          </Button>
        ))}
        <ConfirmDialog
          open={asking !== null}
          onOpenChange={(open) => !open && setAsking(null)}
          title="Delete?"
          description="This action cannot be undone."
          confirmLabel="Delete"
          onConfirm={() => setRows(rows.filter((row) => row !== asking))}
        />
      </main>
    )
  }
  render(<Rows />)
  await userEvent.click(screen.getByRole('button', { name: 'Ann' }))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Ann'))
  await userEvent.click(screen.getByRole('button', { name: 'Ann' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(document.activeElement?.id).toBe('content'))
})

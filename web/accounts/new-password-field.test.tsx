import '#web/testing/browser.ts'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { tearDown } from '#web/testing/world.tsx'
import { NewPasswordField } from './new-password-field.tsx'

afterEach(tearDown)

function Form({ error }: { error?: string }) {
  const [password, setPassword] = useState('')
  return (
    <NewPasswordField
      label="Password"
      error={error}
      password={password}
      words={{ name: 'Ann Whitfield', workspace: null }}
      onChange={(event) => setPassword(event.target.value)}
    />
  )
}

it('the field for a new password says while typing how hard the password is to guess, and what would be better', async () => {
  render(<Form />)
  const user = userEvent.setup()
  const box = screen.getByLabelText('Password')
  expect(screen.getByText('At least 8 characters')).toBeTruthy()
  await user.type(box, 'sunshine')
  expect((await screen.findByRole('status')).textContent).toContain('Password too common')
  await user.clear(box)
  expect(screen.getByText('At least 8 characters')).toBeTruthy()
  await user.type(box, 'kettle ferry Whitfield')
  expect((await screen.findByRole('status')).textContent).toContain('Password contains the name')
  await user.clear(box)
  await user.type(box, 'violet kettle ferry nine')
  expect((await screen.findByText('Hard to guess')).closest('p')?.id).toBe(box.getAttribute('aria-describedby'))
})

it("the field for a new password shows the server's refusal instead of its own hint", async () => {
  render(<Form error="Password too common: Choose another one." />)
  await userEvent.setup().type(screen.getByLabelText('Password'), 'sunshine')
  expect(screen.queryByRole('status')).toBeNull()
})

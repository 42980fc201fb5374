import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { Field } from './field.tsx'
import { Input, PasswordInput } from './input.tsx'

afterEach(cleanup)

it('a form field links label, hint and error to the control', () => {
  render(
    <Field label="Email" hint="One address" error="Valid email is required" required>
      <Input />
    </Field>,
  )
  const input = screen.getByRole('textbox', { name: 'Email' })
  const described = (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
  expect(described).toEqual(['Valid email is required', 'One address'])
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(input.getAttribute('aria-required')).toBe('true')
})

it('a form field is not marked invalid without an error', () => {
  render(
    <Field label="Company domain" optional>
      <Input />
    </Field>,
  )
  const input = screen.getByRole('textbox', { name: 'Company domain (optional)' })
  expect(input.hasAttribute('aria-invalid')).toBe(false)
  expect(input.hasAttribute('aria-describedby')).toBe(false)
})

it('a form field shows and hides a password on request', async () => {
  render(
    <Field label="Password">
      <PasswordInput defaultValue="correct horse" />
    </Field>,
  )
  const input = screen.getByLabelText('Password')
  expect(input).toHaveProperty('type', 'password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(input).toHaveProperty('type', 'text')
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(input).toHaveProperty('type', 'password')
})

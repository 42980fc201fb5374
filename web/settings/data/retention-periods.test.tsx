import '#web/testing/browser.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { findToast, tearDown } from '#web/testing/world.tsx'
import { showPage } from '../testing.tsx'

afterEach(tearDown)

const NAMES = 'How long to keep names and addresses of recipients'
const open = (recipientsKeptDays: number | null) =>
  showPage({}, { at: '/settings?tab=data', fields: { recipientsKeptDays } })
const field = () => screen.findByLabelText<HTMLSelectElement>(NAMES)

test('the retention card asks before it saves a period that deletes more', async () => {
  const { user, askedFor } = open(null)
  await user.selectOptions(await field(), 'Delete after 90 days')
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('names and addresses of recipients are deleted 90 days after')
  expect(askedFor('UpdateEmailSettings')).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  await findToast('Email settings updated successfully')
  expect(askedFor('UpdateEmailSettings')).toEqual([{ input: { recipientsKeptDays: 90 } }])
  expect((await field()).value).toBe('90')
})

test('the retention card changes nothing when the question is cancelled', async () => {
  const { user, askedFor } = open(365)
  await user.selectOptions(await field(), 'Delete after 30 days')
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
  expect((await field()).value).toBe('365')
  expect(askedFor('UpdateEmailSettings')).toEqual([])
})

test('the retention card does not ask before it saves a period that keeps more', async () => {
  const { user, askedFor } = open(30)
  await user.selectOptions(await field(), 'Keep forever')
  await waitFor(() => expect(askedFor('UpdateEmailSettings')).toEqual([{ input: { recipientsKeptDays: null } }]))
})
